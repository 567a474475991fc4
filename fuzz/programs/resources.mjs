// What a compute program has beside plain variables: a structure that ends in an array without a length, workgroup memory
// whose size an override decides, and textures.
import * as T from './types.mjs';
import { Expressions } from './expressions.mjs';
const { i32, u32, f32, f16, vec, element_of } = T;

// Each texel of them is what its words say: format, type in the shader, dimension, size, bytes of a texel.
const images = [
  { format: 'r32uint', type: 'texture_2d<u32>', dimension: '2d', size: [4, 4, 1], bytes: 4, element: u32, n: 1 },
  { format: 'rgba8uint', type: 'texture_2d<u32>', dimension: '2d', size: [8, 2, 1], bytes: 4, element: u32, n: 4 },
  { format: 'rg16sint', type: 'texture_2d_array<i32>', dimension: '2d', size: [4, 2, 4], bytes: 4, element: i32, n: 2 },
  { format: 'rgba32sint', type: 'texture_2d<i32>', dimension: '2d', size: [2, 4, 1], bytes: 16, element: i32, n: 4 },
  { format: 'rgba8snorm', type: 'texture_3d<f32>', dimension: '3d', size: [4, 4, 2], bytes: 4, element: f32, n: 4, unit: 1 },
  { format: 'rgba8unorm', type: 'texture_2d_array<f32>', dimension: '2d', size: [4, 4, 2], bytes: 4, element: f32, n: 4, unit: 255 },
];
export const kStored = 8;  // height of the image that each invocation writes a column of

export class Resources extends Expressions {
  // -- a structure whose last member is as long as its buffer ---------------------------------------------------------

  make_tail() {
    const r = this.r;
    const element = this.type(1, true);
    const n = r.between(1, 5);
    const list = { kind: 'array', n, element, name: `array<${element.name}>` };
    const members = Array.from({ length: r.below(3) }, (_, i) => ({ name: `t${i}`, type: this.type(1, true) }));
    const tail = { kind: 'struct', name: 'Tail', members: [...members, { name: 'list', type: list }] };
    this.struct_text(tail);
    this.line('@group(0) @binding(5) var<storage, read> tail: Tail;');
    // An element that is cut off is none.
    const l = T.layout(tail);
    const offset = l.offsets[members.length];
    const { stride } = T.layout(list);
    const least = Math.ceil((offset + stride) / l.align) * l.align;
    const size = Math.ceil((Math.max(least, offset + n * stride) + r.below(stride)) / 4) * 4;
    list.n = Math.floor((size - offset) / stride);
    this.tail = { type: tail, list, size };
    // The writer of Metal text has no lengths behind pointers.
    this.tail.called = !!this.options.textures;
    if (this.tail.called) {
      this.line(`fn of_tail(p: ptr<storage, array<${element.name}>>, i: u32) -> ${element.name} {`);
      this.line('  return p[i % arrayLength(p)];');
      this.line('}');
    }
    this.declare({ name: 'tail', type: tail, fixed: true, global: true, root: 'tail', read_only_root: true });
  }

  // -- workgroup memory of a length that the pipeline decides ---------------------------------------------------------

  make_sized(invocations) {
    const r = this.r;
    const type = this.type(1, false);
    this.line('override half_of_sized: u32 = 1u;');
    this.overrides.half_of_sized = r.between(Math.ceil(invocations / 2), 5);
    this.line(`var<workgroup> sized: array<${type.name}, half_of_sized * 2u>;`);
    this.declare({ name: 'sized', code: 'sized[lane]', type, write: true, fixed: true, space: 'workgroup', global: true, root: 'sized' });
  }

  make_wide() {
    this.wide = this.type(1, false);
    this.line(`var<workgroup> wide_: ${this.wide.name};`);
  }
  // One invocation writes what all read.
  share_widely() {
    this.line(`if (lane == ${this.r.below(4)}u) { wide_ = ${this.value(this.wide, 2).c}; }`);
    this.line('let wide = workgroupUniformLoad(&wide_);');
    this.declare({ name: 'wide', type: this.wide, root: 'wide' });
    this.trail_all('wide', this.wide, { left: 6 });
  }

