// Runs at `npm install` in this folder: builds the native half from the checkout and puts it beside package.json.
//   VITRINE_BUILD=FOLDER   take what is built there (a build folder of CMake) instead
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const files = ['vitrine.js', 'vitrine.node'];
const fail = (text) => { console.error(`vitrine-webgpu: ${text}`); process.exit(1); };

if (!fs.existsSync(path.join(here, 'assemble.py'))) {   // assembled already
  if (files.some((f) => !fs.existsSync(path.join(here, f)))) fail('the package has no native half');
  process.exit(0);
}
const top = path.join(here, '..', '..');
let build = process.env.VITRINE_BUILD;
if (!build) {
  build = path.join(top, 'build', 'release');
  const run = (command, args) => {
    const r = spawnSync(command, args, { cwd: top, stdio: 'inherit' });
    if (r.error) fail(`${command}: ${r.error.message}; \`./x setup\` in ${top} installs what the build needs`);
    if (r.status !== 0) fail(`\`${command} ${args.join(' ')}\` failed; \`./x setup\` in ${top} installs what the build needs`);
  };
  if (!fs.existsSync(path.join(build, 'build.ninja'))) run('cmake', ['--preset', 'release']);
  run('cmake', ['--build', build, '--target', 'vitrine_node', '-j', String(os.availableParallelism?.() ?? os.cpus().length)]);
}
for (const f of files) {
  const from = path.join(build, 'node', f);
  if (!fs.existsSync(from)) fail(`there is no ${from}: node_api.h was not found, or the target vitrine_node is not built`);
  fs.copyFileSync(from, path.join(here, f));
}
