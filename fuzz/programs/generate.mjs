// A random program: a valid compute shader of four invocations that writes a trail of values and a checksum of all of them
// for each. What it writes is the same with every implementation that follows the specification.
import * as T from './types.mjs';
import { kVariable } from './expressions.mjs';
import { Resources } from './resources.mjs';
const { i32, u32, f32, f16, bool, vec, is_float, is_int, element_of } = T;

export const kInvocations = 4;
export const kTrail = 64;  // words an invocation writes: values, then their count and the checksum
export const kInputs = 32;
const kWork = 3000;        // statements that one invocation may run

export class Program extends Resources {
  constructor(seed, options) {
    super(new T.Random(seed));
    this.options = options;
    this.f16 = !!options.f16;
    this.lines = [];
    this.depth = 0;
    this.structs = [];
    this.aliases = [];
    this.functions = [];
    this.globals = [];
    this.scopes = [this.globals];
    this.serial = 0;
    this.fn = null;
    this.prints = options.prints ? new T.Random(seed + 555) : null;
    this.printed = this.prints ? 1 : 0;  // lines that are there for prints alone
  }

  // -- text -----------------------------------------------------------------------------------------------------------

  line(text) {
    this.lines.push('  '.repeat(this.depth) + text);
  }
  block(head, body, tail = '}') {
    this.line(head);
    ++this.depth;
    this.scopes.push([]);
    body();
    this.scopes.pop();
    --this.depth;
    this.line(tail);
  }
  declare(v) {
    this.scopes[this.scopes.length - 1].push(v);
    return v;
  }
  // Of what is around, or a new one. Names of one scope differ.
  local_name() {
    const own = new Set(this.scopes[this.scopes.length - 1].map((v) => v.name));
    if (this.r.chance(0.25)) {
      const outer = this.visible().filter((v) => !own.has(v.name) && /^[a-z]+\d+$/.test(v.name) && !v.fixed && !v.hidden);
      if (outer.length) return this.r.pick(outer).name;
    }
    return `v${this.serial++}`;
  }
  touch(v) {
    if (v.global) this.fn?.touched.add(v.root);
  }

  // -- types ----------------------------------------------------------------------------------------------------------

  scalar_type(shared) {
    return this.r.pick([i32, i32, u32, u32, f32, f32, ...(shared ? [] : [bool]), ...(this.f16 ? [f16] : [])]);
  }
  type(depth, shared) {
    const r = this.r;
    const n = r.below(depth > 0 ? 10 : 5);
    if (n < 3) return this.scalar_type(shared);
    if (n < 5) return vec(r.between(2, 4), this.scalar_type(shared));
    if (n < 6) return T.mat(r.between(2, 4), r.between(2, 4), this.f16 && r.chance(0.3) ? f16 : f32);
    const structs = this.structs.filter((s) => !shared || !T.has_bool(s));
    if (n < 8 && structs.length) return r.pick(structs);
    const e = this.type(depth - 1, shared);
    return (T.leaves(e) > 24 ? e : e.kind === 'struct' || e.name.includes('S') ? T.array_of_struct(r.between(2, 4), e) : T.array(r.between(1, 4), e));
  }
  make_types() {
    const r = this.r;
    for (let i = r.between(1, 4); i > 0; --i) {
      const shared = i % 2 === 0;
      const members = [];
      for (let j = r.between(1, 4); j > 0; --j) {
        const m = { name: `${r.pick('abcdxyzw')}${members.length}`, type: this.type(2, shared) };
        if (T.leaves({ kind: 'struct', members: [...members, m] }) > 40) break;
        if (shared && r.chance(0.15)) m.align = Math.max(16 * r.between(1, 2), T.layout(m.type).align);
        if (shared && r.chance(0.15)) m.size = Math.ceil((T.layout(m.type).size + r.pick([0, 4, 12, 16])) / 16) * 16;
        members.push(m);
      }
      if (!members.length) members.push({ name: 'a0', type: i32 });
      const s = T.struct(`S${this.structs.length}`, members);
      this.structs.push(s);
      this.struct_text(s);
    }
    for (let i = r.below(3); i > 0; --i) {
      const t = this.type(1, false);
      this.line(`alias A${this.aliases.length} = ${t.name};`);
      this.aliases.push({ name: `A${this.aliases.length}`, type: t });
    }
  }
  struct_text(s) {
    this.line(`struct ${s.name} {`);
    for (const m of s.members)
      this.line(`  ${m.align ? `@align(${m.align}) ` : ''}${m.size ? `@size(${m.size}) ` : ''}${m.name}: ${m.type.name},`);
    this.line('}');
  }

  // -- variables of the module ----------------------------------------------------------------------------------------