  // -- textures -------------------------------------------------------------------------------------------------------

  make_images() {
    const r = this.r;
    this.images = Array.from({ length: r.between(1, 3) }, (_, i) => ({ ...r.pick(images), name: `image${i}`, binding: 6 + i }));
    for (const m of this.images) {
      const values = new T.Random(r.word());
      const count = m.size[0] * m.size[1] * m.size[2] * m.bytes;
      m.data = new Uint8Array(count);
      for (let i = 0; i < count; ++i) m.data[i] = m.unit ? values.pick([0, m.unit === 255 ? 255 : 127, 0]) : values.below(256);
      this.line(`@group(0) @binding(${m.binding}) var ${m.name}: ${m.type};`);
    }
    this.line('@group(0) @binding(9) var stored: texture_storage_2d<rgba32uint, write>;');
  }
  // In bounds, of any value.
  texel(m, depth) {
    const r = this.r;
    const signed = r.chance(0.5);
    const at = (n) => `${this.paren_of(this.expression(signed ? i32 : u32, depth))} & ${n - 1}`;
    const place = m.type.includes('3d') ? `vec3(${m.size.map(at).join(', ')})` : `vec2(${m.size.slice(0, 2).map(at).join(', ')})`;
    const layer = m.type.includes('array') ? `, ${at(m.size[2])}` : '';
    return `textureLoad(${m.name}, ${place}${layer}, ${r.pick(['0', '0u', '0i'])})`;
  }
  paren_of(e) {
    return e.p > 1 ? `(${e.c})` : e.c;
  }
  store_texel() {
    const value = this.value(vec(4, u32), 2).c;
    this.line(`textureStore(stored, vec2(lane, ${this.paren_of(this.expression(u32, 1))} % ${kStored}u), ${value});`);
  }

  // -- as expressions -------------------------------------------------------------------------------------------------

  extra(t, depth) {
    const r = this.r;
    if (this.in_index || !this.fn) return null;
    const found = [];
    const limits = { b: 64, f: 2 };
    if (this.tail?.called && T.same(t, this.tail.list.element) && element_of(t) !== f16)
      found.push(() => `of_tail(&tail.list, ${this.expression(u32, depth - 1).c})`);
    if (this.tail && t === u32) found.push(() => 'arrayLength(&tail.list)', () => 'arrayLength(&input)');
    for (const m of this.images ?? []) {
      if (T.same(t, vec(4, m.element))) found.push(() => this.texel(m, depth - 1));
      if (t === m.element) found.push(() => `${this.texel(m, depth - 1)}.${r.pick('xyzw')}`);
      if (t === u32) found.push(() => `textureDimensions(${m.name}${r.chance(0.5) ? ', 0' : ''}).${r.pick('xy')}`);
      if (t === u32 && m.type.includes('array')) found.push(() => `textureNumLayers(${m.name})`);
    }
    if (!found.length) return null;
    return { c: r.pick(found)(), p: 0, k: 0, ...(T.is_float(element_of(t)) ? limits : { b: 0, f: 0 }) };
  }

  // -- prints ---------------------------------------------------------------------------------------------------------

  // Of what is at hand: nothing else of the program may change.
  print() {
    const r = this.prints;
    const values = this.visible().filter((v) => !v.global && !v.hidden && !(v.pointer && v.space === 'workgroup'));
    const list = Array.from({ length: Math.min(values.length, r.below(4)) }, () => r.pick(values));
    const format = list.map((v) => (v.type.kind === 'scalar' && T.is_int(v.type) && r.chance(0.5) ? r.pick(['%d', '%u', '%x']) : '%?'));
    this.line(`debugPrintf("${[`p${this.printed}`, ...format].join(' ')}"${list.map((v) => `, ${v.pointer ? '*' : ''}${v.name}`).join('')});`);
    ++this.printed;
  }
}
