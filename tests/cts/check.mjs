#!/usr/bin/env node
// Runs the queries of queries.txt with run.mjs and compares with known.txt. Exit status: 0 as expected; 1 not; 77 nothing to
// run with (CTS_DIR or the addon is missing).
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const usage = 'usage: check.mjs [--provider PATH] [--only TEXT] [--out FILE.json] [--shard I/N]';
const opt = { provider: path.join(here, '../../bindings/node/index.js'), only: '', out: null, shard: null };
for (const a = process.argv.slice(2); a.length; ) {
  const k = a.shift();
  if (k === '--provider') opt.provider = path.resolve(a.shift());
  else if (k === '--only') opt.only = a.shift();
  else if (k === '--out') opt.out = path.resolve(a.shift());
  else if (k === '--shard') opt.shard = a.shift();
  else {
    console.error(usage);
    process.exit(2);
  }
}

function skip(why) {
  console.log(`cts: skipped, ${why}`);
  process.exit(77);
}
if (!process.env.CTS_DIR) skip('CTS_DIR is not set');
if (!fs.existsSync(opt.provider)) skip(`${opt.provider} is not there`);

const lines = file =>
  fs.readFileSync(path.join(here, file), 'utf8').split('\n').map(l => l.trim()).filter(l => l && !l.startsWith('#'));
// "QUERY" or "QUERY  at least N": the number of cases that must pass, so that skipping cannot hide a loss.
const queries = lines('queries.txt').map(l => {
  const [, query, least] = /^(\S+)(?:\s+at least (\d+))?$/.exec(l) ?? (console.error(`queries.txt: what is '${l}'?`), process.exit(2));
  return { query, least: +(least ?? 0) };
}).filter(q => q.query.includes(opt.only));
// "CASE  reason"; a * at the end of the case stands for any rest.
const known = lines('known.txt').map(l => {
  const [, name, reason] = /^(\S+)\s+(.+)$/.exec(l) ?? (console.error(`known.txt: no reason in '${l}'`), process.exit(2));
  return { name, reason, seen: 0, matches: name.endsWith('*') ? n => n.startsWith(name.slice(0, -1)) : n => n === name };
});
if (!queries.length) skip('no query matches');

const out = opt.out ?? path.join(os.tmpdir(), `cts-${process.pid}.json`);
const args = [path.join(here, 'run.mjs'), '--provider', opt.provider, '--out', out];
if (opt.shard) args.push('--shard', opt.shard);
const run = spawnSync(process.execPath, [...args, ...queries.map(q => q.query)], { stdio: 'inherit' });
if (run.status !== 0 && run.status !== 1) process.exit(run.status ?? 1);

const results = JSON.parse(fs.readFileSync(out, 'utf8'));
if (!opt.out) for (const f of [out, out + '.journal']) fs.rmSync(f, { force: true });
let bad = 0;
for (const { query, least } of queries) {
  const r = results.queries[query];
  if (!opt.shard && r.pass < least) {
    bad++;
    console.log(`${query}: ${r.pass} cases passed, and at least ${least} are expected`);
  }
  if (r.unfinishedTasks) {
    bad++;
    console.log(`${query}: ${r.unfinishedTasks} pieces did not finish`);
  }
  for (const c of r.notPassed) {
    const k = known.find(k => k.matches(c.name));
    if (k) {
      k.seen++;
      continue;
    }
    bad++;
    console.log(`${c.status}: ${c.name}\n  alone: CTS_DIR=${process.env.CTS_DIR} node tests/cts/run.mjs --provider ${opt.provider} '${c.name}'`);
    if (c.log) console.log(c.log.split('\n').slice(0, 6).map(l => '  ' + l).join('\n'));
  }
}
const gone = opt.only || opt.shard ? [] : known.filter(k => !k.seen);
for (const k of gone) console.log(`passes now, take it out of known.txt: ${k.name}`);
console.log(`cts: ${queries.length} queries, ${bad} not as expected, ${known.reduce((n, k) => n + k.seen, 0)} known failures`);
process.exit(bad || gone.length ? 1 : 0);
