// What the binding adds to WebGPU, or has to do for Node: the end of the process, places in sources, the structured side.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { lines, node, pkg, program, work } from './harness.mjs';

const device = (label = 'main') => `await (await navigator.gpu.requestAdapter()).requestDevice({ label: '${label}' })`;
const nothing = { env: { VITRINE_NODE: 'backend=null' } };

test('the process lives while something is pending, and ends when nothing is', () => {
  const r = program(`const d = ${device()}; d.queue.onSubmittedWorkDone().then(() => console.log('done'));`);
  assert.equal(r.out, 'done\n');
});
test('a program that waits does not use the processor', () => {
  const { out } = program(`const d = ${device()};
    await d.queue.onSubmittedWorkDone();
    const before = process.cpuUsage();
    await new Promise((r) => setTimeout(r, 500));
    const { user, system } = process.cpuUsage(before);
    console.log(user + system);`);
  assert.ok(+out < 100000, `${out} microseconds of 500000`);
});
test('the stack is looked at as often as goes unnoticed, and again after an error', () => {
  const { out } = program(`
    const d = ${device()}, buffer = (label) => d.createBuffer({ label, size: 16, usage: GPUBufferUsage.COPY_DST });
    const capture = Error.captureStackTrace;
    let looks = 0;
    Error.captureStackTrace = (...a) => { ++looks; return capture(...a); };
    const begin = Date.now();
    for (let i = 0; i < 20000; ++i) buffer('many');
    console.log(looks <= 2048 + 500 * (Date.now() - begin + 1000) / 1000, looks >= 2048);
    for (const label of ['earlier', 'later']) {
      const b = buffer(label);
      d.pushErrorScope('validation');
      d.createCommandEncoder().copyBufferToBuffer(b, 0, buffer('to'), 0, 16);
      const e = d.createCommandEncoder();
      e.copyBufferToBuffer(b, 0, buffer('to'), 0, 16);
      e.finish();
      console.log((await d.popErrorScope()).message);
    }`, { name: 'places.mjs', env: { VITRINE_NODE: 'backend=null' } });
  const [bounded, , later] = lines(out).filter((l) => /^true|^false|^buffer "(earlier|later)"/.test(l));
  assert.equal(bounded, 'true true', out);
  assert.match(later, /note: buffer "later" created here \(places\.mjs:2:\d+\); called from places\.mjs:14:9/, out);
});
test('a device that is collected is not lost, one that is destroyed is', () => {
  const r = program(`
    import v8 from 'node:v8'; import vm from 'node:vm';
    v8.setFlagsFromString('--expose-gc');
    const gc = vm.runInNewContext('gc'), pause = (ms) => new Promise((r) => setTimeout(r, ms));
    const adapter = await navigator.gpu.requestAdapter();
    await (async () => { (await adapter.requestDevice()).lost.then(() => console.log('collected device was lost')); })();
    for (let i = 0; i < 5; ++i) { gc(); await pause(20); }
    const device = await (await navigator.gpu.requestAdapter()).requestDevice();
    const staging = device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    await staging.mapAsync(GPUMapMode.READ);
    await pause(20);
    device.destroy();
    console.log((await device.lost).reason);`);
  assert.equal(r.out, 'destroyed\n');
});
test('what create() made goes when nothing refers to it', () => {
  const { out, err } = program(`
    import fs from 'node:fs'; import v8 from 'node:v8'; import vm from 'node:vm';
    import { create } from 'vitrine-webgpu';
    v8.setFlagsFromString('--expose-gc');
    const gc = vm.runInNewContext('gc'), turn = () => new Promise((r) => setImmediate(r));
    const threads = () => fs.readdirSync('/proc/self/task').length;
    const use = async () => {
      const d = await (await create({ backend: 'null' }).requestAdapter()).requestDevice();
      d.createBuffer({ size: 16, usage: GPUBufferUsage.COPY_DST });
      await d.queue.onSubmittedWorkDone();
    };
    await use();
    const before = threads();
    for (let i = 0; i < 60; ++i) {
      await use();
      for (let k = 0; k < 6; ++k) { gc(); await turn(); }
    }
    console.log(threads() - before);`, nothing);
  assert.ok(+out <= 2, `${out} threads are left`);
  assert.equal(err, '');
});
// Work is on the GPU, maps and pipelines are pending.
const busy = `
  const d = ${device()};
  const module = d.createShaderModule({ label: 'long', code: \`@group(0) @binding(0) var<storage, read_write> x: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
      for (var i = 0u; i < 20000; i++) { x[id.x] = x[id.x] * 3 + i; } }\` });
  const make = () => d.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const pipeline = await make();
  const buffer = d.createBuffer({ size: 262144, usage: GPUBufferUsage.STORAGE });
  const staging = d.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const group = d.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: buffer }] });
  const encoder = d.createCommandEncoder(), pass = encoder.beginComputePass();
  pass.setPipeline(pipeline); pass.setBindGroup(0, group); pass.dispatchWorkgroups(500); pass.end();
  d.queue.submit([encoder.finish()]);
  for (let i = 0; i < 10; ++i) make().catch(() => {});
  staging.mapAsync(GPUMapMode.READ).catch(() => {});
  d.queue.onSubmittedWorkDone();`;
