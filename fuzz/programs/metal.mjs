// Runs the Metal text of random programs as C++ (metal_shim.h) and writes lines as run.mjs does.
//   node fuzz/programs/metal.mjs VITRINE FIRST COUNT [--f16] [--out FILE] [--code FILE] [--keep]
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, kInvocations, kTrail } from './generate.mjs';
import { args, flag } from './arguments.mjs';
import * as T from './types.mjs';

const out = flag('--out');
const code_file = flag('--code');
const f16 = args.includes('--f16');
const [vitrine, first, count] = [args[0], Number(args[1]), Number(args[2])];
const here = path.dirname(fileURLToPath(import.meta.url));
const dir = path.join(tmpdir(), `metal-${process.pid}`);
mkdirSync(dir, { recursive: true });
const flags = ['-std=c++20', '-O0', '-w', '-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow,bounds', '-fsanitize-undefined-trap-on-error', '-ffp-contract=off', '-pthread'];
const pch = path.join(dir, 'metal_shim.h.gch');
execFileSync('g++', [...flags, '-x', 'c++-header', path.join(here, 'metal_shim.h'), '-o', pch]);

// Shared variables of the kernel are those of all its threads; swizzles are functions.
function as_cpp(msl) {
  const at = msl.indexOf('kernel void');
  let text = msl.replace(/#include.*\n/g, '');
  text = text.replace(/^(\s+)threadgroup (\w+(?:::\w+)?) (\w+);/gm, '$1static $2 $3;');
  text = text.replace(/\.([xyzw]{2,4})\b/g, (_, s) => `.template sw<${[...s].map((c) => 'xyzw'.indexOf(c)).join(', ')}>()`);
  text = text.replace(/\[\[[^\]]*\]\]/g, '');
  const head = msl.slice(at, msl.indexOf('{', at));
  const name = /kernel void (\w+)/.exec(head)[1];
  const parameters = head.slice(head.indexOf('(') + 1, head.lastIndexOf(')')).split('\n, ').map((p) => {
    const m = /^\s*(?:device |constant )?(?:const )?([\w:]+)(&|\*)? (\w+)(?: \[\[(\w+)(?:\((\d+)\))?\]\])?/.exec(p.trim());
    if (!m) throw new Error(`what is ${p}`);
    return { type: m[1], by: m[2], name: m[3], index: m[5] };
  });
  const call = parameters.map((p) => {
    if (p.index === undefined) return 'index';
    if (p.name.startsWith('buffer_sizes')) return 'sizes';
    return p.by === '&' ? `*reinterpret_cast<${p.type}*>(at[${p.index}])` : `reinterpret_cast<${p.type}*>(at[${p.index}])`;
  });
  return `${text}
#undef thread
int main() {
  static char* at[8];
  static uint sizes[8];
  for (int i = 0; i < 6; ++i) {
    std::fread(&sizes[i], 4, 1, stdin);
    at[i] = static_cast<char*>(std::aligned_alloc(64, (sizes[i] + 127) / 64 * 64));
    std::fread(at[i], 1, sizes[i], stdin);
  }
  std::barrier<> barrier(${kInvocations});
  metal::the_barrier = &barrier;
  std::thread threads[${kInvocations}];
  for (uint index = 0; index < ${kInvocations}; ++index) threads[index] = std::thread([index] { ${name}(${call.join(', ')}); });
  for (std::thread& t : threads) t.join();
  for (int i : {0, 3, 4}) std::fwrite(at[i], 1, sizes[i], stdout);
}
`;
}

function run(seed) {
  const program = generate(seed, { f16 });
  if (code_file) program.code = readFileSync(code_file, 'utf8');
  const wgsl = path.join(dir, `${seed}.wgsl`);
  const cpp = path.join(dir, `${seed}.cc`);
  const exe = path.join(dir, `${seed}`);
  writeFileSync(wgsl, program.code);
  const overrides = Object.entries(program.overrides).flatMap(([k, v]) => ['--override', `${k}=${v}`]);
  const compiled = spawnSync(vitrine, ['compile', wgsl, '--target', 'msl', '--entry', 'main', ...overrides, '-o', '-'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (compiled.status !== 0) return `! ${compiled.stderr}`;
  writeFileSync(cpp, as_cpp(compiled.stdout));
  const built = spawnSync('g++', [...flags, '-include', path.join(dir, 'metal_shim.h'), cpp, '-o', exe], { encoding: 'utf8' });
  if (built.status !== 0) return `! C++: ${built.stderr}`;
  const storage = T.array_of_struct(kInvocations, program.storage);
  const state = T.fill(storage, Math.ceil(T.layout(storage).size / 16) * 16, seed);
  const uniform = T.fill(program.uniform, Math.ceil(T.layout(program.uniform).size / 16) * 16, seed + 1);
  const output = new Uint8Array(kInvocations * kTrail * 4);
  const parts = [output, new Int32Array(program.input), uniform, state, new Uint8Array((kInvocations + 4) * 4),
                 new Uint8Array(T.fill(program.tail.type, Math.ceil(program.tail.size / 16) * 16, seed + 2), 0, program.tail.size)];
  const input = Buffer.concat(parts.flatMap((p) => {
    const bytes = p instanceof ArrayBuffer ? Buffer.from(p) : Buffer.from(p.buffer, p.byteOffset, p.byteLength);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return [size, bytes];
  }));
  const done = spawnSync(exe, [], { input, maxBuffer: 1 << 24, timeout: 60000 });
  if (done.status !== 0) return `! ran into ${done.signal ?? done.status}`;
  const view = new DataView(done.stdout.buffer, done.stdout.byteOffset, done.stdout.length);
  const words = [];
  for (let i = 0; i < output.length; i += 4) words.push(view.getUint32(i, true).toString(16));
  T.each_scalar(storage, output.length, (at, s) => {
    const w = s === T.f16 ? view.getUint16(at, true) : view.getUint32(at, true);
    words.push((s === T.f16 && w === 0x8000) || (s === T.f32 && w === 0x80000000) ? '0' : w.toString(16));
  });
  for (let i = output.length + state.byteLength; i < view.byteLength; i += 4) words.push(view.getUint32(i, true).toString(16));
  return words.join(' ');
}

if (out) writeFileSync(out, '');
for (let seed = first; seed < first + count; ++seed) {
  const line = `${seed} ${run(seed).replaceAll('\n', ' ').slice(0, 20000)}\n`;
  if (out) appendFileSync(out, line);
  else process.stdout.write(line);
}
console.error(dir);
