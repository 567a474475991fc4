// PlayCanvas: a lit, shadowed scene with MSAA in a render target, and a compute shader.
import assert from 'node:assert/strict';
import { createCanvas } from 'vitrine-webgpu';

globalThis.window = globalThis.self = globalThis;
globalThis.requestAnimationFrame = (f) => setTimeout(() => f(performance.now()), 16);
globalThis.cancelAnimationFrame = clearTimeout;
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.location = { href: '', search: '' };
globalThis.document = { createElement: () => createCanvas(1, 1), addEventListener() {}, removeEventListener() {} };
const pc = await import('playcanvas');

const size = 64, canvas = createCanvas(size, size);
const device = await pc.createGraphicsDevice(canvas, { deviceTypes: [pc.DEVICETYPE_WEBGPU], antialias: true });
assert.equal(device.deviceType, 'webgpu');
const errors = [];
device.wgpu.addEventListener('uncapturederror', (e) => errors.push(e.error.message));
const options = new pc.AppOptions();
Object.assign(options, { graphicsDevice: device, componentSystems: [pc.RenderComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem], resourceHandlers: [] });
const app = new pc.AppBase(canvas);
app.init(options);
const colorBuffer = new pc.Texture(device, { name: 'picture', width: size, height: size, format: pc.PIXELFORMAT_RGBA8, mipmaps: false });
const entity = (name, component, data, place) => {
  const e = new pc.Entity(name);
  e.addComponent(component, data);
  if (place) e.setPosition(...place);
  app.root.addChild(e);
  return e;
};
entity('camera', 'camera', { clearColor: new pc.Color(0, 0, 1), renderTarget: new pc.RenderTarget({ name: 'picture', colorBuffer, depth: true, samples: 4 }) }, [0, 3, 4]).lookAt(0, 0, 0);
entity('sun', 'light', { type: 'directional', castShadows: true, shadowDistance: 20, shadowResolution: 256 }).setEulerAngles(45, 30, 0);
const red = new pc.StandardMaterial();
red.diffuse = new pc.Color(1, 0, 0);
red.update();
entity('box', 'render', { type: 'box', material: red });
entity('floor', 'render', { type: 'plane', material: new pc.StandardMaterial() }, [0, -0.5, 0]).setLocalScale(3, 1, 3);
app.start();
for (let i = 0; i < 3; ++i) {
  app.update(0.016);
  device.frameStart();
  app.render();
  device.frameEnd();
}
const pixels = await colorBuffer.read(0, 0, size, size, { immediate: true });
const counts = { red: 0, sky: 0, grey: 0 };
for (let i = 0; i < pixels.length; i += 4) {
  const [r, g, b] = pixels.subarray(i, i + 3);
  if (r > 60 && g < 40) ++counts.red; else if (b > 200 && r < 10) ++counts.sky; else if (Math.abs(r - b) < 40) ++counts.grey;
}
assert.ok(counts.red > 100 && counts.sky > 500 && counts.grey > 200, JSON.stringify(counts));

const shader = new pc.Shader(device, { name: 'squares', shaderLanguage: pc.SHADERLANGUAGE_WGSL,
  cshader: '@group(0) @binding(0) var<storage, read_write> o: array<u32>; @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3u) { o[g.x] = g.x * g.x; }',
  computeBindGroupFormat: new pc.BindGroupFormat(device, [new pc.BindStorageBufferFormat('o', pc.SHADERSTAGE_COMPUTE)]) });
const compute = new pc.Compute(device, shader, 'squares'), buffer = new pc.StorageBuffer(device, 1024, pc.BUFFERUSAGE_COPY_SRC);
compute.setParameter('o', buffer);
compute.setupDispatch(4);
device.computeDispatch([compute]);
const squares = new Uint32Array((await buffer.read(0, 1024, null, true)).buffer);
assert.deepEqual([...squares], Array.from({ length: 256 }, (_, i) => i * i));
assert.deepEqual(errors, []);
console.log(`PlayCanvas ${pc.version}: ${JSON.stringify(counts)}, squares exact`);
process.exit(0);   // PlayCanvas keeps timers of its own
