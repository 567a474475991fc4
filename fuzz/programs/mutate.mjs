// Breaks valid programs, one token or line each, and writes what an implementation says of them.
//   node fuzz/programs/mutate.mjs PACKAGE FIRST COUNT [--each N] [--files LIST] [--f16] [--out FILE] [--text SEED.K]
//   node fuzz/programs/mutate.mjs --compare OURS THEIRS
// Programs are random ones, or with --files those that LIST names, one path a line. Of each there are N mutants. A line is
// JSON: which mutant, what was done to which line, whether it was taken, the first error. Compared are the verdicts, and how
// near the first error is to what was done.
import { createRequire } from 'node:module';
import { readFileSync, writeSync, openSync } from 'node:fs';
import { generate } from './generate.mjs';
import { Random } from './types.mjs';
import { args, flag, has } from './arguments.mjs';


// Tokens: {kind, text, at}. Good enough for programs that are valid; templates are operators here.
function tokens(code) {
  const found = [];
  const pattern = /\/\/[^\n]*|\/\*[^]*?\*\/|\s+|((?:0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*(?:[pP][+-]?\d+)?|\d*\.?\d+(?:[eE][+-]?\d+)?\.?)[iufh]?)|([\p{XID_Start}_][\p{XID_Continue}]*)|(<<=|>>=|->|[-+*/%&|^<>=!]=|&&|\|\||\+\+|--|<<|[^])/gu;
  for (const m of code.matchAll(pattern)) {
    const kind = m[1] ? 'number' : m[2] ? 'word' : m[3] ? 'sign' : null;
    if (kind) found.push({ kind, text: m[0], at: m.index });
  }
  return found;
}

const types = ['i32', 'u32', 'f32', 'bool', 'vec2f', 'vec3<u32>', 'vec4i', 'mat2x2f', 'array<i32, 2>', 'vec2<bool>', 'atomic<u32>'];
const signs = ['+', '-', '*', '/', '%', '&', '|', '^', '&&', '||', '<', '>', '<=', '==', '=', '+=', '<<', '!', '(', ')', '{', '}', '[', ']', ';', ':', ',', '.', '@', '->', '++'];
const words = ['fn', 'var', 'let', 'const', 'if', 'else', 'for', 'loop', 'return', 'break', 'struct', 'override', 'alias', 'switch', 'case', 'default', 'continuing', 'unknown', '_', 'true', 'function', 'storage', 'read', 'sampler', 'texture_2d', 'ptr', 'enum', 'abs', 'vec3'];

// {code, line, what}: one change, and the line it is in.
function mutate(code, list, r) {
  const i = r.below(list.length - 1);
  const [t, next] = [list[i], list[i + 1]];
  const replaced = (text, from = t, to = t) => code.slice(0, from.at) + text + code.slice(to.at + to.text.length);
  const other = (kind) => r.pick(list.filter((x) => x.kind === kind && x.text !== t.text).slice(0, 4000))?.text ?? 'x';
  const at_line = (what, text) => ({ code: text, what, line: code.slice(0, t.at).split('\n').length });
  switch (r.below(12)) {
    case 0: return at_line(`delete ${t.text}`, replaced(''));
    case 1: return at_line(`duplicate ${t.text}`, replaced(`${t.text} ${t.text}`));
    case 2: return at_line(`swap ${t.text} ${next.text}`, replaced(`${next.text} ${t.text}`, t, next));
    case 3:
    case 4: {
      const to = other(t.kind);
      return at_line(`${t.text} to ${to}`, replaced(to));
    }
    case 5: {
      const to = r.pick([...types, ...words, ...signs]);
      return at_line(`${t.text} to ${to}`, replaced(to));
    }
    case 6: {
      const to = r.pick([...words, ...signs, ...types]);
      return at_line(`insert ${to} before ${t.text}`, replaced(`${to} ${t.text}`));
    }
    case 7: {
      // A line, or what is left of one.
      const begin = code.lastIndexOf('\n', t.at) + 1;
      const end = (code.indexOf('\n', t.at) + 1 || code.length);
      const line = code.slice(begin, end);
      if (r.chance(0.4)) return at_line('delete the line', code.slice(0, begin) + code.slice(end));
      if (r.chance(0.5)) return at_line('duplicate the line', code.slice(0, end) + line + code.slice(end));
      return at_line(`cut off from ${t.text}`, code.slice(0, t.at) + code.slice(Math.max(t.at, end - 1)));
    }
    case 8:
    case 9: {
      // A type, where there is one.
      const named = list.filter((x) => /^([iuf](32|16)|bool|vec[234][iufh]?|mat.x.[fh]?|array|atomic|S\d+)$/.test(x.text));
      if (!named.length) return at_line(`delete ${t.text}`, replaced(''));
      const x = r.pick(named);
      const to = r.pick(types);
      return { code: replaced(to, x, x), what: `${x.text} to ${to}`, line: code.slice(0, x.at).split('\n').length };
    }
    default: {
      // A number, where there is one.
      const numbers = list.filter((x) => x.kind === 'number');
      if (!numbers.length) return at_line(`delete ${t.text}`, replaced(''));
      const x = r.pick(numbers);
      const to = r.pick(['-1', '1.5', '1u', '2f', '4294967296', '1e39f', '0', '08', '1i', '0x', 'true', '3000000000i', '9223372036854775808', '1h']);
      return { code: replaced(to, x, x), what: `${x.text} to ${to}`, line: code.slice(0, x.at).split('\n').length };
    }
  }
}

