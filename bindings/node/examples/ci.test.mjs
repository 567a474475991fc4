// A test of a renderer's set-up that runs where no GPU is: everything is checked, nothing is drawn.   node --test ci.test.mjs
import assert from 'node:assert/strict';
import test from 'node:test';
import { create, globals } from 'vitrine-webgpu';

Object.assign(globalThis, globals);
const gpu = create({ backend: 'null', log: 'off' });
const device = await (await gpu.requestAdapter()).requestDevice({ label: 'ci' });

// Runs `make` in an error scope and fails with the message of what the scope caught.
async function checked(make) {
  device.pushErrorScope('validation');
  const made = make();
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  return made;
}
const shader = (name) => `
  @vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i), 0, 0, 1); }
  @fragment fn fs() -> @location(0) vec4f { return vec4f(${name}); }`;
const pipeline = (code) => checked(() => {
  const module = device.createShaderModule({ label: 'sky.wgsl', code });
  return device.createRenderPipeline({ label: 'sky', layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format: 'rgba8unorm' }] } });
});

test('the pipeline is valid', async () => assert.ok(await pipeline(shader('0.5'))));
test('a misspelt name is found, with its line', async () => {
  await assert.rejects(pipeline(shader('brightnes')), /sky\.wgsl.*unknown_identifier.* 3:\d+/);
});
test('no error is left over', async () => {
  const errors = [];
  device.onuncapturederror = (e) => errors.push(e.error.message);
  const target = device.createTexture({ label: 'target', size: [64, 64], format: 'rgba8unorm', usage: GPUTextureUsage.RENDER_ATTACHMENT });
  const encoder = device.createCommandEncoder({ label: 'frame' });
  const pass = encoder.beginRenderPass({ label: 'sky pass', colorAttachments: [{ view: target.createView(), loadOp: 'clear', storeOp: 'store' }] });
  pass.setPipeline(await pipeline(shader('0.5')));
  pass.draw(3);
  pass.end();
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  assert.deepEqual(errors, []);
});
