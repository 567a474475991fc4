// Random expressions three ways: as const-expressions, of overrides, and of values that only the run time knows. All three
// have the same value, where the first is no error.
import * as T from './types.mjs';
import { Expressions, kVariable } from './expressions.mjs';
const { i32, u32, f32, f16, bool, vec } = T;

class Constants extends Expressions {
  constructor(seed, options) {
    super(new T.Random(seed));
    this.f16 = !!options.f16;
    this.pool = [];
    this.scopes = [this.pool];
    this.input = [];
    const scalars = [i32, u32, f32, bool, ...(this.f16 ? [f16] : [])];
    const types = scalars.flatMap((s) => [s, s, s, ...[2, 3, 4].map((n) => vec(n, s))]);
    for (const s of [f32, ...(this.f16 ? [f16] : [])]) for (let i = 0; i < 3; ++i) types.push(T.mat(this.r.between(2, 4), this.r.between(2, 4), s));
    types.push(T.array(3, i32), T.array(2, vec(2, u32)), T.array(2, bool));
    for (const type of types) this.pool.push({ name: `P${this.pool.length}`, type, k: 0 });
    this.texts = this.pool.map((v) => {
      const text = { constant: '', override: '', runtime: '', overrides: [] };
      const visit = (t) => {
        if (t.kind === 'scalar') return this.scalar_three(t, text);
        const parts = T.parts(t).flatMap((p) => Array.from({ length: p.count }, () => visit(p.type)));
        const all = (way) => `${t.name}(${parts.map((p) => p[way]).join(', ')})`;
        return { constant: all('constant'), override: all('override'), runtime: all('runtime') };
      };
      return { ...visit(v.type), overrides: text.overrides };
    });
  }
  scalar_three(t, text) {
    const r = this.r;
    const e = this.literal(t);
    const name = `o${this.input.length}`;
    const at = `input[${this.input.length}]`;
    let word;
    let runtime;
    const c = e.c.replace(/[iufh]$/, '').replace(/^i32\((.*)\)$/, '$1');
    if (t === bool) [word, runtime] = [e.c === 'true' ? 1 : 0, `(${at} != 0)`];
    else if (t === i32) [word, runtime] = [Number(c.startsWith('-0x') ? -Number(c.slice(1)) : c) | 0, at];
    else if (t === u32) [word, runtime] = [Number(c) | 0, `bitcast<u32>(${at})`];
    else {
      const literal = e.c.replace(/[fh]$/, '').replace(/p0$/, '');
      const x = literal.startsWith('-') ? -Number(literal.slice(1)) : Number(literal);
      [word, runtime] = [x * 4, `(${t.name}(${at}) / 4)`];
    }
    this.input.push(word);
    text.overrides.push(`override ${name}: ${t.name} = ${e.c};`);
    return { constant: e.c, override: name, runtime };
  }
  expressions(n) {
    const r = this.r;
    return Array.from({ length: n }, () => {
      const s = r.pick([i32, i32, u32, u32, f32, bool, ...(this.f16 ? [f16, f16] : [])]);
      const t = r.chance(0.6) ? s : vec(r.between(2, 4), s);
      return { type: t, c: this.value(t, r.between(1, 4)).c };
    });
  }
}

// Expressions of abstract numbers, which end as values of a concrete type. Nothing at run time is like them.
class Abstract {
  constructor(random) {
    this.r = random;
  }
  int(depth) {
    const r = this.r;
    if (depth <= 0 || r.chance(0.15)) {
      const x = r.chance(0.6) ? r.below(12) : r.pick([31, 32, 63, 64, 255, 65535, 2147483647, 2147483648, 4294967295, 4294967296, '9223372036854775807', '0x7fffffffffffffff', '0x100000000']);
      return r.chance(0.2) ? `(-${x})` : `${x}`;
    }
    const a = () => this.int(depth - 1);
    switch (r.below(10)) {
      case 0: return `(${a()} ${r.pick(['+', '-'])} ${a()})`;
      case 1: return `(${a()} * ${a()})`;
      case 2: return `(${a()} ${r.pick(['/', '%'])} ${a()})`;
      case 3: return `(${a()} ${r.pick(['&', '|', '^'])} ${a()})`;
      case 4: return `(${a()} ${r.pick(['<<', '>>'])} ${r.chance(0.8) ? r.below(40) : r.below(70)})`;
      case 5: return `${r.pick(['-', '~'])}(${a()})`;
      case 6: return `${r.pick(['abs', 'sign'])}(${a()})`;
      case 7: return r.chance(0.5) ? `${r.pick(['min', 'max'])}(${a()}, ${a()})` : `clamp(${a()}, ${r.between(-9, 3)}, ${r.between(3, 99)})`;
      case 8: return `select(${a()}, ${a()}, ${this.bool(depth - 1)})`;
      default: {
        const n = r.between(2, 4);
        const v = `vec${n}(${Array.from({ length: n }, a).join(', ')})`;
        return r.chance(0.3) ? `dot(${v}, vec${n}(${a()}))` : r.chance(0.5) ? `(${v} ${r.pick('+-*')} ${a()}).${r.pick('xy')}` : `${v}[${r.below(n)}]`;
      }
    }
  }
  // Halves: exact.
  float(depth) {
    const r = this.r;
    if (depth <= 0 || r.chance(0.2)) return r.pick(['0.5', '1.0', '2.0', '-1.5', '3.0', '8.0', '0.25', '1e3', '0x1p4', '.5', '7.']);
    const a = () => (r.chance(0.25) ? this.int(0) : this.float(depth - 1));
    switch (r.below(8)) {
      case 0: return `(${this.float(depth - 1)} ${r.pick(['+', '-'])} ${a()})`;
      case 1: return `(${this.float(depth - 1)} * ${a()})`;
      case 2: return `(${this.float(depth - 1)} / ${r.pick(['2.0', '4', '0.5', '-1', '0'])})`;
      case 3: return `${r.pick(['abs', 'floor', 'ceil', 'trunc', 'round', 'fract', 'sign', 'saturate'])}(${this.float(depth - 1)})`;
      case 4: return `${r.pick(['min', 'max', 'step'])}(${this.float(depth - 1)}, ${a()})`;
      case 5: return `fma(${this.float(depth - 1)}, ${a()}, ${a()})`;
      case 6: return r.chance(0.5) ? `modf(${this.float(depth - 1)}).${r.pick(['fract', 'whole'])}` : `frexp(${this.float(depth - 1)}).fract`;
      default: return `dot(vec2(${this.float(depth - 1)}, ${a()}), vec2(${a()}, ${this.float(depth - 1)}))`;
    }
  }
  bool(depth) {
    return `(${this.int(depth)} ${this.r.pick(['<', '<=', '>', '>=', '==', '!='])} ${this.int(depth)})`;
  }
  expression() {
    const r = this.r;
    const t = r.pick([i32, u32, f32, i32, bool]);
    if (t === bool) return { type: t, c: this.bool(2) };
    const c = t === f32 && r.chance(0.7) ? this.float(r.between(1, 3)) : this.int(r.between(1, 3));
    return { type: t, c: `${t.name}(${c})` };
  }
}

