// Runs every command of the README, in a copy of this folder. VITRINE_NODE_PACKAGE names the assembled package of a build folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { here, pkg, work } from './harness.mjs';

const npm = spawnSync('npm', ['--version']).status === 0;
test('the commands of the README', { skip: npm ? false : 'npm is not installed' }, () => {
  const folder = path.join(work, 'vitrine', 'bindings', 'node');
  fs.cpSync(path.join(here, '..'), folder, { recursive: true, filter: (f) => !/[\\/](node_modules|vitrine\.node|vitrine\.js|package-lock\.json)$/.test(f) });
  const readme = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map((m) => `echo "== $PWD" >&2\n${m[1]}`);
  assert.ok(commands.length >= 6);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;   // else the test run inside of this one is left out
  // Without a registry the optional types are left out.
  const r = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', commands.join('\n')], {
    cwd: folder, encoding: 'utf8', timeout: 120000,
    env: { ...env, XDG_RUNTIME_DIR: work, VITRINE_BUILD: path.dirname(pkg), npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false',
      npm_config_cache: path.join(work, 'npm-cache'), npm_config_update_notifier: 'false' } });
  assert.equal(r.status, 0, `${r.stdout}\n${r.stderr}`);
  assert.match(r.stdout, /^true\ntrue\n/m);
  assert.match(r.stdout, /buffer_usage_empty error objects\.mjs:4:8/);
  assert.match(r.stderr, /MAP_READ \| VERTEX.*called from: wrong\.mjs:2:8/s);
  assert.match(r.stdout, /pass 3/);
});
test('npm install builds what is not built, and says what is missing', { skip: npm ? false : 'npm is not installed' }, () => {
  const top = path.join(work, 'unbuilt'), folder = path.join(top, 'bindings', 'node'), bin = path.join(work, 'bin');
  fs.cpSync(path.join(here, '..'), folder, { recursive: true, filter: (f) => !/[\\/](node_modules|vitrine\.node|vitrine\.js|package-lock\.json)$/.test(f) });
  fs.mkdirSync(bin);
  // Stands for CMake: writes down what it is asked, and builds by copying.
  fs.writeFileSync(path.join(bin, 'cmake'), `#!/bin/sh
    echo "$@" >> ${work}/asked
    case "$1" in --build) mkdir -p "$2/node" && cp ${pkg}/vitrine.js ${pkg}/vitrine.node "$2/node";; esac\n`, { mode: 0o755 });
  const { VITRINE_BUILD: _, ...env } = process.env;
  const install = (more) => spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund'],
    { cwd: folder, encoding: 'utf8', env: { ...env, npm_config_cache: path.join(work, 'npm-cache'), ...more } });
  const r = install({ PATH: `${bin}:${process.env.PATH}` });
  assert.equal(r.status, 0, r.stderr);
  assert.match(fs.readFileSync(path.join(work, 'asked'), 'utf8'), /^--preset release\n--build \S*build\/release --target vitrine_node -j \d+\n$/);
  assert.ok(fs.existsSync(path.join(folder, 'vitrine.node')));
  const missing = install({ VITRINE_BUILD: path.join(work, 'nowhere') });
  assert.notEqual(missing.status, 0);
  assert.match(missing.stderr, /there is no .*nowhere/);
});
