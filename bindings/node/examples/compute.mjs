// Doubles numbers on the GPU.   node --import vitrine-webgpu/register compute.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
const module = device.createShaderModule({ label: 'double', code: `
  @group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
  @compute @workgroup_size(64)
  fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&numbers) { numbers[id.x] *= 2; }
  }` });
const pipeline = device.createComputePipeline({ label: 'double', layout: 'auto', compute: { module } });
const input = new Float32Array([1, 2, 3, 4.5]);
const numbers = device.createBuffer({ label: 'numbers', size: input.byteLength,
  usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC });
const staging = device.createBuffer({ label: 'staging', size: input.byteLength, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
device.queue.writeBuffer(numbers, 0, input);
const group = device.createBindGroup({ label: 'numbers', layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: numbers }] });
const encoder = device.createCommandEncoder({ label: 'frame' });
const pass = encoder.beginComputePass({ label: 'double pass' });
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(1);
pass.end();
encoder.copyBufferToBuffer(numbers, staging);
device.queue.submit([encoder.finish()]);
await staging.mapAsync(GPUMapMode.READ);
console.log([...new Float32Array(staging.getMappedRange())].join(' '));
staging.unmap();
device.destroy();
