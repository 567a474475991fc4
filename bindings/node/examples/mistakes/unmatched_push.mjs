// A debug group that is pushed and not popped.   node --import vitrine-webgpu/register unmatched_push.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
const encoder = device.createCommandEncoder({ label: 'frame encoder' });
encoder.pushDebugGroup('shadows');
const pass = encoder.beginComputePass({ label: 'cull' });
pass.pushDebugGroup('near');
pass.end();
device.queue.submit([encoder.finish({ label: 'frame' })]);
await device.queue.onSubmittedWorkDone();
device.destroy();