for (const [name, end, status] of [['an exception', 'throw new Error("x")', 1], ['process.exit', 'process.exit(3)', 3], ['destroy', 'd.destroy()', 0], ['its last line', '', 0]]) {
  test(`a program that ends by ${name} with work pending ends cleanly`, () => { program(busy + end, { status }); });
}
test('a worker that is terminated with work pending does no harm', () => {
  fs.writeFileSync(path.join(work, 'busy.mjs'), `import { parentPort } from 'node:worker_threads'; ${busy} parentPort.postMessage('busy');`);
  const r = program(`import { Worker } from 'node:worker_threads';
    const worker = new Worker(new URL('busy.mjs', import.meta.url));
    await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject); });
    await worker.terminate();
    const d = ${device()};
    await d.queue.onSubmittedWorkDone();
    console.log('alive');`);
  assert.equal(r.out, 'alive\n');
});
test('what was printed and what failed before the end is said at the end', () => {
  const r = program(`
    const d = await (await navigator.gpu.requestAdapter()).requestDevice({ requiredFeatures: ['wgpu-debug-printf'] });
    const module = d.createShaderModule({ code: 'enable wgpu_debug_printf; @compute @workgroup_size(1) fn main() { debugPrintf("printed"); }' });
    const e = d.createCommandEncoder(), p = e.beginComputePass();
    p.setPipeline(d.createComputePipeline({ layout: 'auto', compute: { module } }));
    p.dispatchWorkgroups(1); p.end();
    d.queue.submit([e.finish()]);
    d.createBuffer({ label: 'wrong', size: 3, usage: 0 });
    process.exit(0);`);
  assert.match(r.err, /printed/);
  assert.match(r.err, /"wrong"/);
});

test('an error that nobody takes goes to the standard error stream once, with its place; repeats are folded', () => {
  const { err } = program(`const d = ${device()};
    for (let i = 0; i < 1000; ++i) d.createBuffer({ label: 'both', size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.VERTEX });
    await d.queue.onSubmittedWorkDone();`, { ...nothing, name: 'repeats.mjs' });
  assert.match(err, /called from: repeats\.mjs:2:\d+/);
  assert.match(err, /repeats/);
  assert.ok(lines(err).length < 30, err);
});
test('a listener that prevents the default keeps an error out of the log, an error scope too', () => {
  const { out, err } = program(`const d = ${device()};
    d.addEventListener('uncapturederror', (e) => { e.preventDefault(); console.log(e.error.message); });
    d.createBuffer({ label: 'first', size: 4, usage: 0 });
    d.pushErrorScope('validation');
    d.createBuffer({ label: 'second', size: 4, usage: 0 });
    console.log((await d.popErrorScope()).message);`, nothing);
  assert.match(out, /first/);
  assert.match(out, /second/);
  assert.equal(err, '');
});

