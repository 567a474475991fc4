#!/usr/bin/env node
// Installs programs and libraries of others from npm and runs them on this package, as they are.
//   run.mjs [NAME...]     VITRINE_NODE_PACKAGE: the assembled package; VITRINE_CLIENTS: where npm installs (a folder of the cache)
// Exit status: 0 all right (or skipped, which is said), 1 a program failed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const pkg = path.resolve(process.env.VITRINE_NODE_PACKAGE ?? path.join(here, '..', '..', '..', '..', 'build', 'dev', 'node'));
const dir = process.env.VITRINE_CLIENTS ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'vitrine-clients');
// Node's own flags: V8 compiles the whole of onnxruntime's WebAssembly twice, a minute of processor time, and Node waits for it.
const clients = { three: [], tfjs: [], typegpu: [], babylon: [], pixi: [], playcanvas: [], wutils: [], ort: ['--liftoff-only'], webgpu_readme: [], types: [] };
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(clients);
for (const name of chosen) if (!(name in clients)) { console.error(`there is no client ${name}; there are ${Object.keys(clients).join(' ')}`); process.exit(2); }
if (!fs.existsSync(path.join(pkg, 'vitrine.node'))) { console.error(`no package at ${pkg}`); process.exit(2); }

fs.mkdirSync(dir, { recursive: true });
const wanted = fs.readFileSync(path.join(here, 'package.json'), 'utf8'), installed = path.join(dir, 'installed.json');
if (!fs.existsSync(installed) || fs.readFileSync(installed, 'utf8') !== wanted) {
  fs.writeFileSync(path.join(dir, 'package.json'), wanted);
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: dir, encoding: 'utf8' });
  if (npm.status !== 0) {
    console.log(`skipped: npm could not install the programs (${(npm.error?.message ?? npm.stderr).trim().split('\n')[0]})`);
    process.exit(0);
  }
  fs.writeFileSync(installed, wanted);
}
const link = path.join(dir, 'node_modules', 'vitrine-webgpu');
fs.rmSync(link, { recursive: true, force: true });
fs.symlinkSync(pkg, link);
for (const file of fs.readdirSync(here)) if (/\.(mjs|mts)$/.test(file)) fs.copyFileSync(path.join(here, file), path.join(dir, file));

let failed = 0;
for (const name of chosen) {
  const began = Date.now();
  const r = spawnSync(process.execPath, [...clients[name], '--import', 'vitrine-webgpu/register', `${name}.mjs`],
    { cwd: dir, encoding: 'utf8', timeout: 300000, env: { XDG_RUNTIME_DIR: dir, ...process.env } });
  const ok = r.status === 0, said = r.stdout.trim().split('\n').at(-1);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(13)} ${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${ok ? said : `status ${r.status} ${r.signal ?? ''}`}`);
  if (!ok) {
    ++failed;
    console.log(`${r.stdout}\n${r.stderr}`.slice(-4000));
  }
}
console.log(`${chosen.length - failed} of ${chosen.length} programs ran`);
process.exit(failed ? 1 : 0);
