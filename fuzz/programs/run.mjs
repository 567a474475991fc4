// Runs random programs with one implementation and writes a line for each: its seed and what it wrote, or what was said.
//   node fuzz/programs/run.mjs PACKAGE FIRST COUNT [--f16] [--render] [--small] [--prints] [--textures] [--constants] [--text SEED] [--out FILE]
// PACKAGE is a module with `create` and `globals`, as the Node.js package of this project. Two runs with different
// packages, adapters or settings must write the same lines. --prints makes the same programs with debugPrintf in them.
import { createRequire } from 'node:module';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { generate, kInvocations, kTrail } from './generate.mjs';
import { constants } from './constants.mjs';
import { render } from './render.mjs';
import { draw } from './draw.mjs';
import { kStored } from './resources.mjs';
import * as T from './types.mjs';
import { args, flag, has } from './arguments.mjs';

const out = flag('--out');
const text = flag('--text');
const code_file = flag('--code');  // the text of the one seed, changed
const options = { f16: has('--f16'), prints: has('--prints'), textures: has('--textures') };
const f32_only = has('--small');
if (f32_only) Object.assign(options, { lines: 120, functions: 3 });
const by_constants = has('--constants');
const program_of = has('--render') ? render : generate;
if (text !== null) {
  const c = by_constants && constants(Number(text), options);
  process.stdout.write(c ? c.program([...Array(c.size).keys()]) : program_of(Number(text), options).code);
  process.exit(0);
}
const [pkg, first, count] = [args[0], Number(args[1]), Number(args[2])];
const { create, globals } = createRequire(import.meta.url)(pkg);
Object.assign(globalThis, globals);
const gpu = (globalThis.keep = create(pkg.includes('vitrine') ? ['log=off'] : []));
const adapter = await gpu.requestAdapter();
const features = [...(options.f16 ? ['shader-f16'] : []), ...(options.prints ? ['wgpu-debug-printf'] : [])];
let device = await adapter.requestDevice({ requiredFeatures: features });

