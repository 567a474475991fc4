// Conversions of WebIDL. https://webidl.spec.whatwg.org/#js-type-mapping
function words(map) { return Object.assign(Object.create(null), map); }
function names(e) { const out = []; for (const k in e) if (e[k] < 0x10000) out[e[k]] = k; return out; }
function constants(name, values) {
  const o = {};
  for (const k of Object.keys(values)) Object.defineProperty(o, k, { value: values[k], enumerable: true });
  Object.defineProperty(o, Symbol.toStringTag, { value: name, configurable: true });
  return o;
}
// `from`: the object that lacks it. Members that it has and WebIDL ignores are most often the misspelt or the former name.
function missing(what, from) {
  const member = what.slice(what.lastIndexOf('.') + 1);
  const former = { loadOp: 'loadValue', depthLoadOp: 'depthLoadValue', stencilLoadOp: 'stencilLoadValue', view: 'attachment', targets: 'colorStates' }[member];
  let help = '';
  if (from !== null && typeof from === 'object') {
    const keys = Object.keys(from);
    if (former !== undefined && keys.includes(former)) help = `; \`${former}\` is a name of earlier drafts${former.endsWith('LoadValue') || former === 'loadValue' ? `: write ${member}: "clear" or "load", and the value as ${member.replace('LoadOp', 'ClearValue').replace('loadOp', 'clearValue')}` : ''}`;
    else {
      const near = nearest(member, keys);
      if (near !== undefined) help = `, and the object has \`${near}\``;
    }
  }
  return new TypeError(`${what}: the member is required${help}`);
}
function tooFew(what, needs, has) { return new TypeError(`${what}: ${needs} argument${needs === 1 ? '' : 's'} needed, ${has} given`); }

function toNumber(v, what) {
  if (typeof v === 'number') return v;
  if (typeof v === 'bigint' || typeof v === 'symbol') throw new TypeError(`${what}: ${typeof v} is not a number`);
  return +v;
}
// https://webidl.spec.whatwg.org/#EnforceRange
function enforceRange(v, low, high, what) {
  if (typeof v === 'number' && v >= low && v <= high && v === Math.floor(v)) return v + 0;
  const x = toNumber(v, what);
  if (!Number.isFinite(x)) throw new TypeError(`${what}: ${x} is not a finite number`);
  const t = Math.trunc(x) + 0;
  if (t < low || t > high) throw new TypeError(`${what}: ${x} is outside of ${low} to ${high}`);
  return t;
}
function clampInteger(v, low, high) {
  const x = toNumber(v, 'value');
  if (Number.isNaN(x)) return 0;
  const c = Math.min(Math.max(x, low), high), f = Math.floor(c), r = c - f;
  return r < 0.5 ? f : r > 0.5 ? f + 1 : f % 2 === 0 ? f : f + 1;
}
function toFloat(v, what) {
  const x = Math.fround(toNumber(v, what));
  if (!Number.isFinite(x)) throw new TypeError(`${what}: ${v} is not a finite float`);
  return x;
}
function toDouble(v, what) {
  const x = toNumber(v, what);
  if (!Number.isFinite(x)) throw new TypeError(`${what}: ${v} is not a finite number`);
  return x;
}
function toText(v, what) {
  if (typeof v === 'string') return v;
  if (typeof v === 'symbol') throw new TypeError(`${what}: a symbol is not a string`);
  return `${v}`;
}
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
function toUsv(v, what) {
  const s = toText(v, what);
  return /[\uD800-\uDFFF]/.test(s) ? s.replace(loneSurrogate, '\uFFFD') : s;
}
function toEnum(e, v, name, what) {
  const s = toText(v, what), value = e[s];
  if (value === undefined) throw new TypeError(`${what}: "${s}" is not a ${name}${suggestion(s, e)}`);
  return value;
}
function suggestion(word, e) {
  const best = nearest(word, Object.keys(e));
  return best === undefined ? '' : `, did you mean "${best}"`;
}
// The one that is meant by a word, or nothing. Of those that are as near the one that has all letters of it.
function nearest(word, list) {
  const lower = word.toLowerCase();
  let best, least = Math.max(2, word.length >> 2) * 2 + 2;
  for (const k of list) {
    const d = distance(lower, k.toLowerCase(), least >> 1) * 2 + (holds(k, lower) ? 0 : 1);
    if (d < least) { least = d; best = k; }
  }
  if (best !== undefined) return best;
  // `rgba8`, `shader-float16` have the beginning right.
  const starts = list.filter((k) => lower.length > 3 && k.toLowerCase().startsWith(lower));
  if (starts.length) return starts[0];
  const split = lower.lastIndexOf('-') + 1;
  const sameStart = split > 3 ? list.filter((k) => k.startsWith(lower.slice(0, split))) : [];
  return sameStart.length === 1 ? sameStart[0] : undefined;
}
function holds(long, short) {
  let at = 0;
  for (const c of long.toLowerCase()) if (c === short[at]) ++at;
  return at === short.length;
}
function distance(a, b, limit) {
  if (Math.abs(a.length - b.length) >= limit || a.length > 64) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; ++i) {
    const next = [i];
    for (let j = 1; j <= b.length; ++j) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}
