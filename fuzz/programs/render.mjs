// A random program that draws: a vertex and a fragment shader with values between them, for every pixel of a small target.
// Values that are interpolated lie on lines through the pixels and are rounded there, so that they are exact, too.
import * as T from './types.mjs';
import { Program, kInputs } from './generate.mjs';
const { i32, u32, f32, bool, vec, element_of } = T;

export const kWidth = 4;
export const kHeight = 4;  // two instances, each of them half of it
const kPixels = kWidth * kHeight;

// What a vertex buffer may hold, whose values are exact: format, type in the shader, bytes of one value.
const attributes = [
  { format: 'sint32', type: i32, bytes: (r) => words([r.word()]) },
  { format: 'uint32x2', type: vec(2, u32), bytes: (r) => words([r.word(), r.below(40)]) },
  { format: 'sint32x3', type: vec(3, i32), bytes: (r) => words([r.word(), r.below(9), r.word()]) },
  { format: 'uint32x4', type: vec(4, u32), bytes: (r) => words([r.word(), 1, r.below(33), r.word()]) },
  { format: 'sint8x4', type: vec(4, i32), bytes: (r) => words([r.word()]) },
  { format: 'uint8x2', type: vec(2, u32), bytes: (r) => words([r.word()]) },
  { format: 'uint16x4', type: vec(4, u32), bytes: (r) => words([r.word(), r.word()]) },
  { format: 'sint16x2', type: vec(2, i32), bytes: (r) => words([r.word()]) },
  { format: 'float32', type: f32, bytes: (r) => floats([r.between(-64, 64) / 4]) },
  { format: 'float32x3', type: vec(3, f32), bytes: (r) => floats([r.between(-64, 64) / 4, r.between(-9, 9), 0.5]) },
  { format: 'unorm8x4', type: vec(4, f32), bytes: (r) => Uint8Array.from([0, 1, 2, 3], () => 255 * r.below(2)) },
  { format: 'snorm8x2', type: vec(2, f32), bytes: (r) => Int8Array.from([0, 1, 2, 3], () => r.pick([0, 127, -127, -128])) },
  { format: 'float16x4', type: vec(4, f32), bytes: (r) => Uint16Array.from([0, 1, 2, 3], () => r.pick([0, 0x3c00, 0xbc00, 0x4200, 0x3800, 0xc580])) },
  // More components than the buffer has: 0, 0, 1.
  { format: 'sint32', type: vec(4, i32), bytes: (r) => words([r.word()]) },
  { format: 'float32x2', type: vec(4, f32), bytes: (r) => floats([r.between(-9, 9), r.between(-64, 64) / 2]) },
  { format: 'uint32x4', type: u32, bytes: (r) => words([r.word(), r.word(), r.word(), r.word()]) },
];
const words = (list) => Uint32Array.from(list);
const floats = (list) => Float32Array.from(list);

// Targets whose values come back as they are: format, element, components, bytes of a pixel.
const formats = [
  { format: 'r32uint', element: u32, n: 1, size: 4 },
  { format: 'rg32uint', element: u32, n: 2, size: 8 },
  { format: 'rgba32uint', element: u32, n: 4, size: 16 },
  { format: 'r32sint', element: i32, n: 1, size: 4 },
  { format: 'rg32sint', element: i32, n: 2, size: 8 },
  { format: 'r32float', element: f32, n: 1, size: 4 },
  { format: 'rg32float', element: f32, n: 2, size: 8 },
  { format: 'rgba32float', element: f32, n: 4, size: 16 },
];

class Render extends Program {
  make_resources() {
    this.make_uniform();
    this.struct_text(this.uniform);
    this.line('@group(0) @binding(0) var<uniform> uniforms: Uniforms;');
    this.line('@group(0) @binding(1) var<storage, read> input: array<i32>;');
    // Only fragment shaders write it, and not for pixels that are discarded.
    this.line(`@group(0) @binding(2) var<storage, read_write> seen: array<u32, ${kPixels}>;`);
    this.guards = ['guard_private'];
  }
  declare_resources() {}
  trail_text() {
    this.line('var<private> trail_last: u32;');
    this.line('fn trail(v: u32) {');
    this.line('  trail_hash = (trail_hash ^ v) * 16777619u;');
    this.line('  trail_hash ^= trail_hash >> 15u;');
    this.line('  trail_last = v;');
    this.line('  trail_count++;');
    this.line('}');
  }
  atomic() {
    return this.leave();
  }
  leave() {
    const { fn, r } = this;
    // What a function discards, its callers do.
    if (!fn.fragment || fn.in_continuing || !r.chance(0.4)) return super.leave();
    fn.discards = true;
    this.discard();
  }
  // Not of all pixels: nothing would be seen.
  discard() {
    this.block(`if (lane % 4u == ${this.r.below(4)}u) && ${this.condition(2)} {`, () => this.line('discard;'));
  }
  call_of(f, depth) {
    if (f.discards && this.fn) {
      if (!this.fn.fragment) return null;
      this.fn.discards = true;
    }
    return super.call_of(f, depth);
  }
  about_function() {
    return { fragment: this.r.chance(0.3) };
  }

