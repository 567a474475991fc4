// What each call of navigator.gpu costs, of this package and of others that offer the same interface, in turns.
//   node bench/api.mjs [--only TEXT or =NAME] [--rounds N] [--ms N] [--backend null|vulkan] [--options KEY=VALUE,...] NAME=FOLDER_OR_FILE...
// NAME=... is a module with create(); "vitrine" is the release build unless it is given. Prints ns for each call, the least of the
// rounds, each module in a process of its own that lives through all of them, and what the first takes of the last.
import { fork } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const here = path.dirname(self);

const kDraw = `
struct Camera { view: mat4x4f, tint: vec4f }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(1) @binding(0) var<uniform> model: mat4x4f;
@vertex fn vertex(@location(0) position: vec3f) -> @builtin(position) vec4f { return camera.view * model * vec4f(position, 1); }
@fragment fn fragment() -> @location(0) vec4f { return camera.tint; }`;
const kCompute = `
override scale: u32 = 3;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = data[id.x] * scale + 1; }`;
const big = (n) => Array.from({ length: n }, (_, i) => `
fn noise${i}(p: vec2f) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < 8u; i++) {
    let q = p * f32(1u << i) + vec2f(f32(${i}), ${i}.5);
    let cell = floor(q);
    let f = fract(q);
    if (f.x > f.y) { sum += dot(f, cell) / f32(i + 1u); } else { sum += mix(f.x, f.y, cell.x); }
  }
  return sum;
}`).join('') + `
@fragment fn main(@location(0) p: vec2f) -> @location(0) vec4f { return vec4f(${Array.from({ length: n }, (_, i) => `noise${i}(p)`).join(' + ')}); }`;

