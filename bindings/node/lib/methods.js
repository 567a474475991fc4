// Methods and attributes that need more than a conversion of their arguments.
for (const name of LIMIT_ORDER) {
  Object.defineProperty(GPUSupportedLimits.prototype, name, {
    get: { [name]() { return limitOf(this, name); } }[name], enumerable: true, configurable: true });
}
finish(GPUSupportedLimits, 'GPUSupportedLimits');

function gText(p) { return native.textAt(g64(p), g64(p + 8)); }
// `fill(p)` is a native function that fills in a WGPULimits with a chained WGPUCompatibilityModeLimits.
function readLimits(fill) {
  const mark = enter();
  try {
    const p = alloc(S.Limits.size), q = alloc(S.CompatibilityModeLimits.size);
    chain(p, q, STYPE.CompatibilityModeLimits);
    fill(p);
    const out = {};
    for (const [name, at, size] of LIMITS) {
      const a = at >= 4096 ? q + at - 4096 : p + at;
      out[name] = size === 8 ? g64(a) : g32(a);
    }
    return new GPUSupportedLimits(kKey, out);
  } finally { leave(mark); }
}
function readFeatures(list) {
  const values = [];
  for (const k in E_GPUFeatureName) if (list.includes(E_GPUFeatureName[k])) values.push(k);
  return new GPUSupportedFeatures(kKey, values);
}
function readInfo(i) { return new GPUAdapterInfo(kKey, i); }

// [SameObject] attributes, kept apart so that instances have no properties of their own.
const sameObjects = new WeakMap();
function same(o, name, make) {
  let all = sameObjects.get(o);
  if (!all) sameObjects.set(o, all = Object.create(null));
  return all[name] ??= make();
}
function a_GPU_wgslLanguageFeatures(h) {
  return same(this, 'wgsl', () => new WGSLLanguageFeatures(kKey, native.wgslFeatures(h).map((f) => WGSL_FEATURES[f] ?? VITRINE_WGSL[f]).filter(Boolean)));
}
const VITRINE_WGSL = {};
function a_GPUAdapter_features(h) { return same(this, 'features', () => readFeatures(native.features(h, 0))); }
function a_GPUAdapter_limits(h) { return same(this, 'limits', () => readLimits((p) => native.wgpuAdapterGetLimits(h, p))); }
function a_GPUAdapter_info(h) { return same(this, 'info', () => readInfo(native.info(h, 0))); }
function a_GPUDevice_features(h) { return same(this, 'features', () => readFeatures(native.features(h, 1))); }
function a_GPUDevice_limits(h) { return same(this, 'limits', () => readLimits((p) => native.wgpuDeviceGetLimits(h, p))); }
function a_GPUDevice_adapterInfo(h) { return same(this, 'adapterInfo', () => readInfo(native.info(h, 1))); }
function a_GPUDevice_queue(h) { return same(this, 'queue', () => wrap(GPUQueue, native.wgpuDeviceGetQueue(h), this, queueLabels.get(this) ?? '')); }
function a_GPUDevice_lost() { return lostPromises.get(this); }
const lostPromises = new WeakMap(), queueLabels = new WeakMap(), deviceKeys = new WeakMap(), handlers = new WeakMap();

// https://html.spec.whatwg.org/#event-handler-idl-attributes: it keeps its place in the order of the listeners while it is replaced.
function a_GPUDevice_onuncapturederror() { return handlers.get(this)?.value ?? null; }
function sa_GPUDevice_onuncapturederror(v) {
  let h = handlers.get(this);
  const value = typeof v === 'function' || (typeof v === 'object' && v !== null) ? v : null;
  if (value === null) {
    if (h) { this.removeEventListener('uncapturederror', h.listener); handlers.delete(this); }
    return;
  }
  if (h) { h.value = value; return; }
  h = { value };
  h.listener = function (event) { if (typeof h.value === 'function') return h.value.call(this, event); };
  handlers.set(this, h);
  this.addEventListener('uncapturederror', h.listener);
}

const operationError = (message) => new DOMException(message, 'OperationError');