  // -- between the stages ---------------------------------------------------------------------------------------------

  // Each {name, type, how, line}: flat ones of any value, others a line a + b*x + c*y of the pixel.
  make_between() {
    const r = this.r;
    this.deep = r.chance(0.5);  // vertices differ in w: only what does not regard it can be a line then
    this.between = [];
    for (let i = r.between(2, 6), at = 1; i > 0; --i, ++at) {
      if (r.chance(0.3)) ++at;
      const name = `b${at}`;
      if (r.chance(0.5)) {
        const s = r.pick([i32, u32, f32]);
        this.between.push({ at, name, type: r.chance(0.5) ? s : vec(r.between(2, 4), s), how: r.chance(0.6) ? '@interpolate(flat) ' : '@interpolate(flat, first) ' });
      } else {
        const n = r.between(1, 4);
        const how = r.pick(['', '', '@interpolate(perspective) ', '@interpolate(linear) ', '@interpolate(linear, center) ', '@interpolate(perspective, centroid) ', '@interpolate(linear, centroid) ']);
        const still = this.deep && !how.includes('linear');
        const lines = Array.from({ length: n }, () => [r.between(-8, 8), still ? 0 : r.between(-3, 3), still ? 0 : r.between(-3, 3)]);
        this.between.push({ at, name, type: n === 1 ? f32 : vec(n, f32), how, lines });
      }
    }
    const text = (list) => list.map((b) => `  @location(${b.at}) ${b.how}${b.name}: ${b.type.name},`);
    this.line('struct Between {');
    const members = text(this.between);
    members.splice(r.below(members.length + 1), 0, `  @builtin(position) ${r.chance(0.3) ? '@invariant ' : ''}position: vec4f,`);
    for (const m of members) this.line(m);
    this.line('}');
    // The fragment shader need not take all, nor in this order.
    this.taken = this.between.filter(() => r.chance(0.85)).sort(() => r.below(3) - 1);
    this.own_struct = r.chance(0.6);
    if (this.own_struct) {
      this.line('struct Taken {');
      const list = text(this.taken);
      list.splice(r.below(list.length + 1), 0, '  @builtin(position) position: vec4f,');
      if (r.chance(0.5)) {
        this.facing = 'in.facing';
        list.push('  @builtin(front_facing) facing: bool,');
      }
      for (const m of list) this.line(m);
      this.line('}');
    } else {
      this.taken = this.between;
    }
  }
  make_targets() {
    const r = this.r;
    this.targets = [{ ...formats[2], at: 0, first: true }];
    let left = 32 - 16;
    for (let i = r.below(4), at = 1; i > 0; --i, ++at) {
      const f = r.pick(formats.filter((x) => x.size <= left));
      if (!f) break;
      if (r.chance(0.2)) ++at;
      left -= f.size;
      this.targets.push({ ...f, at });
    }
    this.depth_written = r.chance(0.5);
    this.mask_written = r.chance(0.3);
    this.line('struct Pixel {');
    const type = (t) => (t.n === 1 ? t.element : vec(t.n, t.element)).name;
    const members = this.targets.map((t) => `  @location(${t.at}) c${t.at}: ${type(t)},`);
    if (this.depth_written) members.splice(r.below(members.length + 1), 0, '  @builtin(frag_depth) z: f32,');
    if (this.mask_written) members.splice(r.below(members.length + 1), 0, '  @builtin(sample_mask) mask: u32,');
    for (const m of members) this.line(m);
    this.line('}');
    this.pixel_members = members.map((m) => /(\w+): /.exec(m)[1]);
  }

  // -- entry points ---------------------------------------------------------------------------------------------------