// [4:5] of the original is what stands at [2:1] of the program.
const mapOf = (file) => ({ version: 3, file, sources: ['original.ts'], names: [], mappings: ';AAGI' });
const wrong = 'd.createBuffer({ label: "wrong", size: 4, usage: 0 }); await d.queue.onSubmittedWorkDone();';
const mapped = (comment) => `const d = ${device()};\n${wrong}\n//# sourceMappingURL=${comment}\n`;
for (const [kind, args] of [['by themselves', []], ['with --enable-source-maps', ['--enable-source-maps']]]) {
  test(`places are those of the source, ${kind}: inline map`, () => {
    const inline = 'data:application/json;base64,' + Buffer.from(JSON.stringify(mapOf('inline.mjs'))).toString('base64');
    assert.match(program(mapped(inline), { ...nothing, args, name: 'inline.mjs' }).err, /called from: original\.ts:4:5$/m);
  });
  test(`places are those of the source, ${kind}: map beside the file`, () => {
    fs.mkdirSync(path.join(work, 'maps'), { recursive: true });
    fs.writeFileSync(path.join(work, 'maps', 'external.mjs.map'), JSON.stringify({ ...mapOf('external.mjs'), sources: ['../src/original.ts'] }));
    assert.match(program(mapped('maps/external.mjs.map'), { ...nothing, args, name: 'external.mjs' }).err, /called from: src\/original\.ts:4:5$/m);
  });
}
test('a source map that is missing or damaged does no harm', () => {
  for (const comment of ['nowhere.map', 'data:application/json;base64,AAAA']) {
    assert.match(program(mapped(comment), { ...nothing, name: 'damaged.mjs' }).err, /called from: damaged\.mjs:2:3$/m);
  }
});
test('a failure inside of a package names the line of the program as well', () => {
  fs.mkdirSync(path.join(work, 'node_modules', 'library'), { recursive: true });
  fs.writeFileSync(path.join(work, 'node_modules', 'library', 'index.js'), 'exports.make = (d) =>\n  d.createBuffer({ size: 4, usage: 0 });');
  const { err } = program(`import { make } from 'library';
    const d = ${device()};
    make(d); await d.queue.onSubmittedWorkDone();`, { ...nothing, name: 'app.mjs' });
  assert.match(err, /called from: node_modules\/library\/index\.js:2:5 \(from app\.mjs:3:5\)/);
});
test('with callSites=full the places of what a package made name the line of the program as well', () => {
  fs.mkdirSync(path.join(work, 'node_modules', 'maker'), { recursive: true });
  fs.writeFileSync(path.join(work, 'node_modules', 'maker', 'index.js'), "exports.make = (d) =>\n  d.createShaderModule({ code: 'fn f() { x; }' });");
  const text = `import { make } from 'maker';
    const d = ${device()};
    const module = make(d);
    d.createComputePipeline({ layout: 'auto', compute: { module } }); await d.queue.onSubmittedWorkDone();`;
  for (const [full, chain] of [['', /chain: shader module #1 \(node_modules\/maker\/index\.js:2:5\)/], [' callSites=full', /chain: shader module #1 \(node_modules\/maker\/index\.js:2:5 \(from\s+app\.mjs:3:20\)\)/]]) {
    assert.match(program(text, { env: { VITRINE_NODE: 'backend=null' + full }, name: 'app.mjs' }).err, chain);
  }
});
test('a package with a source map: its file is named where the source did not come along', () => {
  const dir = path.join(work, 'node_modules', 'mapped');
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'index.js'), 'exports.make = (d) =>\nd.createBuffer({ size: 4, usage: 0 });\n//# sourceMappingURL=index.js.map\n');
  fs.writeFileSync(path.join(dir, 'index.js.map'), JSON.stringify({ ...mapOf('index.js'), sources: ['../../src/original.ts'] }));
  const call = `import { make } from 'mapped';\nconst d = ${device()};\nmake(d); await d.queue.onSubmittedWorkDone();`;
  assert.match(program(call, { ...nothing, name: 'app.mjs' }).err, /called from: node_modules\/mapped\/index\.js:2:3 \(from app\.mjs:3:1\)/);
  fs.mkdirSync(path.join(work, 'src'), { recursive: true });
  fs.writeFileSync(path.join(work, 'src', 'original.ts'), '');
  assert.match(program(call, { ...nothing, name: 'app.mjs' }).err, /called from: src\/original\.ts:4:5 \(from app\.mjs:3:1\)/);
});
test('the places of creation and of destroy are named', () => {
  const { err } = program(`const d = ${device()};
    const b = d.createBuffer({ label: 'gone', size: 4, usage: GPUBufferUsage.COPY_DST });
    b.destroy();
    const e = d.createCommandEncoder({ label: 'e' });
    e.clearBuffer(b);
    d.queue.submit([e.finish({ label: 'c' })]);
    await d.queue.onSubmittedWorkDone();`, { ...nothing, name: 'gone.mjs' });
  assert.match(err, /gone\.mjs:3:7/, 'destroy');
  assert.match(err, /gone\.mjs:6:13/, 'submit');
});

