// Random expressions of a given type. An expression is {c, p, k, b, f, literal}: its text; how tightly it binds; 0 when it
// is known at run time, 1 from overrides, 2 at creation; and for floats the bound of its magnitude and how many binary
// digits after the point it has. Floats stay exact in their type, so that every implementation has the same bits.
import * as T from './types.mjs';
const { i32, u32, f32, f16, bool, vec, is_float, is_int, element_of, like } = T;

// Levels of binding, after the grammar: what is written without parentheses around it.
const PRIMARY = 0, UNARY = 1, MUL = 2, ADD = 3, SHIFT = 4, REL = 5, AND = 6, XOR = 7, OR = 8, LAND = 9, LOR = 10;

// What variables hold: |v| <= bound, in steps of 2^-fraction.
export const kVariable = new Map([[f32, { b: 64, f: 2 }], [f16, { b: 8, f: 1 }]]);
const kBits = new Map([[f32, 22], [f16, 10]]);

const paren = (e, level) => (e.p > level ? `(${e.c})` : e.c);
const edge_i32 = [0, 1, -1, 2, 3, 7, 8, 15, 31, 32, 33, 255, 256, -2, -128, 65535, 0x7fffffff, -0x7fffffff, -0x80000000, 0x55555555, 0x40000000];
const edge_u32 = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 255, 256, 65535, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0xaaaaaaaa, 0x80000001];

export class Expressions {
  constructor(random) {
    this.r = random;
    this.scopes = [];
  }

  // -- what there is --------------------------------------------------------------------------------------------------

  visible() {
    const seen = new Set();
    const out = [];
    for (let i = this.scopes.length - 1; i >= 0; --i)
      for (let j = this.scopes[i].length - 1; j >= 0; --j) {
        const v = this.scopes[i][j];
        if (seen.has(v.name)) continue;
        seen.add(v.name);
        if (!v.blocked) out.push(v);
      }
    return out;
  }

  make(c, p, parts, more) {
    let k = 2;
    for (const e of parts) k = Math.min(k, e.k ?? 0);
    return { c, p, k, b: 0, f: 0, ...more };
  }
  call(name, args, more) {
    return this.make(`${name}(${args.map((a) => a.c).join(', ')})`, PRIMARY, args, more);
  }

  // A path from a variable to a part of type t: {c, p, v, k}, or null.
  path(t, depth, wanted) {
    const found = this.visible().filter((v) => wanted(v) && T.holds(v.type, t));
    if (!found.length) return null;
    const v = this.r.pick(found);
    return this.walk({ c: v.code ?? v.name, p: PRIMARY, k: v.k ?? 0, pointer: v.pointer, v, constant_index: v.constant_index }, v.type, t, depth);
  }
  walk(e, at, t, depth) {
    const r = this.r;
    while (!(T.same(at, t) && (!T.parts(at).some((p) => T.holds(p.type, t)) || r.chance(0.5)))) {
      const part = r.pick(T.parts(at).filter((p) => T.holds(p.type, t)));
      // Now and then through a pointer that has no name.
      if (e.v.space && e.v.write && !e.pointer && r.chance(0.08)) e = { ...e, c: `(&${e.c})`, pointer: true };
      let base = e.c;
      if (e.pointer) base = r.chance(0.5) ? `(*${e.c})` : e.c;
      if (part.member) {
        e = { ...e, c: `${base}.${part.member}`, pointer: false };
      } else if (at.kind === 'vector' && r.chance(0.7)) {
        e = { ...e, c: `${base}.${r.pick(['xyzw', 'rgba'])[r.below(at.n)]}`, pointer: false };
        e.component = true;
      } else {
        const i = this.index(at.n, depth);
        e = { ...e, c: `${base}[${i.c}]`, k: Math.min(e.k, i.k), pointer: false };
        if (at.kind === 'vector') e.component = true;
      }
      at = part.type;
    }
    this.touch?.(e.v);
    if (e.pointer) return { ...e, c: `*${e.c}`, p: UNARY };
    return e;
  }