  enter(fragment) {
    this.fn = { whole: true, fragment, touched: new Set(), work: 0, times: 1, nesting: 0, loops: 0, result: null };
  }
  some_calls(n) {
    const r = this.r;
    for (let i = 0; i < n; ++i) {
      const f = r.pick(this.functions);
      const c = this.call_of(f, 2);
      if (!c) continue;
      if (!f.result) this.line(`${c};`);
      else {
        const name = `m${this.serial++}`;
        this.line(`var ${name} = ${c};`);
        this.declare({ name, type: f.result, write: true, space: 'function', root: name });
        this.trail_all(name, f.result, { left: 6 });
      }
    }
  }
  vertex() {
    const r = this.r;
    this.enter(false);
    this.attributes = [];
    for (let i = r.between(0, 4), at = 0; i > 0; --i, ++at) {
      if (r.chance(0.3)) ++at;
      this.attributes.push({ ...r.pick(attributes), at, instance: r.chance(0.3) });
    }
    const parameters = this.attributes.map((a) => `@location(${a.at}) a${a.at}: ${a.type.name}`);
    parameters.splice(r.below(parameters.length + 1), 0, '@builtin(vertex_index) vertex: u32');
    parameters.splice(r.below(parameters.length + 1), 0, '@builtin(instance_index) instance: u32');
    this.strip = r.chance(0.3);
    this.indexed = !this.strip && r.chance(0.3);
    this.base = r.chance(0.3) ? r.between(1, 3) : 0;
    this.line('@vertex');
    this.block(`fn vs(${parameters.join(', ')}) -> Between {`, () => {
      this.line(`lane = vertex + ${kPixels}u * instance;`);
      this.line('trail_hash = 2166136261u;');
      for (const c of ['uniforms.u0', 'input[0]']) this.line(`_ = ${c};`);
      for (const a of this.attributes) this.declare({ name: `a${a.at}`, type: a.type, root: `a${a.at}`, fixed: true });
      // Corners of two triangles: which of the four, and the pixels there.
      const list = this.strip ? [0, 1, 2, 3] : [0, 1, 2, 2, 1, 3];
      const corner = this.strip || this.indexed ? `(vertex - ${this.base}u)` : `array(${list.map((c) => `${c}u`).join(', ')})[vertex - ${this.base}u]`;
      this.line(`let corner = ${corner};`);
      this.line(`let px = f32(corner & 1u) * ${kWidth}.0;`);
      this.line(`let py = f32(corner >> 1u) * ${kHeight / 2}.0 + f32(instance) * ${kHeight / 2}.0;`);
      this.line(`let w = ${this.deep ? 'f32(corner) + 1.0' : r.pick(['1.0', '2.0', '0.5'])};`);
      this.statements(r.between(0, 4));
      this.some_calls(2);
      for (const v of this.visible()) if (v.global && v.write && !v.pointer) this.trail_all(v.code ?? v.name, v.type, { left: 6 });
      this.line('trail(guard_word(guard_private));');
      this.line('var out: Between;');
      this.line(`out.position = vec4f((px / ${kWidth / 2}.0 - 1.0) * w, (1.0 - py / ${kHeight / 2}.0) * w, 0.25 * w, w);`);
      for (const b of this.between) {
        if (!b.lines) {
          const last = b.type === u32 && r.chance(0.7);
          this.line(`out.${b.name} = ${last ? 'trail_hash' : this.value(b.type, 3).c};`);
          continue;
        }
        const e = b.lines.map(([a, x, y]) => `${a}.0 + ${x}.0 * px + ${y}.0 * py`);
        this.line(`out.${b.name} = ${e.length === 1 ? e[0] : `${b.type.name}(${e.join(', ')})`};`);
      }
      this.line('return out;');
    });
  }
  fragment() {
    const r = this.r;
    this.enter(true);
    const parameters = [`in: ${this.own_struct ? 'Taken' : 'Between'}`];
    if (!this.facing && r.chance(0.4)) {
      this.facing = 'facing';
      parameters.splice(r.below(2), 0, '@builtin(front_facing) facing: bool');
    }
    if (r.chance(0.2)) {
      this.mask_in = true;
      parameters.push('@builtin(sample_mask) mask: u32');
    }
    this.line('@fragment');
    this.block(`fn fs(${parameters.join(', ')}) -> Pixel {`, () => {
      this.line(`lane = u32(in.position.x) + u32(in.position.y) * ${kWidth}u;`);
      this.line('trail_hash = 2166136261u;');
      for (const c of ['uniforms.u0', 'input[0]', '&seen']) this.line(`_ = ${c};`);
      for (const b of this.taken) {
        if (!b.lines) this.line(`let s_${b.name} = in.${b.name};`);
        else this.line(`let s_${b.name} = round(in.${b.name} * 2.0) / 2.0;`);
        this.declare({ name: `s_${b.name}`, type: b.type, root: `s_${b.name}`, fixed: true });
        if (!b.lines) this.trail_all(`s_${b.name}`, b.type, { left: 4 });
      }
      // Differences of lines are the same however they are made.
      for (const b of this.taken) {
        if (!b.lines || !r.chance(0.6)) continue;
        const name = `d${this.serial++}`;
        this.line(`let ${name} = ${r.pick(['dpdx', 'dpdy', 'dpdxFine', 'dpdyFine', 'dpdxCoarse', 'dpdyCoarse'])}(s_${b.name});`);
        this.declare({ name, type: b.type, root: name, fixed: true });
        this.trail_all(name, b.type, { left: 4 });
      }
      // Of any value, along the row or the column of the pixel itself.
      if (r.chance(0.6)) {
        const name = `d${this.serial++}`;
        this.line(`let ${name} = ${r.pick(['dpdxFine', 'dpdyFine'])}(f32((lane * 7u) ${r.pick(['^', '&', '%'])} ${r.between(2, 13)}u));`);
        this.declare({ name, type: f32, root: name, fixed: true });
        this.trail_all(name, f32, { left: 1 });
      }
      if (this.facing) this.line(`let front = ${this.facing};`), this.declare({ name: 'front', type: bool, root: 'front', fixed: true }), this.line('trail(u32(front));');
      if (this.mask_in) this.line('trail(mask);');
      this.line('trail(u32(round(in.position.z * 256.0)));');
      this.statements(r.between(1, 4));
      this.some_calls(2);
      if (r.chance(0.5)) this.discard();
      this.line('seen[lane] = trail_hash;');
      this.statements(r.between(0, 2));
      for (const v of this.visible()) if (v.global && v.write && !v.pointer) this.trail_all(v.code ?? v.name, v.type, { left: 8 });
      this.line('trail(guard_word(guard_private));');
      const values = Object.fromEntries(this.targets.map((t) => {
        if (t.first) return ['c0', 'vec4<u32>(trail_hash, trail_count, trail_last, 1u)'];
        return [`c${t.at}`, this.value(t.n === 1 ? t.element : vec(t.n, t.element), 3).c];
      }));
      values.z = `f32((${this.expression(u32, 2).c}) & 15) / 16.0`;
      values.mask = r.chance(0.5) ? `1u | (${this.expression(u32, 2).c})` : this.expression(u32, 2).c;
      if (r.chance(0.5)) {
        this.line(`return Pixel(${this.pixel_members.map((m) => values[m]).join(', ')});`);
      } else {
        this.line('var pixel: Pixel;');
        for (const m of this.pixel_members) this.line(`pixel.${m} = ${values[m]};`);
        this.line('return pixel;');
      }
    });
  }

  generate() {
    const r = this.r;
    this.head();
    this.make_types();
    this.make_globals();
    this.make_between();
    this.make_targets();
    for (let i = r.between(1, this.options.functions ?? 4); i > 0; --i) this.function_();
    this.vertex();
    this.fragment();
    const values = new T.Random(r.word());
    return {
      draw: true,
      code: this.lines.join('\n') + '\n',
      overrides: this.overrides,
      input: Array.from({ length: kInputs }, (_, i) => (i < 16 ? r.pick([0, 1, -1, 2, 3, 5, 31, 32, 255, -0x80000000, 0x7fffffff, -7]) : r.between(-40, 40))),
      uniform: this.uniform,
      attributes: this.attributes.map((a) => ({ format: a.format, at: a.at, instance: a.instance, values: Array.from({ length: 12 }, () => new Uint8Array(a.bytes(values).buffer)) })),
      targets: this.targets,
      strip: this.strip,
      indexed: this.indexed,
      base: this.base,
      depth: this.depth_written,
      front: r.pick(['ccw', 'cw']),
    };
  }
}

export function render(seed, options = {}) {
  return new Render(seed, options).generate();
}
