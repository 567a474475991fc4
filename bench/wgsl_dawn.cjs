// The same corpus through Dawn's null backend, to stand beside wgsl_bench: createShaderModule and getCompilationInfo.
//   NODE_PATH=<folder with node_modules/webgpu>/node_modules VITRINE_CORPUS=<folder> node bench/wgsl_dawn.cjs [ROUNDS]
'use strict';
const fs = require('fs');
const path = require('path');
const { create } = require('webgpu');

function files(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((e) => {
    const name = path.join(folder, e.name);
    if (e.isDirectory()) return files(name);
    return name.endsWith('.wgsl') && !name.includes('.expected.') ? [name] : [];
  });
}

(async () => {
  const gpu = create(['backend=null']);
  const adapter = await gpu.requestAdapter();
  const features = [...adapter.features].filter((f) => !/^(chromium|dawn)/.test(f));
  const device = await adapter.requestDevice({ requiredFeatures: features });
  const texts = files(process.env.VITRINE_CORPUS).map((f) => fs.readFileSync(f, 'utf8'));
  const lines = texts.reduce((n, t) => n + t.split('\n').length, 0);
  const bytes = texts.reduce((n, t) => n + Buffer.byteLength(t), 0);
  let best = Infinity, accepted = 0;
  for (let round = Number(process.argv[2] || 3); round > 0; --round) {
    accepted = 0;
    const begin = process.hrtime.bigint();
    for (const code of texts) {
      device.pushErrorScope('validation');
      const module = device.createShaderModule({ code });
      const info = await module.getCompilationInfo();
      const error = await device.popErrorScope();
      if (!error && !info.messages.some((m) => m.type === 'error')) ++accepted;
    }
    best = Math.min(best, Number(process.hrtime.bigint() - begin) / 1e9);
  }
  console.log(`dawn: ${texts.length} files, ${accepted} accepted, ${best.toFixed(2)} s, ` +
              `${Math.round(lines / best)} lines/s, ${(bytes / best / 1e6).toFixed(2)} MB/s`);
  process.exit(0);
})();