  make_globals() {
    this.make_guard();
    this.make_resources();
    this.line(`var<private> guard_private: Guard = ${this.guard_fixed};`);
    this.line('var<private> lane: u32;');
    this.line('var<private> trail_count: u32;');
    this.line('var<private> trail_hash: u32;');
    this.guard_text();
    this.trail_text();
    this.overrides = {};
    this.declare({ name: 'input', type: T.array(kInputs, i32), fixed: true, global: true, root: 'input', read_only_root: true });
    this.declare({ name: 'uniforms', type: this.uniform, fixed: true, global: true, root: 'uniforms', read_only_root: true });
    this.declare({ name: 'lane', type: u32, fixed: true, global: true, root: 'lane' });
    this.declare_resources();
    this.make_values();
  }
  make_uniform() {
    this.uniform = T.struct('Uniforms', [{ name: 'u0', type: i32 }, ...[1, 2, 3].map((i) => ({ name: `u${i}`, type: this.type(2, true) }))]);
  }
  make_resources() {
    const r = this.r;
    this.make_uniform();
    this.storage = T.struct('Storage', [1, 2, 3].slice(0, r.between(1, 3)).map((i) => ({ name: `s${i}`, type: this.type(2, true) })));
    this.storage.members.splice(r.below(this.storage.members.length + 1), 0, { name: 'guard', type: this.guard_type, fixed: this.guard_fixed });
    this.struct_text(this.uniform);
    this.struct_text(this.storage);
    this.line(`@group(0) @binding(0) var<storage, read_write> output: array<u32, ${kInvocations * kTrail}>;`);
    this.line('@group(0) @binding(1) var<storage, read> input: array<i32>;');
    this.line('@group(0) @binding(2) var<uniform> uniforms: Uniforms;');
    this.line(`@group(0) @binding(3) var<storage, read_write> storage_: array<Storage, ${kInvocations}>;`);
    this.line(`@group(0) @binding(4) var<storage, read_write> atomics: array<atomic<u32>, ${kInvocations + 4}>;`);
    this.shared = this.type(2, false);
    this.line(`var<workgroup> shared_: array<${this.shared.name}, ${kInvocations}>;`);
    this.make_wide();
    this.line(`var<workgroup> shared_atomics: array<atomic<i32>, ${kInvocations}>;`);
    this.line(`var<workgroup> guard_shared: array<Guard, ${kInvocations}>;`);
    this.guards = ['guard_private', 'guard_shared[lane]', 'storage_[lane].guard'];
  }
  declare_resources() {
    this.make_tail();
    if (this.options.textures) this.make_images();
    if (this.r.chance(0.5)) this.make_sized(kInvocations);
    this.declare({ name: 'storage_', code: 'storage_[lane]', type: this.storage, write: true, fixed: true, space: 'storage', global: true, root: 'storage_' });
    this.declare({ name: 'shared_', code: 'shared_[lane]', type: this.shared, write: true, fixed: true, space: 'workgroup', global: true, root: 'shared_' });
  }
  guard_text() {
    const sum = ['low', 'between', 'high'].flatMap((m, i) => [0, 1, 2, 3].map((j) => `g.${m}[${j}] * ${4 ** (4 * i + j) % 1e9}`));
    const zeros = [...Array(this.guard_size).keys()].map((i) => `g.z[${i}]`);
    this.line('fn guard_word(g: Guard) -> u32 {');
    this.line(`  let zeros = ${zeros.join(' | ')} | g.v.x | g.v.y | g.v.z;`);
    this.line('  let ones = ' + sum.join(' + ') + ';');
    this.line('  return u32(ones) + u32(zeros) * 3u + u32(any(g.m[0] != vec2f())) + u32(any(g.m[1] != vec2f())) + u32(any(g.m[2] != vec2f()));');
    this.line('}');
  }
  trail_text() {
    this.line('fn trail(v: u32) {');
    this.line('  trail_hash = (trail_hash ^ v) * 16777619u;');
    this.line('  trail_hash ^= trail_hash >> 15u;');
    this.line(`  if (trail_count < ${kTrail - 2}u) { output[lane * ${kTrail}u + trail_count] = v; }`);
    this.line('  trail_count++;');
    this.line('}');
  }
  // Constants, overrides and private variables.
  make_values() {
    const r = this.r;
    for (let i = r.below(4); i > 0; --i) {
      const t = this.type(1, false);
      const name = `c${this.globals.length}`;
      const saved = this.scopes;
      this.scopes = [[]];
      let e = this.constructor_of(t, 1);
      if (e.k < 2) e = { c: `${t.name}()`, b: 0, f: 0 };
      this.scopes = saved;
      this.line(`const ${name}${r.chance(0.5) ? `: ${t.name}` : ''} = ${this.value_text(t, e)};`);
      this.declare({ name, type: t, k: 2, global: true, root: name, read_only_root: true });
    }
    for (let i = r.below(3); i > 0; --i) {
      const t = r.pick([i32, u32, f32, bool]);
      const name = `o${this.globals.length}`;
      this.line(`override ${name}: ${t.name} = ${this.literal(t).c};`);
      if (r.chance(0.6)) this.overrides[name] = t === bool ? r.below(2) : r.between(t === i32 ? -5 : 0, 9);
      this.declare({ name, type: t, k: 1, global: true, root: name, read_only_root: true });
    }
    for (let i = r.between(1, 4); i > 0; --i) {
      const t = this.type(2, false);
      const name = `g${this.globals.length}`;
      const saved = this.scopes;
      this.scopes = [[]];
      let e = this.constructor_of(t, 1);
      if (e.k < 2) e = { c: `${t.name}()`, b: 0, f: 0 };
      this.scopes = saved;
      this.line(`var<private> ${name}: ${t.name}${r.chance(0.6) ? ` = ${this.value_text(t, e)}` : ''};`);
      this.declare({ name, type: t, write: true, space: 'private', global: true, root: name });
    }
  }
  // Zeros between ones: an index that is out of bounds gives zero, too, and storing zero there changes nothing.
  make_guard() {
    const ones = Array.from({ length: 4 }, () => 1).join(', ');
    const n = (this.guard_size = this.r.between(2, 6));
    const side = T.array(4, i32);
    const guard = T.struct('Guard', [{ name: 'low', type: side }, { name: 'z', type: T.array(n, i32) }, { name: 'between', type: side },
                                     { name: 'v', type: vec(3, i32) }, { name: 'm', type: T.mat(3, 2, f32) }, { name: 'high', type: side }]);
    this.guard_fixed = `Guard(array(${ones}), array<i32, ${n}>(), array(${ones}), vec3<i32>(), mat3x2<f32>(), array(${ones}))`;
    this.guard_type = guard;
    this.struct_text(guard);
  }
  wild_index(n) {
    const r = this.r;
    const t = r.pick([i32, u32]);
    const s = t === i32 ? 'i' : 'u';
    const near = () => `${t === i32 ? r.between(-3, n + 2) : r.between(0, n + 2)}${s}`;
    const e = () => {
      const counters = this.visible().filter((v) => v.loop && v.type === t);
      if (counters.length && r.chance(0.6)) return r.pick(counters).name;
      const x = this.expression(t, 2);
      return x.k > 0 ? this.runtime(t).c : `(${x.c})`;
    };
    switch (r.below(12)) {
      case 0: return `${e()} & ${near()}`;
      case 1: return `${e()} % ${Math.max(1, n + r.between(-1, 2))}${s}`;
      case 2: return `${r.pick(['min', 'max'])}(${e()}, ${near()})`;
      case 3: {
        const [a, b] = [near(), near()].sort((x, y) => parseInt(x) - parseInt(y));
        return `clamp(${e()}, ${a}, ${b})`;
      }
      case 4: return `select(${near()}, ${near()}, (${e()} < ${near()}))`;
      case 5: return `${e()} >> ${r.between(28, 31)}u`;
      case 6: return `${e()} ${r.pick('+-*')} ${near()}`;
      case 7: return `${e()} / ${Math.max(1, n + r.between(-1, 2))}${s}`;
      case 8: return `${e()} ${r.pick('|^')} ${near()}`;
      case 9: return `lane + ${r.between(0, n)}u`;
      default: return e();
    }
  }
  guard_statement() {
    const r = this.r;
    const value = r.chance(0.15);
    const base = r.pick([...this.guards, ...(this.fn.guard ? ['guard_local', 'guard_local'] : [])]);
    if (base.startsWith('storage_')) this.fn.touched.add('storage_');
    const which = r.below(4);
    let c = `${base}.z[${this.wild_index(this.guard_size)}]`;
    let t = i32;
    if (which === 1) c = `${base}.v[${this.wild_index(3)}]`;
    if (which === 2) [c, t] = [`${base}.m[${this.wild_index(3)}][${this.wild_index(2)}]`, f32];
    if (value && which !== 2) c = r.pick([`array<i32, ${this.guard_size}>()[${this.wild_index(this.guard_size)}]`, `vec4<i32>()[${this.wild_index(4)}]`, `${base}.z[${this.wild_index(this.guard_size)}]`]);
    if (value || r.chance(0.4)) return this.line(`trail(${this.word(t, c)});`);
    const zero = t === i32 ? '0' : '0.0';
    if (which !== 1 && r.chance(0.2)) {
      const name = `q${this.serial++}`;
      if (which === 2) return this.line(`${c} = ${zero};`);
      this.line(`let ${name} = &${c};`);
      return this.line(`*${name} ${r.pick(['=', '+='])} ${zero};`);
    }
    this.line(`${c} ${r.pick(['=', '+=', '*='])} ${zero};`);
  }
  // Counters that leave the bounds of arrays at either end.
  wild_loop() {
    const r = this.r;
    const fn = this.fn;
    const name = `n${this.serial++}`;
    const n = this.guard_size;
    const signed = r.chance(0.7);
    const s = signed ? 'i' : 'u';
    const low = signed ? r.between(-5, 2) : r.between(0, 2);
    const high = r.between(Math.max(low, signed ? -2 : 0), n + 2);
    const step = r.between(1, 2);
    const text = { name, type: signed ? i32 : u32, write: false, space: 'function', root: name, loop: true, fixed: true };
    const up = r.chance(0.75) || !signed;
    const head = up
      ? `for (var ${name} = ${low}${s}; ${r.chance(0.7) ? `${name} ${r.pick(['<', '<='])} ${high}${s}` : `${high}${s} ${r.pick(['>', '>='])} ${name}`}; ${name} += ${step}${s}) {`
      : `for (var ${name} = ${high}${s}; ${name} ${r.pick(['>', '>='])} ${low}${s}; ${name} -= ${step}${s}) {`;
    const saved = { times: fn.times, in_switch: fn.in_switch, continues: fn.continues };
    fn.times *= 12;
    fn.in_switch = false;
    this.block(head, () => {
      this.declare(text);
      this.scopes.push([]);
      ++fn.loops;
      for (let i = r.between(1, 3); i > 0; --i) this.guard_statement();
      if (r.chance(0.4)) this.nested(1);
      --fn.loops;
      this.scopes.pop();
    });
    Object.assign(fn, saved);
  }
  value_text(t, e) {
    return (t.kind === 'scalar' || t.kind === 'vector' ? this.bounded(t, e) : e).c;
  }

