#!/usr/bin/env node
// Runs the queries of queries.txt, or reads results that run-cts.mjs wrote, and compares what did not pass with known.tsv.
//   judge.mjs [--only PREFIX] [OPTIONS of run-cts.mjs that take a value] [RESULT.json...]
// Exit status: 0 as known, 1 findings, 2 the run did not work.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const lines = (file) => fs.readFileSync(path.join(here, file), 'utf8').split('\n').filter((l) => l && !l.startsWith('#'));
const known = lines('known.tsv').map((l) => { const [query, reason] = l.split('\t'); return { query, reason, hits: 0 }; });
// `*` stands for any rest of a name.
// A star stands for any text.
const matches = (query, name) => {
  const [first, ...rest] = query.split('*');
  if (!rest.length) return name === query;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = rest[rest.length - 1];
  return name.length - last.length >= at && name.endsWith(last);
};

const args = process.argv.slice(2), pass = [];
let only = '';
const results = [];
while (args.length) {
  const a = args.shift();
  if (a === '--only') only = args.shift();
  else if (a.startsWith('--')) pass.push(a, args.shift());
  else results.push(a);
}
if (results.length === 0) {
  if (!process.env.CTS_DIR) { console.log('skipped: CTS_DIR is not set'); process.exit(0); }
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'vitrine-cts-'));
  const byFlags = new Map();   // one run each, so that no worker waits
  for (const line of lines('queries.txt')) {
    const [query, ...flags] = line.split(/\s+/);
    if (only && !query.startsWith(only)) continue;
    const key = flags.join(' ');
    byFlags.set(key, [...byFlags.get(key) ?? [], query]);
  }
  for (const [flags, queries] of byFlags) {
    const out = path.join(dir, `${results.length}.json`);
    const run = spawnSync(process.execPath, [path.join(here, 'run-cts.mjs'), '--provider', path.join(here, 'provider.cjs'), '--quiet',
      ...flags.split(' ').flatMap((f) => f.startsWith('--') ? [f] : ['--flag', f]), ...pass, '--out', out, ...queries], { stdio: ['ignore', 'inherit', 'inherit'] });
    if (run.status === null || run.status > 1) process.exit(2);
    results.push(out);
  }
}
let failed = 0, passed = 0, skipped = 0;
let unfinished = 0;
for (const file of results) {
  const all = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const q of Object.values(all.queries)) {
    passed += q.pass + q.warn;
    skipped += q.skip;
    unfinished += q.unfinishedTasks;
    for (const { name, status } of q.notPassed) {
      if (status === 'warn') continue;
      const k = known.find((x) => matches(x.query, name));
      if (k) { ++k.hits; continue; }
      ++failed;
      console.log(`not known: ${status} ${name}`);
    }
  }
}
const knownHits = known.reduce((n, k) => n + k.hits, 0);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped` + (unfinished ? `, ${unfinished} files not finished` : '') + (knownHits ? ` (and ${knownHits} known failures)` : ''));
process.exit(failed + unfinished ? 1 : 0);