function toHandle(handleOf, v, name, what) {
  const h = handleOf(v);
  if (h === 0) throw new TypeError(`${what}: ${describe(v)} is not a ${name}${foreign(v, name)}`);
  return h;
}
// Why something that looks like one of our objects is none.
function foreign(v, name) {
  if (v === null || typeof v !== 'object' || v.constructor?.name !== name) return '';
  return util.types.isProxy(v) ? ', it is a Proxy of one: pass the object itself (frameworks with reactive state have a way to get it, or to keep it out)'
    : ', another copy of this package or another implementation of WebGPU made it';
}
function describe(v) {
  if (v === null || typeof v === 'undefined') return String(v);
  if (typeof v === 'object') return `an object of class ${v.constructor?.name ?? 'Object'}`;
  if (typeof v === 'function') return 'a function';
  return `${typeof v} ${String(v)}`;
}
function toDictionary(v, name) {
  if (v === undefined || v === null) return undefined;
  if (typeof v !== 'object' && typeof v !== 'function') throw new TypeError(`${name}: ${describe(v)} is not a dictionary`);
  return v;
}
function isSequence(v) { return (typeof v === 'object' || typeof v === 'function') && v !== null && v[Symbol.iterator] != null; }
function toSequence(v, what) {
  if (typeof v !== 'object' && typeof v !== 'function' || v === null) throw new TypeError(`${what}: ${describe(v)} is not iterable`);
  const method = v[Symbol.iterator];
  if (method === undefined || method === null) throw new TypeError(`${what}: ${describe(v)} is not iterable`);
  if (Array.isArray(v) && method === Array.prototype.values) return v.slice();
  return Array.from({ [Symbol.iterator]: () => method.call(v) });
}
// Own enumerable properties, as [key, value].
function toRecord(v, what) {
  if (typeof v !== 'object' && typeof v !== 'function' || v === null) throw new TypeError(`${what}: ${describe(v)} is not a record`);
  const out = [];
  for (const k of Reflect.ownKeys(v)) {
    const d = Reflect.getOwnPropertyDescriptor(v, k);
    if (d === undefined || !d.enumerable) continue;
    out.push([toText(k, what), v[k]]);
  }
  return out;
}
// The object that a method is called on.
function own(handleOf, self, what) {
  const h = handleOf(self);
  if (h === 0) throw new TypeError(`${what}: called on ${describe(self)}, which is not a ${what.slice(0, what.indexOf('.'))}${foreign(self, what.slice(0, what.indexOf('.')))}`);
  return h;
}
// [AllowShared] BufferSource as the bytes it shows. Node-API cannot read a bare SharedArrayBuffer, so everything becomes a view.
function toBytes(v, what) {
  if (ArrayBuffer.isView(v)) return { bytes: new Uint8Array(v.buffer, v.byteOffset, v.byteLength), unit: v.BYTES_PER_ELEMENT ?? 1 };
  if (v instanceof ArrayBuffer || (typeof SharedArrayBuffer !== 'undefined' && v instanceof SharedArrayBuffer) ||
      util.types.isAnyArrayBuffer(v)) return { bytes: new Uint8Array(v), unit: 1 };
  throw new TypeError(`${what}: ${describe(v)} is not a buffer or a view of one`);
}
