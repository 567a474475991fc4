// Draws a triangle into a texture and writes it as a PNG.   node --import vitrine-webgpu/register render.mjs out.png
import fs from 'node:fs';
import zlib from 'node:zlib';

const size = 64;
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
const module = device.createShaderModule({ label: 'triangle', code: `
  struct Varyings { @builtin(position) position: vec4f, @location(0) color: vec3f }
  @vertex fn vs(@builtin(vertex_index) i: u32) -> Varyings {
    var corners = array(vec2f(0, 0.8), vec2f(-0.8, -0.8), vec2f(0.8, -0.8));
    var colors = array(vec3f(1, 0, 0), vec3f(0, 1, 0), vec3f(0, 0, 1));
    return Varyings(vec4f(corners[i], 0, 1), colors[i]);
  }
  @fragment fn fs(v: Varyings) -> @location(0) vec4f { return vec4f(v.color, 1); }` });
const pipeline = device.createRenderPipeline({ label: 'triangle', layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format: 'rgba8unorm' }] } });
const target = device.createTexture({ label: 'picture', size: [size, size], format: 'rgba8unorm', usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
const pixels = device.createBuffer({ label: 'pixels', size: size * size * 4, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
const encoder = device.createCommandEncoder({ label: 'frame' });
const pass = encoder.beginRenderPass({ label: 'triangle pass', colorAttachments: [{ view: target.createView(), loadOp: 'clear', storeOp: 'store', clearValue: [0, 0, 0.2, 1] }] });
pass.pushDebugGroup('scene');
pass.setPipeline(pipeline);
pass.draw(3);
pass.popDebugGroup();
pass.end();
encoder.copyTextureToBuffer({ texture: target }, { buffer: pixels, bytesPerRow: size * 4 }, [size, size]);
device.queue.submit([encoder.finish()]);
await pixels.mapAsync(GPUMapMode.READ);
const data = new Uint8Array(pixels.getMappedRange()).slice();
pixels.unmap();

const chunk = (type, body) => {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  body.copy(out, 8);
  let crc = ~0;
  for (const b of out.subarray(4, body.length + 8)) {
    crc ^= b;
    for (let k = 0; k < 8; ++k) crc = crc & 1 ? (crc >>> 1) ^ 0xEDB88320 : crc >>> 1;
  }
  out.writeUInt32BE(~crc >>> 0, body.length + 8);
  return out;
};
const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 6, 0, 0, 0]);
const rows = Buffer.concat(Array.from({ length: size }, (_, y) => Buffer.concat([Buffer.from([0]), Buffer.from(data.subarray(y * size * 4, (y + 1) * size * 4))])));
fs.writeFileSync(process.argv[2] ?? 'triangle.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]));
const at = (x, y) => [...data.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)].join(' ');
console.log(`corner ${at(0, 0)}, middle ${at(32, 40)}`);
device.destroy();
