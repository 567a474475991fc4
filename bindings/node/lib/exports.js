// What the package exports.
const globals = { ...GENERATED, GPUSupportedLimits, GPUSupportedFeatures, WGSLLanguageFeatures, GPUAdapterInfo, GPUCompilationMessage,
  GPUCompilationInfo, GPUPipelineError, GPUDeviceLostInfo, GPUError, GPUValidationError, GPUOutOfMemoryError, GPUInternalError,
  GPUUncapturedErrorEvent, GPUCanvasContext };

const kOptions = ['backend', 'adapter', 'validation', 'debug-printf', 'print-route', 'print-buffer', 'experiments', 'log', 'lint', 'call-sites'];
// `options`: an object { backend: 'vulkan' | 'null', validation, debugPrintf, ... } or a list of "key=value" as other
// implementations take; keys of theirs are accepted and ignored.
function readOptions(options) {
  const out = { backend: '', validation: false, debugPrintf: false, printRoute: '', printBuffer: 0, experiments: [], log: '', lint: false, callSites: '' };
  const set = (key, value) => {
    const on = value === true || value === '' || value === '1' || value === 'true' || value === undefined;
    switch (key) {
      case 'backend': out.backend = String(value); break;
      case 'validation': out.validation = on; break;
      case 'debugPrintf': case 'debug-printf': out.debugPrintf = on; break;
      case 'printRoute': case 'print-route': out.printRoute = String(value); break;
      case 'printBuffer': case 'print-buffer': out.printBuffer = Number(value); break;
      case 'experiments': out.experiments = Array.isArray(value) ? value.map(String) : String(value).split(','); break;
      case 'log': out.log = String(value); break;
      case 'lint': out.lint = on; break;
      case 'callSites': case 'call-sites': out.callSites = String(value); break;
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
  if (!(o.backend in kBackends)) throw new TypeError(`create: there is no backend "${o.backend}"; choose vulkan or null`);
  const c = new Context(o);
  c.backendType = kBackends[o.backend];
  return new GPU(kKey, native.instanceOf(c.handle), c, '');
}

// The structured side: an object for every diagnostic or printed message, as a callback or an async iterable. It lies
// outside of the WebGPU objects, which stay exactly what the specification says.
function stream(kind) {
  return (object, callback) => {
    const c = context(object), set = c.sinks[kind];
    native.listen(c.handle, kind, true);
    if (callback !== undefined) {
      set.add(callback);
      return { close() { set.delete(callback); } };
    }
    const queue = [];
    let wake, closed = false;
    const push = (v) => { queue.push(v); wake?.(); };
    set.add(push);
    return {
      close() { closed = true; set.delete(push); wake?.(); },
      [Symbol.asyncIterator]() { return this; },
      async next() {
        while (queue.length === 0 && !closed) await new Promise((resolve) => { wake = resolve; });
        return queue.length ? { value: queue.shift(), done: false } : { value: undefined, done: true };
      },
      async return() { this.close(); return { value: undefined, done: true }; },
    };
  };
}
const diagnostics = stream('diagnostic'), printfMessages = stream('print');

return { create, globals, diagnostics, printfMessages };
