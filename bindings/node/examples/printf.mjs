// Prints from a shader.   node --import vitrine-webgpu/register printf.mjs
import { printfMessages } from 'vitrine-webgpu';

const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main', requiredFeatures: ['wgpu-debug-printf'] });
printfMessages(device, (m) => console.log(`${m.moduleLabel}:${m.line} in ${m.passLabel}: ${m.text}`));
const module = device.createShaderModule({ label: 'hello', code: `
enable wgpu_debug_printf;
@compute @workgroup_size(2, 2)
fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("invocation: %u %u %u", id.x, id.y, id.z);
}` });
const pipeline = device.createComputePipeline({ label: 'hello', layout: 'auto', compute: { module } });
const encoder = device.createCommandEncoder({ label: 'frame' });
const pass = encoder.beginComputePass({ label: 'hello pass' });
pass.setPipeline(pipeline);
pass.dispatchWorkgroups(1);
pass.end();
device.queue.submit([encoder.finish()]);
await device.queue.onSubmittedWorkDone();
device.destroy();
