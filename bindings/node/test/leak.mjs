// Makes and gives up every kind of object again and again, and looks at the memory.   leak.mjs [CYCLES] [MOST_KB] [BACKEND]
// Fails when the second half of the cycles, and each of three more halves, adds more than MOST_KB to what is allocated, natively or in
// the heap of JavaScript. The resident set is told as well. ONLY=KIND for one of `leak.mjs kinds`; KEEP=1
// keeps what is made, which must fail.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { pkg } from './harness.mjs';

const { create, globals } = await import(pathToFileURL(path.join(pkg, 'index.mjs')).href);
Object.assign(globalThis, globals);
v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc'), turn = () => new Promise((r) => setImmediate(r));
const cycles = +(process.argv[2] ?? 5000), most = +(process.argv[3] ?? 1000), backend = process.argv[4] ?? 'null';
const gpu = create({ backend, log: 'off' });
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main', requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [] });

const U = GPUBufferUsage, T = GPUTextureUsage;
const code = `@group(0) @binding(0) var<storage, read_write> x: array<u32>;
  @compute @workgroup_size(1) fn main() { x[0] += 1; }
  @vertex fn vs() -> @builtin(position) vec4f { return vec4f(); }
  @fragment fn fs() -> @location(0) vec4f { return vec4f(1); }`;
const module = device.createShaderModule({ label: 'm', code });
const layout = device.createBindGroupLayout({ label: 'l', entries: [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage' } }] });
const pipelineLayout = device.createPipelineLayout({ label: 'p', bindGroupLayouts: [layout] });
const storage = device.createBuffer({ label: 'x', size: 16, usage: U.STORAGE | U.COPY_SRC | U.COPY_DST });
const group = device.createBindGroup({ label: 'g', layout, entries: [{ binding: 0, resource: storage }] });
const compute = device.createComputePipeline({ label: 'c', layout: pipelineLayout, compute: { module, entryPoint: 'main' } });
const renderOf = { label: 'r', layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format: 'rgba8unorm' }] } };
const render = device.createRenderPipeline(renderOf);
const target = device.createTexture({ label: 't', size: [4, 4], format: 'rgba8unorm', usage: T.RENDER_ATTACHMENT | T.COPY_SRC });
const view = target.createView();

