// The runner survives what a child can do to it. Needs CTS_DIR; VITRINE_NODE_PACKAGE as for provider.cjs.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url)), work = fs.mkdtempSync(path.join(os.tmpdir(), 'vitrine-runner-'));
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));
const skip = process.env.CTS_DIR ? false : 'CTS_DIR is not set';
// The fifth buffer that a child makes is its end.
fs.writeFileSync(path.join(work, 'provider.cjs'), `
  const { create, globals } = require(${JSON.stringify(path.join(here, 'provider.cjs'))});
  const { createBuffer } = globals.GPUDevice.prototype;
  const deeds = {
    crash: () => process.kill(process.pid, 'SIGSEGV'),
    abort: () => process.abort(),
    exit: () => process.exit(0),
    loop: () => { for (;;); },
    memory: () => { for (const all = []; ;) all.push(new Uint8Array(5e7).fill(1)); },
    orphan: () => { require('child_process').spawn('sleep', ['20'], { stdio: 'inherit' }); process.kill(process.pid, 'SIGKILL'); },
  };
  let count = 0;
  globals.GPUDevice.prototype.createBuffer = function (d) {
    if (++count === 5) { require('fs').appendFileSync(process.env.PIDS, process.pid + '\\n'); deeds[process.env.DEED](); }
    return createBuffer.call(this, d);
  };
  module.exports = { create, globals };`);
const pids = path.join(work, 'pids'), out = path.join(work, 'out.json'), query = 'api,validation,buffer,create:*';
const args = [path.join(here, 'run-cts.mjs'), '--provider', path.join(work, 'provider.cjs'), '--flag', 'backend=null', '--quiet', '--workers', '1',
  '--case-timeout', '4', '--file-crashes', '2', '--file-timeouts', '1', '--max-rss', '1500', '--out', out, query];
const environment = (deed) => ({ ...process.env, DEED: deed, PIDS: pids });
const alive = () => fs.readFileSync(pids, 'utf8').trim().split('\n').filter((p) => fs.existsSync(`/proc/${p}`));

for (const [deed, kind] of [['crash', 'crash'], ['abort', 'crash'], ['exit', 'crash'], ['loop', 'timeout'], ['memory', ''], ['orphan', 'crash']]) {
  test(`${deed}: a failure of the case, and the rest goes on`, { skip }, () => {
    const r = spawnSync(process.execPath, args, { encoding: 'utf8', env: environment(deed), timeout: 100000 });
    assert.equal(r.status, 1, r.stderr);
    const q = JSON.parse(fs.readFileSync(out, 'utf8')).queries[query];
    assert.ok(kind ? q[kind] > 0 : q.crash + q.timeout > 0, JSON.stringify(q));
    assert.deepEqual(alive(), []);
  });
}
test('a runner that is killed leaves no child behind', { skip }, async () => {
  fs.rmSync(pids, { force: true });
  const runner = spawn(process.execPath, args, { env: environment('loop'), stdio: 'ignore' });
  while (!fs.existsSync(pids)) await new Promise((r) => setTimeout(r, 50));
  runner.kill('SIGKILL');
  for (let i = 0; i < 100 && alive().length; ++i) await new Promise((r) => setTimeout(r, 100));
  assert.deepEqual(alive(), []);
});
