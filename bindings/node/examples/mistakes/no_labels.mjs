// Nothing has a label, so a message can only count: "buffer #2".   VITRINE_LINT=1 node --import vitrine-webgpu/register no_labels.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice();
const positions = device.createBuffer({ size: 64, usage: GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST });
const colors = device.createBuffer({ size: 16, usage: GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST });
device.queue.writeBuffer(positions, 0, new Float32Array(16));
device.queue.writeBuffer(colors, 0, new Float32Array(16));   // 64 bytes into the one of 16: which is it?
await device.queue.onSubmittedWorkDone();
device.destroy();
