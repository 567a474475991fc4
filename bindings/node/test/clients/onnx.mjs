// Writes an ONNX model: Conv, Relu, MaxPool, Flatten, Gemm, Softmax. https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3
const varint = (n) => {
  const out = [];
  for (; n > 127; n = Math.floor(n / 128)) out.push(n % 128 + 128);
  return [...out, n];
};
const number = (field, n) => [...varint(field << 3), ...varint(n)];
const bytes = (field, b) => [...varint(field << 3 | 2), ...varint(b.length), ...b];
const text = (field, s) => bytes(field, [...Buffer.from(s)]);
const node = (op, inputs, output, attributes = {}) => bytes(1, [
  ...inputs.flatMap((i) => text(1, i)), ...text(2, output), ...text(3, `${op} ${output}`), ...text(4, op),
  ...Object.entries(attributes).flatMap(([k, v]) => bytes(5, Array.isArray(v)
    ? [...text(1, k), ...v.flatMap((x) => number(8, x)), ...number(20, 7)]
    : [...text(1, k), ...number(3, v), ...number(20, 2)]))]);
const tensor = (name, shape, values) => bytes(5, [
  ...shape.flatMap((d) => number(1, d)), ...number(2, 1), ...text(8, name), ...bytes(9, [...Buffer.from(Float32Array.from(values).buffer)])]);
const value = (field, name, shape) => bytes(field, [...text(1, name),
  ...bytes(2, bytes(1, [...number(1, 1), ...bytes(2, shape.flatMap((d) => bytes(1, number(1, d))))]))]);
const weights = (n, scale) => Array.from({ length: n }, (_, i) => Math.sin(i * 1.7 + n) * scale);

export function network() {
  const graph = [
    ...node('Conv', ['x', 'w0', 'b0'], 'c', { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [1, 1] }),
    ...node('Relu', ['c'], 'r'),
    ...node('MaxPool', ['r'], 'p', { kernel_shape: [2, 2], strides: [2, 2] }),
    ...node('Flatten', ['p'], 'f', { axis: 1 }),
    ...node('Gemm', ['f', 'w1', 'b1'], 'g'),
    ...node('Softmax', ['g'], 'y', { axis: 1 }),
    ...text(2, 'network'),
    ...tensor('w0', [8, 3, 3, 3], weights(216, 0.3)), ...tensor('b0', [8], weights(8, 0.1)),
    ...tensor('w1', [8 * 8 * 8, 10], weights(5120, 0.05)), ...tensor('b1', [10], weights(10, 0.1)),
    ...value(11, 'x', [1, 3, 16, 16]), ...value(12, 'y', [1, 10]),
  ];
  return { bytes: Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, number(2, 13))]), inputShape: [1, 3, 16, 16] };
}
