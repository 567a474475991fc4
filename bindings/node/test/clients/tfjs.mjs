// TensorFlow.js: the same operations on the WebGPU and the CPU backend.
import assert from 'node:assert/strict';

const tf = await import('@tensorflow/tfjs-core');
await import('@tensorflow/tfjs-backend-cpu');
await import('@tensorflow/tfjs-backend-webgpu');

const numbers = (n, seed) => Float32Array.from({ length: n }, (_, i) => Math.sin(i * 12.9898 + seed) % 1);
const operations = {
  matMul: () => tf.matMul(tf.tensor2d(numbers(64 * 48, 1), [64, 48]), tf.tensor2d(numbers(48 * 80, 2), [48, 80])),
  'matMul transposed': () => tf.matMul(tf.tensor2d(numbers(48 * 64, 1), [48, 64]), tf.tensor2d(numbers(80 * 48, 2), [80, 48]), true, true),
  conv2d: () => tf.conv2d(tf.tensor4d(numbers(16 * 16 * 3, 3), [1, 16, 16, 3]), tf.tensor4d(numbers(3 * 3 * 3 * 8, 4), [3, 3, 3, 8]), 1, 'same'),
  maxPool: () => tf.maxPool(tf.tensor4d(numbers(16 * 16 * 4, 5), [1, 16, 16, 4]), 2, 2, 'valid'),
  softmax: () => tf.softmax(tf.tensor2d(numbers(32 * 10, 6), [32, 10])),
  sum: () => tf.sum(tf.tensor2d(numbers(100 * 37, 7), [100, 37]), 1),
  relu: () => tf.relu(tf.tensor1d(numbers(1000, 8))),
  transpose: () => tf.transpose(tf.tensor3d(numbers(6 * 7 * 8, 9), [6, 7, 8]), [2, 0, 1]),
  concat: () => tf.concat([tf.tensor2d(numbers(20, 1), [4, 5]), tf.tensor2d(numbers(12, 2), [4, 3])], 1),
  gather: () => tf.gather(tf.tensor2d(numbers(50, 3), [10, 5]), tf.tensor1d([9, 0, 3], 'int32')),
  sigmoid: () => tf.sigmoid(tf.tensor1d(numbers(333, 4))),
};
const results = {};
for (const backend of ['cpu', 'webgpu']) {
  assert.ok(await tf.setBackend(backend), `the backend ${backend} does not start`);
  await tf.ready();
  assert.equal(tf.getBackend(), backend);
  for (const [name, run] of Object.entries(operations)) {
    const out = run();
    (results[name] ??= {})[backend] = { shape: out.shape, data: await out.data() };
  }
}
let worst = 0;
for (const [name, { cpu, webgpu }] of Object.entries(results)) {
  assert.deepEqual(webgpu.shape, cpu.shape, name);
  for (let i = 0; i < cpu.data.length; ++i) {
    const error = Math.abs(cpu.data[i] - webgpu.data[i]) / Math.max(1, Math.abs(cpu.data[i]));
    worst = Math.max(worst, error);
    assert.ok(error < 1e-4, `${name}[${i}]: ${webgpu.data[i]}, the CPU has ${cpu.data[i]}`);
  }
}
console.log(`tfjs ${tf.version_core}: ${Object.keys(operations).length} operations right, largest error ${worst.toExponential(1)}`);
