// A shader that writes past the end of a buffer: WebGPU makes that harmless and silent, the check tells where it happens.
import { create, diagnostics, printfMessages } from 'vitrine-webgpu';

const gpu = create({ check: 'bounds', printFilter: 'global_invocation_id.x >= 2', printLimit: 3, log: 'off' });
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredFeatures: ['wgpu-debug-printf'] });
diagnostics(device, (d) => console.log(`${d.severity}: ${d.message}`));
printfMessages(device, (m) => console.log(m.text));

const module = device.createShaderModule({ label: 'over', code: `enable wgpu_debug_printf;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = id.x;
  debugPrintf("wrote %u", id.x);
}` });
const pipeline = device.createComputePipeline({ label: 'counting', layout: 'auto', compute: { module } });
const buffer = device.createBuffer({ label: 'four numbers', size: 16, usage: GPUBufferUsage.STORAGE });
const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: { buffer } }] });
const encoder = device.createCommandEncoder();
const pass = encoder.beginComputePass({ label: 'only pass' });
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(1);
pass.end();
device.queue.submit([encoder.finish()]);
await device.queue.onSubmittedWorkDone();