  read(t, depth) {
    const e = this.path(t, depth, () => true);
    if (!e) return null;
    return { c: e.c, p: e.p, k: e.k, ...(kVariable.get(element_of(t)) ?? { b: 0, f: 0 }) };
  }

  // An index that is in bounds of n elements.
  index(n, depth) {
    const r = this.r;
    if (depth <= 0 || r.chance(0.35)) {
      const i = r.below(n);
      return { c: `${i}${r.pick(['', 'u', 'i'])}`, k: 2 };
    }
    let mask = 1;
    while (mask * 2 <= n) mask *= 2;
    // What indexes an index is known: no end of indexes.
    const saved = this.in_index;
    this.in_index = true;
    const masked = r.chance(0.5);
    const u = this.expression(masked ? r.pick([i32, u32]) : u32, depth - 2);
    this.in_index = saved;
    if (masked) return this.make(`${paren(u, UNARY)} & ${mask - 1}`, AND, [u]);
    return r.chance(0.5) ? this.make(`${paren(u, MUL)} % ${n}u`, MUL, [u]) : this.call('min', [u, this.literal(u32, n - 1)]);
  }

  // -- leaves ---------------------------------------------------------------------------------------------------------

  literal(t, value) {
    const r = this.r;
    if (t === bool) return { c: r.pick(['true', 'false']), p: PRIMARY, k: 2, b: 0, f: 0 };
    if (is_float(t)) {
      const { b, f } = kVariable.get(t);
      const x = value ?? (r.chance(0.4) ? r.between(-3, 3) : r.between(-b, b) / 2 ** r.below(f + 1));
      const s = t === f32 ? 'f' : 'h';
      const a = Math.abs(x);
      let c = Number.isInteger(a) ? r.pick([`${a}${s}`, `${a}.0${s}`, `${a}.${s}`, `${a}e0${s}`, `0x${a.toString(16)}p0${s}`]) : `${a}${s}`;
      if (c.startsWith('0x') && a === 0) c = `0x0p0${s}`;
      return { c: x < 0 ? `-${c}` : c, p: x < 0 ? UNARY : PRIMARY, k: 2, b: a, f: value === undefined ? f : 0, literal: true };
    }
    if (t === u32) {
      const x = value ?? (r.chance(0.5) ? r.pick(edge_u32) : r.chance(0.7) ? r.below(20) : r.word());
      return { c: r.chance(0.25) ? `0x${x.toString(16)}u` : `${x}u`, p: PRIMARY, k: 2, b: x, f: 0, literal: true };
    }
    const x = value ?? (r.chance(0.5) ? r.pick(edge_i32) : r.chance(0.7) ? r.between(-20, 20) : r.word() | 0);
    if (x === -0x80000000) return { c: 'i32(-2147483648)', p: PRIMARY, k: 2, b: 0x80000000, f: 0 };
    const a = Math.abs(x);
    const c = r.chance(0.2) ? `0x${a.toString(16)}i` : `${a}i`;
    return { c: x < 0 ? `-${c}` : c, p: x < 0 ? UNARY : PRIMARY, k: 2, b: a, f: 0, literal: true };
  }

  leaf(t) {
    const r = this.r;
    if (r.chance(0.75)) {
      const e = this.read(t, this.in_index ? 0 : 1);
      if (e) return e;
    }
    if (t.kind === 'scalar') return this.literal(t);
    return this.constructor_of(t, 0);
  }

  // Known at run time only.
  runtime(t) {
    const e = this.path(t, 0, (v) => (v.k ?? 0) === 0);
    if (e) return { c: e.c, p: e.p, k: 0, ...(kVariable.get(element_of(t)) ?? { b: 0, f: 0 }) };
    const s = element_of(t);
    const source = this.path(i32, 0, (v) => (v.k ?? 0) === 0) ?? { c: 'input[0]', p: PRIMARY };
    const low = { c: `${paren(source, UNARY)} & 7`, p: AND };
    const c = s === bool ? `bool(${low.c})` : s === i32 ? paren(source, PRIMARY) : s === u32 ? `u32(${source.c})` : `${s.name}(${low.c})`;
    return { c: t === s ? c : `${t.name}(${c})`, p: PRIMARY, k: 0, b: 8, f: 0 };
  }
  not_both_known(a, b, t) {
    return a.k > 0 && b.k > 0 ? this.runtime(t) : a;
  }