// -- GPU, GPUAdapter --
function h_requestAdapter(h, c, args) {
  const d = toDictionary(args[0], 'GPURequestAdapterOptions') ?? {};
  const T = S.RequestAdapterOptions, mark = enter();
  try {
    const p = alloc(T.size);
    const { featureLevel, forceFallbackAdapter, powerPreference } = d;
    const level = featureLevel === undefined ? 'core' : toText(featureLevel, 'GPURequestAdapterOptions.featureLevel');
    const power = powerPreference === undefined ? 0
      : toEnum(E_GPUPowerPreference, powerPreference, 'GPUPowerPreference', 'GPURequestAdapterOptions.powerPreference');
    if (level !== 'core' && level !== 'compatibility') return Promise.resolve(null);
    s32(p + T.featureLevel, level === 'core' ? FeatureLevel.Core : FeatureLevel.Compatibility);
    s32(p + T.powerPreference, power);
    s32(p + T.forceFallbackAdapter, forceFallbackAdapter ? 1 : 0);
    s32(p + T.backendType, c.backendType);
    return c.request((id) => native.requestAdapter(c.handle, h, p, id, c.adapter), (e, resolve) => {
      resolve(e.status === RequestAdapterStatus.Success ? wrap(GPUAdapter, e.handle, c, '') : null);
    });
  } finally { leave(mark); }
}
function h_getPreferredCanvasFormat() { return 'bgra8unorm'; }

let nextDevice = 1;
function h_requestDevice(h, c, args) {
  const d = toDictionary(args[0], 'GPUDeviceDescriptor') ?? {};
  const T = S.DeviceDescriptor, mark = enter(), adapter = this;
  try {
    const p = alloc(T.size);
    let label = '', queueLabel = '';
    if (d.label !== undefined) { label = toUsv(d.label, 'GPUDeviceDescriptor.label'); sText(p + T.label, label); }
    const queue = toDictionary(d.defaultQueue, 'GPUQueueDescriptor');
    if (queue?.label !== undefined) { queueLabel = toUsv(queue.label, 'GPUQueueDescriptor.label'); sText(p + T.defaultQueue + 8, queueLabel); }
    if (d.requiredFeatures !== undefined) {
      const list = toSequence(d.requiredFeatures, 'GPUDeviceDescriptor.requiredFeatures'), q = alloc(list.length * 4);
      s64(p + T.requiredFeatureCount, list.length);
      s64(p + T.requiredFeatures, q);
      list.forEach((f, i) => s32(q + 4 * i, toEnum(E_GPUFeatureName, f, 'GPUFeatureName', 'GPUDeviceDescriptor.requiredFeatures')));
    }
    const limits = d.requiredLimits === undefined ? [] : toRecord(d.requiredLimits, 'GPUDeviceDescriptor.requiredLimits')
      .map(([k, v]) => [k, v === undefined ? undefined : enforceRange(v, 0, 9007199254740991, `GPUDeviceDescriptor.requiredLimits["${k}"]`)]);
    if (limits.length) {
      const l = alloc(S.Limits.size), q = alloc(S.CompatibilityModeLimits.size);
      const at = Object.create(null);
      for (const [name, o, size] of LIMITS) {
        at[name] = [o >= 4096 ? q + o - 4096 : l + o, size];
        if (size === 8) sMax64(at[name][0]); else s32(at[name][0], 0xFFFFFFFF);
      }
      chain(l, q, STYPE.CompatibilityModeLimits);
      for (const [k, v] of limits) {
        if (v === undefined) continue;
        const place = at[k];
        if (!place) return Promise.reject(operationError(`requestDevice: requiredLimits["${k}"]: there is no such limit${suggestion(k, at)}`));
        if (place[1] === 8) s64(place[0], v);
        else if (v > 0xFFFFFFFE) return Promise.reject(operationError(`requestDevice: requiredLimits.${k}: ${v} is above what any adapter has`));
        else s32(place[0], v);
      }
      s64(p + T.requiredLimits, l);
    }
    const key = nextDevice++;
    let lost;
    const lostPromise = new Promise((resolve) => { lost = resolve; });
    losses.set(key, lost);
    return c.request((id) => native.requestDevice(c.handle, h, p, key, id), (e, resolve, reject) => {
      if (e.status !== RequestDeviceStatus.Success) {
        losses.delete(key);
        if (e.exception === 'TypeError') return reject(new TypeError(e.message));
        return reject(operationError(e.message));
      }
      const device = wrap(GPUDevice, e.handle, c, label, key);
      lostPromises.set(device, lostPromise);
      if (queueLabel) queueLabels.set(device, queueLabel);
      deviceKeys.set(device, key);
      c.devices.set(key, new WeakRef(device));
      resolve(device);
    });
  } finally { leave(mark); }
}