  // -- the trail ------------------------------------------------------------------------------------------------------

  word(t, c) {
    if (t === u32) return c;
    if (t === i32) return `bitcast<u32>(${c})`;
    if (t === bool) return `select(0u, 1u, ${c})`;
    return `bitcast<u32>(i32(${c} * 4.0))`;
  }
  trail_of(v) {
    // One scalar of it, at random.
    const all = [i32, u32, f32, bool, ...(this.f16 ? [f16] : [])].filter((t) => T.holds(v.type, t));
    const t = this.r.pick(all);
    const e = this.walk({ c: v.code ?? v.name, p: 0, k: 0, pointer: v.pointer, v }, v.type, t, 1);
    this.line(`trail(${this.word(t, e.p ? `(${e.c})` : e.c)});`);
  }
  // All of it, up to a limit, with constant indexes.
  trail_all(code, t, budget) {
    if (budget.left <= 0) return;
    if (t.kind === 'scalar') {
      --budget.left;
      return this.line(`trail(${this.word(t, code)});`);
    }
    for (const p of T.parts(t)) {
      if (p.member) this.trail_all(`${code}.${p.member}`, p.type, budget);
      else for (let i = 0; i < p.count; ++i) this.trail_all(`${code}[${i}]`, p.type, budget);
    }
  }

