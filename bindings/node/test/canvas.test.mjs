// What stands in for a page: a canvas, and pictures that go to a texture.
import assert from 'node:assert/strict';
import test from 'node:test';
import { lines, program } from './harness.mjs';

const nothing = { env: { VITRINE_NODE: 'backend=null' } };
const device = `await (await navigator.gpu.requestAdapter()).requestDevice({ label: 'main' })`;
const prelude = `
  import { createCanvas } from 'vitrine-webgpu';
  const device = ${device};
  const say = (f) => { try { console.log(f()); } catch (e) { console.log(e.name + ': ' + e.message); } };
  const error = async (f) => { device.pushErrorScope('validation'); f(); console.log((await device.popErrorScope())?.message); };
  const draw = (view, color = [1, 0.5, 0, 1]) => {
    const encoder = device.createCommandEncoder();
    encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store', clearValue: color }] }).end();
    device.queue.submit([encoder.finish()]);
  };`;

test('a canvas is drawn to and read, in each of its formats', () => {
  const { out } = program(`${prelude}
    const canvas = createCanvas(5, 3), context = canvas.getContext('webgpu');
    console.log(context instanceof GPUCanvasContext, canvas.getContext('webgpu') === context, context.canvas === canvas, canvas.getContext('2d'));
    for (const format of ['bgra8unorm', 'rgba8unorm', 'rgba16float']) {
      context.configure({ device, format, usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
      draw(context.getCurrentTexture());
      const { width, height, data } = await canvas.readPixels();
      console.log(width, height, data.length, data.slice(-4).join());
    }`);
  assert.deepEqual(lines(out), ['true true true null', ...Array(3).fill('5 3 60 255,128,0,255')]);
});
test('the texture of a canvas is one until the canvas is resized, configured or presented; an earlier one is destroyed', () => {
  const { out } = program(`${prelude}
    const canvas = createCanvas(4, 4), context = canvas.getContext('webgpu');
    context.configure({ device, format: 'bgra8unorm' });
    const first = context.getCurrentTexture();
    console.log(context.getCurrentTexture() === first, first.width, first.format, first.usage === GPUTextureUsage.RENDER_ATTACHMENT);
    canvas.width = 8;
    console.log(context.getCurrentTexture().width, context.getCurrentTexture() !== first);
    const kept = context.getCurrentTexture().createView();
    draw(kept);
    let drawn = false;
    device.queue.onSubmittedWorkDone().then(() => { drawn = true; });
    const presented = canvas.present();
    await error(() => draw(kept));
    await presented;
    console.log(drawn);
    await error(() => draw(context.getCurrentTexture()));`, nothing);
  const [same, resized, late, drawn, fine] = lines(out);
  assert.equal(same, 'true 4 bgra8unorm true');
  assert.equal(resized, '8 true');
  assert.match(late, /texture "canvas, of an earlier frame", which is destroyed \[submit_object_destroyed\]/);
  assert.equal(drawn, 'true');
  assert.equal(fine, 'undefined');
});
test('a canvas says what is wrong with its configuration', () => {
  const { out } = program(`${prelude}
    const canvas = createCanvas(4, 4), context = canvas.getContext('webgpu');
    say(() => context.getCurrentTexture());
    say(() => context.configure({ format: 'bgra8unorm' }));
    say(() => context.configure({ device, format: 'bgra8' }));
    say(() => context.configure({ device, format: 'bgra8unorm-srgb' }));
    say(() => context.configure({ device, format: 'bgra8unorm', alphaMode: 'opaqe' }));
    await error(() => context.configure({ device, format: 'bgra8unorm', usage: 0 }));
    context.configure({ device, format: 'rgba8unorm', viewFormats: ['rgba8unorm-srgb'] });
    const { device: d, ...rest } = context.getConfiguration();
    console.log(d === device, JSON.stringify(rest));
    await canvas.readPixels().catch((e) => console.log(e.name));
    context.unconfigure();
    console.log(context.getConfiguration());`, nothing);
  const all = lines(out);
  assert.match(all[0], /^InvalidStateError: .*not configured/);
  assert.match(all[1], /^TypeError: GPUCanvasConfiguration\.device: the member is required/);
  assert.match(all[2], /^TypeError: .*"bgra8" is not a GPUTextureFormat, did you mean "bgra8unorm"/);
  assert.match(all[3], /^TypeError: .*not bgra8unorm-srgb: have that in viewFormats/);
  assert.match(all[4], /^TypeError: .*did you mean "opaque"/);
  assert.match(all[5], /texture_usage_empty/);
  assert.equal(all[6], 'true {"format":"rgba8unorm","usage":16,"viewFormats":["rgba8unorm-srgb"],"colorSpace":"srgb","toneMapping":{"mode":"standard"},"alphaMode":"opaque"}');
  assert.deepEqual(all.slice(7), ['InvalidStateError', 'null']);
});