  // -- floats ---------------------------------------------------------------------------------------------------------

  fits(t, b, f) {
    return b * 2 ** f <= 2 ** kBits.get(element_of(t));
  }
  // Within what variables hold.
  bounded(t, e, depth = 0) {
    const limits = kVariable.get(element_of(t));
    if (!limits || (e.b <= limits.b && e.f <= limits.f)) return e;
    let out = e;
    if (e.f > limits.f) out = this.call(this.r.pick(['trunc', 'floor', 'ceil', 'round']), [out], { b: Math.ceil(e.b), f: 0 });
    if (out.b > limits.b) {
      const low = this.literal(element_of(t), -limits.b);
      const high = this.literal(element_of(t), limits.b);
      const splat = (x) => (t.kind === 'vector' ? { ...x, c: `${this.name(t)}(${x.c})`, p: PRIMARY } : x);
      out = this.call('clamp', [out, splat(low), splat(high)], { b: limits.b, f: out.f });
    }
    return out;
  }

  // -- expressions ----------------------------------------------------------------------------------------------------

  name(t) {
    const r = this.r;
    const alias = this.aliases?.find((a) => T.same(a.type, t));
    if (alias && r.chance(0.4)) return alias.name;
    if ((t.kind === 'vector' || t.kind === 'matrix') && t.element !== bool && r.chance(0.5)) {
      const suffix = { i32: 'i', u32: 'u', f32: 'f', f16: 'h' }[t.element.name];
      return (t.kind === 'vector' ? `vec${t.n}` : `mat${t.columns}x${t.rows}`) + suffix;
    }
    return t.name;
  }

  // Of any type, for variables: floats within their bounds.
  value(t, depth) {
    return t.kind === 'struct' || t.kind === 'array' || t.kind === 'matrix' ? this.expression(t, depth) : this.bounded(t, this.expression(t, depth));
  }

  expression(t, depth) {
    if (depth <= 0) return this.leaf(t);
    const r = this.r;
    if (r.chance(0.12)) {
      const e = this.user_call?.(t, depth);
      if (e) return e;
    }
    if (r.chance(0.06)) {
      const e = this.extra?.(t, depth);
      if (e) return e;
    }
    if (r.chance(0.15)) {
      const e = this.read(t, depth);
      if (e) return e;
    }
    switch (t.kind) {
      case 'struct':
      case 'array':
        return r.chance(0.5) ? this.leaf(t) : this.constructor_of(t, depth - 1);
      case 'matrix':
        return this.matrix(t, depth - 1);
    }
    if (r.chance(0.08)) return this.part_of_value(t, depth - 1);
    if (t.kind === 'vector' && r.chance(0.25)) return this.constructor_of(t, depth - 1);
    if (t.kind === 'vector' && r.chance(0.2)) return this.swizzle(t, depth - 1);
    if (r.chance(0.08)) {
      const choice = t.kind === 'vector' && r.chance(0.5) ? like(t, bool) : bool;
      const [a, b] = [this.expression(t, depth - 1), this.expression(t, depth - 1)];
      return this.call('select', [a, b, this.expression(choice, depth - 1)], { b: Math.max(a.b, b.b), f: Math.max(a.f, b.f) });
    }
    const s = element_of(t);
    if (s === bool) return this.boolean(t, depth - 1);
    if (is_int(s)) return this.integer(t, depth - 1);
    return this.floating(t, depth - 1);
  }