  // -- calls ----------------------------------------------------------------------------------------------------------

  // What a pointer argument may be, or null. `taken` are roots of other arguments of the call.
  pointer_argument(f, p, taken) {
    const ok = (v) => v.write && v.space === p.space && !v.loop && !taken.has(v.root) && !(v.global && (f.touched.has(v.root)));
    const e = this.place(p.type, ok, 1);
    if (!e) return null;
    taken.add(e.v.root);
    if (e.v.pointer && e.c === `*${e.v.name}`) return this.r.chance(0.8) ? e.v.name : `&*${e.v.name}`;
    return `&${e.p ? `(${e.c})` : e.c}`;
  }
  // A path to a place in memory: no component of a vector.
  place(t, ok, depth) {
    for (let i = 0; i < 3; ++i) {
      const e = this.path(t, depth, ok);
      if (!e) return null;
      if (!e.component) return e;
    }
    return null;
  }
  call_of(f, depth) {
    if (this.fn && this.fn.work + f.work * this.fn.times > kWork) return null;
    const taken = new Set();
    const args = [];
    for (const p of f.parameters) {
      const a = p.space ? this.pointer_argument(f, p, taken) : this.value(p.type, depth - 1).c;
      if (a === null) return null;
      args.push(a);
    }
    // What the callee touches must not be what another argument points to; those were chosen so. It counts as ours.
    for (const g of f.touched) this.fn?.touched.add(g);
    if (this.fn) this.fn.work += f.work * this.fn.times;
    return `${f.name}(${args.join(', ')})`;
  }
  user_call(t, depth) {
    if (!this.fn) return null;
    const list = this.functions.filter((f) => f.result && T.same(f.result, t));
    if (!list.length) return null;
    const c = this.call_of(this.r.pick(list), depth);
    return c && { c, p: 0, k: 0, ...(kVariable.get(element_of(t)) ?? { b: 0, f: 0 }) };
  }

