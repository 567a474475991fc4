// An error scope that is pushed and not popped swallows what comes after.   VITRINE_LINT=1 node --import vitrine-webgpu/register unmatched_scope.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
device.pushErrorScope('validation');
device.createBuffer({ label: 'vertices', size: 64, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.VERTEX });
// popErrorScope() is missing
await device.queue.onSubmittedWorkDone();