  // A component or an element of a value that is no variable.
  part_of_value(t, depth) {
    const r = this.r;
    if (t.kind === 'scalar') {
      const v = vec(r.between(2, 4), t);
      const e = this.expression(v, depth);
      if (r.chance(0.5)) return this.make(`${paren(e, PRIMARY)}.${'xyzw'[r.below(v.n)]}`, PRIMARY, [e], { b: e.b, f: e.f });
      const i = this.index(v.n, depth);
      return this.make(`${paren(e, PRIMARY)}[${i.c}]`, PRIMARY, [e, i], { b: e.b, f: e.f });
    }
    if (t.kind === 'vector' && is_float(t.element) && r.chance(0.5)) {
      const m = this.expression(T.mat(r.between(2, 4), t.n, t.element), depth);
      const i = this.index(m.columns ?? 2, depth);
      return this.make(`${paren(m, PRIMARY)}[${i.c}]`, PRIMARY, [m, i], { b: m.b, f: m.f });
    }
    const a = T.array(r.between(2, 3), t);
    const items = Array.from({ length: a.n }, () => this.value(t, depth - 1));
    const i = this.index(a.n, depth);
    return this.make(`${this.call(r.chance(0.5) ? a.name : 'array', items.map((x) => this.typed(t, x))).c}[${i.c}]`, PRIMARY, [...items, i], kVariable.get(element_of(t)));
  }
  // Literals in `array(...)` and `vec2(...)` keep their type by their suffix; nothing to do. Abstract ones are not made there.
  typed(t, e) {
    return e;
  }

  constructor_of(t, depth) {
    const r = this.r;
    if (r.chance(0.08)) return { c: `${this.name(t)}()`, p: PRIMARY, k: 2, b: 0, f: 0 };
    const limits = kVariable.get(element_of(t)) ?? { b: 0, f: 0 };
    switch (t.kind) {
      case 'scalar':
        return this.leaf(t);
      case 'struct':
        return this.call(this.name(t), t.members.map((m) => (m.fixed ? { c: m.fixed, k: 2 } : this.value(m.type, depth - 1))));
      case 'array':
        return this.call(r.chance(0.6) ? this.name(t) : 'array', Array.from({ length: t.n }, () => this.value(t.element, depth - 1)));
      case 'matrix': {
        if (r.chance(0.7)) return this.call(this.name(t), Array.from({ length: t.columns }, () => this.value(t.column, depth - 1)), limits);
        return this.call(this.name(t), Array.from({ length: t.columns * t.rows }, () => this.value(t.element, 0)), limits);
      }
    }
    if (r.chance(0.2)) {
      const e = this.expression(t.element, depth);
      return this.call(this.name(t), [e], { b: e.b, f: e.f });
    }
    const args = [];
    for (let left = t.n; left > 0; ) {
      const n = r.chance(0.6) || left === 1 ? 1 : r.between(2, Math.min(left, t.n === left ? Math.max(2, left - 1) : left));
      args.push(n === 1 ? this.expression(t.element, depth - 1) : this.expression(vec(n, t.element), depth - 1));
      left -= n;
    }
    const name = r.chance(0.3) && args.length > 1 ? `vec${t.n}` : this.name(t);
    return this.call(name, args, { b: Math.max(...args.map((a) => a.b)), f: Math.max(...args.map((a) => a.f)) });
  }

  swizzle(t, depth) {
    const from = vec(this.r.between(2, 4), t.element);
    const e = this.expression(from, depth);
    const set = this.r.pick(['xyzw', 'rgba']);
    const s = Array.from({ length: t.n }, () => set[this.r.below(from.n)]).join('');
    return this.make(`${paren(e, PRIMARY)}.${s}`, PRIMARY, [e], { b: e.b, f: e.f });
  }

  binary(op, level, left, a, b, right = level - 1, more) {
    return this.make(`${paren(a, left)} ${op} ${paren(b, right)}`, level, [a, b], more);
  }
  // Now and then a literal without a suffix beside a value of the run time.
  plain(e, other) {
    if (!e.literal || other.k !== 0 || !this.r.chance(0.4)) return e;
    return { ...e, c: e.c.startsWith('0x') || e.c.startsWith('-0x') ? e.c : e.c.replace(/[iufh]$/, '').replace(/^(-?\d+)\.$/, '$1.0') };
  }

