// onnxruntime-web: one network on its WebAssembly and on its WebGPU backend.
import assert from 'node:assert/strict';
import { network } from './onnx.mjs';

const ort = await import('onnxruntime-web/webgpu');
ort.env.logLevel = 'error';
ort.env.wasm.numThreads = 1;
const { bytes, inputShape } = network();
const size = inputShape.reduce((a, b) => a * b);
const data = Float32Array.from({ length: size }, (_, i) => Math.sin(i * 0.37));
const results = {};
for (const provider of ['wasm', 'webgpu']) {
  const session = await ort.InferenceSession.create(bytes, { executionProviders: [provider] });
  const out = await session.run({ x: new ort.Tensor('float32', data, inputShape) });
  results[provider] = Array.from(await out.y.getData());
  await session.release();
}
assert.equal(results.webgpu.length, 10);
assert.ok(Math.abs(results.wasm.reduce((a, b) => a + b) - 1) < 1e-5, 'a softmax sums up to 1');
const worst = Math.max(...results.wasm.map((v, i) => Math.abs(v - results.webgpu[i])));
assert.ok(worst < 1e-5, `wasm ${results.wasm}\nwebgpu ${results.webgpu}`);
console.log(`onnxruntime-web ${ort.env.versions.web}: webgpu and wasm agree within ${worst.toExponential(1)}`);
process.exit(0);   // its WebAssembly module stays