// -- GPUDevice --
function h_destroy(h, c, args, what) {
  if (what === 'GPUBuffer.destroy') {
    abortMap(this, 'the buffer was destroyed');
    detachAll(this);
    native.wgpuBufferDestroy(h);
    return;
  }
  for (const ref of mappedBuffers.get(c)?.refs ?? []) {
    const b = ref.deref();
    if (b && deviceOf(b) === this) detachAll(b);
  }
  const key = deviceKeys.get(this);
  if (losses.has(key)) {
    c.ending.add(key);
    c.hold();
  }
  native.wgpuDeviceDestroy(h);
}
function h_popErrorScope(h, c) {
  return c.request((id) => native.popErrorScope(c.handle, h, id), (e, resolve, reject) => {
    if (e.status === PopErrorScopeStatus.Success) resolve(e.type === ErrorType.NoError ? null : makeError(e.type, e.message));
    else reject(operationError(e.message || 'popErrorScope: no error scope is open on this device'));
  });
}
function h_importExternalTexture(h, c, args) {
  const d = toDictionary(args[0], 'GPUExternalTextureDescriptor') ?? {};
  if (d.source === undefined) throw missing('GPUExternalTextureDescriptor.source', d);
  throw new TypeError(`GPUExternalTextureDescriptor.source: ${describe(d.source)} is neither an HTMLVideoElement nor a VideoFrame`);
}
function createAsync(self, c, start, size, write, Class) {
  const mark = enter();
  try {
    const p = alloc(size), label = write(p);
    return c.request((id) => { start(p, id); }, (e, resolve, reject) => {
      if (e.status === CreatePipelineAsyncStatus.Success) resolve(wrap(Class, e.handle, c, label));
      else reject(new GPUPipelineError(e.message, { reason: e.status === CreatePipelineAsyncStatus.InternalError ? 'internal' : 'validation' }));
    });
  } finally { leave(mark); }
}
function h_createComputePipelineAsync(h, c, args) {
  return createAsync(this, c, (p, id) => { native.createComputePipelineAsync(c.handle, h, p, id); check(this); }, S.ComputePipelineDescriptor.size,
    (p) => w_GPUComputePipelineDescriptor(args[0], p), GPUComputePipeline);
}
function h_createRenderPipelineAsync(h, c, args) {
  return createAsync(this, c, (p, id) => { native.createRenderPipelineAsync(c.handle, h, p, id); check(this); }, S.RenderPipelineDescriptor.size,
    (p) => w_GPURenderPipelineDescriptor(args[0], p), GPURenderPipeline);
}

