// A canvas that nobody sees, for programs and libraries that draw to one.
const kDefaultCanvas = { width: 300, height: 150 };   // https://html.spec.whatwg.org/#the-canvas-element
const contextOfCanvas = new WeakMap();   // HeadlessCanvas -> { resize, present } of its GPUCanvasContext
const isCanvas = (v) => contextOfCanvas.has(v);

// https://gpuweb.github.io/gpuweb/#gpucanvascontext
class GPUCanvasContext {
  #canvas; #configuration = null; #texture = null;
  constructor(key, canvas) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#canvas = canvas;
    contextOfCanvas.set(canvas, { resize: () => this.#replace(), texture: () => this.#texture, device: () => this.#configuration?.device });
  }
  get canvas() { return this.#canvas; }
  configure(configuration) {
    if (arguments.length < 1) throw tooFew('GPUCanvasContext.configure', 1, 0);
    const what = 'GPUCanvasConfiguration', d = toDictionary(configuration, what) ?? {};
    const { alphaMode = 'opaque', colorSpace = 'srgb', device, format, toneMapping, usage = GPUTextureUsage.RENDER_ATTACHMENT, viewFormats = [] } = d;
    for (const [name, v] of [['device', device], ['format', format]]) if (v === undefined) throw missing(`${what}.${name}`, d);
    toHandle(H_GPUDevice, device, 'GPUDevice', `${what}.device`);
    const checked = {
      device, format: toText(format, `${what}.format`), usage: enforceRange(usage, 0, 4294967295, `${what}.usage`),
      viewFormats: toSequence(viewFormats, `${what}.viewFormats`).map((f) => toText(f, `${what}.viewFormats`)),
      colorSpace: toColorSpace(colorSpace, `${what}.colorSpace`), toneMapping: { mode: toText(toDictionary(toneMapping, 'GPUCanvasToneMapping')?.mode ?? 'standard', 'GPUCanvasToneMapping.mode') },
      alphaMode: toText(alphaMode, `${what}.alphaMode`),
    };
    for (const f of [checked.format, ...checked.viewFormats]) toEnum(E_GPUTextureFormat, f, 'GPUTextureFormat', `${what}.format`);
    toEnum(E_GPUCanvasToneMappingMode, checked.toneMapping.mode, 'GPUCanvasToneMappingMode', 'GPUCanvasToneMapping.mode');
    toEnum(E_GPUCanvasAlphaMode, checked.alphaMode, 'GPUCanvasAlphaMode', `${what}.alphaMode`);
    if (!['bgra8unorm', 'rgba8unorm', 'rgba16float'].includes(checked.format)) {
      throw new TypeError(`${what}.format: a canvas has the format bgra8unorm, rgba8unorm or rgba16float, not ${checked.format}${
        checked.format.endsWith('-srgb') ? `: have that in viewFormats, and make the view with it` : ''}`);
    }
    this.#configuration = checked;
    this.#replace();
    if (this.#canvas.width > 0 && this.#canvas.height > 0) this.getCurrentTexture();   // what a texture cannot have is told here
  }
  unconfigure() {
    this.#configuration = null;
    this.#replace();
  }
  getConfiguration() {
    const c = this.#configuration;
    return c && { ...c, viewFormats: [...c.viewFormats], toneMapping: { ...c.toneMapping } };
  }
  getCurrentTexture() {
    const c = this.#configuration;
    if (c === null) throw new DOMException('GPUCanvasContext.getCurrentTexture: the context is not configured: call configure() with the device and a format', 'InvalidStateError');
    return this.#texture ??= c.device.createTexture({ label: 'canvas', size: [this.#canvas.width, this.#canvas.height], format: c.format, usage: c.usage, viewFormats: c.viewFormats });
  }
  #replace() {
    if (this.#texture !== null) {
      this.#texture.label = 'canvas, of an earlier frame';
      this.#texture.destroy();
    }
    this.#texture = null;
  }
}
finish(GPUCanvasContext, 'GPUCanvasContext');

// What libraries ask of a canvas when there is no page. Outside of WebGPU nothing is done: no style has an effect, no event comes.
class HeadlessCanvas extends EventTarget {
  #width; #height; #context = null; #attributes = new Map();
  style = {};
  constructor(key, width, height) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    super();
    this.#width = width;
    this.#height = height;
  }
  get width() { return this.#width; }
  set width(v) { this.#width = canvasSize(v, kDefaultCanvas.width); this.#resized(); }
  get height() { return this.#height; }
  set height(v) { this.#height = canvasSize(v, kDefaultCanvas.height); this.#resized(); }
  #resized() { contextOfCanvas.get(this)?.resize(); }
  getContext(kind) {
    if (kind !== 'webgpu') return null;
    return this.#context ??= new GPUCanvasContext(kKey, this);
  }
  // The frame is over: the next getCurrentTexture() gives another texture, and this one is destroyed, as in a page. Who waits
  // for the promise does not run ahead of the device: it comes when all is drawn.
  async present() {
    const queue = contextOfCanvas.get(this)?.device()?.queue;
    this.#resized();
    await queue?.onSubmittedWorkDone();
  }
  // { width, height, data } of what was drawn to the current texture; 4 bytes a pixel, red first, as they are there.
  async readPixels() {
    const own = contextOfCanvas.get(this), texture = own?.texture(), device = own?.device();
    if (!texture) throw new DOMException('readPixels: nothing was drawn: getCurrentTexture() was not called since the canvas was configured, resized or presented', 'InvalidStateError');
    const { width, height, format, usage } = texture;
    if (!(usage & GPUTextureUsage.COPY_SRC)) throw new DOMException('readPixels: the canvas is configured without GPUTextureUsage.COPY_SRC', 'InvalidStateError');
    const size = format === 'rgba16float' ? 8 : 4, stride = Math.ceil(width * size / 256) * 256;
    const staging = device.createBuffer({ label: 'canvas pixels', size: stride * height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const encoder = device.createCommandEncoder({ label: 'canvas pixels' });
    encoder.copyTextureToBuffer({ texture }, { buffer: staging, bytesPerRow: stride }, [width, height]);
    device.queue.submit([encoder.finish({ label: 'canvas pixels' })]);
    await staging.mapAsync(GPUMapMode.READ);
    const from = new DataView(staging.getMappedRange()), data = new Uint8ClampedArray(width * height * 4);
    const swap = format === 'bgra8unorm';
    for (let y = 0, to = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x, to += 4) {
        for (let k = 0, o = y * stride + x * size; k < 4; ++k) {
          data[to + (swap && k < 3 ? 2 - k : k)] = size === 8 ? largeFloat(from.getUint16(o + 2 * k, true)) * 255 : from.getUint8(o + k);
        }
      }
    }
    staging.destroy();
    return { width, height, data };
  }
  get clientWidth() { return this.#width; }
  get clientHeight() { return this.#height; }
  get isConnected() { return false; }
  getBoundingClientRect() {
    const [width, height] = [this.#width, this.#height];
    return { x: 0, y: 0, left: 0, top: 0, width, height, right: width, bottom: height };
  }
  getRootNode() { return this; }
  get ownerDocument() { return globalThis.document ?? { defaultView: globalThis }; }
  hasAttribute(name) { return this.#attributes.has(String(name)); }
  getAttribute(name) { return this.#attributes.get(String(name)) ?? null; }
  setAttribute(name, value) { this.#attributes.set(String(name), String(value)); }
  removeAttribute(name) { this.#attributes.delete(String(name)); }
  focus() {}
  blur() {}
  remove() {}
  setPointerCapture() {}
  releasePointerCapture() {}
}
const canvasSize = (v, fallback) => { const n = Number(v); return Number.isInteger(n) && n >= 0 && n <= 2147483647 ? n : fallback; };
function largeFloat(bits) {
  const exponent = bits >> 10 & 31, mantissa = bits & 1023, sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return mantissa ? NaN : sign * Infinity;
  return sign * (exponent ? (1024 + mantissa) * 2 ** (exponent - 25) : mantissa * 2 ** -24);
}
const createCanvas = (width = kDefaultCanvas.width, height = kDefaultCanvas.height) => new HeadlessCanvas(kKey, canvasSize(width, kDefaultCanvas.width), canvasSize(height, kDefaultCanvas.height));
