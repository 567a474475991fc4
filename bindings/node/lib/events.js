// Pending operations and what native code delivers. One native instance for each GPU object; `Context` is its half here.
const kKey = Symbol('vitrine');
const contextOf = new Map();     // class -> (object) => Context
let deviceOf;                    // (GPUBuffer) => GPUDevice

// Those with something under way, which nothing else may refer to; and all, for the end of the process.
const busy = new Set(), all = new Set();
let listening = false;
const closing = new FinalizationRegistry(({ handle, ref }) => {
  all.delete(ref);
  native.releaseContext(handle);
});

// Those that listen to one device, and those that listen to all. What belongs to no device is for everybody.
const listenersOf = (set, device) => [...set].filter((f) => f.only === undefined || device === 0 || f.only === device);

class Context {
  constructor(options) {
    this.pending = new Map();    // request id -> { resolve, reject, settle }
    this.next = 1;
    this.devices = new Map();    // key -> WeakRef of the GPUDevice
    this.ending = new Set();     // keys of devices that were destroyed and are not yet reported lost
    this.sinks = { diagnostic: new Set(), print: new Set() };
    this.console = options.console;
    // For hygiene warnings about what is never done: told at the end, of what is there then.
    this.modules = options.lint || process.env.VITRINE_LINT || /\blint\b/.test(process.env.VITRINE_FLAGS ?? '') ? new Set() : undefined;
    this.exiting = false;
    const ref = new WeakRef(this);
    this.handle = native.createContext({ ...options, console: this.console !== undefined }, () => ref.deref()?.pump());
    if (options.callSites !== 'off') native.setCallSites(this.handle, options.callSites === 'full' ? captureFull : captureSite, describeSite);
    if (!listening) process.once('exit', finishAll);
    listening = true;
    all.add(ref);
    closing.register(this, { handle: this.handle, ref });
  }
  // A promise that native code settles: start(id) makes the call, settle(event, resolve, reject) reads its result.
  request(start, settle) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, settle });
      if (this.pending.size === 1) this.hold();
      start(id);
    });
  }
  // Keeps the process alive exactly while a promise is pending, and this object while there is somebody to tell.
  hold() {
    const pending = this.pending.size + this.ending.size > 0;
    native.keepAlive(this.handle, pending);
    if (pending || this.sinks.diagnostic.size + this.sinks.print.size > 0) busy.add(this); else busy.delete(this);
  }
  pump() {
    try { this.deliver(); } finally { this.hold(); }
  }
  deliver() {
    let errors = false;
    for (const event of native.poll(this.handle)) {
      if (event.kind === 'done') {
        const p = this.pending.get(event.id);
        if (!p) continue;
        this.pending.delete(event.id);
        try { p.settle(event, p.resolve, p.reject); } catch (e) { p.reject(e); }
      } else if (event.kind === 'lost') {
        this.ending.delete(event.device);
        const lost = losses.get(event.device);
        if (lost) { losses.delete(event.device); lost(new GPUDeviceLostInfo(kKey, event.reason, event.message)); }
      } else if (event.kind === 'error') {
        errors = true;
        const device = this.devices.get(event.device)?.deref();
        if (device) deliverUncaptured(this, device, makeError(event.type, event.message), event.diagnostic);
        else native.logError(this.handle, event.diagnostic, true);
      } else if (event.kind === 'diagnostic') {
        this.tell(listenersOf(this.sinks.diagnostic, event.device), JSON.parse(event.json));
      } else if (event.kind === 'print') {
        this.tell(listenersOf(this.sinks.print, event.device), JSON.parse(event.json));
      } else if (event.kind === 'log') {
        const method = ['log', 'error', 'warn', 'log', 'debug'][event.level] ?? 'log';
        this.tell([(text) => this.console[method](text)], event.text);
      }
    }
    // After the last one of this turn: a cascade has ended.
    if (errors && !this.exiting) setImmediate(() => native.flushLog(this.handle));
  }
  // A listener that throws does not take the other events down.
  tell(listeners, value) {
    for (const f of listeners) {
      try { f(value); } catch (e) { setImmediate(() => { throw e; }); }
    }
  }
}
// The process ends: no thread of native code may go on meanwhile, and what it has to say is said now.
function finishAll() {
  for (const ref of all) {
    const c = ref.deref();
    if (!c) continue;
    c.exiting = true;
    native.settle(c.handle);
    c.deliver();
    if (c.modules) {
      for (const module of c.modules) {
        const h = H_GPUShaderModule(module.deref());
        if (h) native.release(KINDS.GPUShaderModule, h);
      }
      for (const device of c.devices.values()) {
        const h = H_GPUDevice(device.deref());
        if (h) native.wgpuDeviceDestroy(h);
      }
      c.deliver();
    }
    native.flushLog(c.handle);
    c.deliver();   // what listeners of the first round caused
  }
}
const losses = new Map();        // device key -> resolve function of its lost promise