const picture = '{ width: 2, height: 2, data: new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 255, 255, 255, 255]) }';
test('a picture goes to a texture, in each of the formats it may have', () => {
  const { out } = program(`${prelude}
    const source = ${picture};
    const read = async (texture, size) => {
      const b = device.createBuffer({ size: 512, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ }), e = device.createCommandEncoder();
      e.copyTextureToBuffer({ texture }, { buffer: b, bytesPerRow: 256 }, [2, 2]);
      device.queue.submit([e.finish()]);
      await b.mapAsync(GPUMapMode.READ);
      const bytes = [...new Uint8Array(b.getMappedRange())];
      return [0, 256].map((o) => bytes.slice(o, o + 2 * size).join()).join(' ');
    };
    const canvas = { width: 2, height: 2, getContext: (kind) => kind === '2d' ? { getImageData: () => source } : null };
    const sizes = { rgba8unorm: 4, bgra8unorm: 4, 'rgba8unorm-srgb': 4, r8unorm: 1, rg8unorm: 2, rgb10a2unorm: 4, rgba16float: 8, r32float: 4 };
    for (const format of Object.keys(sizes)) {
      for (const [from, flipY, premultipliedAlpha] of [[source, false, false], [canvas, true, true]]) {
        const t = device.createTexture({ size: [2, 2], format, usage: GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST | GPUTextureUsage.RENDER_ATTACHMENT });
        device.queue.copyExternalImageToTexture({ source: from, flipY }, { texture: t, premultipliedAlpha }, [2, 2]);
        console.log(format, await read(t, sizes[format]));
      }
    }`);
  assert.deepEqual(lines(out), [
    'rgba8unorm 255,0,0,255,0,255,0,128 0,0,255,0,255,255,255,255', 'rgba8unorm 0,0,0,0,255,255,255,255 255,0,0,255,0,128,0,128',
    'bgra8unorm 0,0,255,255,0,255,0,128 255,0,0,0,255,255,255,255', 'bgra8unorm 0,0,0,0,255,255,255,255 0,0,255,255,0,128,0,128',
    'rgba8unorm-srgb 255,0,0,255,0,255,0,128 0,0,255,0,255,255,255,255', 'rgba8unorm-srgb 0,0,0,0,255,255,255,255 255,0,0,255,0,128,0,128',
    'r8unorm 255,0 0,255', 'r8unorm 0,255 255,0', 'rg8unorm 255,0,0,255 0,0,255,255', 'rg8unorm 0,0,255,255 255,0,0,128',
    'rgb10a2unorm 255,3,0,192,0,252,15,128 0,0,240,63,255,255,255,255', 'rgb10a2unorm 0,0,0,0,255,255,255,255 255,3,0,192,0,8,8,128',
    'rgba16float 0,60,0,0,0,0,0,60,0,0,0,60,0,0,4,56 0,0,0,0,0,60,0,0,0,60,0,60,0,60,0,60',
    'rgba16float 0,0,0,0,0,0,0,0,0,60,0,60,0,60,0,60 0,60,0,0,0,0,0,60,0,0,4,56,0,0,4,56',
    'r32float 0,0,128,63,0,0,0,0 0,0,0,0,0,0,128,63', 'r32float 0,0,0,0,0,0,128,63 0,0,128,63,0,0,0,0',
  ]);
});
test('what cannot be copied to a texture is told', () => {
  const { out } = program(`${prelude}
    const source = ${picture}, usage = GPUTextureUsage.COPY_DST | GPUTextureUsage.RENDER_ATTACHMENT;
    const texture = device.createTexture({ label: 'target', size: [2, 2], format: 'rgba8unorm', usage });
    const copy = (from, to, size = [2, 2]) => device.queue.copyExternalImageToTexture({ source, ...from }, { texture, ...to }, size);
    say(() => copy({ origin: [1, 1] }));
    say(() => copy({}, {}, [2, 2, 2]));
    say(() => copy({ source: 'a.png' }));
    say(() => copy({ source: { width: 2, height: 2, data: new Uint8Array(12) } }));
    say(() => copy({ source: createCanvas(2, 2).getContext('webgpu').canvas }));
    say(() => copy({ source: { naturalWidth: 2, constructor: class Image {} } }));
    say(() => copy({}, { colorSpace: 'p3' }));
    say(() => copy({}, { texture: device.createTexture({ label: 'numbers', size: [2, 2], format: 'rgba8uint', usage }) }));
    await error(() => copy({}, { texture: device.createTexture({ label: 'sampled', size: [2, 2], format: 'rgba8unorm', usage: GPUTextureUsage.COPY_DST }) }));
    await error(() => copy({}, { origin: [1, 0] }));
    await error(() => copy());`, nothing);
  const all = lines(out);
  for (const [i, wanted] of [/^OperationError: .*2x2 pixels from 1,1 on are to be copied, and the source has 2x2/, /^OperationError: .*2 layers/,
    /^TypeError: .*a\.png is no image that Node has/, /^TypeError: .*2x2 pixels of 4 numbers are 16.*with 12/, /^OperationError: .*copyTextureToTexture/,
    /^TypeError: .*class Image does not show its pixels: draw it on a canvas/, /^TypeError: .*"p3" is not a PredefinedColorSpace/,
    /^OperationError: .*texture "numbers" has the format rgba8uint/, /texture "sampled" \[view_usage_not_subset\]/, /texture "target" has 2 \[copy_texture_out_of_range\]/, /^undefined$/].entries()) {
    assert.match(all[i], wanted);
  }
});