  // -- statements -----------------------------------------------------------------------------------------------------

  statements(n) {
    for (let i = 0; i < n; ++i) {
      this.statement();
      if (this.prints?.chance(0.2)) this.print();
    }
  }
  nested(n) {
    this.fn.nesting += 1;
    this.statements(n);
    this.fn.nesting -= 1;
  }
  statement() {
    const r = this.r;
    const fn = this.fn;
    fn.work += fn.times;
    const deep = fn.nesting >= 3 || this.lines.length - this.printed > (this.options.lines ?? 260);
    switch (r.below(deep ? 14 : 21)) {
      case 0:
      case 1:
        return this.declaration();
      case 2:
      case 3:
      case 4:
        return this.assignment();
      case 5:
      case 6:
        return this.compound();
      case 7:
        return this.pointer();
      case 8: {
        const list = this.functions;
        if (!list.length) return this.assignment();
        const f = r.pick(list);
        const c = this.call_of(f, 2);
        if (!c) return this.assignment();
        return this.line(f.result ? `_ = ${c};` : `${c};`);
      }
      case 9:
      case 10: {
        const t = r.pick([i32, u32, f32, bool]);
        const e = this.bounded(t, this.expression(t, 3));
        return this.line(`trail(${this.word(t, e.p ? `(${e.c})` : e.c)});`);
      }
      case 11:
        if (this.images && r.chance(0.4)) return this.store_texel();
        return this.atomic();
      case 12:
        return this.leave();
      case 13:
        return this.guard_statement();
      case 14:
        return this.wild_loop();
      case 15:
      case 16:
        return this.if_statement();
      case 17:
        return this.switch_statement();
      case 18:
        return this.block('{', () => this.nested(r.between(1, 4)));
      default:
        return this.loop();
    }
  }
  declaration() {
    const r = this.r;
    const t = this.type(2, false);
    if (T.leaves(t) > 40) return this.assignment();
    const name_of = () => this.local_name();
    const kind = r.below(10);
    if (kind === 0) {
      const name = name_of();
      this.line(`var ${name}: ${this.name(t)};`);
      return this.declare({ name, type: t, write: true, space: 'function', root: `${name}#${this.serial++}` });
    }
    if (kind === 1) {
      const saved = this.scopes;
      this.scopes = [this.visible().filter((v) => v.k === 2)];
      const e = T.element_of(t) && (t.kind === 'struct' || t.kind === 'array' || t.kind === 'matrix') ? this.constructor_of(t, 1) : this.constructor_of(t, 0);
      this.scopes = saved;
      if (e.k === 2) {
        const c = this.value_text(t, e);
        const name = name_of();
        this.line(`const ${name}: ${t.name} = ${c};`);
        return this.declare({ name, type: t, k: 2, root: name });
      }
    }
    const e = this.value(t, 3);
    const name = name_of();
    const typed = r.chance(0.5) || /^[-0-9.]/.test(e.c) ? `: ${this.name(t)}` : '';
    const variable = kind < 7;
    this.line(`${variable ? r.pick(['var', 'var', 'var<function>']) : 'let'} ${name}${typed} = ${e.c};`);
    this.declare({ name, type: t, write: variable, space: variable ? 'function' : undefined, root: `${name}#${this.serial++}` });
  }
  target(t, depth = 2) {
    return this.path(t, depth, (v) => v.write && !v.loop);
  }
  some_target() {
    const r = this.r;
    const v = r.pick(this.visible().filter((x) => x.write && !x.loop));
    if (!v) return null;
    // A type within it.
    let t = v.type;
    while (t.kind !== 'scalar' && r.chance(t.kind === 'vector' ? 0.4 : 0.7)) t = r.pick(T.parts(t)).type;
    const e = this.walk({ c: v.code ?? v.name, p: 0, k: 0, pointer: v.pointer, v }, v.type, t, 2);
    return { e, t };
  }
  assignment() {
    const target = this.some_target();
    if (!target) return this.guard_statement();
    const { e, t } = target;
    this.line(`${e.c} = ${this.value(t, 4).c};`);
  }
  compound() {
    const r = this.r;
    const target = this.some_target();
    if (!target) return this.guard_statement();
    const { e, t } = target;
    const s = element_of(t);
    if (t.kind === 'struct' || t.kind === 'array' || t.kind === 'matrix') return this.line(`${e.c} = ${this.value(t, 3).c};`);
    if (s === bool) return this.line(`${e.c} ${r.pick(['&=', '|='])} ${this.expression(t, 2).c};`);
    if (is_float(s)) {
      // What variables hold is bounded: only operators that keep it.
      if (r.chance(0.5)) return this.line(`${e.c} = ${this.value(t, 4).c};`);
      return this.line(`${e.c} *= ${r.pick(['-1', '1', '0', '-1.0'])};`);
    }
    if (t.kind === 'scalar' && r.chance(0.25)) return this.line(`${e.c}${r.pick(['++', '--'])};`);
    const op = r.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>']);
    if (op === '<<' || op === '>>') {
      const u = T.like(t, u32);
      let b = this.expression(u, 2);
      if (b.k > 0) b = t === s ? this.literal(u32, r.below(32)) : this.runtime(u);
      return this.line(`${e.c} ${op}= ${b.c};`);
    }
    const bt = t.kind === 'vector' && '+-*/%'.includes(op) && r.chance(0.3) ? s : t;
    let b = this.expression(bt, 3);
    if ('/%'.includes(op) && b.k > 0) b = this.runtime(bt);
    this.line(`${e.c} ${op}= ${b.c};`);
  }
  pointer() {
    const r = this.r;
    const v = r.pick(this.visible().filter((x) => x.write && !x.loop && !(x.type.kind === 'scalar' && r.chance(0.5))));
    if (!v) return this.guard_statement();
    let t = v.type;
    while (t.kind !== 'scalar' && t.kind !== 'vector' && r.chance(0.5)) t = r.pick(T.parts(t)).type;
    const e = this.walk({ c: v.code ?? v.name, p: 0, k: 0, pointer: v.pointer, v }, v.type, t, 2);
    if (e.component) return this.assignment();
    const c = v.pointer && e.c === `*${v.name}` ? v.name : `&${e.p ? `(${e.c})` : e.c}`;
    const name = this.local_name();
    const typed = r.chance(0.3) ? `: ptr<${v.space}, ${t.name}${v.space === 'storage' ? ', read_write' : ''}>` : '';
    this.line(`let ${name}${typed} = ${c};`);
    this.declare({ name, type: t, write: true, space: v.space, global: v.global, root: v.root, pointer: true });
  }
  atomic() {
    const r = this.r;
    const own = r.chance(0.7);
    const shared = own && r.chance(0.4);
    const t = shared ? i32 : u32;
    const place = own ? `&${shared ? 'shared_atomics' : 'atomics'}[lane]` : null;
    if (place === null) {
      // Others add to these, too: the order must not show.
      const i = r.below(4);
      const op = ['atomicAdd', 'atomicMax', 'atomicXor', 'atomicOr'][i];
      return this.line(`${op}(&atomics[${kInvocations + i}], ${this.expression(u32, 2).c});`);
    }
    const value = this.expression(t, 2).c;
    const op = r.pick(['atomicAdd', 'atomicSub', 'atomicMax', 'atomicMin', 'atomicAnd', 'atomicOr', 'atomicXor', 'atomicExchange', 'load', 'store', 'compare']);
    const trail = (c) => this.line(`trail(${this.word(t, c)});`);
    if (op === 'load') return trail(`atomicLoad(${place})`);
    if (op === 'store') return this.line(`atomicStore(${place}, ${value});`);
    if (op === 'compare') {
      const e = r.chance(0.5) ? `atomicLoad(${place})` : this.expression(t, 1).c;
      const c = `atomicCompareExchangeWeak(${place}, ${e}, ${value})`;
      return r.chance(0.5) ? trail(`${c}.old_value`) : this.line(`trail(select(0u, 1u, ${c}.exchanged));`);
    }
    if (r.chance(0.3)) return this.line(`${op}(${place}, ${value});`);
    trail(`${op}(${place}, ${value})`);
  }
  leave() {
    const r = this.r;
    const fn = this.fn;
    const choices = [];
    if (fn.loops > 0 || fn.in_switch) choices.push('break;');
    if (fn.loops > 0) choices.push('continue;');
    if (!fn.in_continuing && !fn.whole) choices.push('return');
    if (fn.in_continuing || !choices.length) return this.assignment();
    let c = r.pick(choices);
    if (c === 'continue;') fn.continues = true;
    this.block(`if ${this.condition(2)} {`, () => this.line(c === 'return' ? this.return_text() : c));
  }
  condition(depth) {
    const e = this.expression(bool, depth);
    return this.r.chance(0.5) || /^[a-zA-Z_0-9.*!]*$/.test(e.c) === false ? `(${e.c})` : e.c;
  }
  return_text() {
    return this.fn.result ? `return ${this.value(this.fn.result, 3).c};` : 'return;';
  }
  if_statement() {
    const r = this.r;
    this.block(`if ${this.condition(3)} {`, () => this.nested(r.between(1, 3)), '}');
    while (r.chance(0.35)) {
      this.lines.pop();
      this.block(`} else if ${this.condition(2)} {`, () => this.nested(r.between(1, 2)));
    }
    if (r.chance(0.5)) {
      this.lines.pop();
      this.block('} else {', () => this.nested(r.between(1, 3)));
    }
  }
  switch_statement() {
    const r = this.r;
    const t = r.pick([i32, u32]);
    const e = this.expression(t, 3);
    const c = r.chance(0.7) ? `${e.p > 1 ? `(${e.c})` : e.c} & 3` : e.c;
    const suffix = t === u32 ? 'u' : r.pick(['', 'i']);
    const values = [0, 1, 2, 3, 4, 31].sort(() => r.below(3) - 1);
    const n = r.between(0, 4);
    const at = r.below(n + 1);
    const saved = this.fn.in_switch;
    this.line(`switch (${c}) {`);
    ++this.depth;
    for (let i = 0; i <= n; ++i) {
      const labels = [];
      if (i !== at || r.chance(0.3)) for (let j = r.between(1, 2); j > 0 && values.length; --j) labels.push(`${values.pop()}${suffix}`);
      if (i === at) labels.splice(r.below(labels.length + 1), 0, 'default');
      if (!labels.length) continue;
      const head = labels.length === 1 && labels[0] === 'default' && r.chance(0.5) ? 'default' : `case ${labels.join(', ')}`;
      this.block(`${head}${r.pick([':', ''])} {`, () => {
        this.fn.in_switch = true;
        this.nested(r.between(0, 3));
        this.fn.in_switch = saved;
      });
    }
    --this.depth;
    this.line('}');
  }
  loop() {
    const r = this.r;
    const fn = this.fn;
    const n = r.between(1, 4);
    const saved = { times: fn.times, in_switch: fn.in_switch, continues: fn.continues };
    const name = `n${this.serial++}`;
    const t = r.pick([i32, u32]);
    const s = t === i32 ? 'i' : 'u';
    const form = r.below(4);
    const counter = { name, type: t, write: false, space: 'function', root: name, loop: true, fixed: form > 0 };
    fn.times *= n;
    fn.in_switch = false;
    fn.continues = false;
    const body = () => {
      ++fn.loops;
      this.nested(r.between(1, 4));
      --fn.loops;
    };
    switch (form) {
      case 0: {
        const down = r.chance(0.3);
        const head = down ? `for (var ${name} = ${n}i; ${name} > 0; ${r.pick([`${name}--`, `${name} -= 1`])}) {` : `for (var ${name}: ${t.name} = 0; ${name} < ${n}${s}; ${r.pick([`${name}++`, `${name} += 1`])}) {`;
        this.block(head, () => {
          this.declare(down ? { ...counter, type: i32 } : counter);
          // The body is a scope of its own.
          this.scopes.push([]);
          body();
          this.scopes.pop();
        });
        break;
      }
      case 1:
        this.line(`var ${name} = 0${s};`);
        this.declare(counter);
        this.block(`while ((${name} < ${n}${s}) && ${this.condition(2)}) {`, () => {
          this.line(`${name}++;`);
          body();
        });
        break;
      case 2:
        this.line(`var ${name} = ${n}${s};`);
        this.declare(counter);
        this.block('loop {', () => {
          this.line(`if (${name} == 0) { break; }`);
          body();
          const exit = r.chance(0.4);
          this.continuing(fn, () => this.line(`${name}--;`), exit);
        });
        break;
      default:
        this.line(`var ${name} = 0${s};`);
        this.declare(counter);
        this.block('loop {', () => {
          body();
          this.continuing(fn, () => this.line(`${name} += 1${s};`), false, `${name} >= ${n}`);
        });
    }
    Object.assign(fn, saved);
  }
  // What a continue may jump over is not seen in there.
  continuing(fn, step, exit, until) {
    const r = this.r;
    const hidden = fn.continues ? this.scopes.pop() : null;
    if (hidden) this.scopes.push(hidden.map((v) => ({ ...v, blocked: true })));
    const inside = { in_continuing: fn.in_continuing, loops: fn.loops };
    this.block('continuing {', () => {
      step();
      fn.in_continuing = true;
      fn.loops = 0;
      this.nested(r.below(2));
      if (until) this.line(r.chance(0.5) ? `break if ${until};` : `break if (${until}) || ${this.condition(1)};`);
      else if (exit) this.line(`break if ${this.condition(2)};`);
    });
    Object.assign(fn, inside);
    if (hidden) this.scopes.splice(-1, 1, hidden);
  }