function makeError(type, message) {
  switch (type) {
    case ErrorType.OutOfMemory: return new GPUOutOfMemoryError(message);
    case ErrorType.Internal: return new GPUInternalError(message);
    default: return new GPUValidationError(message);
  }
}
// https://gpuweb.github.io/gpuweb/#eventdef-gpudevice-uncapturederror
// Each error is a task of its own, so that a listener that throws does not take the others down.
function deliverUncaptured(context, device, error, diagnostic) {
  const task = () => {
    const event = new GPUUncapturedErrorEvent('uncapturederror', { error, cancelable: true });
    let log = true;
    try { log = device.dispatchEvent(event); } finally { native.logError(context.handle, diagnostic, log); }
  };
  if (context.exiting) return task();
  setImmediate(task);
}

// Objects give their native half back when they are collected.
const collected = new FinalizationRegistry(({ kind, h, bytes, device, devices, module, modules }) => {
  if (module) modules.delete(module);
  // That a device was collected must not be seen: its lost promise stays pending.
  if (device) { losses.delete(device); devices.delete(device); }
  native.release(kind, h);
  if (bytes) native.adjustMemory(-bytes);
});
// The same for those of which nothing more is to be done: a number is kept for each, and no object.
const released = new Map();   // class -> FinalizationRegistry
function registryOf(Class) {
  const kind = KINDS[Class.name], registry = new FinalizationRegistry((h) => native.release(kind, h));
  released.set(Class, registry);
  return registry;
}
function wrap(Class, h, from, label, device = 0) {
  const c = from instanceof Context ? from : contextOf.get(from.constructor)?.(from) ?? contextFor(from);
  if (h === 0) throw new Error(`${Class.name}: the native call gave no object`);
  const o = new Class(kKey, h, c, label, from);
  let bytes = 0;
  let module;
  if (Class === GPUShaderModule && c.modules) c.modules.add(module = new WeakRef(o));
  if (Class === GPUBuffer) bytes = native.wgpuBufferGetSize(h);
  if (Class === GPUTexture) bytes = textureBytes(h);
  if (bytes === 0 && device === 0 && module === undefined) {
    (released.get(Class) ?? registryOf(Class)).register(o, h);
    return o;
  }
  if (bytes) native.adjustMemory(bytes);
  collected.register(o, { kind: KINDS[Class.name], h, bytes, device, devices: device ? c.devices : undefined,
    module, modules: c.modules });
  return o;
}
// Roughly: what a collector should know of. Formats of 4 bytes a texel are taken for all.
function textureBytes(h) {
  return native.wgpuTextureGetWidth(h) * native.wgpuTextureGetHeight(h) * native.wgpuTextureGetDepthOrArrayLayers(h) * 4 * native.wgpuTextureGetSampleCount(h);
}
function contextFor(o) {
  for (const [Class, get] of contextOf) if (o instanceof Class) return get(o);
  throw new TypeError('not a WebGPU object');
}
function context(o) { return contextOf.get(o.constructor)?.(o) ?? contextFor(o); }

// Content-timeline failures of the call just made.
function check(o) {
  const e = native.takeException(context(o).handle);
  if (e === undefined) return;
  if (e.name === 'TypeError') throw new TypeError(e.message);
  if (e.name === 'RangeError') throw new RangeError(e.message);
  throw new DOMException(e.message, e.name);
}
function setLabel(name, h, label) {
  const mark = enter();
  try {
    const p = alloc(16);
    sText(p, label);
    native[name](h, p);
  } finally { leave(mark); }
}
// Makes the members of a class what WebIDL says: enumerable, with the class's name as its string tag.
function finish(Class, name) {
  const p = Class.prototype;
  for (const k of Object.getOwnPropertyNames(p)) {
    if (k === 'constructor') continue;
    const d = Object.getOwnPropertyDescriptor(p, k);
    d.enumerable = true;
    Object.defineProperty(p, k, d);
  }
  Object.defineProperty(p, Symbol.toStringTag, { value: name, configurable: true });
}
