#!/usr/bin/env python3
"""Writes what the Node binding generates from api/webidl.json and api/webgpu.json.

usage: gen_node.py OUT_DIR

  OUT_DIR/interfaces.js     the interface classes with their WebIDL conversions
  OUT_DIR/native_calls.inc  one Node-API function for each C function without a callback, and checks of the layouts

JavaScript converts every argument as WebIDL says and writes C structs straight into memory whose address it knows; the
native half only casts. The layouts are computed here (LP64) and checked by the C++ compiler through static_assert.
"""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCALARS = {'uint16_t': 2, 'uint32_t': 4, 'int32_t': 4, 'uint64_t': 8, 'size_t': 8, 'float': 4, 'double': 8, 'Bool': 4,
           'OptionalBool': 4, 'StringView': 16, 'void': 8, 'int64_t': 8}


def load(name):
    with open(os.path.join(ROOT, 'api', name), encoding='utf-8') as f:
        return json.load(f)


class Layouts:
    """Offsets of the members of every struct of webgpu.h."""

    def __init__(self, api):
        self.structs = {s['name']: s for s in api['structs']}
        self.enums = {e['name']: e for e in api['enums']}
        self.flags = {f['name']: f for f in api['flags']}
        self.objects = {o['name']: o for o in api['objects']}
        self.callbacks = {c['name']: c for c in api['callbacks']}
        self.cache = {}

    def size_align(self, t):
        if t == 'StringView':
            return 16, 8
        if t in SCALARS:
            return SCALARS[t], SCALARS[t]
        if t in self.enums:
            return 4, 4
        if t in self.flags or t in self.objects:
            return 8, 8
        if t.endswith('CallbackInfo') and t[:-12] in self.callbacks:
            return (40 if self.callbacks[t[:-12]].get('mode') else 32), 8
        layout = self.of(t)
        return layout['size'], layout['align']

    def of(self, name):
        if name in self.cache:
            return self.cache[name]
        s = self.structs[name]
        at, align, offsets = 0, 4, {}

        def put(member, size, al):
            nonlocal at, align
            at = (at + al - 1) // al * al
            offsets[member] = at
            at += size
            align = max(align, al)

        if s['kind'] in ('extensible', 'callback argument'):
            put('nextInChain', 8, 8)
        elif s['kind'] == 'chained':
            put('chain', 16, 8)
        for m in s['members']:
            if 'count' in m:
                put(m['count'], 8, 8)
                put(m['name'], 8, 8)
            elif m.get('pointer'):
                put(m['name'], 8, 8)
            else:
                put(m['name'], *self.size_align(m['type']))
        if name == 'Color':
            align = 8
        at = (at + align - 1) // align * align
        self.cache[name] = {'size': at, 'align': align, 'offsets': offsets}
        return self.cache[name]


# Dictionaries that have no C struct of the same name or that map member by member in another way: bindings/node/lib
# writes them by hand as `w_NAME(value, address)`, or they are parts that only hand-written code reads.
BY_HAND = {
    'GPUObjectDescriptorBase', 'GPUExternalTextureDescriptor', 'GPUBufferBinding', 'GPUShaderModuleCompilationHint',
    'GPUPipelineErrorInit', 'GPUPipelineDescriptorBase', 'GPUProgrammableStage', 'GPURenderPassLayout',
    'GPUCanvasToneMapping', 'GPUCanvasConfiguration', 'GPUUncapturedErrorEventInit', 'GPUColorDict', 'GPUOrigin2DDict',
    'GPUOrigin3DDict', 'GPUExtent3DDict', 'GPUCopyExternalImageSourceInfo', 'GPUCopyExternalImageDestInfo',
    'GPUBindGroupEntry', 'GPUDeviceDescriptor', 'GPURequestAdapterOptions', 'GPUTexelCopyTextureInfo',
    'GPUTexelCopyBufferInfo', 'GPUTexelCopyBufferLayout',
}
# Where a dictionary is another struct's spelling.
STRUCT_OF = {'GPUComputePassTimestampWrites': 'PassTimestampWrites', 'GPURenderPassTimestampWrites': 'PassTimestampWrites',
             'GPUComputePipelineDescriptor': 'ComputePipelineDescriptor'}
