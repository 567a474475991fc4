// Draws a program of render.mjs and gives the words of all that it wrote.
import { kWidth, kHeight } from './render.mjs';
import * as T from './types.mjs';

const kRow = 256;  // bytes of a row of a copy

export async function draw(device, module, program, seed) {
  const made = [];
  const buffer = (size, usage, data) => {
    const b = device.createBuffer({ size: Math.ceil(size / 16) * 16, usage: usage | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
    if (data) device.queue.writeBuffer(b, 0, data);
    made.push(b);
    return b;
  };
  const texture = (format) => {
    const t = device.createTexture({ size: [kWidth, kHeight], format, usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
    made.push(t);
    return t;
  };
  const constants = program.overrides;
  const size_of = (a) => a.values[0].length;
  const last = program.targets[program.targets.length - 1].at;
  const by_place = Array.from({ length: last + 1 }, (_, i) => program.targets.find((t) => t.at === i) ?? null);
  const layout = device.createPipelineLayout({
    bindGroupLayouts: [device.createBindGroupLayout({
      entries: [
        { binding: 0, visibility: GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT, buffer: { type: 'uniform' } },
        { binding: 1, visibility: GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT, buffer: { type: 'read-only-storage' } },
        { binding: 2, visibility: GPUShaderStage.FRAGMENT, buffer: { type: 'storage' } },
      ],
    })],
  });
  const pipeline = await device.createRenderPipelineAsync({
    layout,
    vertex: {
      module, entryPoint: 'vs', constants,
      buffers: program.attributes.map((a) => ({
        arrayStride: Math.max(4, size_of(a)), stepMode: a.instance ? 'instance' : 'vertex',
        attributes: [{ format: a.format, offset: 0, shaderLocation: a.at }],
      })),
    },
    primitive: { topology: program.strip ? 'triangle-strip' : 'triangle-list', frontFace: program.front },
    ...(program.depth && { depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' } }),
    fragment: { module, entryPoint: 'fs', constants, targets: by_place.map((t) => t && { format: t.format }) },
  });

  const uniform_size = T.layout(program.uniform).size;
  const seen = buffer(kWidth * kHeight * 4, GPUBufferUsage.STORAGE);
  const uniform = buffer(uniform_size, GPUBufferUsage.UNIFORM, T.fill(program.uniform, Math.ceil(uniform_size / 16) * 16, seed + 1));
  const input = buffer(program.input.length * 4, GPUBufferUsage.STORAGE, new Int32Array(program.input));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [uniform, input, seen].map((b, binding) => ({ binding, resource: { buffer: b } })) });
  const colors = by_place.map((t) => t && texture(t.format));
  const depth = program.depth && texture('depth32float');

  const encoder = device.createCommandEncoder();
  const pass = encoder.beginRenderPass({
    colorAttachments: colors.map((t) => t && { view: t.createView(), loadOp: 'clear', storeOp: 'store', clearValue: [7, 7, 7, 7] }),
    ...(depth && { depthStencilAttachment: { view: depth.createView(), depthLoadOp: 'clear', depthStoreOp: 'store', depthClearValue: 1 } }),
  });
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  program.attributes.forEach((a, i) => {
    const stride = Math.max(4, size_of(a));
    const bytes = new Uint8Array(stride * a.values.length);
    a.values.forEach((v, j) => bytes.set(v, j * stride));
    pass.setVertexBuffer(i, buffer(bytes.length, GPUBufferUsage.VERTEX, bytes));
  });
  if (program.indexed) {
    pass.setIndexBuffer(buffer(12, GPUBufferUsage.INDEX, new Uint16Array([0, 1, 2, 2, 1, 3])), 'uint16');
    pass.drawIndexed(6, 2, 0, program.base);
  } else {
    pass.draw(program.strip ? 4 : 6, 2, program.base);
  }
  pass.end();
  const images = [...program.targets.map((t) => ({ texture: colors[t.at], words: t.size / 4 })), ...(depth ? [{ texture: depth, words: 1 }] : [])];
  const seen_at = images.length * kRow * kHeight;
  const back = device.createBuffer({ size: seen_at + seen.size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  made.push(back);
  images.forEach((m, i) => encoder.copyTextureToBuffer({ texture: m.texture }, { buffer: back, offset: i * kRow * kHeight, bytesPerRow: kRow }, [kWidth, kHeight]));
  encoder.copyBufferToBuffer(seen, 0, back, seen_at, seen.size);
  device.queue.submit([encoder.finish()]);
  await back.mapAsync(GPUMapMode.READ);
  const view = new DataView(back.getMappedRange().slice(0));
  for (const m of made) m.destroy();
  const words = [];
  const word = (at) => view.getUint32(at, true);
  for (let i = 0; i < images.length; ++i)
    for (let y = 0; y < kHeight; ++y)
      for (let x = 0; x < kWidth * images[i].words; ++x) {
        // The sign of zero is not said.
        const w = word((i * kHeight + y) * kRow + x * 4);
        words.push((w === 0x80000000 && program.targets[i]?.element === T.f32 ? 0 : w).toString(16));
      }
  for (let i = 0; i < kWidth * kHeight; ++i) words.push(word(seen_at + i * 4).toString(16));
  return words;
}