  // -- functions ------------------------------------------------------------------------------------------------------

  about_function() {
    return {};
  }
  function_() {
    const r = this.r;
    const f = { name: `f${this.functions.length}`, parameters: [], touched: new Set(['output', 'trail_count', 'trail_hash', 'lane']), work: 1, times: 1,
                nesting: 0, loops: 0, result: r.chance(0.7) ? this.type(r.below(2), false) : null, ...this.about_function() };
    if (f.result && T.leaves(f.result) > 24) f.result = i32;
    const scope = [];
    for (let i = r.below(4); i > 0; --i) {
      const name = `p${this.serial++}`;
      if (r.chance(0.4)) {
        const space = r.pick(['function', 'function', 'private', 'storage', 'workgroup']);
        const bases = space === 'function' ? [{ type: this.type(1, false) }] : this.globals.filter((v) => v.space === space && v.write);
        if (!bases.length) continue;
        let t = r.pick(bases).type;
        while (t.kind !== 'scalar' && t.kind !== 'vector' && r.chance(0.4)) t = r.pick(T.parts(t)).type;
        f.parameters.push({ name, type: t, space });
        scope.push({ name, type: t, write: true, space, root: name, pointer: true });
      } else {
        const t = this.type(1, false);
        f.parameters.push({ name, type: t });
        scope.push({ name, type: t, root: name });
      }
    }
    this.fn = f;
    const text = f.parameters.map((p) => `${p.name}: ${p.space ? `ptr<${p.space}, ${p.type.name}${p.space === 'storage' ? ', read_write' : ''}>` : p.type.name}`).join(', ');
    this.line(`fn ${f.name}(${text})${f.result ? ` -> ${f.result.name}` : ''} {`);
    ++this.depth;
    this.scopes.push(scope);
    if (r.chance(0.3)) {
      f.guard = true;
      this.line(`var guard_local = ${this.guard_fixed};`);
    }
    this.statements(r.between(1, 7));
    if (f.guard) this.line('trail(guard_word(guard_local));');
    for (const v of scope) if (v.write && r.chance(0.5)) this.trail_of(v);
    if (f.result) this.line(this.return_text());
    this.scopes.pop();
    --this.depth;
    this.line('}');
    this.fn = null;
    this.functions.push(f);
  }