# Members that hand-written code converts: `m_DICTIONARY_member(value, address of the struct)`; value is undefined when absent.
MEMBER_BY_HAND = {
    ('GPUTextureDescriptor', 'textureBindingViewDimension'), ('GPUTextureViewDescriptor', 'swizzle'),
    ('GPUBindGroupLayoutEntry', 'externalTexture'), ('GPUShaderModuleDescriptor', 'code'),
    ('GPUShaderModuleDescriptor', 'compilationHints'), ('GPURenderPassDescriptor', 'maxDrawCount'),
    ('GPUComputePipelineDescriptor', 'layout'), ('GPURenderPipelineDescriptor', 'layout'),
    ('GPUVertexState', 'constants'), ('GPUFragmentState', 'constants'), ('GPUComputeState', 'constants'),
    ('GPURenderPassColorAttachment', 'view'), ('GPURenderPassColorAttachment', 'resolveTarget'),
    ('GPURenderPassColorAttachment', 'depthSlice'),
    ('GPURenderPassDepthStencilAttachment', 'view'), ('GPUDepthStencilState', 'depthWriteEnabled'),
}
# IDL dictionaries whose C struct is reached through another name of the IDL.
STAGE_STRUCT = {'GPUProgrammableStage': 'ComputeState'}
# Methods that hand-written code implements whole, as `h_Interface_method.call(this, ...)`.
METHOD_BY_HAND = {
    'GPU': {'requestAdapter', 'getPreferredCanvasFormat'}, 'GPUAdapter': {'requestDevice'},
    'GPUDevice': {'createComputePipelineAsync', 'createRenderPipelineAsync', 'popErrorScope', 'importExternalTexture', 'destroy'},
    'GPUBuffer': {'mapAsync', 'getMappedRange', 'unmap', 'destroy'},
    'GPUShaderModule': {'getCompilationInfo'},
    'GPUQueue': {'onSubmittedWorkDone', 'writeBuffer', 'writeTexture', 'copyExternalImageToTexture'},
    'GPUCommandEncoder': {'copyBufferToBuffer'},
    '*': {'setBindGroup', 'setImmediates'},
}
# Interfaces that bindings/node/lib/classes.js defines by hand.
INTERFACE_BY_HAND = {'GPUSupportedLimits', 'GPUSupportedFeatures', 'WGSLLanguageFeatures', 'GPUAdapterInfo', 'GPUCompilationMessage',
                     'GPUCompilationInfo', 'GPUPipelineError', 'GPUDeviceLostInfo', 'GPUError', 'GPUValidationError',
                     'GPUOutOfMemoryError', 'GPUInternalError', 'GPUUncapturedErrorEvent', 'GPUCanvasContext'}
ATTRIBUTE_BY_HAND = {'GPU': {'wgslLanguageFeatures'}, 'GPUAdapter': {'features', 'limits', 'info'},
                     'GPUDevice': {'features', 'limits', 'adapterInfo', 'queue', 'lost', 'onuncapturederror'}}
INTEGERS = {'unsigned long': ('0', '4294967295'), 'long': ('-2147483648', '2147483647'),
            'unsigned long long': ('0', '9007199254740991'), 'unsigned short': ('0', '65535')}


