// Runs every example as a user would, and looks at what it prints. VITRINE_NODE_PACKAGE names the assembled package.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { here, lines, node, work } from './harness.mjs';

fs.cpSync(path.join(here, '..', 'examples'), path.join(work, 'examples'), { recursive: true });

function run(name, args = [], env = {}) {
  const r = node(['--import', 'vitrine-webgpu/register', path.join('examples', name), ...args], { VITRINE_FLAGS: 'validation', ...env });
  assert.equal(r.status, 0, `${name}: exit status ${r.status}\n${r.out}\n${r.err}`);
  assert.doesNotMatch(r.err, /VUID|UNASSIGNED/, `${name}: the validation layer spoke`);
  return r;
}

test('compute', () => assert.equal(run('compute.mjs').out, '2 4 6 9\n'));
test('printf', () => {
  assert.deepEqual(lines(run('printf.mjs').out), [0, 1, 2, 3].map((i) => `hello:5 in hello pass: invocation: ${i & 1} ${i >> 1} 0`));
});
test('printf: a filter and a limit of the environment', () => {
  const { out } = run('printf.mjs', [], { VITRINE_PRINTF_WHERE: 'global_invocation_id.x == 1', VITRINE_PRINTF_LIMIT: '1' });
  assert.equal(out, 'hello:5 in hello pass: invocation: 1 0 0\n');
});
test('bounds', () => {
  const out = lines(run('bounds.mjs').out);
  assert.match(out[0], /^warning: index 4 of `data`, which has 4 elements there: "four numbers", binding 0 of group 0, .*pass "only pass"/);
  assert.deepEqual(out.slice(1), ['wrote 2', 'wrote 3', 'wrote 4']);
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
test('labels and debug groups', () => {
  assert.match(run('labels.mjs').out, /buffer "shadow casters".*in debug group "lights" > pass "shadow pass" > debug group "near" > draw/);
});
test('a test without a GPU', () => assert.equal(node(['--test', 'examples/ci.test.mjs'], { NODE_TEST_CONTEXT: undefined }).status, 0));
test('device loss', () => {
  const out = run('device_loss.mjs').out;
  assert.match(out, /^AbortError: /m);
  assert.match(out, /^lost: destroyed: /m);
});
// -- each common mistake, and what it is told --
const lint = { VITRINE_LINT: '1' };
test('mistake: the last error is chased; the first is named, what follows is folded', () => {
  const { err } = run('mistakes/last_error_chased.mjs');
  assert.match(err, /error\[unknown_identifier\].*strenght/);
  assert.match(err, /root cause: blur\.wgsl:1:\d+/);
  assert.match(err, /chain: shader module "blur\.wgsl" \(.*:4:23\) > compute\s+pipeline "blur" \(/);
  assert.match(err, /called from: .*last_error_chased\.mjs:11:\d+/);
  assert.equal(err.match(/^error/gm).length, 2, err);
});
test('mistake: no labels', () => {
  const { err } = run('mistakes/no_labels.mjs', [], lint);
  assert.match(err, /warning\[object_unlabelled\]: buffer #1 \(64 bytes\) has no label/);
  assert.match(err, /error\[.*buffer #2 \(16 bytes\)/);
  assert.match(err, /called from: .*no_labels\.mjs:7:\d+/);
});
test('mistake: compilation info that is not read', () => {
  const { err } = run('mistakes/unread_compilation_info.mjs', [], lint);
  assert.match(err, /warning\[pipeline_from_failed_module\]: a compute pipeline is made from shader module "blur\.wgsl", which has errors/);
  assert.match(err, /warning\[compilation_info_unread\]: shader module "blur\.wgsl" has 1 error, and getCompilationInfo\(\) was never called/);
});
test('mistake: no debug groups', () => {
  const { err } = run('mistakes/no_groups.mjs', [], lint);
  assert.match(err, /warning\[pass_without_debug_group\]: render pass "scene"/);
  assert.match(err, /error\[scissor_outside\].*command 3.*called from: .*no_groups\.mjs:14:6/s);
});
test('mistake: a debug group is pushed and not popped', () => {
  const { err } = run('mistakes/unmatched_push.mjs');
  assert.match(err, /error\[debug_group_not_popped\]: the debug group "near" of compute pass "cull" is still open/);
  assert.match(err, /pushed here \(.*unmatched_push\.mjs:7:6\)/);
});
test('mistake: an error scope is pushed and not popped', () => {
  const { err } = run('mistakes/unmatched_scope.mjs', [], lint);
  assert.match(err, /warning\[error_scope_never_popped\]: the `validation` error scope of device "main" was never popped/);
  assert.match(err, /called from: .*unmatched_scope\.mjs:4:8/);
});
test('mistake: popping a scope that was not pushed', () => assert.match(run('mistakes/scope_not_pushed.mjs').out, /^OperationError: /));
test('mistake: no error, and nothing shows', () => {
  const { err } = run('mistakes/nothing_shown.mjs', [], { VITRINE_CHECK: 'silent' });
  assert.match(err, /warning\[member_never_written\]: compute pipeline "move" reads `params\.offset` from bytes 16 to 28 of buffer "params"/);
  assert.match(err, /warning\[buffer_never_written\]: copyBufferToBuffer reads buffer "result"/);
  assert.equal(err.match(/^warning/gm).length, 2, err);
  assert.doesNotMatch(run('mistakes/nothing_shown.mjs').err, /warning/);
});
test('mistake: a word that the API does not have', () => {
  assert.match(run('mistakes/wrong_word.mjs').out, /^TypeError: .*"rgba8unrom".*did you mean "rgba8unorm"/);
});