  boolean(t, depth) {
    const r = this.r;
    if (r.chance(0.55)) {
      const s = r.pick([i32, u32, i32, u32, f32, bool, ...(this.f16 ? [f16] : [])]);
      const o = like(t, s);
      const [a, b] = [this.expression(o, depth), this.expression(o, depth)];
      const op = s === bool ? r.pick(['==', '!=']) : r.pick(['==', '!=', '<', '<=', '>', '>=']);
      const e = this.binary(op, REL, ADD, a, b, ADD);
      return op.length === 2 ? e : { ...e, c: `(${e.c})`, p: PRIMARY };
    }
    if (r.chance(0.2)) {
      const e = this.expression(t, depth);
      return this.make(`!${paren(e, UNARY)}`, UNARY, [e]);
    }
    if (t === bool && r.chance(0.15)) return this.call(r.pick(['any', 'all']), [this.expression(vec(r.between(2, 4), bool), depth)]);
    if (r.chance(0.1)) return this.call(this.name(t), [this.expression(like(t, r.pick([i32, u32, f32])), depth)]);
    const [a, b] = [this.expression(t, depth), this.expression(t, depth)];
    if (t === bool && r.chance(0.7))
      return r.chance(0.5) ? this.binary('&&', LAND, LAND, a.p > REL && a.p < LAND ? { ...a, c: `(${a.c})`, p: 0 } : a, b, REL)
                           : this.binary('||', LOR, LOR, a.p > REL && a.p < LOR ? { ...a, c: `(${a.c})`, p: 0 } : a, b, REL);
    const op = r.pick(['&', '|']);
    return this.bits(op, a, b);
  }
  bits(op, a, b) {
    const level = { '&': AND, '|': OR, '^': XOR }[op];
    return this.binary(op, level, a.p === level ? level : UNARY, a, b, UNARY);
  }

  integer(t, depth) {
    const r = this.r;
    const s = element_of(t);
    const other = s === i32 ? u32 : i32;
    const sub = (x = t) => this.expression(x, depth);
    // The other side of an operator may be a scalar for + - * / %.
    const pair = () => {
      if (t.kind === 'vector' && r.chance(0.25)) return r.chance(0.5) ? [sub(), sub(s), t, s] : [sub(s), sub(), s, t];
      return [sub(), sub(), t, t];
    };
    switch (r.below(14)) {
      case 0:
      case 1: {
        const [a, b] = pair();
        const op = r.pick(['+', '-']);
        return this.binary(op, ADD, ADD, this.plain(a, b), this.plain(b, a), MUL);
      }
      case 2: {
        const [a, b] = pair();
        return this.binary('*', MUL, MUL, this.plain(a, b), this.plain(b, a), UNARY);
      }
      case 3: {
        let [a, b, , bt] = pair();
        if (b.k > 0) b = r.chance(0.5) && bt === s ? this.literal(s, r.pick([1, 2, 3, 5, 7, 16, 255])) : this.runtime(bt);
        return this.binary(r.pick(['/', '%']), MUL, MUL, a, b, UNARY);
      }
      case 4: {
        let a = sub();
        let b = sub(like(t, u32));
        if (b.k > 0) b = t === s && r.chance(0.6) ? this.literal(u32, r.below(32)) : this.runtime(like(t, u32));
        if (a.k > 0) a = this.runtime(t);
        return this.binary(r.pick(['<<', '>>']), SHIFT, UNARY, a, b, UNARY);
      }
      case 5: {
        const op = r.pick(['&', '|', '^']);
        return this.bits(op, sub(), sub());
      }
      case 6: {
        const e = sub();
        const op = s === i32 && r.chance(0.6) ? '-' : '~';
        return this.make(op === '-' && e.c.startsWith('-') ? `-(${e.c})` : `${op}${paren(e, UNARY)}`, UNARY, [e]);
      }
      case 7:
        if (r.chance(0.3)) return this.call(this.name(t), [sub(like(t, bool))]);
        if (r.chance(0.4)) return this.call(this.name(t), [this.bounded(like(t, f32), sub(like(t, f32)))].map((e) => (s === u32 ? this.call('abs', [e]) : e)));
        return this.call(r.chance(0.5) ? this.name(t) : `bitcast<${this.name(t)}>`, [sub(like(t, other))]);
      case 8: {
        const name = r.pick(['abs', 'min', 'max', 'clamp', ...(s === i32 ? ['sign'] : [])]);
        if (name === 'abs' || name === 'sign') return this.call(name, [sub()]);
        if (name !== 'clamp') return this.call(name, [sub(), sub()]);
        const [a, b] = [sub(), sub()];
        return this.call(name, [sub(), this.not_both_known(a, b, t), b]);
      }
      case 9:
        return this.call(r.pick(['countOneBits', 'countLeadingZeros', 'countTrailingZeros', 'reverseBits', 'firstLeadingBit', 'firstTrailingBit']), [sub()]);
      case 10: {
        let [offset, count] = [sub(u32), sub(u32)];
        if (offset.k > 0) offset = this.literal(u32, r.below(17));
        if (count.k > 0) count = this.literal(u32, r.below(17));
        if (offset.k > 0 !== count.k > 0) {
          // One alone above 32 is an error, too.
          if (offset.k > 0) offset = this.literal(u32, r.below(33));
          if (count.k > 0) count = this.literal(u32, r.below(33));
        }
        return r.chance(0.5) ? this.call('extractBits', [sub(), offset, count]) : this.call('insertBits', [sub(), sub(), offset, count]);
      }
      case 11:
        if (t.kind === 'scalar') return this.packed(t, depth);
        return this.unpacked(t, depth) ?? this.integer(t, depth - 1);
      case 12:
        if (t.kind === 'scalar') {
          const n = r.between(2, 4);
          return this.call('dot', [sub(vec(n, t)), sub(vec(n, t))]);
        }
        return this.swizzle(t, depth);
      case 13: {
        const e = this.bounded(like(t, f32), sub(like(t, f32)));
        return this.call(`bitcast<${this.name(t)}>`, [this.no_zero(like(t, f32), e)]);
      }
    }
  }