// Each: (g) => (n) => runs the call n times; g holds what is shared. `per` divides, for what does many calls at once.
function cases(g) {
  const { device, queue } = g;
  const buffer = (size, usage) => device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
  const uniforms = buffer(65536, GPUBufferUsage.UNIFORM), vertices = buffer(65536, GPUBufferUsage.VERTEX);
  const indices = buffer(65536, GPUBufferUsage.INDEX), storage = buffer(65536, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const other = buffer(65536, GPUBufferUsage.STORAGE);
  const drawModule = device.createShaderModule({ code: kDraw }), computeModule = device.createShaderModule({ code: kCompute });
  const uniformLayout = (hasDynamicOffset) => device.createBindGroupLayout({ entries: [
    { binding: 0, visibility: GPUShaderStage.VERTEX | GPUShaderStage.FRAGMENT, buffer: { hasDynamicOffset } }] });
  const layout0 = uniformLayout(false), layout1 = uniformLayout(true);
  const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout0, layout1] });
  const renderDescriptor = (extra = {}) => ({
    layout: pipelineLayout,
    vertex: { module: drawModule, entryPoint: 'vertex',
      buffers: [{ arrayStride: 12, attributes: [{ format: 'float32x3', offset: 0, shaderLocation: 0 }] }] },
    fragment: { module: drawModule, entryPoint: 'fragment', targets: [{ format: 'rgba8unorm' }] }, ...extra });
  const pipelines = [device.createRenderPipeline(renderDescriptor()),
    device.createRenderPipeline(renderDescriptor({ primitive: { frontFace: 'cw' } }))];
  const group0 = device.createBindGroup({ layout: layout0, entries: [{ binding: 0, resource: { buffer: uniforms, size: 256 } }] });
  const group1 = device.createBindGroup({ layout: layout1, entries: [{ binding: 0, resource: { buffer: uniforms, size: 256 } }] });
  const computeLayout = device.createBindGroupLayout({ entries: [
    { binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage' } }] });
  const computePipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [computeLayout] });
  const computePipeline = device.createComputePipeline({ layout: computePipelineLayout, compute: { module: computeModule, entryPoint: 'main' } });
  const computeGroups = [storage, other].map((b) => device.createBindGroup({ layout: computeLayout, entries: [{ binding: 0, resource: { buffer: b } }] }));
  const texture = () => device.createTexture({ size: [16, 16], format: 'rgba8unorm', usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
  const target = texture(), view = target.createView(), sampler = device.createSampler();
  const threeLayout = device.createBindGroupLayout({ entries: [
    { binding: 0, visibility: GPUShaderStage.FRAGMENT, buffer: {} },
    { binding: 1, visibility: GPUShaderStage.FRAGMENT, texture: {} },
    { binding: 2, visibility: GPUShaderStage.FRAGMENT, sampler: {} }] });
  const offset = new Uint32Array([0, 256]);
  const small = new Uint8Array(64), large = new Uint8Array(1 << 20), largeBuffer = buffer(1 << 20, GPUBufferUsage.STORAGE);
  const bigText = big(60);
  let unique = 0;

  const renderPass = (encoder) => encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] });
  const bundleDescriptor = { colorFormats: ['rgba8unorm'] };
  const state = (pass) => {
    pass.setPipeline(pipelines[0]);
    pass.setBindGroup(0, group0);
    pass.setBindGroup(1, group1, [0]);
    pass.setVertexBuffer(0, vertices);
    pass.setIndexBuffer(indices, 'uint16');
  };
  // n calls of f, up to 10000 in an encoder.
  const inPass = (f) => (n) => {
    while (n > 0) {
      const encoder = device.createCommandEncoder(), pass = renderPass(encoder), m = Math.min(n, 10000);
      state(pass);
      for (let i = 0; i < m; ++i) f(pass, i);
      pass.end();
      encoder.finish();
      n -= m;
    }
  };
  const inCompute = (f) => (n) => {
    while (n > 0) {
      const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass(), m = Math.min(n, 10000);
      pass.setPipeline(computePipeline);
      pass.setBindGroup(0, computeGroups[0]);
      for (let i = 0; i < m; ++i) f(pass, i);
      pass.end();
      encoder.finish();
      n -= m;
    }
  };
  const inEncoder = (f) => (n) => {
    while (n > 0) {
      const encoder = device.createCommandEncoder(), m = Math.min(n, 10000);
      for (let i = 0; i < m; ++i) f(encoder, i);
      encoder.finish();
      n -= m;
    }
  };
  const bundle = (draws) => {
    const encoder = device.createRenderBundleEncoder(bundleDescriptor);
    state(encoder);
    for (let i = 0; i < draws; ++i) encoder.draw(3);
    return encoder.finish();
  };
  const oneBundle = bundle(100);
  const each = (f) => (n) => { for (let i = 0; i < n; ++i) f(i); };
  const mapped = device.createBuffer({ size: 256, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  return {
    'createBuffer': each(() => device.createBuffer({ size: 256, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST })),
    'createBuffer, label, destroy': each((i) => device.createBuffer({ label: `particles ${i & 15}`, size: 256, usage: GPUBufferUsage.STORAGE }).destroy()),
    'createBuffer mapped, getMappedRange, unmap': each(() => {
      const b = device.createBuffer({ size: 256, usage: GPUBufferUsage.UNIFORM, mappedAtCreation: true });
      new Uint8Array(b.getMappedRange())[0] = 1;
      b.unmap();
      b.destroy();
    }),
    'createTexture, destroy': each(() => texture().destroy()),
    'createView': each(() => target.createView()),
    'createSampler': each(() => device.createSampler({ magFilter: 'linear', minFilter: 'linear' })),
    'createBindGroupLayout': each(() => device.createBindGroupLayout({ entries: [
      { binding: 0, visibility: GPUShaderStage.FRAGMENT, buffer: {} },
      { binding: 1, visibility: GPUShaderStage.FRAGMENT, texture: {} },
      { binding: 2, visibility: GPUShaderStage.FRAGMENT, sampler: {} }] })),
    'createBindGroup, 1 entry': each(() => device.createBindGroup({ layout: layout0, entries: [{ binding: 0, resource: { buffer: uniforms, size: 256 } }] })),
    'createBindGroup, 3 entries': each(() => device.createBindGroup({ layout: threeLayout, entries: [
      { binding: 0, resource: { buffer: uniforms } }, { binding: 1, resource: view }, { binding: 2, resource: sampler }] })),
    'createPipelineLayout': each(() => device.createPipelineLayout({ bindGroupLayouts: [layout0, layout1] })),
    'createShaderModule, same': each(() => device.createShaderModule({ code: kDraw })),
    'createShaderModule, distinct': each(() => device.createShaderModule({ code: `${kDraw}\nconst u${unique++} = 1;` })),
    'createShaderModule, 60 functions, distinct': each(() => device.createShaderModule({ code: `${bigText}\nconst u${unique++} = 1;` })),
    'createComputePipeline, same': each(() => device.createComputePipeline({ layout: computePipelineLayout, compute: { module: computeModule, entryPoint: 'main' } })),
    'createComputePipeline, distinct constants': each(() => device.createComputePipeline({ layout: computePipelineLayout, compute: { module: computeModule, entryPoint: 'main', constants: { scale: unique++ } } })),
    'createShaderModule + createComputePipeline, auto layout, distinct': each(() => device.createComputePipeline({ layout: 'auto',
      compute: { module: device.createShaderModule({ code: `${kCompute}\nconst u${unique++} = 1;` }), entryPoint: 'main' } })),
    'createRenderPipeline, same': each(() => device.createRenderPipeline(renderDescriptor())),
    'createShaderModule + createRenderPipeline, distinct': each(() => {
      const module = device.createShaderModule({ code: `${kDraw}\nconst u${unique++} = 1;` }), d = renderDescriptor();
      d.vertex.module = d.fragment.module = module;
      device.createRenderPipeline(d);
    }),
    'createCommandEncoder, finish': each(() => device.createCommandEncoder().finish()),
    'encoder, render pass, 1 draw, finish': each(() => {
      const encoder = device.createCommandEncoder(), pass = renderPass(encoder);
      state(pass);
      pass.draw(3);
      pass.end();
      encoder.finish();
    }),
    'draw': inPass((pass) => pass.draw(3)),
    'setBindGroup + draw': inPass((pass) => { pass.setBindGroup(0, group0); pass.draw(3); }),
    'setBindGroup with offsets, array': inPass((pass, i) => pass.setBindGroup(1, group1, [(i & 1) * 256])),
    'setBindGroup with offsets, Uint32Array': inPass((pass, i) => pass.setBindGroup(1, group1, offset, i & 1, 1)),
    'setPipeline': inPass((pass, i) => pass.setPipeline(pipelines[i & 1])),
    'setVertexBuffer': inPass((pass) => pass.setVertexBuffer(0, vertices)),
    'setIndexBuffer': inPass((pass) => pass.setIndexBuffer(indices, 'uint16')),
    'setPipeline, 2 setBindGroup, setVertexBuffer, setIndexBuffer, drawIndexed': inPass((pass, i) => {
      pass.setPipeline(pipelines[i & 1]);
      pass.setBindGroup(0, group0);
      pass.setBindGroup(1, group1, offset, i & 1, 1);
      pass.setVertexBuffer(0, vertices);
      pass.setIndexBuffer(indices, 'uint16');
      pass.drawIndexed(3);
    }),
    'pushDebugGroup, popDebugGroup': inPass((pass) => { pass.pushDebugGroup('mesh'); pass.popDebugGroup(); }),
    'dispatchWorkgroups': inCompute((pass) => pass.dispatchWorkgroups(1)),
    'setBindGroup + dispatchWorkgroups': inCompute((pass, i) => { pass.setBindGroup(0, computeGroups[i & 1]); pass.dispatchWorkgroups(1); }),
    'copyBufferToBuffer': inEncoder((encoder) => encoder.copyBufferToBuffer(storage, 0, other, 0, 256)),
    'beginComputePass, end': inEncoder((encoder) => encoder.beginComputePass().end()),
    'render bundle of 100 draws': each(() => bundle(100)),
    'executeBundles': inPass((pass) => pass.executeBundles([oneBundle])),
    'writeBuffer, 64 bytes': (n) => { for (let i = 0; i < n; ++i) { queue.writeBuffer(uniforms, 0, small); if (i % 1000 === 999) queue.submit([]); } queue.submit([]); },
    'writeBuffer, 1 MB': (n) => { for (let i = 0; i < n; ++i) { queue.writeBuffer(largeBuffer, 0, large); queue.submit([]); } },
    'writeTexture, 16x16': (n) => { for (let i = 0; i < n; ++i) { queue.writeTexture({ texture: target }, large, { bytesPerRow: 64 }, [16, 16]); if (i % 1000 === 999) queue.submit([]); } queue.submit([]); },
    'submit nothing': each(() => queue.submit([])),
    'encoder, 1 dispatch, finish, submit': each(() => {
      const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
      pass.setPipeline(computePipeline);
      pass.setBindGroup(0, computeGroups[0]);
      pass.dispatchWorkgroups(1);
      pass.end();
      queue.submit([encoder.finish()]);
    }),
    'mapAsync, getMappedRange, unmap': async (n) => {
      for (let i = 0; i < n; ++i) { await mapped.mapAsync(GPUMapMode.READ); mapped.getMappedRange(); mapped.unmap(); }
    },
    'onSubmittedWorkDone': async (n) => { for (let i = 0; i < n; ++i) await queue.onSubmittedWorkDone(); },
    'pushErrorScope, popErrorScope': async (n) => {
      for (let i = 0; i < n; ++i) { device.pushErrorScope('validation'); await device.popErrorScope(); }
    },
    'getCompilationInfo': async (n) => { for (let i = 0; i < n; ++i) await drawModule.getCompilationInfo(); },
  };
}

// ---- the process that measures one module ----
async function child(file, backend, ...extra) {
  const module = createRequire(import.meta.url)(fs.statSync(file).isDirectory() && fs.existsSync(path.join(file, 'vitrine.js')) ? path.join(file, 'vitrine.js') : file);
  Object.assign(globalThis, module.globals);
  const gpu = module.create(backend ? [`backend=${backend}`, ...extra] : []);
  const adapter = await gpu.requestAdapter();
  const device = await adapter.requestDevice();
  device.addEventListener?.('uncapturederror', (e) => { console.error(`${file}: ${e.error.message}`); process.exit(1); });
  globalThis.kept = [gpu, adapter];   // there are implementations that do not outlive their collection
  const all = cases({ device, queue: device.queue });
  const settle = async () => {
    await device.queue.onSubmittedWorkDone();
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 5));   // finalizers
  };
  const counts = {};
  process.on('message', async (m) => {
    if (!m) process.exit(0);
    const run = all[m.name];
    let ns = 0, n = counts[m.name] ?? 0;
    if (!n) {   // as many as fill the time; warms up too
      for (n = 10;; n *= 2) {
        const begin = process.hrtime.bigint();
        await run(n);
        const took = Number(process.hrtime.bigint() - begin) / 1e6;
        if (took > m.ms / 3 || n > 2e6) { counts[m.name] = n = Math.max(1, Math.round(n * m.ms / took)); break; }
      }
      await settle();
    }
    const begin = process.hrtime.bigint();
    await run(n);
    ns = Number(process.hrtime.bigint() - begin) / n;
    await settle();
    process.send({ ns, resident: process.memoryUsage().rss });
  });
  process.send({ names: Object.keys(all) });
}

