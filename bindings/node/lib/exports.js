// What the package exports.
const globals = { ...GENERATED, GPUSupportedLimits, GPUSupportedFeatures, WGSLLanguageFeatures, GPUAdapterInfo, GPUCompilationMessage,
  GPUCompilationInfo, GPUPipelineError, GPUDeviceLostInfo, GPUError, GPUValidationError, GPUOutOfMemoryError, GPUInternalError,
  GPUUncapturedErrorEvent, GPUCanvasContext };

// `options`: an object { backend: 'vulkan' | 'null', validation, debugPrintf, ... } or a list of "key=value" as other
// implementations take; keys of theirs are accepted and ignored.
function readOptions(options) {
  const out = { backend: '', validation: false, debugPrintf: false, printRoute: '', printBuffer: 0, printFilter: '', printLimit: 0, hostPrintBuffer: false, check: '', experiments: [], log: '', lint: '', callSites: '', console: undefined, adapter: '' };
  const set = (key, value) => {
    const on = value === true || value === '' || value === '1' || value === 'true' || value === undefined;
    switch (key) {
      case 'backend': out.backend = String(value); break;
      case 'adapter': out.adapter = String(value); break;
      case 'validation': out.validation = on; break;
      case 'debugPrintf': case 'debug-printf': out.debugPrintf = on; break;
      case 'printRoute': case 'print-route': out.printRoute = String(value); break;
      case 'printBuffer': case 'print-buffer': out.printBuffer = Number(value); break;
      case 'printFilter': case 'print-filter': out.printFilter = String(value); break;
      case 'printLimit': case 'print-limit': out.printLimit = Number(value); break;
      case 'hostPrintBuffer': case 'host-print-buffer': out.hostPrintBuffer = on; break;
      case 'check': out.check = String(value); break;
      case 'experiments': out.experiments = Array.isArray(value) ? value.map(String) : String(value).split(','); break;
      case 'log': out.log = String(value); break;
      case 'lint': out.lint = on ? 'all' : Array.isArray(value) ? value.join() : value ? String(value) : ''; break;
      case 'callSites': case 'call-sites': out.callSites = String(value); break;
      case 'console': out.console = typeof value === 'object' && value !== null ? value : on ? console : undefined; break;
    }
  };
  if (Array.isArray(options)) {
    for (const o of options) {
      const text = String(o), eq = text.indexOf('=');
      if (eq < 0) set(text); else set(text.slice(0, eq), text.slice(eq + 1));
    }
  } else if (options !== undefined && options !== null) {
    for (const k of Object.keys(options)) set(k, options[k]);
  }
  return out;
}
const kBackends = { '': BackendType.Undefined, null: BackendType.Null, vulkan: BackendType.Vulkan };
function create(options) {
  const o = readOptions(options);
  if (!Object.hasOwn(kBackends, o.backend)) throw new TypeError(`create: there is no backend "${o.backend}"; choose vulkan or null`);
  const c = new Context(o);
  c.backendType = kBackends[o.backend];
  c.adapter = o.adapter;
  if (o.adapter) {
    const all = native.adapters(c.handle).filter((a) => c.backendType === a.backend || (c.backendType === BackendType.Undefined && a.backend !== BackendType.Null));
    if (!all.some((a) => a.name.includes(o.adapter))) {
      const list = all.map((a) => `\n * backend: '${a.backend === BackendType.Null ? 'null' : 'vulkan'}', name: '${a.name}'`).join('');
      throw new Error(`create: there is no adapter "${o.adapter}"; available adapters:${list || ' none'}`);
    }
  }
  return new GPU(kKey, native.instanceOf(c.handle), c, '');
}

// The structured side: an object for every diagnostic or printed message, as a callback or an async iterable. It lies
// outside of the WebGPU objects, which stay exactly what the specification says. A device that is lost ends its iterables.
function stream(kind) {
  return (object, callback) => {
    const c = context(object), set = c.sinks[kind];
    // Of an adapter: what comes of all devices of its GPU object.
    const only = H_GPUDevice(object) || undefined;
    native.listen(c.handle, kind, true);
    const close = (push) => {
      set.delete(push);
      if (set.size === 0) native.listen(c.handle, kind, false);
      c.hold();
    };
    if (callback !== undefined) {
      if (typeof callback !== 'function') throw new TypeError(`${describe(callback)} is not a function`);
      const push = Object.assign((v) => callback(v), { only });
      set.add(push);
      c.hold();
      return { close() { close(push); } };
    }
    const queue = [], waiting = [];
    let closed = false;
    const push = Object.assign((value) => {
      const next = waiting.shift();
      if (next) next({ value, done: false }); else queue.push(value);
    }, { only });
    set.add(push);
    c.hold();
    const iterator = {
      close() {
        if (closed) return;
        closed = true;
        close(push);
        for (const next of waiting.splice(0)) next({ value: undefined, done: true });
      },
      [Symbol.asyncIterator]() { return this; },
      next() {
        if (queue.length > 0) return Promise.resolve({ value: queue.shift(), done: false });
        if (closed) return Promise.resolve({ value: undefined, done: true });
        return new Promise((resolve) => waiting.push(resolve));
      },
      return(value) { this.close(); return Promise.resolve({ value, done: true }); },
    };
    lostPromises.get(object)?.then(() => iterator.close());
    return iterator;
  };
}
const diagnostics = stream('diagnostic'), printfMessages = stream('print');

return { create, createCanvas, globals, diagnostics, printfMessages };