// -- GPUBuffer --
const ranges = new WeakMap();         // GPUBuffer -> ArrayBuffers of its mapped ranges
const owners = new WeakMap();         // ArrayBuffer -> GPUBuffer: the memory lives as long as either is reachable
const mappedBuffers = new WeakMap();  // Context -> { refs: WeakRefs of buffers that have ranges, most: of them before a look }
const mapModes = new WeakMap(), offsets = new WeakMap();
// GPUBuffer -> its pending map. One that is bound to fail is aborted all the same by unmap() and destroy().
const mapRequests = new WeakMap();
function abortMap(buffer, by) {
  const request = mapRequests.get(buffer);
  if (request) request.aborted = by;
}
function detachAll(buffer) {
  const list = ranges.get(buffer);
  mapModes.delete(buffer);
  if (!list) return;
  ranges.delete(buffer);
  for (const a of list) { owners.delete(a); native.detach(a); }
  mappedBuffers.get(context(buffer)).refs.delete(list.ref);
}
function noteMapped(c, ref) {
  let mapped = mappedBuffers.get(c);
  if (!mapped) mappedBuffers.set(c, mapped = { refs: new Set(), most: 64 });
  mapped.refs.add(ref);
  if (mapped.refs.size < mapped.most) return;   // some were collected while they were mapped
  for (const r of mapped.refs) if (r.deref() === undefined) mapped.refs.delete(r);
  mapped.most = Math.max(64, mapped.refs.size * 2);
}
const size64 = (v, fallback, what) => v === undefined ? fallback : enforceRange(v, 0, 9007199254740991, what);
function h_mapAsync(h, c, args) {
  const mode = enforceRange(args[0], 0, 4294967295, 'GPUBuffer.mapAsync: mode');
  const offset = size64(args[1], 0, 'GPUBuffer.mapAsync: offset'), size = size64(args[2], -1, 'GPUBuffer.mapAsync: size');
  const early = this.mapState !== 'unmapped', state = early ? this.mapState : '';
  const request = { aborted: '' };
  const done = c.request((id) => native.mapAsync(c.handle, h, mode, offset, size, id), (e, resolve, reject) => {
    if (mapRequests.get(this) === request) mapRequests.delete(this);
    if (e.status === MapAsyncStatus.Success) { mapModes.set(this, mode); resolve(undefined); }
    else if (request.aborted && e.status !== MapAsyncStatus.Aborted) reject(new DOMException(`${request.aborted} before mapAsync had failed: ${e.message}`, 'AbortError'));
    else reject(new DOMException(e.message, e.status === MapAsyncStatus.Aborted ? 'AbortError' : 'OperationError'));
  });
  if (!early) {
    mapRequests.set(this, request);
    return done;
  }
  // https://gpuweb.github.io/gpuweb/#dom-gpubuffer-mapasync, the early reject steps: at once, with the error already raised.
  done.catch(() => {});
  return Promise.reject(operationError(`mapAsync: buffer${this.label ? ` "${this.label}"` : ''} ${state === 'mapped' ? 'is mapped already: unmap it first' : 'waits to be mapped already: wait for the promise of the earlier call'}`));
}
function h_getMappedRange(h, c, args) {
  const offset = size64(args[0], 0, 'GPUBuffer.getMappedRange: offset'), size = size64(args[1], -1, 'GPUBuffer.getMappedRange: size');
  let list = ranges.get(this);   // by offset; they lie apart
  const end = size < 0 ? Math.max(this.size, offset) : offset + size;
  let place = 0;
  if (list) {
    for (let high = list.length; place < high;) {
      const middle = (place + high) >> 1;
      if (offsets.get(list[middle]) < offset) place = middle + 1; else high = middle;
    }
    for (let i = Math.max(place - 1, 0); i < list.length; ++i) {
      const o = offsets.get(list[i]), stop = o + list[i].byteLength;
      if (o >= end) break;
      if (offset < stop) throw operationError(`getMappedRange: bytes ${offset} to ${end} overlap bytes ${o} to ${stop}, which an earlier call has`);
    }
  }
  const range = native.mappedRange(h, offset, size, mapModes.get(this) === GPUMapMode.READ);
  if (range === undefined) {
    check(this);
    throw operationError('getMappedRange: the buffer is not mapped there');
  }
  offsets.set(range, offset);
  if (!list) {
    ranges.set(this, list = []);
    list.ref = new WeakRef(this);
    noteMapped(c, list.ref);
  }
  // An empty range comes before one that begins there too.
  if (range.byteLength > 0) while (place < list.length && offsets.get(list[place]) === offset) ++place;
  if (place === list.length) list.push(range); else list.splice(place, 0, range);
  owners.set(range, this);
  return range;
}
function h_unmap(h) {
  abortMap(this, 'the buffer was unmapped');
  detachAll(this);
  native.wgpuBufferUnmap(h);
}

// -- GPUShaderModule --
function h_getCompilationInfo(h, c) {
  return c.request((id) => native.getCompilationInfo(c.handle, h, id), (e, resolve, reject) => {
    if (e.messages) resolve(new GPUCompilationInfo(kKey, e.messages));
    else reject(operationError('getCompilationInfo: cancelled'));
  });
}

// -- GPUQueue --
function h_onSubmittedWorkDone(h, c) {
  return c.request((id) => native.workDone(c.handle, h, id), (e, resolve) => resolve(undefined));
}
// https://gpuweb.github.io/gpuweb/#dom-gpuqueue-writebuffer: offset and size count elements of a typed array, else bytes.
function contents(data, offset, size, what) {
  const { bytes, unit } = toBytes(data, `${what}: data`);
  const elements = bytes.length / unit;
  const o = size64(offset, 0, `${what}: dataOffset`);
  const n = size === undefined ? elements - o : size64(size, 0, `${what}: size`);
  if (o > elements || n < 0 || o + n > elements) {
    throw operationError(`${what}: ${size === undefined ? '' : `${n} elements from `}element ${o} is outside of data, which has ${elements}`);
  }
  if (n * unit % 4 !== 0) {
    throw operationError(`${what}: ${n * unit} bytes are to be written, not a multiple of 4: pad the data to ${(n * unit >> 2) * 4 + 4} bytes`);
  }
  return bytes.subarray(o * unit, (o + n) * unit);
}
function h_writeBuffer(h, c, args) {
  const buffer = toHandle(H_GPUBuffer, args[0], 'GPUBuffer', 'GPUQueue.writeBuffer: buffer');
  const at = enforceRange(args[1], 0, 9007199254740991, 'GPUQueue.writeBuffer: bufferOffset');
  native.writeBuffer(h, buffer, at, contents(args[2], args[3], args[4], 'GPUQueue.writeBuffer'));
}
function h_writeTexture(h, c, args) {
  const mark = enter();
  try {
    const p = alloc(S.TexelCopyTextureInfo.size), l = alloc(S.TexelCopyBufferLayout.size), s = alloc(S.Extent3D.size);
    w_GPUTexelCopyTextureInfo(args[0], p);
    const { bytes } = toBytes(args[1], 'GPUQueue.writeTexture: data');
    w_GPUTexelCopyBufferLayout(args[2], l);
    w_GPUExtent3D(args[3], s, 'GPUQueue.writeTexture: size');
    native.writeTexture(h, p, bytes, l, s);
    check(this);
  } finally { leave(mark); }
}

