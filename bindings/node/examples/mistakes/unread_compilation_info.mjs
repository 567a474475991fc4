// The compiler's messages are never read.   VITRINE_LINT=1 node --import vitrine-webgpu/register unread_compilation_info.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
device.addEventListener('uncapturederror', (e) => e.preventDefault());   // and its errors are not looked at
const module = device.createShaderModule({ label: 'blur.wgsl', code: '@compute @workgroup_size(64) fn main() { let a = strenght; }' });
device.createComputePipeline({ label: 'blur', layout: 'auto', compute: { module } });
await device.queue.onSubmittedWorkDone();
device.destroy();