class Generator:
    def __init__(self):
        self.api = load('webgpu.json')
        self.idl = load('webidl.json')
        self.vitrine = load('vitrine.json')
        self.layouts = Layouts(self.api)
        self.out = []

    # -- types --
    def resolve(self, t):
        """(extended attribute, type) with typedefs followed."""
        attribute = None
        while True:
            m = re.match(r'\[(\w+)\]\s*(.*)', t)
            if m:
                attribute, t = m.group(1), m.group(2)
            elif t in self.idl['typedefs']:
                t = self.idl['typedefs'][t]
            else:
                return attribute, t

    def enum_words(self, name):
        words = {}
        for x in self.layouts.enums[name[3:]]['values']:
            if 'word' in x:
                words[x['word']] = x['value']
        for x in self.vitrine.get('enums', []):
            if x.get('name') == name[3:] or x.get('enum') == name[3:]:
                for v in x.get('values', [x]):
                    if 'word' in v:
                        words[v['word']] = v['value'] if isinstance(v['value'], int) else int(v['value'], 0)
        return words

    def convert(self, t, value, what):
        """A JavaScript expression that converts `value` to the type; handles become numbers, enums their C values."""
        attribute, base = self.resolve(t)
        if base.endswith('?'):
            return f'({value} == null ? 0 : {self.convert(base[:-1], value, what)})'
        if base in INTEGERS:
            low, high = INTEGERS[base]
            if attribute == 'EnforceRange':
                return f'enforceRange({value}, {low}, {high}, {what})'
            if attribute == 'Clamp':
                return f'clampInteger({value}, {low}, {high})'
            return {'unsigned long': f'(toNumber({value}, {what}) >>> 0)', 'long': f'(toNumber({value}, {what}) | 0)',
                    'unsigned long long': f'toU64({value}, {what})'}[base]
        if base == 'float':
            return f'toFloat({value}, {what})'
        if base == 'double':
            return f'toDouble({value}, {what})'
        if base == 'boolean':
            return f'!!{value}'
        if base in ('USVString', 'DOMString'):
            return f'toText({value}, {what})'
        if base in self.idl['enums']:
            return f'toEnum(E_{base}, {value}, "{base}", {what})'
        if base in self.idl['interfaces']:
            return f'toHandle(H_{base}, {value}, "{base}", {what})'
        raise SystemExit(f'no conversion for {t}')

    STORE = {1: None, 2: 's16', 4: 's32', 8: 's64'}

    def store(self, ctype, address, value):
        if ctype == 'float':
            return f'sF32({address}, {value})'
        if ctype == 'double':
            return f'sF64({address}, {value})'
        if ctype == 'Bool':
            return f's32({address}, {value} ? 1 : 0)'
        if ctype == 'StringView':
            return f'sText({address}, {value})'
        size, _ = self.layouts.size_align(ctype)
        return f'{self.STORE[size]}({address}, {value})'

    # -- dictionaries --
    def dictionary_members(self, name):
        d = self.idl['dictionaries'][name]
        base = d.get('base')
        groups = self.dictionary_members(base) if base in self.idl['dictionaries'] else []
        return groups + [sorted(d['members'], key=lambda m: m['name'])]

    def struct_of(self, name):
        return STRUCT_OF.get(name, name[3:])

    def write_member(self, owner, struct, m, layout, cmembers):
        name, t = m['name'], m['type']
        what = f'"{owner}.{name}"'
        lines = [f'  v = d === undefined ? undefined : d.{name};']
        if m.get('required'):
            lines.append(f'  if (v === undefined) throw missing({what}, d);')
        if name == 'label':
            return [f'  v = d === undefined ? undefined : d.label;', '  let label = "";',
                    f'  if (v !== undefined) {{ label = toUsv(v, {what}); sText(p + {layout["offsets"]["label"]}, label); }}']
        if (owner, name) in MEMBER_BY_HAND:
            return lines + [f'  m_{owner}_{name}(v, p);']
        at = layout['offsets'][name]
        address = f'p + {at}'
        cm = cmembers[name]
        _, base = self.resolve(t)
        has_default = 'default' in m
        body = []
        if base.startswith('sequence<'):
            of = base[9:-1]
            count_at = layout['offsets'][cm['count']]
            element = cm['type']
            size, _ = self.layouts.size_align(element)
            nullable = of.endswith('?')
            inner = of[:-1] if nullable else of
            _, inner_base = self.resolve(inner)
            if inner_base in self.idl['dictionaries']:
                null = f' if (x == null) {{ n_{inner_base}(a); continue; }}' if nullable else ''
                write = f'w_{inner_base}(x, a);'
                if null:
                    loop = f'for (let i = 0; i < list.length; ++i) {{ const x = list[i], a = q + i * {size};{null} {write} }}'
                else:
                    loop = f'for (let i = 0; i < list.length; ++i) w_{inner_base}(list[i], q + i * {size});'
            else:
                converted = self.convert(of, 'list[i]', what)
                loop = f'for (let i = 0; i < list.length; ++i) {self.store(element, f"q + i * {size}", converted)};'
            body = [f'    const list = toSequence(v, {what}), q = alloc(list.length * {size});',
                    f'    s64(p + {count_at}, list.length); s64({address}, q);', f'    {loop}']
            lines.append('  if (v !== undefined) {')
            lines += body + ['  }']
            return lines
        if base in self.idl['dictionaries']:
            inner_struct = cm['type']
            if cm.get('pointer'):
                size = self.layouts.of(inner_struct)['size']
                lines.append(f'  if (v !== undefined) {{ const q = alloc({size}); s64({address}, q); w_{base}(v, q); }}')
            elif has_default or m.get('required'):
                lines.append(f'  w_{base}(v, {address});')
            else:
                lines.append(f'  if (v !== undefined) w_{base}(v, {address});')
            return lines
        if base.startswith('('):   # the unions that have hand-written writers: GPUColor, GPUExtent3D, GPUOrigin3D
            writer = f'w_{t}(v, {address}, {what})'
            lines.append(f'  if (v !== undefined) {writer};')
            return lines
        value = self.store(cm['type'], address, self.convert(t, 'v', what))
        if has_default:
            default = m['default']
            if base in self.idl['enums']:
                default = str(self.enum_words(base)[json.loads(default)])
            elif base == 'boolean':
                default = {'true': '1', 'false': '0'}[default]
            if base in ('USVString', 'DOMString'):
                lines.append(f'  if (v !== undefined) {value};')   # the only default is the empty text
            elif base == 'boolean':
                lines.append(f'  s32({address}, v === undefined ? {default} : v ? 1 : 0);')
            else:
                missing = self.store(cm['type'], address, default)
                lines.append(f'  if (v === undefined) {missing}; else {value};')
            return lines
        if m.get('required'):
            lines.append(f'  {value};')
            return lines
        # Absent members that have no default: the C interface's own "undefined".
        undefined = cm.get('default')
        lines.append(f'  if (v !== undefined) {value};')
        if undefined in ('WGPU_WHOLE_SIZE', 'UINT64_MAX'):
            lines[-1] += f' else sMax64({address});'
        elif undefined and undefined.endswith('UNDEFINED'):
            if 'CLEAR_VALUE' in undefined:
                lines[-1] += f' else sF32({address}, NaN);'
            else:
                lines[-1] += f' else s32({address}, 0xFFFFFFFF);'
        elif cm['type'] == 'StringView':
            lines[-1] += f' else sMax64({address} + 8);'
        return lines

    def dictionaries(self):
        for name in self.idl['dictionaries']:
            if name in BY_HAND:
                continue
            struct = self.struct_of(name)
            layout = self.layouts.of(struct)
            cmembers = {m['name']: m for m in self.layouts.structs[struct]['members']}
            if struct == 'RenderPassDepthStencilAttachment':
                cmembers['depthClearValue'].setdefault('default', 'WGPU_DEPTH_CLEAR_VALUE_UNDEFINED')
            self.out.append(f'// {layout["size"]} bytes: WGPU{struct}')
            self.out.append(f'function w_{name}(d, p) {{')
            self.out.append(f'  d = toDictionary(d, "{name}");')
            self.out.append('  let v;')
            for group in self.dictionary_members(name):
                for m in group:
                    owner = name
                    self.out += self.write_member(owner, struct, m, layout, cmembers)
            if any(m['name'] == 'label' for group in self.dictionary_members(name) for m in group):
                self.out.append('  return label;')
            self.out.append('}')
        # The compute stage is a dictionary of its own in C only.
        layout = self.layouts.of('ComputeState')
        cmembers = {m['name']: m for m in self.layouts.structs['ComputeState']['members']}
        self.out.append('function w_GPUProgrammableStage(d, p) {')
        self.out.append('  d = toDictionary(d, "GPUProgrammableStage");')
        self.out.append('  let v;')
        for m in self.dictionary_members('GPUProgrammableStage')[0]:
            self.out += self.write_member('GPUComputeState', 'ComputeState', m, layout, cmembers)
        self.out.append('}')

    # -- interfaces --
    def c_method(self, interface, method):
        for m in self.layouts.objects[interface[3:]]['methods']:
            if m['name'].lower() == method.lower():
                return m
        raise SystemExit(f'{interface}.{method} has no C function')

    def method(self, interface, m, has_default_args=True):
        name = m['name']
        full = f'{interface}.{name}'
        args = m['args']
        required = sum(1 for a in args if not a.get('optional'))
        names = [f'a{i}' for i in range(len(args))]
        c = self.c_method(interface, name)
        cargs = c.get('args', [])
        lines = [f'  {name}({", ".join(names[:required])}{(", " if required else "") + ", ".join(f"{n} = undefined" for n in names[required:]) if len(args) > required else ""}) {{',
                 f'    const h = own(H_{interface}, this, "{full}");']
        if required:
            lines.append(f'    if (arguments.length < {required}) throw tooFew("{full}", {required}, arguments.length);')
        scratch = False
        call = ['h']
        body = []
        k = 0
        for i, a in enumerate(args):
            value, what = names[i], f'"{full}: {a["name"]}"'
            _, base = self.resolve(a['type'])
            ca = cargs[k]
            k += 1
            if base in self.idl['dictionaries'] or base.startswith('('):
                scratch = True
                struct = ca['type']
                size = self.layouts.of(struct)['size']
                body.append(f'const p{i} = alloc({size});')
                if base.startswith('('):
                    body.append(f'w_{a["type"]}({value}, p{i}, {what});')
                else:
                    body.append(f'{"const label = " if a["name"] == "descriptor" else ""}w_{base}({value}, p{i});')
                call.append(f'p{i}')
            elif base.startswith('sequence<'):
                scratch = True
                of = base[9:-1]
                body.append(f'const l{i} = toSequence({value}, {what}), p{i} = alloc(l{i}.length * 8);')
                body.append(f'for (let i = 0; i < l{i}.length; ++i) s64(p{i} + i * 8, {self.convert(of, f"l{i}[i]", what)});')
                call += [f'l{i}.length', f'p{i}']
            elif base in ('USVString', 'DOMString'):
                scratch = True
                body.append(f'const p{i} = alloc(16); sText(p{i}, {self.convert(a["type"], value, what)});')
                call += [f'p{i}']
            else:
                converted = self.convert(a['type'], value, what)
                if a.get('optional'):
                    default = a.get('default')
                    if default is None:
                        default = '-1' if ca['type'] == 'uint64_t' else 'undefined'
                    body.append(f'const p{i} = {value} === undefined ? {default} : {converted};')
                else:
                    body.append(f'const p{i} = {converted};')
                call.append(f'p{i}')
        invoke = f'native.wgpu{interface[3:]}{c["name"]}({", ".join(call)})'
        returns = m['returns']
        tail = []
        if returns == 'undefined':
            tail.append(f'{invoke};')
            if name in THROWING:
                tail.append('check(this);')
        elif returns in self.idl['interfaces']:
            tail.append(f'const r = {invoke};')
            tail.append('check(this);')
            label = 'label' if args and args[0]['name'] == 'descriptor' else "''"
            tail.append(f'return wrap({returns}, r, this, {label});')
        else:
            raise SystemExit(f'{full}: result {returns}')
        if scratch:
            lines.append('    const mark = enter();')
            lines.append('    try {')
            lines += ['      ' + x for x in body + tail]
            lines.append('    } finally { leave(mark); }')
        else:
            lines += ['    ' + x for x in body + tail]
        lines.append('  }')
        return lines

    def interfaces(self):
        for name, d in self.idl['interfaces'].items():
            if name in INTERFACE_BY_HAND:
                continue
            base = d.get('base')
            self.out.append(f'class {name}{" extends " + base if base else ""} {{')
            of_device = name == 'GPUBuffer'
            self.out.append('  #h; #c; #label;' + (' #device;' if of_device else ''))
            self.out.append(f'  constructor(key, h, c, label{", device" if of_device else ""}) {{')
            self.out.append(f'    if (key !== kKey) throw new TypeError("Illegal constructor");')
            if base:
                self.out.append('    super();')
            self.out.append('    this.#h = h; this.#c = c; this.#label = label;' + (' this.#device = device;' if of_device else ''))
            self.out.append('  }')
            self.out.append('  static {')
            self.out.append(f'    H_{name} = (o) => (typeof o === "object" && o !== null && #h in o) ? o.#h : 0;')
            self.out.append(f'    contextOf.set({name}, (o) => o.#c);')
            if of_device:
                self.out.append('    deviceOf = (buffer) => buffer.#device;')
            self.out.append('  }')
            for a in d['attributes']:
                an = a['name']
                if an == 'label':
                    self.out.append(f'  get label() {{ own(H_{name}, this, "{name}.label"); return this.#label; }}')
                    self.out.append(f'  set label(v) {{ const h = own(H_{name}, this, "{name}.label"); this.#label = toUsv(v, "{name}.label"); '
                                    f'setLabel("wgpu{name[3:]}SetLabel", h, this.#label); }}')
                    continue
                if an in ATTRIBUTE_BY_HAND.get(name, ()):
                    self.out.append(f'  get {an}() {{ own(H_{name}, this, "{name}.{an}"); return a_{name}_{an}.call(this, this.#h, this.#c); }}')
                    if not a.get('readonly'):
                        self.out.append(f'  set {an}(v) {{ own(H_{name}, this, "{name}.{an}"); sa_{name}_{an}.call(this, v); }}')
                    continue
                c = self.c_method(name, 'Get' + an)
                value = f'native.wgpu{name[3:]}{c["name"]}(own(H_{name}, this, "{name}.{an}"))'
                _, t = self.resolve(a['type'])
                m = re.match(r'\((\w+) or undefined\)$', t)
                if m:
                    t = m.group(1)
                if t in self.idl['enums']:
                    value = f'N_{t}[{value}]'
                self.out.append(f'  get {an}() {{ return {value}; }}')
            seen = set()
            for m in d['methods']:
                if m['name'] in seen:
                    continue
                seen.add(m['name'])
                if m['name'] in METHOD_BY_HAND.get(name, ()) or m['name'] in METHOD_BY_HAND['*']:
                    all_args = [x['args'] for x in d['methods'] if x['name'] == m['name']]
                    length = min(sum(1 for a in args if not a.get('optional')) for args in all_args)
                    promise = m['returns'].startswith('Promise<')
                    body = f'h_{m["name"]}.call(this, H_{name}(this), this.#c, args, "{name}.{m["name"]}")'
                    params = ', '.join([f'a{i}' for i in range(length)])
                    start = f'own(H_{name}, this, "{name}.{m["name"]}"); if (args.length < {length}) throw tooFew("{name}.{m["name"]}", {length}, args.length); return {body};'
                    if promise:
                        start = f'try {{ {start} }} catch (e) {{ return Promise.reject(e); }}'
                    self.out.append(f'  {m["name"]}(...args) {{ {start} }}')
                    if length:
                        self.lengths.append((name, m['name'], length))
                    continue
                self.out += self.method(name, m)
            if base == 'EventTarget':
                # Own methods that look the inherited ones up at each call: patches of EventTarget.prototype reach devices
                # also after somebody has replaced and restored a method of this prototype.
                for m in ('addEventListener', 'removeEventListener', 'dispatchEvent'):
                    self.out.append(f'  {m}(...args) {{ return EventTarget.prototype.{m}.apply(this, args); }}')
            self.out.append('}')
            self.out.append(f'finish({name}, "{name}");')

    def generate_js(self):
        self.lengths = []
        o = self.out
        o.append('// Written by tools/gen_node.py. Runs inside the function that bindings/node/lib/index.js gives it.')
        for name, words in self.idl['enums'].items():
            if name[3:] not in self.layouts.enums:
                o.append(f'const E_{name} = words({json.dumps({w: i + 1 for i, w in enumerate(words)})});')
                continue
            values = self.enum_words(name)
            chosen = {w: values[w] for w in words if w in values}
            missing = [w for w in words if w not in values]
            if missing:
                raise SystemExit(f'{name}: no C value for {missing}')
            if name == 'GPUFeatureName':
                chosen = values
            o.append(f'const E_{name} = words({json.dumps(chosen)});')
            o.append(f'const N_{name} = names(E_{name});')
        o.append('const S = ' + json.dumps({n: {'size': self.layouts.of(n)['size'], **self.layouts.of(n)['offsets']}
                                            for n in HAND_STRUCTS}) + ';')
        o.append('const LIMITS = ' + json.dumps([[m['name'], self.layouts.of('Limits')['offsets'][m['name']], self.layouts.size_align(m['type'])[0]]
                                                 for m in self.layouts.structs['Limits']['members']] +
                                                [[m['name'], self.layouts.of('CompatibilityModeLimits')['offsets'][m['name']] + 4096, 4]
                                                 for m in self.layouts.structs['CompatibilityModeLimits']['members']]) + ';')
        o.append('const LIMIT_ORDER = ' + json.dumps([a['name'] for a in self.idl['interfaces']['GPUSupportedLimits']['attributes']]) + ';')
        o.append('const STYPE = ' + json.dumps({v['name']: v['value'] for v in self.layouts.enums['SType']['values']}) + ';')
        for e in ('MapAsyncStatus', 'RequestAdapterStatus', 'RequestDeviceStatus', 'CreatePipelineAsyncStatus', 'PopErrorScopeStatus',
                  'QueueWorkDoneStatus', 'CompilationInfoRequestStatus', 'ErrorType', 'DeviceLostReason', 'BackendType',
                  'CompilationMessageType', 'FeatureLevel', 'PowerPreference', 'WGSLLanguageFeatureName', 'AdapterType', 'OptionalBool',
                  'ComponentSwizzle', 'BufferBindingType'):
            o.append(f'const {e} = ' + json.dumps({v['name']: v['value'] for v in self.layouts.enums[e]['values']}) + ';')
        o.append('const WGSL_FEATURES = ' + json.dumps({v['value']: v['word'] for v in self.layouts.enums['WGSLLanguageFeatureName']['values'] if 'word' in v}) + ';')
        for name, values in self.idl['namespaces'].items():
            o.append(f'const {name} = constants("{name}", {json.dumps(values)});')
        for name, d in self.idl['interfaces'].items():
            if name not in INTERFACE_BY_HAND:
                o.append(f'let H_{name};')
        self.dictionaries()
        self.interfaces()
        for interface, method, length in self.lengths:
            o.append(f'Object.defineProperty({interface}.prototype.{method}, "length", {{ value: {length}, configurable: true }});')
        generated = [n for n in self.idl['interfaces'] if n not in INTERFACE_BY_HAND]
        o.append('const GENERATED = { ' + ', '.join(generated + list(self.idl['namespaces'])) + ' };')
        return '\n'.join(o) + '\n'

    # -- native --
    def generate_native(self):
        out = ['// Written by tools/gen_node.py.']
        table = []

        def function(cname, self_type, m):
            if m.get('callback'):
                return
            args, pre = [], []
            index = 0
            if self_type:
                args.append(f'as_handle<WGPU{self_type}>(env, a[0])')
                index = 1
            for ca in m.get('args', []):
                t = ca['type']
                if 'count' in ca:
                    args.append(f'as_size(env, a[{index}])')
                    index += 1
                    args.append(f'as_pointer<{"WGPU" if t not in SCALARS else ""}{t} {"const" if ca["pointer"] == "const" else ""}>(env, a[{index}])')
                elif t == 'StringView':
                    args.append(f'*as_pointer<WGPUStringView>(env, a[{index}])')
                elif ca.get('pointer') and t == 'void':
                    args.append(f'as_pointer<void>(env, a[{index}])')
                elif ca.get('pointer'):
                    args.append(f'as_pointer<WGPU{t}>(env, a[{index}])')
                elif t in self.layouts.objects:
                    args.append(f'as_handle<WGPU{t}>(env, a[{index}])')
                elif t == 'uint32_t':
                    args.append(f'as_u32(env, a[{index}])')
                elif t == 'int32_t':
                    args.append(f'as_i32(env, a[{index}])')
                elif t in ('uint64_t', 'size_t'):
                    args.append(f'as_size(env, a[{index}])')
                elif t in ('float', 'double'):
                    args.append(f'static_cast<{t}>(as_double(env, a[{index}]))')
                elif t in self.layouts.enums:
                    args.append(f'static_cast<WGPU{t}>(as_u32(env, a[{index}]))')
                elif t in self.layouts.flags:
                    args.append(f'static_cast<WGPU{t}>(as_size(env, a[{index}]))')
                elif t == 'Bool':
                    args.append(f'as_u32(env, a[{index}])')
                else:
                    return   # by-value structs are not called from JavaScript
                index += 1
            ret = m.get('returns')
            call = f'{cname}({", ".join(args)})'
            if not ret:
                body = f'{call}; return nullptr;'
            else:
                t = ret['type']
                if t in self.layouts.objects:
                    body = f'return from_handle(env, {call});'
                elif t == 'void' or ret.get('pointer'):
                    body = f'return from_handle(env, const_cast<void*>(static_cast<void const*>({call})));'
                elif t == 'Future':
                    return
                else:
                    body = f'return from_double(env, static_cast<double>({call}));'
            decl = f'napi_value a[{max(index, 1)}]; get_args(env, info, a, {index});' if index else ''
            out.append(f'napi_value call_{cname}(napi_env env, napi_callback_info info) {{ {decl} {body} }}')
            table.append(cname)

        for o in self.api['objects']:
            for m in o['methods']:
                function(f'wgpu{o["name"]}{m["name"]}', o['name'], m)
        out.append('const NativeCall kNativeCalls[] = {')
        out += [f'    {{"{n}", call_{n}}},' for n in table]
        out.append('};')
        kinds = [n for n in self.idl['interfaces'] if n not in INTERFACE_BY_HAND and n != 'GPU']
        out.append(f'constexpr uint32_t kDeviceKind = {kinds.index("GPUDevice")};')
        out.append('void release_handle(uint32_t kind, void* handle) {')
        out.append('  switch (kind) {')
        for i, name in enumerate(kinds):
            out.append(f'    case {i}: wgpu{name[3:]}Release(static_cast<WGPU{name[3:]}>(handle)); break;')
        out.append('    default: break;')
        out.append('  }')
        out.append('}')
        self.kinds = kinds
        for name in sorted(self.layouts.cache):
            layout = self.layouts.cache[name]
            out.append(f'static_assert(sizeof(WGPU{name}) == {layout["size"]});')
            for member, at in layout['offsets'].items():
                out.append(f'static_assert(offsetof(WGPU{name}, {member}) == {at});')
        return '\n'.join(out) + '\n'


