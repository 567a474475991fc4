// Pictures that programs of Node have: ImageData and what looks like it (PNG readers), and canvases with a 2d context. There is
// no image of the platform, so colours are converted here, by the processor.
// https://gpuweb.github.io/gpuweb/#dom-gpuqueue-copyexternalimagetotexture
function h_copyExternalImageToTexture(h, c, args, what) {
  const d = toDictionary(args[0], 'GPUCopyExternalImageSourceInfo') ?? {};
  const { flipY, origin: sourceOrigin, source } = d;
  const at = toOrigin2D(sourceOrigin, 'GPUCopyExternalImageSourceInfo.origin');
  if (source === undefined) throw missing('GPUCopyExternalImageSourceInfo.source', d);
  const mark = enter();
  try {
    const p = alloc(S.TexelCopyTextureInfo.size), l = alloc(S.TexelCopyBufferLayout.size), s = alloc(S.Extent3D.size);
    const destination = toDictionary(args[1], 'GPUCopyExternalImageDestInfo') ?? {};
    w_GPUTexelCopyTextureInfo(destination, p);
    const { colorSpace, premultipliedAlpha, texture } = destination;
    const space = colorSpace === undefined ? 'srgb' : toColorSpace(colorSpace, 'GPUCopyExternalImageDestInfo.colorSpace');
    w_GPUExtent3D(args[2], s, `${what}: copySize`);
    const [width, height, layers] = [g32(s), g32(s + 4), g32(s + 8)];
    const picture = toPicture(source, what);
    if (at[0] + width > picture.width || at[1] + height > picture.height) {
      throw operationError(`${what}: ${width}x${height} pixels from ${at[0]},${at[1]} on are to be copied, and the source has ${picture.width}x${picture.height}`);
    }
    if (layers > 1) throw operationError(`${what}: copySize has ${layers} layers, and a picture has one`);
    const format = texture.format, store = kStores[format.replace(/-srgb$/, '')];
    const usage = texture.usage, wanted = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_DST;
    if ((usage & wanted) !== wanted || texture.dimension !== '2d') {
      // The copy is specified as one that draws: what such a view of the texture asks for is checked where views are.
      texture.createView({ label: 'copyExternalImageToTexture', dimension: '2d', baseMipLevel: g32(p + S.TexelCopyTextureInfo.mipLevel), mipLevelCount: 1,
        baseArrayLayer: g32(p + S.TexelCopyTextureInfo.origin + 8), arrayLayerCount: 1, usage: wanted });
      return;
    }
    if (store === undefined) {
      throw operationError(`${what}: texture${texture.label ? ` "${texture.label}"` : ''} has the format ${format}; a picture can be copied to unorm and float formats of colours only`);
    }
    const pixels = convertPixels(picture, at, width, layers === 0 ? 0 : height, { store, flip: Boolean(flipY), premultiply: Boolean(premultipliedAlpha), space });
    s32(l + S.TexelCopyBufferLayout.bytesPerRow, pixels.stride);
    s32(l + S.TexelCopyBufferLayout.rowsPerImage, height);
    native.writeTexture(h, p, pixels.bytes, l, s);
    check(this);
  } finally { leave(mark); }
}
function toOrigin2D(v, what) {
  if (v === undefined) return [0, 0];
  const list = isSequence(v) ? toSequence(v, what) : undefined;
  if (list !== undefined && list.length > 2) throw new TypeError(`${what}: an origin in a picture has at most 2 numbers, not ${list.length}`);
  const d = list === undefined ? toDictionary(v, what) ?? {} : { x: list[0], y: list[1] };
  return [d.x, d.y].map((x) => x === undefined ? 0 : enforceRange(x, 0, 4294967295, what));
}
function toColorSpace(v, what) {
  const text = toText(v, what);
  if (!Object.hasOwn(kColorSpaces, text)) throw new TypeError(`${what}: "${text}" is not a PredefinedColorSpace${suggestion(text, kColorSpaces)}`);
  return text;
}
// { width, height, data: 4 numbers a pixel, most: the number that is 1.0, space }
function toPicture(v, what) {
  if (typeof v === 'object' && v !== null) {
    if (isCanvas(v)) {
      throw operationError(`${what}: the source is a canvas with a context for WebGPU: copy its texture with copyTextureToTexture, or pass what its readPixels() gives`);
    }
    if (typeof v.getContext === 'function') {
      if (!(v.width > 0 && v.height > 0)) throw new DOMException(`${what}: the canvas has ${v.width}x${v.height} pixels`, 'InvalidStateError');
      const pixels = v.getContext('2d')?.getImageData?.(0, 0, v.width, v.height);
      if (pixels !== undefined) return toPicture(pixels, what);
      throw new DOMException(`${what}: ${describe(v)} has no 2d context whose pixels can be read`, 'InvalidStateError');
    }
    const { width, height, data } = v;
    if (Number.isInteger(width) && Number.isInteger(height) && ArrayBuffer.isView(data) && !(data instanceof DataView)) {
      const most = data instanceof Uint8Array || data instanceof Uint8ClampedArray ? 255 : data.constructor.name.startsWith('Float') ? 1 : 0;
      if (most !== 0 && data.length === width * height * 4) return { width, height, data, most, space: v.colorSpace ?? 'srgb' };
      throw new TypeError(`GPUCopyExternalImageSourceInfo.source: ${width}x${height} pixels of 4 numbers are ${width * height * 4} bytes or floats, and data is ${describe(data)} with ${data.length}`);
    }
    if ('naturalWidth' in v || 'complete' in v) {
      throw new TypeError(`GPUCopyExternalImageSourceInfo.source: ${describe(v)} does not show its pixels: draw it on a canvas of the same package, and pass the canvas`);
    }
  }
  throw new TypeError(`GPUCopyExternalImageSourceInfo.source: ${describe(v)} is no image that Node has: pass { width, height, data } with 4 bytes a pixel, or a canvas with a 2d context`);
}

