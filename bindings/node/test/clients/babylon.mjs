// Babylon.js: WebGPUEngine draws a lit scene with a shadow; the picture is read back from a render target.
import assert from 'node:assert/strict';
import { createCanvas } from 'vitrine-webgpu';

globalThis.window = globalThis;
globalThis.self = globalThis;
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.requestAnimationFrame = (f) => setTimeout(() => f(performance.now()), 16);
globalThis.OffscreenCanvas = undefined;
globalThis.document = { createElement: () => createCanvas(1, 1), addEventListener() {}, removeEventListener() {} };
const B = await import('@babylonjs/core');

const size = 128;
const engine = new B.WebGPUEngine(createCanvas(size, size), { antialias: true, enableAllFeatures: false, adaptToDeviceRatio: false });
await engine.initAsync();
const scene = new B.Scene(engine);
scene.clearColor = new B.Color4(0.1, 0.2, 0.5, 1);
const camera = new B.ArcRotateCamera('camera', 0.8, 1, 6, B.Vector3.Zero(), scene);
const light = new B.DirectionalLight('sun', new B.Vector3(1, -2, -1), scene);
light.position = new B.Vector3(-4, 8, 4);
new B.HemisphericLight('sky', B.Vector3.Up(), scene).intensity = 0.3;
const box = B.MeshBuilder.CreateBox('box', { size: 1.5 }, scene);
box.material = new B.StandardMaterial('red', scene);
box.material.diffuseColor = new B.Color3(0.9, 0.2, 0.1);
const floor = B.MeshBuilder.CreateGround('floor', { width: 6, height: 6 }, scene);
floor.position.y = -1;
floor.material = new B.StandardMaterial('floor', scene);
floor.material.diffuseColor = new B.Color3(0.5, 0.5, 0.5);
floor.receiveShadows = true;
const shadows = new B.ShadowGenerator(256, light);
shadows.addShadowCaster(box);
const target = new B.RenderTargetTexture('picture', size, scene, { generateMipMaps: false, type: B.Constants.TEXTURETYPE_UNSIGNED_BYTE });
target.activeCamera = camera;
target.renderList = [box, floor];
scene.customRenderTargets.push(target);
await scene.whenReadyAsync();
for (let i = 0; i < 3; ++i) {
  engine.beginFrame();
  scene.render();
  engine.endFrame();
}
const pixels = new Uint8Array((await target.readPixels()).buffer);
let red = 0, lit = 0, shaded = 0;
for (let i = 0; i < pixels.length; i += 4) {
  const [r, g, b] = pixels.subarray(i, i + 3);
  if (r > 60 && r > 2 * b) ++red;
  else if (Math.abs(r - b) < 8 && Math.abs(r - g) < 8) r > 90 ? ++lit : ++shaded;
}
assert.ok(red > 200, `${red} red pixels of the box`);
assert.ok(lit > 500 && shaded > 100, `${lit} pixels of the floor in the light, ${shaded} in the shadow`);
console.log(`Babylon.js ${B.Engine.Version}: ${red} pixels of the box, ${lit} of the floor, ${shaded} in the shadow`);
engine.dispose();
process.exit(0);   // Babylon.js keeps timers of its own