# Methods without a result that may still throw: their C functions report a content-timeline failure.
THROWING = {'pushErrorScope'}
HAND_STRUCTS = ['Limits', 'CompatibilityModeLimits', 'SupportedFeatures', 'SupportedWGSLLanguageFeatures', 'AdapterInfo', 'ConstantEntry', 'ComputeState', 'VertexState',
                'FragmentState', 'BindGroupEntry', 'BindGroupLayoutEntry', 'ExternalTextureBindingEntry', 'ShaderSourceWGSL', 'ShaderModuleDescriptor',
                'TextureDescriptor', 'TextureBindingViewDimension', 'TextureViewDescriptor', 'TextureComponentSwizzleDescriptor',
                'RenderPassDescriptor', 'RenderPassMaxDrawCount', 'RenderPassColorAttachment', 'RenderPassDepthStencilAttachment',
                'ComputePipelineDescriptor', 'RenderPipelineDescriptor', 'DepthStencilState', 'ColorTargetState', 'VertexBufferLayout',
                'TexelCopyTextureInfo', 'TexelCopyBufferInfo', 'TexelCopyBufferLayout', 'Extent3D', 'Origin3D', 'Color', 'DeviceDescriptor',
                'RequestAdapterOptions', 'StorageTextureBindingLayout']


def write(path, text):
    old = open(path, encoding='utf-8').read() if os.path.exists(path) else None
    if old != text:
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    g = Generator()
    js = g.generate_js()
    native = g.generate_native()
    js += 'const KINDS = ' + json.dumps({n: i for i, n in enumerate(g.kinds)}) + ';\n'
    write(os.path.join(out, 'interfaces.js'), js)
    write(os.path.join(out, 'native_calls.inc'), native)


if __name__ == '__main__':
    main()
