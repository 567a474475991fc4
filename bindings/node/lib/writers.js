// Writers of the structs whose C form differs from the dictionary.
function w_GPUExtent3D(v, p, what) {
  let w, h = 1, d = 1;
  if (isSequence(v)) {
    const l = toSequence(v, what);
    if (l.length < 1 || l.length > 3) throw new TypeError(`${what}: a size has 1 to 3 numbers, not ${l.length}`);
    w = enforceRange(l[0], 0, 4294967295, what);
    if (l.length > 1) h = enforceRange(l[1], 0, 4294967295, what);
    if (l.length > 2) d = enforceRange(l[2], 0, 4294967295, what);
  } else {
    v = toDictionary(v, what) ?? {};
    let x = v.depthOrArrayLayers;
    if (x !== undefined) d = enforceRange(x, 0, 4294967295, what);
    x = v.height;
    if (x !== undefined) h = enforceRange(x, 0, 4294967295, what);
    x = v.width;
    if (x === undefined) throw missing(`${what}.width`);
    w = enforceRange(x, 0, 4294967295, what);
  }
  s32(p, w); s32(p + 4, h); s32(p + 8, d);
}
function w_GPUOrigin3D(v, p, what) {
  let x = 0, y = 0, z = 0;
  if (isSequence(v)) {
    const l = toSequence(v, what);
    if (l.length > 3) throw new TypeError(`${what}: an origin has at most 3 numbers, not ${l.length}`);
    [x, y, z] = [0, 1, 2].map((i) => l[i] === undefined ? 0 : enforceRange(l[i], 0, 4294967295, what));
  } else {
    v = toDictionary(v, what) ?? {};
    if (v.x !== undefined) x = enforceRange(v.x, 0, 4294967295, what);
    if (v.y !== undefined) y = enforceRange(v.y, 0, 4294967295, what);
    if (v.z !== undefined) z = enforceRange(v.z, 0, 4294967295, what);
  }
  s32(p, x); s32(p + 4, y); s32(p + 8, z);
}
function w_GPUColor(v, p, what) {
  let c;
  if (isSequence(v)) {
    c = toSequence(v, what);
    if (c.length !== 4) throw new TypeError(`${what}: a colour has 4 numbers, not ${c.length}`);
  } else {
    v = toDictionary(v, what) ?? {};
    const { a, b, g, r } = v;
    for (const [k, x] of [['a', a], ['b', b], ['g', g], ['r', r]]) if (x === undefined) throw missing(`${what}.${k}`);
    c = [r, g, b, a];
  }
  for (let i = 0; i < 4; ++i) sF64(p + 8 * i, toDouble(c[i], what));
}

// A null entry of colorAttachments, targets or buffers. In C a hole is the zeroed struct.
function n_GPURenderPassColorAttachment(p) { s32(p + S.RenderPassColorAttachment.depthSlice, 0xFFFFFFFF); }
function n_GPUColorTargetState() {}
function n_GPUVertexBufferLayout() {}