// {pool, expressions, input}: what const-expressions may name, and each expression.
export function constants(seed, options = {}) {
  const g = new Constants(seed, options);
  const expressions = g.expressions(options.expressions ?? 24);
  const abstract = new Abstract(g.r);
  for (let i = 0; i < 8; ++i) expressions.push(abstract.expression());
  const head = g.f16 ? 'enable f16;\n' : '';
  const const_pool = g.texts.map((t, i) => `const P${i} = ${t.constant};`).join('\n') + '\n';
  return {
    input: g.input,
    // A module with one of them as a constant.
    alone: (i) => `${head}${const_pool}const x = ${expressions[i].c};\n`,
    size: expressions.length,
    text: (i) => expressions[i].c.replace(/\bP(\d+)\b/g, (_, n) => g.texts[n].constant),
    head: head + const_pool,
    // The words of the values of some of them, as const-expressions.
    words: (list) => list.flatMap((i) => {
      const t = expressions[i].type;
      return Array.from({ length: t.kind === 'vector' ? t.n : 1 }, (_, j) => {
        const e = T.element_of(t);
        const c = t.kind === 'vector' ? `(${expressions[i].c})[${j}]` : `(${expressions[i].c})`;
        return { i, c: e === u32 ? c : e === bool ? `select(0u, 1u, ${c})` : e === i32 ? `bitcast<u32>(${c})` : `bitcast<u32>(i32(${c} * 4))` };
      });
    }),
    // A program that stores them.
    values(list) {
      const words = this.words(list);
      const stores = words.map((w, k) => `  output[${k}] = ${w.c};`).join('\n');
      return `${head}${const_pool}@group(0) @binding(0) var<storage, read_write> output: array<u32, ${words.length + 1}>;\n@compute @workgroup_size(1)\nfn main() {\n${stores}\n}\n`;
    },
    // A program that writes those of the list, each in the three ways, 3 * 4 words.
    program(list) {
      const lines = [];
      const prefix = (c, p) => c.replace(/\bP(\d+)\b/g, `${p}$1`);
      g.texts.forEach((t, i) => {
        lines.push(`const c${i} = ${t.constant};`, ...t.overrides, `var<private> r${i}: ${g.pool[i].type.name};`);
      });
      list.forEach((i) => lines.push(`const x${i} = ${prefix(expressions[i].c, 'c')};`));
      lines.push(`@group(0) @binding(0) var<storage, read_write> output: array<u32, ${Math.max(1, list.length) * 12}>;`);
      lines.push('@group(0) @binding(1) var<storage, read> input: array<i32>;');
      list.forEach((i, at) => {
        const t = expressions[i].type;
        const write = (value, way) => {
          lines.push(`  let y = ${value};`);
          for (let j = 0; j < (t.n && t.kind === 'vector' ? t.n : 1); ++j) {
            const c = t.kind === 'vector' ? `y[${j}]` : 'y';
            const e = T.element_of(t);
            const w = e === u32 ? c : e === bool ? `select(0u, 1u, ${c})` : e === i32 ? `bitcast<u32>(${c})` : `bitcast<u32>(i32(${c} * 4))`;
            lines.push(`  output[${at * 12 + way * 4 + j}] = ${w};`);
          }
        };
        lines.push(`fn constant${i}() {`);
        write(`x${i}`, 0);
        lines.push('}', `fn override${i}() {`);
        g.texts.forEach((o, j) => {
          if (new RegExp(`\\bP${j}\\b`).test(expressions[i].c)) lines.push(`  let q${j} = ${o.override};`);
        });
        write(prefix(expressions[i].c, 'q'), 1);
        lines.push('}', `fn runtime${i}() {`);
        write(prefix(expressions[i].c, 'r'), 2);
        lines.push('}');
      });
      lines.push('@compute @workgroup_size(1)', 'fn main() {', '  _ = input[0];', '  output[0] = 0;');
      g.texts.forEach((t, i) => lines.push(`  r${i} = ${t.runtime};`));
      list.forEach((i) => lines.push(`  constant${i}();`, `  override${i}();`, `  runtime${i}();`));
      lines.push('}');
      return head + lines.join('\n') + '\n';
    },
  };
}