// ---- the process that asks them in turn ----
async function main(args) {
  const options = { only: '', rounds: '5', ms: '100', backend: 'null', options: '' }, peers = [];
  while (args.length) {
    const a = args.shift();
    if (a.startsWith('--')) options[a.slice(2)] = args.shift();
    else peers.push({ name: a.slice(0, a.indexOf('=')), file: path.resolve(a.slice(a.indexOf('=') + 1)) });
  }
  if (!peers.some((p) => p.name === 'vitrine')) peers.unshift({ name: 'vitrine', file: path.join(here, '../build/release/node') });
  const answer = (p) => new Promise((done, failed) => {
    p.process.once('message', done);
    p.process.once('exit', (code) => failed(new Error(`${p.name} ended with ${code}`)));
  });
  let names;
  for (const p of peers) {
    p.process = fork(self, ['--child', p.file, options.backend, ...options.options.split(',').filter(Boolean)], { execArgv: ['--expose-gc'] });
    p.process.setMaxListeners(0);
    ({ names } = await answer(p));
  }
  console.log(`ns a call, backend ${options.backend}`.padEnd(76) + peers.map((p) => p.name.padStart(12)).join('') + '       ratio');
  for (const name of names.filter((n) => options.only.startsWith('=') ? n === options.only.slice(1) : n.includes(options.only))) {
    const found = peers.map(() => []);
    for (let round = 0; round < Number(options.rounds); ++round) {
      for (const [i, p] of peers.entries()) {
        p.process.send({ name, ms: Number(options.ms) });
        found[i].push((await answer(p)).ns);
      }
    }
    const least = found.map((list) => Math.min(...list));
    console.log(name.padEnd(76) + least.map((m) => m.toFixed(0).padStart(12)).join('') +
      (peers.length > 1 ? (least[0] / least.at(-1)).toFixed(2).padStart(12) : ''));
  }
  for (const p of peers) p.process.send(null);
}

if (process.argv[2] === '--child') await child(...process.argv.slice(3));
else await main(process.argv.slice(2));
