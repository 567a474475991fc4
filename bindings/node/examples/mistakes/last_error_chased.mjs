// The last error of a cascade is chased, though the first one is the cause.
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
const module = device.createShaderModule({ label: 'blur.wgsl', code: '@compute @workgroup_size(64) fn main() { let a = strenght; }' });
const pipeline = device.createComputePipeline({ label: 'blur', layout: 'auto', compute: { module } });
const encoder = device.createCommandEncoder({ label: 'frame encoder' });
const pass = encoder.beginComputePass({ label: 'blur pass' });
pass.setPipeline(pipeline);
pass.dispatchWorkgroups(1);
pass.end();
device.queue.submit([encoder.finish({ label: 'frame commands' })]);
await device.queue.onSubmittedWorkDone();
device.destroy();
