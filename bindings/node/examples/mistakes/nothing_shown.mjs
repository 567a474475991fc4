// No error, and the numbers are wrong: `offset` is packed behind `scale`, where WGSL has a gap (a vec3 starts at a multiple of 16), and the
// buffer that the result is read from is not the one that was written.
//   VITRINE_CHECK=silent node --import vitrine-webgpu/register nothing_shown.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
const module = device.createShaderModule({ label: 'move.wgsl', code: `
  struct Params { scale: f32, offset: vec3f }
  @group(0) @binding(0) var<uniform> params: Params;
  @group(0) @binding(1) var<storage, read_write> points: array<vec3f>;
  @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    points[id.x] = points[id.x] * params.scale + params.offset;
  }` });
const pipeline = device.createComputePipeline({ label: 'move', layout: 'auto', compute: { module } });
const buffer = (label, size, usage) => device.createBuffer({ label, size, usage });
const params = buffer('params', 32, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
const points = buffer('points', 1024, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
const result = buffer('result', 1024, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
const readback = buffer('readback', 1024, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: params }, { binding: 1, resource: points }] });
device.queue.writeBuffer(params, 0, new Float32Array([2, 1, 1, 1]));
const encoder = device.createCommandEncoder({ label: 'frame encoder' });
const pass = encoder.beginComputePass({ label: 'move points' });
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(1);
pass.end();
encoder.copyBufferToBuffer(result, readback);
device.queue.submit([encoder.finish({ label: 'frame' })]);
await device.queue.onSubmittedWorkDone();
device.destroy();
