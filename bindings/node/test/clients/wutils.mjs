// webgpu-utils and wgpu-matrix: a structured view of a shader's uniforms, mip levels, and matrices that the GPU multiplies alike.
import assert from 'node:assert/strict';
import { mat4, vec4 } from 'wgpu-matrix';

globalThis.Float16Array ??= class Float16Array extends Uint16Array {};   // of JavaScript itself, from Node 24 on; only its size matters here
const { createTextureFromSource, getSizeAndAlignmentOfUnsizedArrayElement, makeShaderDataDefinitions, makeStructuredView } = await import('webgpu-utils');
const device = await (await navigator.gpu.requestAdapter()).requestDevice({ label: 'main' });
const code = `
  struct Uniforms { matrix: mat4x4f, color: vec3f, scale: f32, picks: array<vec4u, 2> }
  @group(0) @binding(0) var<uniform> u: Uniforms;
  @group(0) @binding(1) var<storage, read_write> points: array<vec4f>;
  @group(0) @binding(2) var picture: texture_2d<f32>;
  @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&points) { return; }
    points[id.x] = u.matrix * points[id.x] * u.scale + vec4f(u.color, f32(u.picks[1].z)) + textureLoad(picture, vec2u(0), 2);
  }`;
const defs = makeShaderDataDefinitions(code);
const uniforms = makeStructuredView(defs.uniforms.u);
assert.equal(getSizeAndAlignmentOfUnsizedArrayElement(defs.storages.points).size, 16);
const matrix = mat4.multiply(mat4.rotationY(0.7), mat4.translation([1, 2, 3]));
uniforms.set({ matrix, color: [0.25, 0.5, 0.75], scale: 2, picks: [[0, 0, 0, 0], [0, 0, 7, 0]] });
const picture = createTextureFromSource(device, { data: new Uint8Array(4 * 4 * 4).fill(255), width: 4, height: 4 }, { mips: true, format: 'rgba8unorm',
  usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST | GPUTextureUsage.RENDER_ATTACHMENT });
assert.equal(picture.mipLevelCount, 3);

const count = 100, points = Float32Array.from({ length: count * 4 }, (_, i) => i % 4 === 3 ? 1 : i / 10);
const usage = GPUBufferUsage;
const ub = device.createBuffer({ label: 'uniforms', size: uniforms.arrayBuffer.byteLength, usage: usage.UNIFORM | usage.COPY_DST });
const sb = device.createBuffer({ label: 'points', size: points.byteLength, usage: usage.STORAGE | usage.COPY_DST | usage.COPY_SRC });
const rb = device.createBuffer({ label: 'staging', size: points.byteLength, usage: usage.MAP_READ | usage.COPY_DST });
device.queue.writeBuffer(ub, 0, uniforms.arrayBuffer);
device.queue.writeBuffer(sb, 0, points);
const module = device.createShaderModule({ label: 'points', code });
const pipeline = device.createComputePipeline({ label: 'points', layout: 'auto', compute: { module } });
const group = device.createBindGroup({ label: 'points', layout: pipeline.getBindGroupLayout(0),
  entries: [{ binding: 0, resource: { buffer: ub } }, { binding: 1, resource: { buffer: sb } }, { binding: 2, resource: picture.createView() }] });
const encoder = device.createCommandEncoder({ label: 'points' });
const pass = encoder.beginComputePass({ label: 'points' });
pass.setPipeline(pipeline);
pass.setBindGroup(0, group);
pass.dispatchWorkgroups(Math.ceil(count / 64));
pass.end();
encoder.copyBufferToBuffer(sb, 0, rb, 0, points.byteLength);
device.queue.submit([encoder.finish()]);
await rb.mapAsync(GPUMapMode.READ);
const out = new Float32Array(rb.getMappedRange());
for (let i = 0; i < count; ++i) {
  const want = vec4.add(vec4.mulScalar(vec4.transformMat4(points.subarray(4 * i, 4 * i + 4), matrix), 2), [1.25, 1.5, 1.75, 8]);
  for (let k = 0; k < 4; ++k) assert.ok(Math.abs(out[4 * i + k] - want[k]) < 1e-4, `point ${i}: ${out[4 * i + k]}, not ${want[k]}`);
}
console.log(`webgpu-utils, wgpu-matrix: ${count} points right`);
device.destroy();
