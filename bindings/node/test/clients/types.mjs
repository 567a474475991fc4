// The declarations compile, strictly, beside those of @webgpu/types.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const r = spawnSync(process.execPath, [tsc, '--noEmit', '--strict', '--preserveSymlinks', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext',
  '--types', '@webgpu/types', '--lib', 'es2022,dom', 'program.mts'], { encoding: 'utf8' });
console.log(r.stdout + r.stderr || 'the types compile');
process.exit(r.status);
