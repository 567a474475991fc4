// A pass of many steps without debug groups: "command 2 of render pass" is all that a message can say.
//   VITRINE_LINT=1 node --import vitrine-webgpu/register no_groups.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
const target = device.createTexture({ label: 'picture', size: [64, 64], format: 'rgba8unorm', usage: GPUTextureUsage.RENDER_ATTACHMENT });
const module = device.createShaderModule({ label: 'triangle', code: `
  @vertex fn vs() -> @builtin(position) vec4f { return vec4f(); }
  @fragment fn fs() -> @location(0) vec4f { return vec4f(1); }` });
const pipeline = device.createRenderPipeline({ label: 'triangle', layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format: 'rgba8unorm' }] } });
const encoder = device.createCommandEncoder({ label: 'frame encoder' });
const pass = encoder.beginRenderPass({ label: 'scene', colorAttachments: [{ view: target.createView({ label: 'picture' }), loadOp: 'clear', storeOp: 'store' }] });
pass.setPipeline(pipeline);
pass.draw(3);
pass.setScissorRect(0, 0, 100, 100);   // outside of the target
pass.draw(3);
pass.end();
device.queue.submit([encoder.finish({ label: 'frame' })]);
await device.queue.onSubmittedWorkDone();
device.destroy();
