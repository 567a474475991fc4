// Runs every example as a user would, and looks at what it prints. VITRINE_NODE_PACKAGE names the assembled package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const pkg = process.env.VITRINE_NODE_PACKAGE ?? path.join(here, '..', '..', '..', 'build', 'dev', 'node');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'vitrine-node-'));
// The package is found by its name, as after `npm install`.
fs.mkdirSync(path.join(work, 'node_modules'));
fs.symlinkSync(pkg, path.join(work, 'node_modules', 'vitrine-webgpu'));
fs.cpSync(path.join(here, '..', 'examples'), path.join(work, 'examples'), { recursive: true });

function run(name, args = [], env = {}) {
  const r = spawnSync(process.execPath, ['--import', pathToFileURL(path.join(pkg, 'register.mjs')).href, path.join(work, 'examples', name), ...args],
    { cwd: work, encoding: 'utf8', timeout: 60000, env: { ...process.env, XDG_RUNTIME_DIR: work, VITRINE_FLAGS: 'validation', ...env } });
  assert.equal(r.error, undefined, `${name}: ${r.error}`);
  assert.equal(r.status, 0, `${name}: exit status ${r.status}\n${r.stdout}\n${r.stderr}`);
  assert.doesNotMatch(r.stderr, /VUID|UNASSIGNED/, `${name}: the validation layer spoke`);
  return { out: r.stdout, err: r.stderr };
}
const lines = (text) => text.trim().split('\n');

test('compute', () => assert.equal(run('compute.mjs').out, '2 4 6 9\n'));
test('printf', () => {
  assert.deepEqual(lines(run('printf.mjs').out), [0, 1, 2, 3].map((i) => `hello:5 in hello pass: invocation: ${i & 1} ${i >> 1} 0`));
});
test('render', () => {
  const png = path.join(work, 'triangle.png');
  assert.match(run('render.mjs', [png]).out, /^corner 0 0 51 255, middle \d+ \d+ \d+ 255\n$/);
  assert.equal(fs.readFileSync(png).subarray(1, 4).toString(), 'PNG');
});
test('compilation info', () => {
  const out = lines(run('compilation_info.mjs').out).filter((l) => !/^(note|help)/.test(l));
  assert.match(out[0], /^error 4:11\+8 .*`strenght`/);
  assert.match(out[1], /^error 5:\d+\+\d+ .*vec3<f32>/);
  assert.match(out[2], /shader module "blur.wgsl": 2 errors/);
});
test('error scopes', () => {
  const out = lines(run('error_scopes.mjs').out);
  assert.equal(out[0], 'a buffer: fine');
  assert.match(out[1], /^a mapped buffer: .*MAP_READ \| VERTEX/);
  assert.match(out[2], /^a texture: .*100000.*maxTextureDimension/);
});
test('device loss', () => {
  const out = run('device_loss.mjs').out;
  assert.match(out, /^AbortError: /m);
  assert.match(out, /^lost: destroyed: /m);
});
test('mistake: the first error of a cascade is named, the others are folded', () => {
  const { err } = run('mistakes/follow_on.mjs');
  assert.match(err, /strenght/);
  assert.match(err, /follow_on\.mjs:\d+:\d+/);
});
test('mistake: popping a scope that was not pushed', () => assert.match(run('mistakes/scope_not_popped.mjs').out, /^OperationError: /));
test('mistake: a word that the API does not have', () => {
  assert.match(run('mistakes/wrong_word.mjs').out, /^TypeError: .*"rgba8unrom".*did you mean "rgba8unorm"/);
});
test('the process lives while something is pending, and ends when nothing is', () => {
  const file = path.join(work, 'pending.mjs');
  fs.writeFileSync(file, `const a = await navigator.gpu.requestAdapter(); const d = await a.requestDevice();
    d.queue.onSubmittedWorkDone().then(() => console.log('done'));`);
  fs.copyFileSync(file, path.join(work, 'examples', 'pending.mjs'));
  assert.equal(run('pending.mjs').out, 'done\n');
});
test('a device that is collected is not lost, one that is destroyed is', () => {
  fs.writeFileSync(path.join(work, 'examples', 'collected.mjs'), `
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
  assert.equal(run('collected.mjs').out, 'destroyed\n');
});
