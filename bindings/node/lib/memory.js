// C structs are written here by JavaScript, at addresses that native code told. Little endian, LP64.
let dv, u8, base = 0, cap = 0, top = 0, depth = 0;   // u8 shows the same bytes as dv
let olds = [];   // chunks that filled up during the present call, still referred to
let pins = [];   // typed arrays that the present call refers to by address
const encoder = new TextEncoder();

function newChunk(size) {
  if (dv) olds.push({ dv, base, cap });
  u8 = new Uint8Array(size);
  dv = new DataView(u8.buffer);
  base = native.addressOf(u8);
  cap = size;
  top = 0;
}
newChunk(64 * 1024);

// Calls nest when a getter of a descriptor calls the API; memory is given back when the outermost ends.
function enter() { ++depth; return 0; }
function leave() {
  if (--depth !== 0) return;
  top = 0;
  if (olds.length) olds = [];
  if (pins.length) pins = [];
}

// Zeroed memory, 8-byte aligned.
function alloc(size) {
  const at = (top + 7) & ~7;
  if (at + size > cap) {
    newChunk(Math.max(cap * 2, size + 64));
    return alloc(size);
  }
  top = at + size;
  u8.fill(0, at, at + size);
  return base + at;
}
function view(address) {
  for (const o of olds) if (address >= o.base && address < o.base + o.cap) return o;
  throw new Error(`no memory at ${address}`);
}
function s16(a, v) { const o = a - base; if (o >= 0 && o < cap) dv.setUint16(o, v, true); else { const c = view(a); c.dv.setUint16(a - c.base, v, true); } }
function s32(a, v) { const o = a - base; if (o >= 0 && o < cap) dv.setUint32(o, v, true); else { const c = view(a); c.dv.setUint32(a - c.base, v, true); } }
function s64(a, v) { s32(a, v >>> 0); s32(a + 4, Math.floor(v / 4294967296)); }
function sMax64(a) { s32(a, 0xFFFFFFFF); s32(a + 4, 0xFFFFFFFF); }
function sF32(a, v) { const o = a - base; if (o >= 0 && o < cap) dv.setFloat32(o, v, true); else { const c = view(a); c.dv.setFloat32(a - c.base, v, true); } }
function sF64(a, v) { const o = a - base; if (o >= 0 && o < cap) dv.setFloat64(o, v, true); else { const c = view(a); c.dv.setFloat64(a - c.base, v, true); } }
function g32(a) { const o = a - base; if (o >= 0 && o < cap) return dv.getUint32(o, true); const c = view(a); return c.dv.getUint32(a - c.base, true); }
function g64(a) { return g32(a) + g32(a + 4) * 4294967296; }

// For which a loop is faster than a call.
function isShortAscii(text) {
  if (text.length > 24) return false;
  for (let i = 0; i < text.length; ++i) if (text.charCodeAt(i) > 127) return false;
  return true;
}
// A WGPUStringView at `a`. encodeInto replaces lone surrogates, as USVString asks.
function sText(a, text) {
  const most = text.length * 3;
  let address, length;
  if (isShortAscii(text)) {
    length = text.length;
    address = alloc(length);
    for (let i = 0, o = address - base; i < length; ++i) u8[o + i] = text.charCodeAt(i);
  } else if (most <= 8192) {
    address = alloc(most);
    length = encoder.encodeInto(text, new Uint8Array(dv.buffer, address - base, most)).written;
  } else {
    const bytes = encoder.encode(text);
    pins.push(bytes);
    address = native.addressOf(bytes);
    length = bytes.length;
  }
  s64(a, address);
  s64(a + 8, length);
}