test('diagnostics: an async iterable that ends with its device, and callbacks', () => {
  const { out, err } = program(`
    import { diagnostics } from 'vitrine-webgpu';
    const d = ${device()};
    const all = [];
    const read = (async () => { for await (const x of diagnostics(d)) all.push(x); })();
    const rules = [], listener = diagnostics(d, (x) => rules.push(x.rule));
    d.createBuffer({ label: 'a', size: 4, usage: 0 });
    await d.queue.onSubmittedWorkDone();
    listener.close();
    d.createBuffer({ label: 'b', size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.VERTEX });
    await d.queue.onSubmittedWorkDone();
    d.destroy();
    await read;
    console.log(JSON.stringify({ rules, all }));`, { ...nothing, name: 'diagnostics.mjs' });
  const { rules, all } = JSON.parse(out);
  assert.deepEqual(rules, [all[0].rule]);
  assert.equal(all[1].rule, 'buffer_usage_map_read_mixed');
  assert.match(all[1].callSite, /diagnostics\.mjs:10:7/);
  assert.match(err, /MAP_READ \| VERTEX/, 'the log has them all the same');
});
test('printfMessages: an async iterable', () => {
  const { out } = program(`
    import { printfMessages } from 'vitrine-webgpu';
    const d = await (await navigator.gpu.requestAdapter()).requestDevice({ requiredFeatures: ['wgpu-debug-printf'] });
    const all = [];
    const read = (async () => { for await (const m of printfMessages(d)) all.push(m.arguments[0].values[0]); })();
    const module = d.createShaderModule({ code: 'enable wgpu_debug_printf; @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { debugPrintf("%u", i); }' });
    const e = d.createCommandEncoder(), p = e.beginComputePass();
    p.setPipeline(d.createComputePipeline({ layout: 'auto', compute: { module } }));
    p.dispatchWorkgroups(1); p.end();
    d.queue.submit([e.finish()]);
    await d.queue.onSubmittedWorkDone();
    d.destroy();
    await read;
    console.log(all.join(' '));`);
  assert.equal(out, '0 1 2 3\n');
});
test('printfMessages and diagnostics: each device has its own', () => {
  const { out } = program(`
    import { diagnostics, printfMessages } from 'vitrine-webgpu';
    const heard = { a: [], b: [], all: [] }, adapter = await navigator.gpu.requestAdapter();
    const code = 'enable wgpu_debug_printf; @compute @workgroup_size(1) fn main() { debugPrintf("x"); }';
    const devices = [];
    for (const label of ['a', 'b']) {
      const a = await navigator.gpu.requestAdapter(), d = await a.requestDevice({ label, requiredFeatures: ['wgpu-debug-printf'] });
      printfMessages(d, (m) => heard[label].push(m.deviceLabel + m.command + m.commandInPass));
      if (label === 'a') printfMessages(a, (m) => heard.all.push(m.deviceLabel));
      diagnostics(d, (x) => heard[label].push(x.rule));
      d.addEventListener('uncapturederror', (e) => e.preventDefault());
      devices.push(d);
    }
    devices[1].createBuffer({ size: 4, usage: 0 });
    for (const d of devices) {
      const e = d.createCommandEncoder(), p = e.beginComputePass();
      p.setPipeline(d.createComputePipeline({ layout: 'auto', compute: { module: d.createShaderModule({ code }) } }));
      p.dispatchWorkgroups(1); p.end();
      d.queue.submit([e.finish()]);
      await d.queue.onSubmittedWorkDone();
    }
    console.log(JSON.stringify(heard));
    devices.forEach((d) => d.destroy());
    process.exit(0);`);
  assert.equal(out, '{"a":["a02"],"b":["buffer_usage_empty","b02"],"all":["a","b"]}\n');
});
test('the log goes to a console where that is asked for', () => {
  const { out, err } = program(`
    import { create } from 'vitrine-webgpu';
    const said = [];
    const gpu = create({ backend: 'null', console: { error: (t) => said.push('error ' + t), warn() {}, log() {}, debug() {} } });
    const d = await (await gpu.requestAdapter()).requestDevice();
    d.createBuffer({ label: 'wrong', size: 4, usage: 0 });
    await d.queue.onSubmittedWorkDone();
    for (let i = 0; i < 500 && said.length === 0; ++i) await new Promise((r) => setTimeout(r, 10));
    console.log(said.join());`);
  assert.match(out, /^error error\[.*"wrong"/s);
  assert.equal(err, '');
  const toConsole = node(['--import', 'vitrine-webgpu/register', '-e', 'console.error = console.log; 0'], { VITRINE_NODE: 'backend=null console' });
  assert.equal(toConsole.status, 0);
});

test('unmap aborts a map that is bound to fail', () => {
  const { out } = program(`const d = ${device()};
    d.addEventListener('uncapturederror', (e) => e.preventDefault());
    for (const end of ['unmap', 'destroy']) {
      const b = d.createBuffer({ size: 8, usage: GPUBufferUsage.MAP_READ });
      const wrong = b.mapAsync(GPUMapMode.WRITE);
      b[end]();
      await wrong.catch((e) => console.log(e.name));
    }
    const b = d.createBuffer({ size: 8, usage: GPUBufferUsage.MAP_READ });
    await b.mapAsync(GPUMapMode.READ);
    const again = b.mapAsync(GPUMapMode.READ);
    console.log(b.mapState);
    b.unmap();
    await again.catch((e) => console.log(e.name));`, nothing);
  assert.deepEqual(lines(out), ['AbortError', 'AbortError', 'mapped', 'OperationError']);
});
test('a device that cannot be made is a device that is lost', () => {
  const { out } = program(`
    import { create } from 'vitrine-webgpu';
    let lost = 0;
    for (let call = 1; call < 60; ++call) {
      process.env.VITRINE_FAIL_CALL = call;
      const adapter = await create({ backend: 'vulkan', log: 'off' }).requestAdapter();
      if (!adapter) continue;
      const device = await adapter.requestDevice();
      const loss = await Promise.race([device.lost, new Promise((r) => setTimeout(r, 0))]);
      if (!loss) break;   // the failure came later
      lost += loss.reason === 'unknown' && /could not make a device/.test(loss.message);
      const b = device.createBuffer({ size: 8, usage: GPUBufferUsage.VERTEX, mappedAtCreation: true });
      new Uint32Array(b.getMappedRange())[0] = 1;
      b.unmap();
      device.destroy();
    }
    console.log(lost > 0 || !(await navigator.gpu.requestAdapter()));`);
  assert.equal(out, 'true\n');
});
test('device.destroy() unmaps', () => {
  const { out } = program(`const d = ${device()};
    const mapped = d.createBuffer({ size: 8, usage: GPUBufferUsage.VERTEX, mappedAtCreation: true }), range = mapped.getMappedRange();
    const pending = d.createBuffer({ size: 8, usage: GPUBufferUsage.MAP_READ }), map = pending.mapAsync(GPUMapMode.READ);
    d.destroy();
    console.log(mapped.mapState, pending.mapState, range.byteLength);
    await map.catch((e) => console.log(e.name));`, nothing);
  assert.deepEqual(lines(out), ['unmapped unmapped 0', 'AbortError']);
});
test('CommonJS and ES modules get the same', () => {
  fs.writeFileSync(path.join(work, 'both.cjs'), `
    const required = require('vitrine-webgpu');
    import('vitrine-webgpu').then((imported) => {
      for (const name of ['create', 'globals', 'diagnostics', 'printfMessages']) if (imported[name] !== required[name]) throw new Error(name);
      if (imported.default !== required) throw new Error('default');
      Object.assign(globalThis, required.globals);
      return required.create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']).requestAdapter();
    }).then((adapter) => console.log(adapter instanceof GPUAdapter));`);
  assert.equal(node(['both.cjs']).out, 'true\n');
});
test('a proxy of an object, and an object of another copy of the package, are told apart', () => {
  fs.cpSync(pkg, path.join(work, 'node_modules', 'copy'), { recursive: true });
  const { out } = program(`import { createRequire } from 'node:module';
    const other = createRequire(import.meta.url)('copy');
    const d = ${device()}, stranger = await (await other.create(['backend=null']).requestAdapter()).requestDevice();
    const say = (f) => { try { f(); } catch (e) { console.log(e.message); } };
    const e = d.createCommandEncoder(), size = 4, usage = GPUBufferUsage.COPY_DST;
    say(() => e.clearBuffer(new Proxy(d.createBuffer({ size, usage }), {})));
    say(() => e.clearBuffer(stranger.createBuffer({ size, usage })));
    say(() => e.clearBuffer({}));
    say(() => new Proxy(d, {}).createBuffer({ size, usage }));
    say(() => GPUDevice.prototype.createBuffer.call({}));
    const layout = d.createBindGroupLayout({ entries: [{ binding: 0, visibility: 2, sampler: {} }] });
    say(() => d.createBindGroup({ layout, entries: [{ binding: 0, resource: new Proxy(d.createSampler(), {}) }] }));`, nothing);
  const [proxy, copy, object, called, plain, resource] = lines(out);
  assert.match(resource, /^GPUBindGroupEntry\.resource: .* is not a GPUSampler, it is a Proxy of one/);
  assert.match(proxy, /^GPUCommandEncoder\.clearBuffer: buffer: an object of class GPUBuffer is not a GPUBuffer, it is a Proxy of one/);
  assert.match(copy, /is not a GPUBuffer, another copy of this package/);
  assert.match(object, /an object of class Object is not a GPUBuffer$/);
  assert.match(called, /^GPUDevice\.createBuffer: called on an object of class GPUDevice, which is not a GPUDevice, it is a Proxy of one/);
  assert.match(plain, /called on an object of class Object, which is not a GPUDevice$/);
});
test('what is misspelt or has an earlier name is named', () => {
  const { out } = program(`const d = ${device()};
    const say = (f) => { try { f(); } catch (e) { console.log(e.name + ': ' + e.message); } };
    const encoder = d.createCommandEncoder();
    const view = d.createTexture({ size: [4, 4], format: 'rgba8unorm', usage: GPUTextureUsage.RENDER_ATTACHMENT }).createView();
    say(() => encoder.beginRenderPass({ colorAttachment: [] }));
    say(() => encoder.beginRenderPass({ colorAttachments: [{ view, loadValue: [0, 0, 0, 1], storeOp: 'store' }] }));
    say(() => d.createTexture({ size: [4, 4], format: 'rgb8unorm', usage: 1 }));
    say(() => d.createTexture({ size: [4, 4], format: 'rgba8', usage: 1 }));
    say(() => d.createTexture({ size: [4, 4], format: 'nothing', usage: 1 }));
    const b = d.createBuffer({ label: 'indices', size: 8, usage: GPUBufferUsage.COPY_DST });
    say(() => d.queue.writeBuffer(b, 0, new Uint16Array(3)));`, nothing);
  assert.deepEqual(out.trim().split('\n'), [
    'TypeError: GPURenderPassDescriptor.colorAttachments: the member is required, and the object has `colorAttachment`',
    'TypeError: GPURenderPassColorAttachment.loadOp: the member is required; `loadValue` is a name of earlier drafts: write loadOp: "clear" or "load", and the value as clearValue',
    'TypeError: GPUTextureDescriptor.format: "rgb8unorm" is not a GPUTextureFormat, did you mean "rgba8unorm"',
    'TypeError: GPUTextureDescriptor.format: "rgba8" is not a GPUTextureFormat, did you mean "rgba8unorm"',
    'TypeError: GPUTextureDescriptor.format: "nothing" is not a GPUTextureFormat',
    'OperationError: GPUQueue.writeBuffer: 6 bytes are to be written, not a multiple of 4: pad the data to 8 bytes',
  ]);
});
test('a buffer that is too small for its structure: the layout is told; an entry that an automatic layout lacks: why', () => {
  const { out } = program(`const d = ${device()};
    const module = d.createShaderModule({ label: 'a.wgsl', code: \`
      struct P { scale: f32, offset: vec3f }
      @group(0) @binding(0) var<uniform> p: P;
      @group(0) @binding(1) var<uniform> time: f32;
      @group(0) @binding(2) var<storage, read_write> data: array<f32>;
      @compute @workgroup_size(1) fn main() { data[0] = p.scale; }\` });
    const pipeline = d.createComputePipeline({ layout: 'auto', compute: { module } });
    const buffer = (size, usage) => ({ buffer: d.createBuffer({ size, usage }) });
    const group = async (...entries) => {
      d.pushErrorScope('validation');
      d.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: entries.map(([binding, resource]) => ({ binding, resource })) });
      console.log((await d.popErrorScope())?.message);
    };
    const U = GPUBufferUsage.UNIFORM, data = [2, buffer(16, GPUBufferUsage.STORAGE)];
    await group([0, buffer(16, U)], data);
    await group([0, buffer(32, U)], [1, buffer(16, U)], data);
    await group([0, buffer(32, U)], data);`, nothing);
  const [small, surplus, fine] = out.trim().split('\n');
  assert.match(small, /bind_group_buffer_below_minimum.*the layout of `P` is scale f32 at 0, offset vec3<f32> at 16, 32 bytes in all; a vec3 starts at a multiple of 16/);
  assert.match(surplus, /has no binding 1; it has 0, 2 \[bind_group_binding_not_in_layout\].*an automatic layout has what the entry points use.*`_ = time;`/);
  assert.equal(fine, 'undefined');
});
