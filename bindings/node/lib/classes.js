// Interfaces that hold plain values.
class GPUError {
  #message;
  constructor(key, message) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#message = message;
  }
  get message() { return this.#message; }
}
finish(GPUError, 'GPUError');
function errorClass(name) {
  const Class = { [name]: class extends GPUError {
    constructor(message) {
      if (arguments.length < 1) throw tooFew(name, 1, 0);
      super(kKey, toText(message, `${name}: message`));
    }
  } }[name];
  finish(Class, name);
  return Class;
}
const GPUValidationError = errorClass('GPUValidationError');
const GPUOutOfMemoryError = errorClass('GPUOutOfMemoryError');
const GPUInternalError = errorClass('GPUInternalError');

class GPUPipelineError extends DOMException {
  #reason;
  constructor(message = '', options) {
    const d = toDictionary(options, 'GPUPipelineErrorInit');
    if (d === undefined || d.reason === undefined) throw missing('GPUPipelineErrorInit.reason');
    const reason = toText(d.reason, 'GPUPipelineErrorInit.reason');
    toEnum(E_GPUPipelineErrorReason, reason, 'GPUPipelineErrorReason', 'GPUPipelineErrorInit.reason');
    super(toText(message, 'GPUPipelineError: message'), 'GPUPipelineError');
    this.#reason = reason;
  }
  get reason() { return this.#reason; }
}
finish(GPUPipelineError, 'GPUPipelineError');

class GPUUncapturedErrorEvent extends Event {
  #error;
  constructor(type, init) {
    if (arguments.length < 2) throw tooFew('GPUUncapturedErrorEvent', 2, arguments.length);
    const d = toDictionary(init, 'GPUUncapturedErrorEventInit');
    if (d === undefined || d.error === undefined) throw missing('GPUUncapturedErrorEventInit.error');
    if (!(d.error instanceof GPUError)) throw new TypeError(`GPUUncapturedErrorEventInit.error: ${describe(d.error)} is not a GPUError`);
    super(type, d);
    this.#error = d.error;
  }
  get error() { return this.#error; }
}
finish(GPUUncapturedErrorEvent, 'GPUUncapturedErrorEvent');

class GPUDeviceLostInfo {
  #reason; #message;
  constructor(key, reason, message) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#reason = reason === DeviceLostReason.Destroyed ? 'destroyed' : 'unknown';
    this.#message = message;
  }
  get reason() { return this.#reason; }
  get message() { return this.#message; }
}
finish(GPUDeviceLostInfo, 'GPUDeviceLostInfo');

class GPUCompilationMessage {
  #m;
  constructor(key, m) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#m = m;
  }
  get message() { return this.#m.message; }
  get type() { return this.#m.type; }
  get lineNum() { return this.#m.lineNum; }
  get linePos() { return this.#m.linePos; }
  get offset() { return this.#m.offset; }
  get length() { return this.#m.length; }
}
finish(GPUCompilationMessage, 'GPUCompilationMessage');
class GPUCompilationInfo {
  #messages;
  constructor(key, messages) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#messages = Object.freeze(messages.map((m) => new GPUCompilationMessage(kKey, m)));
  }
  get messages() { return this.#messages; }
}
finish(GPUCompilationInfo, 'GPUCompilationInfo');

// https://webidl.spec.whatwg.org/#es-setlike
function setlike(name) {
  const Class = { [name]: class {
    #set;
    constructor(key, values) {
      if (key !== kKey) throw new TypeError('Illegal constructor');
      this.#set = new Set(values);
    }
    get size() { return this.#set.size; }
    has(v) { return this.#set.has(toText(v, `${name}.has`)); }
    values() { return this.#set.values(); }
    entries() { return this.#set.entries(); }
    forEach(callback, self = undefined) {
      if (typeof callback !== 'function') throw new TypeError(`${name}.forEach: ${describe(callback)} is not a function`);
      for (const v of this.#set) callback.call(self, v, v, this);
    }
  } }[name];
  Object.defineProperty(Class.prototype, 'keys', { value: Class.prototype.values, writable: true, enumerable: true, configurable: true });
  finish(Class, name);
  Object.defineProperty(Class.prototype, Symbol.iterator, { value: Class.prototype.values, writable: true, enumerable: false, configurable: true });
  return Class;
}
const GPUSupportedFeatures = setlike('GPUSupportedFeatures');
const WGSLLanguageFeatures = setlike('WGSLLanguageFeatures');

let limitOf;
class GPUSupportedLimits {
  #values;
  constructor(key, values) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#values = values;
  }
  static { limitOf = (o, name) => o.#values[name]; }
}
class GPUAdapterInfo {
  #i;
  constructor(key, i) {
    if (key !== kKey) throw new TypeError('Illegal constructor');
    this.#i = i;
  }
  get vendor() { return this.#i.vendor; }
  get architecture() { return this.#i.architecture; }
  get device() { return this.#i.device; }
  get description() { return this.#i.description; }
  get subgroupMinSize() { return this.#i.subgroupMinSize; }
  get subgroupMaxSize() { return this.#i.subgroupMaxSize; }
  get isFallbackAdapter() { return this.#i.isFallbackAdapter; }
}
finish(GPUAdapterInfo, 'GPUAdapterInfo');