const readable = (file) => new Map(readFileSync(file, 'utf8').trim().split('\n').map((l) => JSON.parse(l)).map((x) => [x.id, x]));

function compare(ours, theirs) {
  const [a, b] = [readable(ours), readable(theirs)];
  const near = (x) => Math.abs(x.first - x.line) <= 1;
  let [both, same, refused, our_near, their_near] = [0, 0, 0, 0, 0];
  for (const [id, x] of a) {
    const y = b.get(id);
    if (!y) continue;
    ++both;
    if (x.taken !== y.taken) {
      console.log(`verdict ${id} line ${x.line}: ${x.what}\n  ours   ${x.taken ? 'taken' : `${x.first} ${x.said}`}\n  theirs ${y.taken ? 'taken' : `${y.first} ${y.said}`}`);
      continue;
    }
    ++same;
    if (x.taken) continue;
    ++refused;
    our_near += near(x);
    their_near += near(y);
    if (Math.abs(x.first - x.line) > Math.abs(y.first - y.line) && !near(x)) console.log(`farther ${id} line ${x.line}: ${x.what}\n  ours   ${x.first} ${x.said}\n  theirs ${y.first} ${y.said}`);
  }
  const share = (n) => `${n} (${((100 * n) / Math.max(1, refused)).toFixed(2)} %)`;
  console.log(`${both} mutants, same verdict of ${same}, ${refused} refused by both; first error within a line of the change: ours ${share(our_near)}, theirs ${share(their_near)}`);
}

if (has('--compare')) {
  compare(args[0], args[1]);
  process.exit(0);
}

const out = flag('--out');
const text = flag('--text');
const each = Number(flag('--each') ?? 20);
const files = flag('--files');
const paths = files && readFileSync(files, 'utf8').trim().split('\n');
const options = { f16: has('--f16'), lines: 60, functions: 2 };
const program = (seed) => (paths ? readFileSync(paths[seed], 'utf8') : generate(seed, options).code);
function mutant(seed, k) {
  const code = program(seed);
  const list = tokens(code);
  return list.length < 2 ? null : mutate(code, list, new Random(seed * 1000 + k));
}
if (text !== null) {
  const [seed, k] = text.split('.').map(Number);
  process.stdout.write(mutant(seed, k).code);
  process.exit(0);
}

const [pkg, first, count] = [args[0], Number(args[1]), Number(args[2])];
const { create, globals } = createRequire(import.meta.url)(pkg);
Object.assign(globalThis, globals);
const gpu = (globalThis.keep = create(pkg.includes('vitrine') ? ['log=off', 'backend=null'] : ['backend=null']));
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features].filter((f) => !/^(chromium|dawn|vitrine)/.test(f)) });
const file = out ? openSync(out, 'w') : 1;

async function check(code) {
  device.pushErrorScope('validation');
  const started = performance.now();
  const info = await device.createShaderModule({ code }).getCompilationInfo();
  const took = performance.now() - started;
  await device.popErrorScope();
  const messages = [...info.messages];
  const errors = messages.filter((m) => m.type === 'error');
  const outside = messages.find((m) => m.offset + m.length > code.length || m.lineNum > code.split('\n').length);
  return { taken: !errors.length, ...(errors.length && { first: errors[0].lineNum, said: errors[0].message.slice(0, 200), errors: errors.length }),
           ...(outside && { outside: `${outside.offset}+${outside.length}` }), ...(took > 1000 && { took }) };
}

for (let seed = first; seed < first + count && !(paths && seed >= paths.length); ++seed) {
  const code = program(seed);
  if (!(await check(code)).taken) continue;
  const list = tokens(code);
  for (let k = 0; k < each && list.length > 1; ++k) {
    const m = mutate(code, list, new Random(seed * 1000 + k));
    const line = { id: `${seed}.${k}`, line: m.line, what: m.what, ...(await check(m.code)) };
    if (line.outside || line.took) console.error(line);
    writeSync(file, JSON.stringify(line) + '\n');
  }
}
process.exit(0);