  // For its bits: of which sign a zero is nobody says, not even behind `abs`.
  no_zero(t, e) {
    const s = element_of(t) === f32 ? '0.25f' : '0.25h';
    return this.call('max', [e, { c: t.kind === 'vector' ? `vec${t.n}(${s})` : s, p: PRIMARY, k: 2, b: 1, f: 2 }]);
  }
  packed(t, depth) {
    const r = this.r;
    const e = (() => {
      const v = (n, s) => this.expression(vec(n, s), depth);
      switch (r.below(this.f16 ? 9 : 8)) {
        case 0:
          return this.call(r.pick(['pack4xI8', 'pack4xI8Clamp']), [v(4, i32)]);
        case 1:
          return this.call(r.pick(['pack4xU8', 'pack4xU8Clamp']), [v(4, u32)]);
        case 2:
          return this.call('dot4U8Packed', [this.expression(u32, depth), this.expression(u32, depth)]);
        case 3: {
          const x = this.call('dot4I8Packed', [this.expression(u32, depth), this.expression(u32, depth)]);
          return this.call('u32', [x]);
        }
        case 4:
          return this.call(r.pick(['pack4x8snorm', 'pack4x8unorm']), [this.call('sign', [v(4, f32)])]);
        case 5:
          return this.call(r.pick(['pack2x16snorm', 'pack2x16unorm']), [this.call('sign', [v(2, f32)])]);
        case 6: {
          const x = this.bounded(vec(2, f32), v(2, f32));
          return this.call('pack2x16float', [this.no_zero(vec(2, f32), x)]);
        }
        case 7: {
          const x = this.bounded(f32, this.expression(f32, depth));
          return this.make(`u32(frexp(${x.c}).exp)`, PRIMARY, [x]);
        }
        case 8: {
          const x = this.bounded(vec(2, f16), v(2, f16));
          return this.call('bitcast<u32>', [this.no_zero(vec(2, f16), x)]);
        }
      }
    })();
    return t === u32 ? e : this.call('i32', [e]);
  }
  unpacked(t, depth) {
    if (t.kind !== 'vector' || t.n !== 4) return null;
    return this.call(t.element === i32 ? 'unpack4xI8' : 'unpack4xU8', [this.expression(u32, depth)]);
  }

