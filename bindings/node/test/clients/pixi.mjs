// PixiJS: shapes, a gradient, text and a picture of another canvas, a filter and a mask, drawn to a canvas that nobody sees.
import assert from 'node:assert/strict';
import { createCanvas as create2d, Image } from '@napi-rs/canvas';
import { createCanvas } from 'vitrine-webgpu';

const element = () => ({ style: {}, remove() {}, append() {}, appendChild() {} });
globalThis.self = globalThis.window = globalThis;
globalThis.requestAnimationFrame = (f) => setTimeout(() => f(performance.now()), 16);
globalThis.cancelAnimationFrame = clearTimeout;
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.location = { href: 'file:///' };
globalThis.HTMLCanvasElement = create2d(1, 1).constructor;
globalThis.document = { createElement: (kind) => kind === 'canvas' ? create2d(1, 1) : element(), addEventListener() {}, removeEventListener() {}, body: element(), baseURI: 'file:///' };
const P = await import('pixi.js');
P.DOMAdapter.set({ createCanvas: (w, h) => create2d(w || 1, h || 1), createImage: () => new Image(), getCanvasRenderingContext2D: () => create2d(1, 1).getContext('2d').constructor,
  getWebGLRenderingContext: () => class {}, getNavigator: () => navigator, getBaseUrl: () => 'file:///', getFontFaceSet: () => null, fetch, parseXML: () => null });

const size = 128, canvas = createCanvas(size, size), renderer = new P.WebGPURenderer();
await renderer.init({ canvas, width: size, height: size, backgroundColor: 0x102030, antialias: true });
const errors = [];
renderer.gpu.device.addEventListener('uncapturederror', (e) => errors.push(e.error.message));
const stage = new P.Container();
stage.addChild(new P.Graphics().rect(8, 8, 40, 40).fill(0xff3300).circle(90, 30, 20).fill({ color: 0x33ff00, alpha: 0.5 }));
const picture = create2d(16, 16), c = picture.getContext('2d');
c.fillStyle = '#0000ff';
c.fillRect(0, 0, 16, 16);
const sprite = new P.Sprite(P.Texture.from(picture));
sprite.position.set(8, 60);
const text = new P.Text({ text: 'Pixi', style: { fontSize: 24, fill: 0xffffff } });
text.position.set(40, 60);
const masked = new P.Graphics().rect(8, 90, 40, 30).fill(0xff00ff), mask = new P.Graphics().rect(8, 90, 20, 30).fill(0xffffff);
masked.mask = mask;
const blurred = new P.Graphics().rect(80, 96, 20, 20).fill(0xffff00);
blurred.filters = [new P.BlurFilter({ strength: 4 })];
stage.addChild(sprite, text, masked, mask, blurred);
renderer.render({ container: stage });
const { data } = await canvas.readPixels();
const at = (x, y) => [...data.slice((y * size + x) * 4, (y * size + x) * 4 + 3)].join();
assert.equal(at(2, 2), '16,32,48', 'background');
assert.equal(at(20, 20), '255,51,0', 'rectangle');
assert.equal(at(90, 30), '33,143,24', 'half transparent circle');
assert.equal(at(16, 68), '0,0,255', 'picture of a canvas');
assert.equal(at(16, 100), '255,0,255', 'inside of the mask');
assert.equal(at(40, 100), '16,32,48', 'outside of the mask');
let letters = 0;
for (let y = 60; y < 90; ++y) for (let x = 40; x < 90; ++x) if (at(x, y) === '255,255,255') ++letters;
assert.ok(letters > 30, `${letters} white pixels of the text`);
assert.notEqual(at(78, 106), '16,32,48', 'the blur reaches beyond its rectangle');
assert.deepEqual(errors, []);
console.log(`PixiJS ${P.VERSION}: shapes, picture, mask and blur right, ${letters} pixels of text`);
process.exit(0);   // PixiJS keeps timers of its own
