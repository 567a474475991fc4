// A folder in which the package is found by its name, as after `npm install`. VITRINE_NODE_PACKAGE names the assembled package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = path.dirname(fileURLToPath(import.meta.url));
export const pkg = process.env.VITRINE_NODE_PACKAGE ?? path.join(here, '..', '..', '..', 'build', 'dev', 'node');
export const work = fs.mkdtempSync(path.join(os.tmpdir(), 'vitrine-node-'));
fs.mkdirSync(path.join(work, 'node_modules'));
fs.symlinkSync(pkg, path.join(work, 'node_modules', 'vitrine-webgpu'));
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));

// Runs `args` of Node; { out, err, status, signal, ms }.
export function node(args, env = {}, timeout = 60000) {
  const began = Date.now();
  const r = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8', timeout, env: { ...process.env, XDG_RUNTIME_DIR: work, ...env } });
  assert.equal(r.error, undefined, `${args.join(' ')}: ${r.error}`);
  return { out: r.stdout, err: r.stderr, status: r.status, signal: r.signal, ms: Date.now() - began };
}
// Runs a program, given by its text, with navigator.gpu set. It must end with status 0.
let count = 0;
export function program(text, { env = {}, args = [], name = `program${count++}.mjs`, status = 0 } = {}) {
  fs.writeFileSync(path.join(work, name), text);
  const r = node([...args, '--import', 'vitrine-webgpu/register', name], env);
  assert.equal(r.status, status, `exit status ${r.status}, signal ${r.signal}\n${r.out}\n${r.err}`);
  return r;
}
export const lines = (text) => text.trim().split('\n');
