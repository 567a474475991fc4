// What a browser has and Node has not, for renderers that ask for it: a canvas that is never shown. Nothing of WebGPU.
export function makeCanvas(width, height) {
  let texture, configuration;
  const context = {
    configure(c) { configuration = c; texture = undefined; },
    unconfigure() { configuration = texture = undefined; },
    getConfiguration: () => configuration ?? null,
    getCurrentTexture() {
      return texture ??= configuration.device.createTexture({ label: 'canvas', size: [canvas.width, canvas.height], format: configuration.format,
        usage: configuration.usage ?? GPUTextureUsage.RENDER_ATTACHMENT });
    },
  };
  const canvas = {
    width, height, clientWidth: width, clientHeight: height, style: {}, ownerDocument: { defaultView: globalThis },
    getContext: (kind) => kind === 'webgpu' ? context : null,
    addEventListener() {}, removeEventListener() {}, setAttribute() {}, removeAttribute() {}, dispatchEvent() { return true; },
    getBoundingClientRect: () => ({ left: 0, top: 0, width, height, right: width, bottom: height }),
    focus() {}, hasAttribute: () => false, getAttribute: () => null, getRootNode: () => ({}), releasePointerCapture() {},
  };
  context.canvas = canvas;
  return canvas;
}
