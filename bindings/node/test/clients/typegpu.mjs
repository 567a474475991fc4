// TypeGPU: typed buffers, a struct, a bind group layout and a compute pipeline out of WGSL that it links.
import assert from 'node:assert/strict';
import tgpu from 'typegpu';
import * as d from 'typegpu/data';

const root = await tgpu.init();
const Particle = d.struct({ position: d.vec3f, mass: d.f32, id: d.u32 });
const count = 256;
const particles = root.createBuffer(d.arrayOf(Particle, count),
  Array.from({ length: count }, (_, i) => ({ position: d.vec3f(i, 2 * i, 3 * i), mass: i / 2, id: i }))).$usage('storage');
const step = root.createBuffer(d.f32, 0.5).$usage('uniform');
const layout = tgpu.bindGroupLayout({ particles: { storage: d.arrayOf(Particle), access: 'mutable' }, step: { uniform: d.f32 } });
const code = tgpu.resolve({
  template: `
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
      let p = &layout.$.particles[id.x];
      (*p).position += vec3f(layout.$.step * (*p).mass);
      (*p).id = (*p).id * 2 + 1;
    }`,
  externals: { layout },
});
const device = root.device;
const module = device.createShaderModule({ label: 'typegpu', code });
const pipeline = device.createComputePipeline({ label: 'typegpu',
  layout: device.createPipelineLayout({ bindGroupLayouts: [root.unwrap(layout)] }), compute: { module } });
const group = root.unwrap(root.createBindGroup(layout, { particles, step }));
const encoder = device.createCommandEncoder({ label: 'typegpu' });
const pass = encoder.beginComputePass({ label: 'typegpu' });
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(count / 64);
pass.end();
device.queue.submit([encoder.finish()]);
const out = await particles.read();
for (let i = 0; i < count; ++i) {
  assert.equal(out[i].id, 2 * i + 1);
  assert.deepEqual([...out[i].position], [i + i / 4, 2 * i + i / 4, 3 * i + i / 4]);
}
console.log(`TypeGPU: ${count} structs exact`);
root.destroy();