// -- encoders --
function h_copyBufferToBuffer(h, c, args, what) {
  const source = toHandle(H_GPUBuffer, args[0], 'GPUBuffer', `${what}: source`);
  if (args.length <= 3 && (args.length < 2 || H_GPUBuffer(args[1]))) {
    const destination = toHandle(H_GPUBuffer, args[1], 'GPUBuffer', `${what}: destination`);
    native.wgpuCommandEncoderCopyBufferToBuffer(h, source, 0, destination, 0, size64(args[2], -1, `${what}: size`));
    return;
  }
  if (args.length < 4) throw tooFew(what, 4, args.length);
  const from = enforceRange(args[1], 0, 9007199254740991, `${what}: sourceOffset`);
  const destination = toHandle(H_GPUBuffer, args[2], 'GPUBuffer', `${what}: destination`);
  const to = enforceRange(args[3], 0, 9007199254740991, `${what}: destinationOffset`);
  native.wgpuCommandEncoderCopyBufferToBuffer(h, source, from, destination, to, size64(args[4], -1, `${what}: size`));
}
const setBindGroupOf = { 'GPUComputePassEncoder.setBindGroup': native.wgpuComputePassEncoderSetBindGroup,
  'GPURenderPassEncoder.setBindGroup': native.wgpuRenderPassEncoderSetBindGroup,
  'GPURenderBundleEncoder.setBindGroup': native.wgpuRenderBundleEncoderSetBindGroup };
const isU32 = (v) => typeof v === 'number' && v >>> 0 === v;
const setImmediatesOf = { GPUComputePassEncoder: 'wgpuComputePassEncoderSetImmediates', GPURenderPassEncoder: 'wgpuRenderPassEncoderSetImmediates',
  GPURenderBundleEncoder: 'wgpuRenderBundleEncoderSetImmediates' };
function h_setBindGroup(h, c, args, what) {
  const call = setBindGroupOf[what];
  // Words for errors are made only where there is one.
  const index = isU32(args[0]) ? args[0] : enforceRange(args[0], 0, 4294967295, `${what}: index`);
  const group = args[1] == null ? 0 : H_GPUBindGroup(args[1]) || toHandle(H_GPUBindGroup, args[1], 'GPUBindGroup', `${what}: bindGroup`);
  const offsets = args[2];
  if (offsets === undefined && args.length < 4) { call(h, index, group, 0, 0); return; }
  const mark = enter();
  try {
    if (args.length >= 4) {
      if (args.length < 5) throw tooFew(what, 5, args.length);
      if (!(offsets instanceof Uint32Array)) throw new TypeError(`${what}: dynamicOffsetsData: ${describe(offsets)} is not a Uint32Array`);
      const start = isU32(args[3]) ? args[3] : enforceRange(args[3], 0, 9007199254740991, `${what}: dynamicOffsetsDataStart`);
      const length = isU32(args[4]) ? args[4] : enforceRange(args[4], 0, 4294967295, `${what}: dynamicOffsetsDataLength`);
      if (start + length > offsets.length) {
        throw new RangeError(`${what}: ${length} offsets from element ${start} are outside of dynamicOffsetsData, which has ${offsets.length}`);
      }
      const p = alloc(length * 4);
      for (let i = 0; i < length; ++i) s32(p + 4 * i, offsets[start + i]);
      call(h, index, group, length, p);
      return;
    }
    const list = toSequence(offsets, `${what}: dynamicOffsets`), p = alloc(list.length * 4);
    for (let i = 0; i < list.length; ++i) s32(p + 4 * i, isU32(list[i]) ? list[i] : enforceRange(list[i], 0, 4294967295, `${what}: dynamicOffsets`));
    call(h, index, group, list.length, p);
  } finally { leave(mark); }
}
// https://gpuweb.github.io/gpuweb/#dom-gpubindingcommandsmixin-setimmediates
function h_setImmediates(h, c, args, what) {
  const offset = enforceRange(args[0], 0, 4294967295, `${what}: rangeOffset`);
  const bytes = contents(args[1], args[2], args[3], what);
  native.setImmediates(setImmediatesOf[what.slice(0, what.indexOf('.'))], h, offset, bytes);
}