async function run(seed, program) {
  device.pushErrorScope('validation');
  device.pushErrorScope('internal');
  const module = device.createShaderModule({ code: program.code });
  const info = await module.getCompilationInfo();
  const errors = info.messages.filter((m) => m.type === 'error');
  let said = errors.map((m) => `${m.lineNum}:${m.linePos} ${m.message}`).join(' | ');
  let words = null;
  if (!said) {
    try {
      if (program.draw) words = await draw(device, module, program, seed);
      else words = await dispatch(seed, await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main', constants: program.overrides } }), program);
    } catch (e) {
      said = `pipeline: ${e.message}`;
    }
  }
  const internal = await device.popErrorScope();
  const validation = await device.popErrorScope();
  if (!said && (internal || validation)) said = (internal ?? validation).message;
  return said ? { said } : { words };
}

// The const-expressions that are no error, and what is not the same in the three ways.
async function run_constants(seed) {
  const set = constants(seed, options);
  const list = [];
  const alone = [];
  for (let i = 0; i < set.size; ++i) {
    device.pushErrorScope('validation');
    const info = await device.createShaderModule({ code: set.alone(i) }).getCompilationInfo();
    await device.popErrorScope();
    const errors = info.messages.filter((m) => m.type === 'error');
    if (!errors.length) list.push(i);
    alone.push(errors.length ? 'n' : 'y');
  }
  const program = { code: code_file ? readFileSync(code_file, 'utf8') : set.program(list), input: set.input, overrides: {} };
  const r = await run(seed, program);
  if (!r.words) return { said: `${alone.join('')} ${r.said}` };
  const found = list.flatMap((i, at) => {
    const [c, o, v] = [0, 4, 8].map((w) => r.words.slice(at * 12 + w, at * 12 + w + 4).join(','));
    return c === o && o === v ? [] : [`${i}: const ${c} override ${o} runtime ${v}`];
  });
  if (found.length) console.log(`${seed} ways differ`, found.join('; '));
  return { words: [alone.join(''), ...r.words] };
}

async function dispatch(seed, pipeline, program) {
  const buffers = [];
  const make = (size, usage, data) => {
    const b = device.createBuffer({ size: Math.ceil(size / 16) * 16, usage: usage | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
    if (data) device.queue.writeBuffer(b, 0, data);
    buffers.push(b);
    return b;
  };
  const S = GPUBufferUsage.STORAGE;
  if (!program.storage) return simple(pipeline, program, make);
  const storage = T.array_of_struct(kInvocations, program.storage);
  const storage_size = T.layout(storage).size;
  const uniform_size = T.layout(program.uniform).size;
  const output = make(kInvocations * kTrail * 4, S);
  const state = make(storage_size, S, T.fill(storage, Math.ceil(storage_size / 16) * 16, seed));
  const atomics = make((kInvocations + 4) * 4, S);
  const resources = [output, make(program.input.length * 4, S, new Int32Array(program.input)),
                     make(uniform_size, GPUBufferUsage.UNIFORM, T.fill(program.uniform, Math.ceil(uniform_size / 16) * 16, seed + 1)), state, atomics,
                     make(program.tail.size, S, T.fill(program.tail.type, Math.ceil(program.tail.size / 16) * 16, seed + 2))];
  const layout = pipeline.getBindGroupLayout(0);
  const size_of = (binding) => (binding === 5 ? { size: program.tail.size } : {});
  const entries = resources.map((buffer, binding) => ({ binding, resource: { buffer, ...size_of(binding) } }));
  const stored = program.images && textures(program, entries, buffers);
  const group = device.createBindGroup({ layout, entries });
  const target = device.createBuffer({ size: output.size + state.size + atomics.size + (stored ? kStored * 256 : 0), usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(output, 0, target, 0, output.size);
  encoder.copyBufferToBuffer(state, 0, target, output.size, state.size);
  encoder.copyBufferToBuffer(atomics, 0, target, output.size + state.size, atomics.size);
  const stored_at = output.size + state.size + atomics.size;
  if (stored) encoder.copyTextureToBuffer({ texture: stored }, { buffer: target, offset: stored_at, bytesPerRow: 256 }, [kInvocations, kStored]);
  device.queue.submit([encoder.finish()]);
  await target.mapAsync(GPUMapMode.READ);
  const bytes = target.getMappedRange().slice(0);
  target.destroy();
  for (const b of buffers) b.destroy();
  const view = new DataView(bytes);
  const words = [];
  for (let i = 0; i < output.size; i += 4) words.push(view.getUint32(i, true).toString(16));
  // Only the members: what is between them is not said. The sign of zero is not, either.
  T.each_scalar(storage, output.size, (at, s) => {
    if (s === T.f16) words.push((view.getUint16(at, true) === 0x8000 ? 0 : view.getUint16(at, true)).toString(16));
    else words.push((s === T.f32 && view.getUint32(at, true) === 0x80000000 ? 0 : view.getUint32(at, true)).toString(16));
  });
  for (let i = output.size + state.size; i < stored_at; i += 4) words.push(view.getUint32(i, true).toString(16));
  for (let y = 0; stored && y < kStored; ++y) for (let x = 0; x < kInvocations * 4; ++x) words.push(view.getUint32(stored_at + y * 256 + x * 4, true).toString(16));
  return words;
}

// Adds the entries of its textures and gives the one that is written.
function textures(program, entries, made) {
  for (const m of program.images) {
    const texture = device.createTexture({ size: m.size, format: m.format, dimension: m.dimension, usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
    device.queue.writeTexture({ texture }, m.data, { bytesPerRow: m.size[0] * m.bytes, rowsPerImage: m.size[1] }, m.size);
    entries.push({ binding: m.binding, resource: texture.createView({ dimension: /texture_(\w+)</.exec(m.type)[1].replace('_', '-') }) });
    made.push(texture);
  }
  const stored = device.createTexture({ size: [kInvocations, kStored], format: 'rgba32uint', usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC });
  entries.push({ binding: 9, resource: stored.createView() });
  made.push(stored);
  return stored;
}

// One buffer to write and one to read.
async function simple(pipeline, program, make) {
  const size = Math.max(1, (program.code.match(/fn constant/g) ?? []).length) * 48;
  const resources = [make(size, GPUBufferUsage.STORAGE), make(program.input.length * 4, GPUBufferUsage.STORAGE, new Int32Array(program.input))];
  const target = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = resources.map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(resources[0], 0, target, 0, size);
  device.queue.submit([encoder.finish()]);
  await target.mapAsync(GPUMapMode.READ);
  const words = Array.from(new Uint32Array(target.getMappedRange()), (w) => w.toString(16));
  for (const b of [...resources, target]) b.destroy();
  return words;
}

if (out) writeFileSync(out, '');
for (let seed = first; seed < first + count; ++seed) {
  let r;
  try {
    if (by_constants) {
      r = await run_constants(seed);
    } else {
      const program = program_of(seed, options);
      if (code_file) program.code = readFileSync(code_file, 'utf8');
      r = await run(seed, program);
    }
  } catch (e) {
    r = { said: `threw ${e.message}` };
  }
  const line = (r.said ? `${seed} ! ${r.said.replaceAll('\n', ' ').slice(0, 300)}` : `${seed} ${r.words.join(' ')}`) + '\n';
  if (out) appendFileSync(out, line);
  else process.stdout.write(line);
  if (r.said && /lost/.test(r.said)) device = await (await gpu.requestAdapter()).requestDevice({ requiredFeatures: features });
}
process.exit(0);