  main() {
    const r = this.r;
    this.fn = { whole: true, touched: new Set(), work: 0, times: 1, nesting: 0, loops: 0, result: null };
    this.line(`@compute @workgroup_size(${kInvocations})`);
    this.block('fn main(@builtin(local_invocation_index) index: u32) {', () => {
      this.line('lane = index;');
      this.line('trail_hash = 2166136261u;');
      for (const v of ['guard_shared[lane]', 'storage_[lane].guard']) this.line(`${v} = ${this.guard_fixed};`);
      for (const c of ['uniforms.u0', 'input[0]', '&storage_', '&atomics', '&tail', ...(this.images ? [...this.images.map((m) => m.name), 'stored'] : [])]) this.line(`_ = ${c};`);
      const call = () => {
        const f = r.pick(this.functions);
        const c = this.call_of(f, 2);
        if (!c) return;
        if (!f.result) return this.line(`${c};`);
        const name = `m${this.serial++}`;
        this.line(`var ${name} = ${c};`);
        this.declare({ name, type: f.result, write: true, space: 'function', root: name });
        this.trail_all(name, f.result, { left: 6 });
      };
      this.statements(r.between(2, 4));
      for (let i = 0; i < 3; ++i) call();
      if (r.chance(0.5)) this.share_widely();
      this.line('workgroupBarrier();');
      this.line(`let other = shared_[(lane + 1u) % ${kInvocations}u];`);
      this.line('workgroupBarrier();');
      this.declare({ name: 'other', type: this.shared, root: 'other' });
      this.trail_all('other', this.shared, { left: 8 });
      for (let i = 0; i < 3; ++i) call();
      for (const v of this.visible()) if (v.global && !v.pointer && (v.write || v.k === 1)) this.trail_all(v.code ?? v.name, v.type, { left: 12 });
      for (const v of ['guard_private', 'guard_shared[lane]']) this.line(`trail(guard_word(${v}));`);
      this.line('trail(atomicLoad(&atomics[lane]));');
      this.line('trail(bitcast<u32>(atomicLoad(&shared_atomics[lane])));');
      this.line(`output[lane * ${kTrail}u + ${kTrail - 2}u] = trail_count;`);
      this.line(`output[lane * ${kTrail}u + ${kTrail - 1}u] = trail_hash;`);
    });
  }

  head() {
    if (this.f16) this.line('enable f16;');
    if (this.prints) this.line('enable wgpu_debug_printf;');
  }
  generate() {
    const r = this.r;
    this.head();
    this.make_types();
    this.make_globals();
    for (let i = r.between(2, this.options.functions ?? 5); i > 0; --i) this.function_();
    this.main();
    return {
      code: this.lines.join('\n') + '\n',
      overrides: this.overrides,
      input: Array.from({ length: kInputs }, (_, i) => (i < 16 ? r.pick([0, 1, -1, 2, 3, 5, 31, 32, 255, -0x80000000, 0x7fffffff, -7]) : r.below(3) ? r.between(-40, 40) : r.word() | 0)),
      uniform: this.uniform,
      storage: this.storage,
      tail: this.tail,
      images: this.images,
    };
  }
}

export function generate(seed, options = {}) {
  return new Program(seed, options).generate();
}