const gone = (o) => { o.destroy(); return o; };
const kinds = {
  buffer: () => gone(device.createBuffer({ label: 'b', size: 256, usage: U.COPY_DST })),
  'buffer, not destroyed': () => device.createBuffer({ label: 'b', size: 256, usage: U.COPY_DST }),
  'buffer, mapped at creation': () => { const b = device.createBuffer({ size: 256, usage: U.COPY_SRC, mappedAtCreation: true }); new Uint8Array(b.getMappedRange())[0] = 1; b.unmap(); return b; },
  'buffer, invalid': () => device.createBuffer({ label: 'b', size: 256, usage: 0 }),
  texture: () => gone(device.createTexture({ size: [4, 4], format: 'rgba8unorm', usage: T.COPY_DST })),
  'texture view': () => target.createView({ label: 'v' }),
  sampler: () => device.createSampler({ label: 's' }),
  'bind group layout': () => device.createBindGroupLayout({ entries: [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: {} }] }),
  'bind group': () => device.createBindGroup({ layout, entries: [{ binding: 0, resource: storage }] }),
  'pipeline layout': () => device.createPipelineLayout({ bindGroupLayouts: [layout] }),
  'shader module': (i) => device.createShaderModule({ code: `@compute @workgroup_size(1) fn main() { _ = ${i}; }` }),
  'compute pipeline': () => device.createComputePipeline({ layout: pipelineLayout, compute: { module, entryPoint: 'main' } }),
  'compute pipeline, async': () => device.createComputePipelineAsync({ layout: pipelineLayout, compute: { module, entryPoint: 'main' } }),
  'render pipeline': () => device.createRenderPipeline(renderOf),
  'render pipeline, async': () => device.createRenderPipelineAsync(renderOf),
  'bind group layout of a pipeline': () => compute.getBindGroupLayout(0),
  'query set': () => gone(device.createQuerySet({ type: 'occlusion', count: 4 })),
  'command encoder, not finished': () => device.createCommandEncoder({ label: 'e' }),
  'compute pass, submitted': () => {
    const e = device.createCommandEncoder(), p = e.beginComputePass();
    p.pushDebugGroup('group'); p.setPipeline(compute); p.setBindGroup(0, group); p.dispatchWorkgroups(1); p.popDebugGroup(); p.end();
    device.queue.submit([e.finish()]);
    return [e, p];
  },
  'render pass, submitted': () => {
    const e = device.createCommandEncoder(), p = e.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] });
    p.setPipeline(render); p.draw(3); p.end();
    device.queue.submit([e.finish()]);
    return [e, p];
  },
  'render bundle': () => { const b = device.createRenderBundleEncoder({ colorFormats: ['rgba8unorm'] }); b.setPipeline(render); b.draw(3); return [b, b.finish()]; },
  'command buffer, not submitted': () => device.createCommandEncoder().finish(),
  'error scope': () => { device.pushErrorScope('validation'); device.createBuffer({ label: 'b', size: 1, usage: 0 }); return device.popErrorScope(); },
  'compilation info': () => module.getCompilationInfo(),
  'write and map': async () => {
    const b = device.createBuffer({ size: 16, usage: U.MAP_READ | U.COPY_DST });
    device.queue.writeBuffer(b, 0, new Uint32Array(4));
    await b.mapAsync(GPUMapMode.READ);
    b.getMappedRange();
    return gone(b);
  },
  'work done': () => device.queue.onSubmittedWorkDone(),
  adapter: () => gpu.requestAdapter(),
  device: async () => gone(await (await gpu.requestAdapter()).requestDevice()),
  'device, not destroyed': async () => (await gpu.requestAdapter()).requestDevice(),
};
const only = process.env.ONLY, chosen = Object.entries(kinds).filter(([name]) => !only || name === only);
if (process.argv[2] === 'kinds') {
  console.log(Object.keys(kinds).join('\n'));
  process.exit(0);
}
if (chosen.length === 0) throw new Error(`there is no kind "${only}"`);
// Among others these take part in every n-th cycle only: they cost milliseconds.
const every = only ? {} : { device: 20, 'device, not destroyed': 20, adapter: 20 };
const kept = process.env.KEEP ? [] : undefined;
device.addEventListener('uncapturederror', (e) => e.preventDefault());
const settle = async () => {
  for (let i = 0; i < 6; ++i) { gc(); await turn(); }
  // Some drivers destroy pipelines at the next submit.
  const encoder = device.createCommandEncoder();
  encoder.clearBuffer(storage);
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  gc();
  await turn();
};
const allocated = createRequire(import.meta.url)(path.join(pkg, 'vitrine.node')).allocatedBytes;
const memory = async () => {
  await settle();
  const { rss, heapUsed } = process.memoryUsage();
  return { resident: rss / 1048576, native: allocated() / 1024, heap: heapUsed / 1024 };
};
const began = performance.now();
let done = 0;
const half = async () => {
  for (const stop = done + Math.ceil(cycles / 2); done < stop; ++done) {
    for (const [name, make] of chosen) {
      if (done % (every[name] ?? 1) !== 0) continue;
      let result = make(done);
      if (result?.then) result = await result;
      kept?.push(result);
    }
    if (done % 50 === 49) await turn();   // collected objects are given back between tasks
    if (done % 500 === 499) await settle();
  }
  return memory();
};
const at = [await memory(), await half()];
// Threads of V8 allocate too, a megabyte at a time and later where the machine is busy. That comes once; what leaks grows in each half.
const added = (kind) => at.at(-1)[kind] - at.at(-2)[kind];
const kinds_of_memory = ['native', 'heap'];
do at.push(await half());
while (at.length < 6 && kinds_of_memory.some((kind) => added(kind) > most));
const all = (f) => at.map(f).join(', ');
console.log(`${done} cycles of ${only ?? `${chosen.length} kinds`} in ${((performance.now() - began) / 1000).toFixed(1)} s; at first and after each ${Math.ceil(cycles / 2)}: ` +
  `resident ${all((m) => m.resident.toFixed(1))} MB; allocated natively ${all((m) => m.native.toFixed(0))} kB; heap ${all((m) => m.heap.toFixed(0))} kB`);
if (kept) console.log(`${kept.length} objects are kept`);
for (const kind of kinds_of_memory) {
  if (added(kind) <= most) continue;
  console.log(`${kind}: ${added(kind).toFixed(0)} kB were added by the last half, as by each before, ${most} are allowed`);
  process.exitCode = 1;
}