  floating(t, depth) {
    const r = this.r;
    const s = element_of(t);
    const v = kVariable.get(s);
    const sub = (x = t) => this.expression(x, depth);
    const small = (x = t) => this.bounded(x, sub(x));
    const pair = () => {
      if (t.kind === 'vector' && r.chance(0.25)) return r.chance(0.5) ? [sub(), t, sub(s), s] : [sub(s), s, sub(), t];
      return [sub(), t, sub(), t];
    };
    const arithmetic = (op) => {
      let [a, at, b, bt] = pair();
      const measure = () => (op === '*' ? [a.b * b.b, a.f + b.f] : [a.b + b.b, Math.max(a.f, b.f)]);
      if (!this.fits(t, ...measure())) {
        a = this.bounded(at, a);
        b = this.bounded(bt, b);
      }
      const [bound, f] = measure();
      const level = op === '*' ? MUL : ADD;
      return this.binary(op, level, level, this.plain(a, b), this.plain(b, a), level - 1, { b: bound, f });
    };
    switch (r.below(15)) {
      case 0:
      case 1:
      case 2:
        return arithmetic(r.pick(['+', '-']));
      case 3:
      case 4:
        return arithmetic('*');
      case 5: {
        const e = sub();
        if (!this.fits(t, e.b, e.f + 2)) return e;
        const d = this.literal(s, r.pick([1, 2, 4, -2]));
        return this.binary('/', MUL, MUL, e, this.plain(d, e), UNARY, { b: e.b, f: e.f + 2 });
      }
      case 6: {
        // A remainder is exact where the quotient is: by a power of two.
        const e = small();
        const d = this.literal(s, r.pick([1, 2, 4]));
        return this.binary('%', MUL, MUL, e, d, UNARY, { b: 4, f: e.f });
      }
      case 7: {
        const e = sub();
        return this.make(e.c.startsWith('-') ? `-(${e.c})` : `-${paren(e, UNARY)}`, UNARY, [e], { b: e.b, f: e.f });
      }
      case 8: {
        const e = sub();
        const name = r.pick(['abs', 'sign', 'floor', 'ceil', 'round', 'trunc', 'fract', 'saturate']);
        const unit = name === 'sign' || name === 'fract' || name === 'saturate';
        return this.call(name, [e], { b: unit ? 1 : Math.ceil(e.b), f: name === 'abs' || name === 'fract' || name === 'saturate' ? e.f : 0 });
      }
      case 9: {
        const [a, b] = [sub(), sub()];
        return this.call(r.pick(['min', 'max']), [a, b], { b: Math.max(a.b, b.b), f: Math.max(a.f, b.f) });
      }
      case 10: {
        const [a, b] = [sub(), sub()];
        return this.call('step', [a, b], { b: 1, f: 0 });
      }
      case 11: {
        const [a, b, c] = [small(), small(), small()];
        return this.call('fma', [a, b, c], { b: a.b * b.b + c.b, f: a.f + b.f });
      }
      case 12: {
        // Of an integer that is small, or of the other float type.
        if (this.f16 && r.chance(0.5)) {
          const o = s === f32 ? f16 : f32;
          let e = this.bounded(like(t, o), sub(like(t, o)));
          if (s === f16) e = this.call('clamp', [e, ...[-v.b, v.b].map((x) => ({ c: `${like(t, f32).name}(${x})`, k: 2 }))], { b: v.b, f: e.f });
          return s === f16 && e.f > v.f ? this.call(this.name(t), [this.call('trunc', [e])], { b: v.b, f: 0 }) : this.call(this.name(t), [e], { b: Math.min(e.b, v.b + (s === f32 ? 1e9 : 0)), f: e.f });
        }
        if (r.chance(0.2)) return this.call(this.name(t), [sub(like(t, bool))], { b: 1, f: 0 });
        const e = sub(like(t, r.pick([i32, u32])));
        const low = t.kind === 'vector' ? e.k >= 0 && `vec${t.n}(7)` : '7';
        return this.call(this.name(t), [this.make(`${paren(e, UNARY)} & ${low}`, AND, [e])], { b: 7, f: 0 });
      }
      case 13:
        return this.odd(t, depth) ?? arithmetic('+');
      case 14: {
        const e = small();
        if (r.chance(0.3) && s === f32) return this.call('quantizeToF16', [e], { b: e.b, f: e.f });
        const p = r.between(-1, 1);
        const exponent = t.kind === 'vector' ? { c: `vec${t.n}(${p})`, k: 2 } : { c: `${p}`, k: 2 };
        return this.call('ldexp', [e, exponent], { b: e.b * 2, f: e.f + 1 });
      }
    }
  }

