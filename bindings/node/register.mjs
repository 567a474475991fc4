// node --import vitrine-webgpu/register app.mjs: navigator.gpu and the interface objects, with no change to the program.
import vitrine from './vitrine.js';

for (const [name, value] of Object.entries(vitrine.globals)) {
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
}
const options = (process.env.VITRINE_NODE ?? '').split(/\s+/).filter(Boolean);
const gpu = vitrine.create(options);
if (typeof globalThis.navigator === 'undefined') {
  Object.defineProperty(globalThis, 'navigator', { value: {}, writable: true, enumerable: false, configurable: true });
}
Object.defineProperty(globalThis.navigator, 'gpu', { value: gpu, writable: true, enumerable: true, configurable: true });
