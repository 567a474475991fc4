// three.js: WebGPURenderer draws a lit, shadowed, textured scene with MSAA into a render target, and runs a compute node.
import assert from 'node:assert/strict';
import { createCanvas } from 'vitrine-webgpu';

globalThis.self = globalThis;
globalThis.requestAnimationFrame = (f) => setTimeout(() => f(performance.now()), 16);
globalThis.cancelAnimationFrame = clearTimeout;
const THREE = await import('three/webgpu');
const { Fn, instancedArray, instanceIndex } = await import('three/tsl');

const size = 128;
const renderer = new THREE.WebGPURenderer({ canvas: createCanvas(size, size), antialias: true });
await renderer.init();
assert.ok(renderer.backend.isWebGPUBackend, 'three.js fell back to WebGL');
renderer.setSize(size, size, false);
renderer.shadowMap.enabled = true;

const scene = new THREE.Scene();
scene.background = new THREE.Color(0x204060);
const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 20);
camera.position.set(2, 2, 3);
camera.lookAt(0, 0, 0);
const texels = new Uint8Array(64 * 64 * 4);
for (let i = 0; i < 64 * 64; ++i) texels.set(((i >> 3) ^ (i >> 9)) & 1 ? [255, 255, 255, 255] : [200, 40, 40, 255], i * 4);
const map = new THREE.DataTexture(texels, 64, 64);
map.colorSpace = THREE.SRGBColorSpace;
map.generateMipmaps = true;
map.minFilter = THREE.LinearMipmapLinearFilter;
map.needsUpdate = true;
const box = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), new THREE.MeshStandardMaterial({ map, roughness: 0.5 }));
box.castShadow = true;
const floor = new THREE.Mesh(new THREE.PlaneGeometry(6, 6), new THREE.MeshPhongMaterial({ color: 0x80a080 }));
floor.rotation.x = -Math.PI / 2;
floor.position.y = -0.6;
floor.receiveShadow = true;
const sun = new THREE.DirectionalLight(0xffffff, 3);
sun.position.set(2, 4, 1);
sun.castShadow = true;
sun.shadow.mapSize.set(256, 256);
scene.add(box, floor, sun, new THREE.AmbientLight(0xffffff, 0.4));

const target = new THREE.RenderTarget(size, size, { samples: 4 });
renderer.setRenderTarget(target);
await renderer.renderAsync(scene, camera);
const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size);
const at = (x, y) => [...pixels.slice((y * size + x) * 4, (y * size + x) * 4 + 3)];
const colors = new Set();
for (let i = 0; i < pixels.length; i += 4) colors.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
const [corner, middle] = [at(2, 2), at(64, 64)];
assert.ok(corner[2] > corner[0], `the background is blue, not ${corner}`);
assert.ok(middle[0] > corner[0] + 20, `the box is lighter than the background, not ${middle}`);
assert.ok(colors.size > 100, `${colors.size} colours`);

const values = instancedArray(256, 'uint');
await renderer.computeAsync(Fn(() => { values.element(instanceIndex).assign(instanceIndex.mul(3).add(1)); })().compute(256));
const result = new Uint32Array(await renderer.getArrayBufferAsync(values.value));
assert.deepEqual([...result.slice(0, 256)], Array.from({ length: 256 }, (_, i) => 3 * i + 1));
console.log(`three.js r${THREE.REVISION}: ${colors.size} colours, corner ${corner}, middle ${middle}; compute exact`);
process.exitCode = 0;
renderer.dispose();