// https://www.w3.org/TR/css-color-4/#color-conversion-code
const kColorSpaces = { srgb: [], 'display-p3': [] };
const kToP3 = [0.8224619687, 0.1775380313, 0, 0.0331941989, 0.9668058011, 0, 0.0170826307, 0.0723974407, 0.9105199286];
const kToSrgb = [1.2249401762, -0.2249401762, 0, -0.0420569547, 1.0420569547, 0, -0.0196375546, -0.0786360456, 1.0982736001];
const toLinear = (v) => { const a = Math.abs(v); return a <= 0.04045 ? v / 12.92 : Math.sign(v) * ((a + 0.055) / 1.055) ** 2.4; };
const fromLinear = (v) => { const a = Math.abs(v); return a <= 0.0031308 ? v * 12.92 : Math.sign(v) * (1.055 * a ** (1 / 2.4) - 0.055); };
function changeSpace(pixel, matrix) {
  const [r, g, b] = [toLinear(pixel[0]), toLinear(pixel[1]), toLinear(pixel[2])];
  for (let i = 0; i < 3; ++i) pixel[i] = fromLinear(matrix[3 * i] * r + matrix[3 * i + 1] * g + matrix[3 * i + 2] * b);
}

// How a texel is stored: bytes, and put(view, offset, [r, g, b, a]).
const unit = (v, most) => Math.round(Math.min(Math.max(v, 0), 1) * most);
const channels = (count, size, put) => ({ size: count * size, put(view, o, pixel) { for (let i = 0; i < count; ++i) put(view, o + i * size, pixel[i]); } });
const unorm8 = (view, o, v) => view.setUint8(o, unit(v, 255)), unorm16 = (view, o, v) => view.setUint16(o, unit(v, 65535), true);
const float16 = (view, o, v) => view.setUint16(o, smallFloat(v, 10, true), true), float32 = (view, o, v) => view.setFloat32(o, v, true);
const kStores = {
  r8unorm: channels(1, 1, unorm8), rg8unorm: channels(2, 1, unorm8), rgba8unorm: channels(4, 1, unorm8),
  bgra8unorm: { size: 4, put(view, o, [r, g, b, a]) { unorm8(view, o, b); unorm8(view, o + 1, g); unorm8(view, o + 2, r); unorm8(view, o + 3, a); } },
  r16unorm: channels(1, 2, unorm16), rg16unorm: channels(2, 2, unorm16), rgba16unorm: channels(4, 2, unorm16),
  r16float: channels(1, 2, float16), rg16float: channels(2, 2, float16), rgba16float: channels(4, 2, float16),
  r32float: channels(1, 4, float32), rg32float: channels(2, 4, float32), rgba32float: channels(4, 4, float32),
  rgb10a2unorm: { size: 4, put(view, o, [r, g, b, a]) { view.setUint32(o, (unit(r, 1023) | unit(g, 1023) << 10 | unit(b, 1023) << 20 | unit(a, 3) << 30) >>> 0, true); } },
  rg11b10ufloat: { size: 4, put(view, o, [r, g, b]) { view.setUint32(o, (smallFloat(r, 6) | smallFloat(g, 6) << 11 | smallFloat(b, 5) << 22) >>> 0, true); } },
};
// A float of 5 bits of exponent and `bits` of mantissa, rounded to nearest even; without a sign what is negative is 0.
const float32Of = new Float32Array(1), bitsOf = new Uint32Array(float32Of.buffer);
function smallFloat(v, bits, signed = false) {
  float32Of[0] = v;
  const all = bitsOf[0] & 0x7FFFFFFF, negative = bitsOf[0] >>> 31, infinity = 0x1F << bits, cut = 23 - bits;
  if (all > 0x7F800000) return infinity | 1 << (bits - 1);
  if (negative && !signed) return 0;
  const sign = negative << (bits + 5);
  if (all >= 0x47800000) return sign | infinity;
  // Below the smallest normal number the unit is 2^(-14 - bits); else the exponent has another bias.
  const small = all < 0x38800000, scaled = small ? Math.abs(float32Of[0]) * 2 ** (14 + bits) : (all - 0x38000000) / 2 ** cut;
  const low = Math.floor(scaled), rest = scaled - low;
  return sign | (low + (rest > 0.5 || (rest === 0.5 && low & 1) ? 1 : 0));   // a mantissa that overflows carries into the exponent
}
function convertPixels({ width: across, data, most, space: from }, [x0, y0], width, height, { store, flip, premultiply, space }) {
  const stride = width * store.size, bytes = new Uint8Array(stride * height), view = new DataView(bytes.buffer);
  const matrix = from === space ? undefined : space === 'display-p3' ? kToP3 : kToSrgb;
  const plain = most === 255 && matrix === undefined && store === kStores.rgba8unorm && !premultiply;
  const pixel = [0, 0, 0, 0];
  for (let y = 0; y < height; ++y) {
    const row = ((y0 + (flip ? height - 1 - y : y)) * across + x0) * 4;
    if (plain) {
      bytes.set(data.subarray(row, row + stride), y * stride);
      continue;
    }
    for (let x = 0; x < width; ++x) {
      for (let k = 0; k < 4; ++k) pixel[k] = data[row + 4 * x + k] / most;
      if (matrix !== undefined) changeSpace(pixel, matrix);
      if (premultiply) for (let k = 0; k < 3; ++k) pixel[k] *= pixel[3];
      store.put(view, y * stride + x * store.size, pixel);
    }
  }
  return { bytes, stride };
}