function chain(p, address, sType) {   // in front of what is chained already
  s64(address, g64(p));
  s32(address + 8, sType);
  s64(p, address);
}
function m_GPUTextureDescriptor_textureBindingViewDimension(v, p) {
  if (v === undefined) return;
  const q = alloc(S.TextureBindingViewDimension.size);
  s32(q + S.TextureBindingViewDimension.textureBindingViewDimension,
    toEnum(E_GPUTextureViewDimension, v, 'GPUTextureViewDimension', 'GPUTextureDescriptor.textureBindingViewDimension'));
  chain(p, q, STYPE.TextureBindingViewDimension);
}
// https://gpuweb.github.io/gpuweb/#dom-gputextureviewdescriptor-swizzle
function m_GPUTextureViewDescriptor_swizzle(v, p) {
  const text = v === undefined ? 'rgba' : toText(v, 'GPUTextureViewDescriptor.swizzle');
  if (!/^[rgba01]{4}$/.test(text)) throw new TypeError(`GPUTextureViewDescriptor.swizzle: "${text}" is not four of r, g, b, a, 0, 1`);
  if (text === 'rgba') return;
  const q = alloc(S.TextureComponentSwizzleDescriptor.size), at = q + S.TextureComponentSwizzleDescriptor.swizzle;
  const component = { 0: ComponentSwizzle.Zero, 1: ComponentSwizzle.One, r: ComponentSwizzle.R, g: ComponentSwizzle.G,
    b: ComponentSwizzle.B, a: ComponentSwizzle.A };
  for (let i = 0; i < 4; ++i) s32(at + 4 * i, component[text[i]]);
  chain(p, q, STYPE.TextureComponentSwizzleDescriptor);
}
function m_GPUBindGroupLayoutEntry_externalTexture(v, p) {
  if (v === undefined) return;
  toDictionary(v, 'GPUExternalTextureBindingLayout');
  const q = alloc(16);
  chain(p, q, STYPE.ExternalTextureBindingLayout);
}
function m_GPUShaderModuleDescriptor_code(v, p) {
  const q = alloc(S.ShaderSourceWGSL.size);
  sText(q + S.ShaderSourceWGSL.code, toText(v, 'GPUShaderModuleDescriptor.code'));
  chain(p, q, STYPE.ShaderSourceWGSL);
}
function m_GPUShaderModuleDescriptor_compilationHints(v) {
  if (v === undefined) return;
  for (const hint of toSequence(v, 'GPUShaderModuleDescriptor.compilationHints')) {
    const d = toDictionary(hint, 'GPUShaderModuleCompilationHint') ?? {};
    if (d.entryPoint === undefined) throw missing('GPUShaderModuleCompilationHint.entryPoint', d);
    toText(d.entryPoint, 'GPUShaderModuleCompilationHint.entryPoint');
    if (d.layout !== undefined) toLayout(d.layout, 'GPUShaderModuleCompilationHint.layout');
  }
}
function m_GPURenderPassDescriptor_maxDrawCount(v, p) {
  if (v === undefined) return;
  const q = alloc(S.RenderPassMaxDrawCount.size);
  s64(q + S.RenderPassMaxDrawCount.maxDrawCount, enforceRange(v, 0, 9007199254740991, 'GPURenderPassDescriptor.maxDrawCount'));
  chain(p, q, STYPE.RenderPassMaxDrawCount);
}
function toLayout(v, what) {   // 0: "auto"
  const h = H_GPUPipelineLayout(v);
  if (h !== 0) return h;
  const s = toText(v, what);
  if (s !== 'auto') throw new TypeError(`${what}: ${describe(v)} is neither a GPUPipelineLayout nor "auto"${foreign(v, 'GPUPipelineLayout')}`);
  return 0;
}
function m_GPUComputePipelineDescriptor_layout(v, p) {
  s64(p + S.ComputePipelineDescriptor.layout, toLayout(v, 'GPUComputePipelineDescriptor.layout'));
}
function m_GPURenderPipelineDescriptor_layout(v, p) {
  s64(p + S.RenderPipelineDescriptor.layout, toLayout(v, 'GPURenderPipelineDescriptor.layout'));
}
function writeConstants(v, p, struct, what) {
  if (v === undefined) return;
  const list = toRecord(v, what), q = alloc(list.length * S.ConstantEntry.size);
  s64(p + struct.constantCount, list.length);
  s64(p + struct.constants, q);
  list.forEach(([key, value], i) => {
    const a = q + i * S.ConstantEntry.size;
    sText(a + S.ConstantEntry.key, key);
    sF64(a + S.ConstantEntry.value, toDouble(value, `${what}["${key}"]`));
  });
}
function m_GPUVertexState_constants(v, p) { writeConstants(v, p, S.VertexState, 'GPUVertexState.constants'); }
function m_GPUFragmentState_constants(v, p) { writeConstants(v, p, S.FragmentState, 'GPUFragmentState.constants'); }
function m_GPUComputeState_constants(v, p) { writeConstants(v, p, S.ComputeState, 'GPUProgrammableStage.constants'); }
function m_GPUDepthStencilState_depthWriteEnabled(v, p) {
  s32(p + S.DepthStencilState.depthWriteEnabled, v === undefined ? OptionalBool.Undefined : v ? OptionalBool.True : OptionalBool.False);
}
// (GPUTexture or GPUTextureView): a texture stands for its default view, which lives until the call has ended.
function toView(v, what) {
  const h = H_GPUTextureView(v);
  if (h !== 0) return h;
  const t = H_GPUTexture(v);
  if (t === 0) throw new TypeError(`${what}: ${describe(v)} is neither a GPUTexture nor a GPUTextureView${foreign(v, 'GPUTexture') || foreign(v, 'GPUTextureView')}`);
  const made = native.wgpuTextureCreateView(t, 0);
  pins.push(new Temporary(made));
  return made;
}
class Temporary { constructor(h) { temporaries.register(this, h); } }
const temporaries = new FinalizationRegistry((h) => native.release(KINDS.GPUTextureView, h));
function m_GPURenderPassColorAttachment_view(v, p) {
  s64(p + S.RenderPassColorAttachment.view, toView(v, 'GPURenderPassColorAttachment.view'));
}
function m_GPURenderPassColorAttachment_resolveTarget(v, p) {
  if (v !== undefined) s64(p + S.RenderPassColorAttachment.resolveTarget, toView(v, 'GPURenderPassColorAttachment.resolveTarget'));
}
// In C all bits set mean that there is none; who asks for that slice gets the one before, which no texture has either.
function m_GPURenderPassColorAttachment_depthSlice(v, p) {
  s32(p + S.RenderPassColorAttachment.depthSlice, v === undefined ? 0xFFFFFFFF
    : Math.min(enforceRange(v, 0, 0xFFFFFFFF, 'GPURenderPassColorAttachment.depthSlice'), 0xFFFFFFFE));
}
function m_GPURenderPassDepthStencilAttachment_view(v, p) {
  s64(p + S.RenderPassDepthStencilAttachment.view, toView(v, 'GPURenderPassDepthStencilAttachment.view'));
}
function w_GPUBindGroupEntry(d, p) {
  d = toDictionary(d, 'GPUBindGroupEntry') ?? {};
  if (d.binding === undefined) throw missing('GPUBindGroupEntry.binding', d);
  const T = S.BindGroupEntry;
  s32(p + T.binding, enforceRange(d.binding, 0, 4294967295, 'GPUBindGroupEntry.binding'));
  const r = d.resource;
  if (r === undefined) throw missing('GPUBindGroupEntry.resource', d);
  sMax64(p + T.size);
  let h;
  if ((h = H_GPUSampler(r))) return s64(p + T.sampler, h);
  if ((h = H_GPUTextureView(r))) return s64(p + T.textureView, h);
  if (H_GPUTexture(r)) return s64(p + T.textureView, toView(r, 'GPUBindGroupEntry.resource'));
  if ((h = H_GPUBuffer(r))) return s64(p + T.buffer, h);
  if ((h = H_GPUExternalTexture(r))) {
    const q = alloc(S.ExternalTextureBindingEntry.size);
    s64(q + S.ExternalTextureBindingEntry.externalTexture, h);
    return chain(p, q, STYPE.ExternalTextureBindingEntry);
  }
  if (typeof r !== 'object' && typeof r !== 'function') {
    throw new TypeError(`GPUBindGroupEntry.resource: ${describe(r)} is no buffer ({buffer}), sampler, texture, texture view or external texture`);
  }
  const b = toDictionary(r, 'GPUBindGroupEntry.resource');
  const buffer = b === undefined ? undefined : b.buffer;
  if (buffer === undefined) {
    for (const name of ['GPUSampler', 'GPUTextureView', 'GPUTexture', 'GPUBuffer', 'GPUExternalTexture']) {
      if (foreign(b, name)) throw new TypeError(`GPUBindGroupEntry.resource: ${describe(b)} is not a ${name}${foreign(b, name)}`);
    }
    throw missing('GPUBufferBinding.buffer', b);
  }
  s64(p + T.buffer, toHandle(H_GPUBuffer, buffer, 'GPUBuffer', 'GPUBufferBinding.buffer'));
  if (b.offset !== undefined) s64(p + T.offset, enforceRange(b.offset, 0, 9007199254740991, 'GPUBufferBinding.offset'));
  if (b.size !== undefined) s64(p + T.size, enforceRange(b.size, 0, 9007199254740991, 'GPUBufferBinding.size'));
}
function w_GPUTexelCopyBufferLayout(d, p) {
  d = toDictionary(d, 'GPUTexelCopyBufferLayout') ?? {};
  const T = S.TexelCopyBufferLayout;
  const { bytesPerRow, offset, rowsPerImage } = d;
  s32(p + T.bytesPerRow, bytesPerRow === undefined ? 0xFFFFFFFF : enforceRange(bytesPerRow, 0, 4294967295, 'GPUTexelCopyBufferLayout.bytesPerRow'));
  if (offset !== undefined) s64(p + T.offset, enforceRange(offset, 0, 9007199254740991, 'GPUTexelCopyBufferLayout.offset'));
  s32(p + T.rowsPerImage, rowsPerImage === undefined ? 0xFFFFFFFF : enforceRange(rowsPerImage, 0, 4294967295, 'GPUTexelCopyBufferLayout.rowsPerImage'));
}
function w_GPUTexelCopyBufferInfo(d, p) {
  w_GPUTexelCopyBufferLayout(d, p + S.TexelCopyBufferInfo.layout);
  const buffer = toDictionary(d, 'GPUTexelCopyBufferInfo')?.buffer;
  if (buffer === undefined) throw missing('GPUTexelCopyBufferInfo.buffer');
  s64(p + S.TexelCopyBufferInfo.buffer, toHandle(H_GPUBuffer, buffer, 'GPUBuffer', 'GPUTexelCopyBufferInfo.buffer'));
}
function w_GPUTexelCopyTextureInfo(d, p) {
  d = toDictionary(d, 'GPUTexelCopyTextureInfo') ?? {};
  const T = S.TexelCopyTextureInfo;
  const { aspect, mipLevel, origin, texture } = d;
  s32(p + T.aspect, toEnum(E_GPUTextureAspect, aspect === undefined ? 'all' : aspect, 'GPUTextureAspect', 'GPUTexelCopyTextureInfo.aspect'));
  if (mipLevel !== undefined) s32(p + T.mipLevel, enforceRange(mipLevel, 0, 4294967295, 'GPUTexelCopyTextureInfo.mipLevel'));
  if (origin !== undefined) w_GPUOrigin3D(origin, p + T.origin, 'GPUTexelCopyTextureInfo.origin');
  if (texture === undefined) throw missing('GPUTexelCopyTextureInfo.texture');
  s64(p + T.texture, toHandle(H_GPUTexture, texture, 'GPUTexture', 'GPUTexelCopyTextureInfo.texture'));
}
