// Types of generated programs, their layout in buffers, and a source of random numbers.

export class Random {
  constructor(seed) {
    this.state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
    for (let i = 0; i < 4; ++i) this.word();
  }
  word() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }
  below(n) {
    return Math.floor((this.word() / 4294967296) * n);
  }
  between(low, high) {
    return low + this.below(high - low + 1);
  }
  chance(p) {
    return this.word() / 4294967296 < p;
  }
  pick(list) {
    return list[this.below(list.length)];
  }
}

const scalars = new Map();
export function scalar(name) {
  if (!scalars.has(name)) scalars.set(name, { kind: 'scalar', name });
  return scalars.get(name);
}
export const i32 = scalar('i32');
export const u32 = scalar('u32');
export const f32 = scalar('f32');
export const f16 = scalar('f16');
export const bool = scalar('bool');

const made = new Map();
function once(key, make) {
  if (!made.has(key)) made.set(key, { ...make(), name: key });
  return made.get(key);
}
export const vec = (n, element) => once(`vec${n}<${element.name}>`, () => ({ kind: 'vector', n, element }));
export const mat = (columns, rows, element) =>
  once(`mat${columns}x${rows}<${element.name}>`, () => ({ kind: 'matrix', columns, rows, n: columns, element, column: vec(rows, element) }));
export const array = (n, element) => once(`array<${element.name}, ${n}>`, () => ({ kind: 'array', n, element }));
// A structure is itself, not its name: two programs may each have an S0. An array of one neither is shared.
export const struct = (name, members) => ({ kind: 'struct', name, members });
export const array_of_struct = (n, element) => ({ kind: 'array', n, element, name: `array<${element.name}, ${n}>` });

export const is_float = (t) => t === f32 || t === f16;
export const is_int = (t) => t === i32 || t === u32;
export const element_of = (t) => (t.kind === 'scalar' ? t : t.element);
export const like = (t, element) => (t.kind === 'vector' ? vec(t.n, element) : element);

// What a value directly holds: a member, or a count of elements. A member that has a fixed value is not seen.
export function parts(t) {
  switch (t.kind) {
    case 'struct':
      return t.members.filter((m) => !m.fixed).map((m) => ({ member: m.name, type: m.type }));
    case 'array':
    case 'vector':
      return [{ count: t.n, type: t.element }];
    case 'matrix':
      return [{ count: t.columns, type: t.column }];
  }
  return [];
}
export const same = (a, b) => a === b || (a.name === b.name && a.kind === b.kind);
export function holds(outer, inner) {
  return same(outer, inner) || parts(outer).some((p) => holds(p.type, inner));
}
export const has_bool = (t) => t === bool || parts(t).some((p) => has_bool(p.type));
export function leaves(t) {
  if (t.kind === 'scalar') return 1;
  return parts(t).reduce((sum, p) => sum + (p.count ?? 1) * leaves(p.type), 0);
}

// https://gpuweb.github.io/gpuweb/wgsl/#memory-layouts
const round_up = (n, k) => Math.ceil(n / k) * k;
export function layout(t) {
  switch (t.kind) {
    case 'scalar':
      return t === f16 ? { size: 2, align: 2 } : { size: 4, align: 4 };
    case 'vector': {
      const { size } = layout(t.element);
      return { size: size * t.n, align: size * (t.n === 3 ? 4 : t.n) };
    }
    case 'matrix': {
      const c = layout(t.column);
      return { size: round_up(c.size, c.align) * t.columns, align: c.align, stride: round_up(c.size, c.align) };
    }
    case 'array': {
      const e = layout(t.element);
      const stride = round_up(e.size, e.align);
      return { size: stride * t.n, align: e.align, stride };
    }
  }
  let offset = 0;
  let align = 1;
  const offsets = t.members.map((m) => {
    const l = layout(m.type);
    const a = m.align ?? l.align;
    align = Math.max(align, a);
    offset = round_up(offset, a);
    const at = offset;
    offset += m.size ?? l.size;
    return at;
  });
  return { size: round_up(offset, align), align, offsets };
}

// Calls visit(offset, scalar) for each scalar of a value in a buffer.
export function each_scalar(t, base, visit) {
  if (t.kind === 'scalar') return visit(base, t);
  const l = layout(t);
  if (t.kind === 'struct') return t.members.forEach((m, i) => each_scalar(m.type, base + l.offsets[i], visit));
  const inner = t.kind === 'matrix' ? t.column : t.element;
  const stride = l.stride ?? layout(inner).size;
  for (let i = 0; i < t.n; ++i) each_scalar(inner, base + i * stride, visit);
}

// The bytes of a variable: small values that a seed decides.
export function fill(t, size, seed) {
  const r = new Random(seed + 77);
  const bytes = new ArrayBuffer(size);
  const view = new DataView(bytes);
  each_scalar(t, 0, (offset, s) => {
    if (s === f32) view.setFloat32(offset, r.between(-64, 64) / r.pick([1, 2, 4]), true);
    else if (s === f16) view.setUint16(offset, r.pick([0, 0x3c00, 0xbc00, 0x4000, 0x4500, 0x3800, 0xc780]), true);
    else view.setUint32(offset, r.chance(0.5) ? r.below(40) : r.word(), true);
  });
  return bytes;
}