  // Products with matrices, and those of vectors that give scalars.
  odd(t, depth) {
    const r = this.r;
    const s = element_of(t);
    const v = kVariable.get(s);
    const of = (x) => {
      const e = this.expression(x, depth);
      return x.kind === 'matrix' ? this.small_matrix(x, e) : this.bounded(x, e);
    };
    if (t.kind === 'vector') {
      const n = r.between(2, 4);
      if (t.n === 3 && r.chance(0.2)) {
        const [a, b] = [of(t), of(t)];
        return this.call('cross', [a, b], { b: 2 * a.b * b.b, f: a.f + b.f });
      }
      const left = r.chance(0.5);
      const [a, b] = left ? [of(T.mat(n, t.n, s)), of(vec(n, s))] : [of(vec(n, s)), of(T.mat(t.n, n, s))];
      return this.binary('*', MUL, MUL, a, b, UNARY, { b: n * v.b * v.b, f: 2 * v.f });
    }
    switch (r.below(4)) {
      case 0: {
        const n = r.between(2, 4);
        const [a, b] = [of(vec(n, s)), of(vec(n, s))];
        return this.call('dot', [a, b], { b: n * a.b * b.b, f: a.f + b.f });
      }
      case 1:
        return s === f16 ? null : this.call('determinant', [of(T.mat(2, 2, s))], { b: 2 * v.b * v.b, f: 2 * v.f });
      case 2: {
        const e = of(s);
        const part = r.pick(['fract', 'whole']);
        return this.make(`modf(${e.c}).${part}`, PRIMARY, [e], { b: e.b, f: part === 'whole' ? 0 : e.f });
      }
      case 3: {
        if (s !== f32) return null;
        const n = r.pick([2, 4]);
        const e = this.expression(u32, depth);
        if (n === 2) {
          const x = of(vec(2, f32));
          return this.make(`unpack2x16float(pack2x16float(${x.c})).${r.pick('xy')}`, PRIMARY, [x], { b: x.b, f: x.f });
        }
        return this.make(`round(unpack4x8unorm(${e.c}).${r.pick('xyzw')} * 255f)`, PRIMARY, [e], { b: 255, f: 0 });
      }
    }
  }

  // A matrix whose components are within what variables hold; only products are not.
  small_matrix(t, e) {
    return e;
  }

  matrix(t, depth) {
    const r = this.r;
    const s = t.element;
    const v = kVariable.get(s);
    if (r.chance(0.5) || depth <= 0) return this.constructor_of(t, depth);
    const whole = (x) => ({ ...this.leaf(x), b: v.b, f: v.f });
    switch (r.below(2)) {
      case 0:
        return this.call('transpose', [this.expression(T.mat(t.rows, t.columns, s), depth)], v);
      default: {
        // Columns of a product, each bounded.
        const n = r.between(2, 4);
        const kind = r.below(4);
        const a = kind === 0 ? whole(T.mat(n, t.rows, s)) : whole(t);
        const b = kind === 0 ? whole(T.mat(t.columns, n, s)) : kind === 1 ? this.bounded(s, this.expression(s, depth)) : whole(t);
        const c = kind === 0 || kind === 1 ? `${paren(a, PRIMARY)} * ${paren(b, PRIMARY)}` : `${paren(a, PRIMARY)} ${r.pick(['+', '-'])} ${paren(b, PRIMARY)}`;
        const columns = [];
        const name = this.hoist?.(t, c) ?? `(${c})`;
        for (let i = 0; i < t.columns; ++i)
          columns.push(this.bounded(t.column, { c: `${name}[${i}]`, p: PRIMARY, k: Math.min(a.k, b.k), b: 1e6, f: kind < 2 ? 4 : v.f }));
        return this.call(this.name(t), columns, v);
      }
    }
  }
}
