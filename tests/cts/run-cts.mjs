#!/usr/bin/env node
// Runs the WebGPU Conformance Test Suite against any provider of navigator.gpu, in bounded,
// crash-isolated child processes. See README.md.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const usage = `usage: run-cts.mjs [options] QUERY...
  QUERY                a CTS query; 'webgpu:' may be left off: 'shader,validation,parse,*'
  --provider PATH      module exporting create(flags) -> GPU (and, optionally, globals)
  --flag TEXT          passed to create(); repeatable. With 'validation' a case under which the Vulkan
                       validation layer says anything fails
  --out FILE.json      results; FILE.json.journal beside it makes a run restartable
  --resume             go on from the journal of an earlier run with the same --out
  --shard I/N          only the I-th of N stable samples of the cases (1-based)
  --workers N          child processes at once (2)
  --case-timeout S     kill a child whose one case runs longer (60)
  --max-time S         start nothing after S seconds, and stop what runs; the rest is 'notrun'
  --max-rss MB         kill a child that grows beyond (9000)
  --chunk N            cases a process runs at most, where index.json knows the count (1000)
  --file-crashes N     give up on the rest of a chunk after N crashes (20)
  --file-timeouts N    the same after N timeouts (4)
  --cts DIR            the prepared suite (${'$'}CTS_DIR required)
  --node PATH          the Node that runs the children (this one)
  --node-arg TEXT      an argument to it; repeatable (always: --expose-gc)
  --compat --force-fallback-adapter --enforce-default-limits --block-all-features
  --unroll-const-eval-loops --debug-logs          as in the CTS's own runner
  --config NAME=VALUE  of the CTS's globalTestConfig: maxSubcasesInFlight=1,
                       casesBetweenReplacingDevice=50, noRaceWithRejectOnTimeout=true, ...
  --keep-alive         keep the event loop of a child busy, for a provider whose promises do not
  --log-chars N        of each case that did not pass (1500)
  --list               print the case names instead of running them
  --count              print cases and subcases for each query from index.json (made if missing)
  --index              (re)make index.json: cases and subcases of every test
  --quiet              no progress`;

const opt = {
  provider: null, flags: [], out: null, resume: false, shard: null, workers: 2, caseTimeout: 60, maxTime: Infinity,
  maxRss: 9000, chunk: 1000, fileCrashes: 20, fileTimeouts: 4, cts: process.env.CTS_DIR, node: process.execPath,
  nodeArgs: ['--expose-gc'], config: {}, keepAlive: false, logChars: 1500, mode: 'run', quiet: false, queries: [],
};
{
  const a = process.argv.slice(2);
  const value = () => a.shift() ?? die('a value is missing\n' + usage);
  while (a.length) {
    const k = a.shift();
    switch (k) {
      case '--provider': opt.provider = path.resolve(value()); break;
      case '--flag': opt.flags.push(value()); break;
      case '--out': opt.out = path.resolve(value()); break;
      case '--resume': opt.resume = true; break;
      case '--shard': {
        const [i, n] = value().split('/').map(Number);
        if (!(i >= 1 && i <= n)) die('--shard I/N with 1 <= I <= N');
        opt.shard = [i - 1, n];
        break;
      }
      case '--workers': opt.workers = +value(); break;
      case '--case-timeout': opt.caseTimeout = +value(); break;
      case '--max-time': opt.maxTime = +value(); break;
      case '--max-rss': opt.maxRss = +value(); break;
      case '--chunk': opt.chunk = +value(); break;
      case '--file-crashes': opt.fileCrashes = +value(); break;
      case '--file-timeouts': opt.fileTimeouts = +value(); break;
      case '--cts': opt.cts = path.resolve(value()); break;
      case '--node': opt.node = value(); break;
      case '--node-arg': opt.nodeArgs.push(value()); break;
      case '--compat': opt.config.compatibility = true; break;
      case '--force-fallback-adapter': opt.config.forceFallbackAdapter = true; break;
      case '--enforce-default-limits': opt.config.enforceDefaultLimits = true; break;
      case '--block-all-features': opt.config.blockAllFeatures = true; break;
      case '--unroll-const-eval-loops': opt.config.unrollConstEvalLoops = true; break;
      case '--debug-logs': opt.config.enableDebugLogs = true; break;
      case '--config': {
        const [, key, v] = /^(\w+)=(.*)$/.exec(value()) ?? die('--config NAME=VALUE');
        opt.config[key] = v === 'Infinity' ? 1e9 : JSON.parse(v);
        break;
      }
      case '--keep-alive': opt.keepAlive = true; break;
      case '--log-chars': opt.logChars = +value(); break;
      case '--list': opt.mode = 'list'; break;
      case '--count': opt.mode = 'count'; break;
      case '--index': opt.mode = 'index'; break;
      case '--quiet': opt.quiet = true; break;
      case '--help': console.log(usage); process.exit(0); break;
      default:
        if (k.startsWith('-')) die('unknown option ' + k + '\n' + usage);
        opt.queries.push(k);
    }
  }
}
function die(why) {
  console.error(why);
  process.exit(2);
}
if (!fs.existsSync(path.join(opt.cts, 'out-node/common/internal/test_group.js')))
  die(`no prepared suite at ${opt.cts}: build the suite's out-node there`);

// ---- what there is to run -------------------------------------------------------------------

function specFiles(suite) {
  const found = [];
  const root = path.join(opt.cts, 'out-node', suite);
  (function walk(dir, parts) {
    for (const e of fs.readdirSync(dir, { withFileTypes: true })) {
      if (e.isDirectory()) walk(path.join(dir, e.name), [...parts, e.name]);
      else if (e.name.endsWith('.spec.js')) found.push([...parts, e.name.slice(0, -'.spec.js'.length)]);
    }
  })(root, []);
  return found.sort((a, b) => (a.join('/') < b.join('/') ? -1 : 1));
}

function parse(text) {
  let q = text;
  const colon = q.indexOf(':');
  if (colon < 0 || !fs.existsSync(path.join(opt.cts, 'out-node', q.slice(0, colon), 'listing.js'))) q = 'webgpu:' + q;
  const [suite, file, ...rest] = q.split(':');
  const parts = file.split(',');
  let files = specFiles(suite);
  if (rest.length === 0) {
    if (parts.pop() !== '*') die(`'${text}': a query for files must end in ,* (or name one file and end in :*)`);
    files = files.filter(f => parts.every((p, i) => f[i] === p));
  } else {
    files = files.filter(f => f.join() === parts.join());
  }
  if (!files.length) die(`'${text}' matches no file`);
  return { text, q, suite, files, whole: rest.length === 0 || (rest.length === 1 && rest[0] === '*') };
}

const indexPath = path.join(opt.cts, 'index.json');
const readIndex = () => (fs.existsSync(indexPath) ? JSON.parse(fs.readFileSync(indexPath, 'utf8')) : null);
const totals = (ix, f) => {
  const t = { cases: 0, subcases: 0, unimplemented: 0 };
  for (const v of Object.values(ix?.[f]?.tests ?? {})) for (const k in t) t[k] += v[k];
  return t;
};

// ---- children -------------------------------------------------------------------------------

process.stdout.on('error', () => process.exit(1)); // such as a closed pipe
const live = new Set();
let children = 0;
function child(job, onLine) {
  return new Promise(resolve => {
    // Standard error is a file, so that the child can look after each case for what the case wrote there.
    const errors = path.join(os.tmpdir(), `cts-stderr.${process.pid}.${++children}`);
    const fd = fs.openSync(errors, 'a+');
    const p = spawn(opt.node, [...opt.nodeArgs, path.join(here, 'child.cjs')], { stdio: ['pipe', 'pipe', fd, 'pipe'] });
    fs.closeSync(fd);
    live.add(p);
    let noise = '';
    p.stdout.setEncoding('utf8').on('data', d => {
      noise = (noise + d).slice(-4000);
    });
    let rest = '';
    p.stdio[3].setEncoding('utf8').on('data', d => {
      const lines = (rest + d).split('\n');
      rest = lines.pop();
      for (const l of lines) onLine(JSON.parse(l), p);
    });
    p.stdin.on('error', () => {});
    p.stdin.end(JSON.stringify(job));
    const end = (code, signal) => {
      live.delete(p);
      noise = (noise + fs.readFileSync(errors, 'utf8')).slice(-4000);
      fs.rmSync(errors);
      resolve({ code, signal, noise });
    };
    p.on('error', e => {
      noise += String(e);
      end(127, null);
    });
    p.on('close', end);
    // What the child left running may hold its pipes open for ever.
    p.on('exit', (code, signal) => setTimeout(() => {
      if (live.has(p)) for (const s of p.stdio) s?.destroy();
    }, 2000).unref());
  });
}
for (const s of ['SIGINT', 'SIGTERM'])
  process.on(s, () => {
    for (const p of live) p.kill('SIGKILL');
    process.exit(130);
  });

const baseJob = { cts: opt.cts, provider: opt.provider, flags: opt.flags, config: opt.config, keepAlive: opt.keepAlive,
  logChars: opt.logChars, shard: opt.shard };

async function makeIndex() {
  const files = specFiles('webgpu').map(file => ({ suite: 'webgpu', file }));
  const ix = {};
  // Interleaved, so that both workers get some of the big folders.
  await Promise.all(
    Array.from({ length: opt.workers }, (_, w) =>
      child({ ...baseJob, mode: 'index', files: files.filter((_, i) => i % opt.workers === w) }, m => {
        if (m.fatal) die(m.fatal);
        if (m.error) console.error(m.file, m.error);
        ix[m.file] = { ms: m.ms, tests: m.tests };
      })
    )
  );
  if (Object.keys(ix).length !== files.length) die('the index is not whole');
  fs.writeFileSync(indexPath + '.part', JSON.stringify(Object.fromEntries(Object.entries(ix).sort()), null, 1));
  fs.renameSync(indexPath + '.part', indexPath);
  return ix;
}

if (opt.mode === 'index') {
  const ix = await makeIndex();
  const all = Object.keys(ix).reduce((a, f) => {
    const t = totals(ix, f);
    for (const k in t) a[k] = (a[k] ?? 0) + t[k];
    return a;
  }, {});
  console.log(`${Object.keys(ix).length} files, ${all.cases} cases (${all.unimplemented} unimplemented), ${all.subcases} subcases`);
  process.exit(0);
}
if (!opt.queries.length) die(usage);
const queries = opt.queries.map(parse);

if (opt.mode === 'count') {
  const ix = readIndex() ?? (await makeIndex());
  for (const q of queries) {
    if (!q.whole) die(`--count takes queries for whole files, not '${q.text}'`);
    const sum = { cases: 0, subcases: 0, unimplemented: 0 };
    for (const f of q.files) {
      const t = totals(ix, q.suite + ':' + f.join(','));
      for (const k in sum) sum[k] += t[k];
    }
    console.log(`${q.text}  files ${q.files.length}  cases ${sum.cases}  subcases ${sum.subcases}  unimplemented ${sum.unimplemented}`);
  }
  process.exit(0);
}
if (opt.mode === 'list') {
  for (const q of queries)
    for (const file of q.files)
      await child({ ...baseJob, mode: 'run', list: true, query: q.whole ? `${q.suite}:${file.join(',')}:*` : q.q, file,
        provider: null, from: 0, to: 1e12, done: [] }, m => {
        if (m.l) console.log(m.l);
        if (m.fatal) console.error(m.fatal);
      });
  process.exit(0);
}

// ---- tasks ----------------------------------------------------------------------------------

const ix = readIndex();
const tasks = new Map(); // key -> task; a file that several queries match runs once
for (const q of queries) {
  q.tasks = [];
  for (const file of q.files) {
    const query = q.whole ? `${q.suite}:${file.join(',')}:*` : q.q;
    // Cut what the index knows to be big, so that every worker gets a share and no process gets too old.
    const known = q.whole ? totals(ix, q.suite + ':' + file.join(',')) : { cases: 0, subcases: 0 };
    const parts = Math.max(1, Math.ceil(known.cases / opt.chunk),
      Math.min(known.cases, Math.ceil(known.subcases / (20 * opt.chunk))));
    const size = Math.ceil(known.cases / parts);
    for (let c = 0; c < parts; c++) {
      const from = c * size;
      const to = c === parts - 1 ? null : from + size;
      const key = parts === 1 ? query : `${query}#${from}-${to ?? ''}`;
      if (!tasks.has(key))
        tasks.set(key, { key, query, file, from, to, expected: known.cases && (to ?? known.cases) - from,
          weight: known.subcases / parts,
          results: new Map(), done: false, notes: [], ms: 0 });
      q.tasks.push(tasks.get(key));
    }
  }
}

let journal = null;
const journalPath = opt.out && opt.out + '.journal';
if (opt.out) {
  fs.mkdirSync(path.dirname(opt.out), { recursive: true });
  if (opt.resume && fs.existsSync(journalPath)) {
    // Results are kept under their query and index, whatever the chunks are now.
    const byQuery = Map.groupBy ? Map.groupBy(tasks.values(), t => t.query) : groupBy([...tasks.values()], t => t.query);
    for (const line of fs.readFileSync(journalPath, 'utf8').split('\n')) {
      if (!line) continue;
      let r;
      try {
        r = JSON.parse(line);
      } catch {
        continue; // the last line of a run that was ended
      }
      if (r.d) {
        if (tasks.has(r.d)) tasks.get(r.d).done = true;
        continue;
      }
      for (const t of byQuery.get(r.k) ?? []) if (r.i >= t.from && (t.to === null || r.i < t.to)) t.results.set(r.i, r);
    }
  }
  for (const t of tasks.values()) if (t.expected && !opt.shard && t.results.size === t.expected) t.done = true;
  journal = fs.openSync(journalPath, opt.resume ? 'a' : 'w');
}
function groupBy(list, f) {
  const m = new Map();
  for (const x of list) {
    const k = f(x);
    if (!m.has(k)) m.set(k, []);
    m.get(k).push(x);
  }
  return m;
}

const t0 = Date.now();
const deadline = t0 + opt.maxTime * 1000;
const counts = {};
let fatal = null;

function record(task, r) {
  task.results.set(r.i, r);
  counts[r.st] = (counts[r.st] ?? 0) + 1;
  if (journal !== null) fs.writeSync(journal, JSON.stringify({ k: task.query, ...r }) + '\n');
}

async function runTask(task) {
  const began = Date.now();
  task.began = began;
  const fatalities = { crash: 0, timeout: 0 };
  while (!task.done && !fatal && Date.now() < deadline) {
    let current = null;
    let since = Date.now();
    let why = null;
    let started = false;
    let ran = 0;
    const job = { ...baseJob, mode: 'run', query: task.query, file: task.file, from: task.from, to: task.to ?? 1e12,
      done: [...task.results.keys()] };
    let proc = null;
    const watch = setInterval(() => {
      if (!proc || why) return;
      let rss = 0;
      try {
        rss = +/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${proc.pid}/status`, 'utf8'))?.[1] / 1024;
      } catch {}
      if (Date.now() > deadline) why = 'deadline';
      else if (Date.now() - since > opt.caseTimeout * 1000) why = 'timeout';
      else if (rss > opt.maxRss) why = 'rss ' + Math.round(rss) + ' MB';
      if (why) proc.kill('SIGKILL');
    }, 250);
    const pending = child(job, m => {
      if ('s' in m) {
        since = Date.now();
        current = { i: m.s, q: m.q };
        started = true;
      } else if ('e' in m) {
        since = Date.now();
        record(task, { i: m.e, q: current.q, st: m.st, ms: m.ms, n: m.n, log: m.log });
        current = null;
        ran++;
      } else if (m.x) task.notes.push(m.q + ': ' + m.x);
      else if ('done' in m) task.done = true;
      else if (m.fatal) why = 'fatal ' + m.fatal;
    });
    proc = [...live].at(-1);
    const end = await pending;
    clearInterval(watch);
    if (task.done) {
      if (journal !== null) fs.writeSync(journal, JSON.stringify({ d: task.key }) + '\n');
      if (end.signal || end.code) task.notes.push(`ended badly after the last case: ${end.signal ?? end.code}\n${end.noise.slice(-600)}`);
      break;
    }
    if (why === 'deadline') break;
    const how = why ?? (end.signal ? `signal ${end.signal}` : end.code === 0 || end.code === 13 ? `exit ${end.code} with the event loop empty` : `exit ${end.code}`);
    if (current && ran && why?.startsWith('rss')) {
      // What the cases before it left behind: once more, in a process without them.
      task.notes.push(`${current.q}: ${why} after ${ran} cases in this process; run again in another`);
    } else if (current) {
      const st = why === 'timeout' ? 'timeout' : 'crash';
      record(task, { ...current, st, ms: Date.now() - since, log: `${how}\n${end.noise.slice(-opt.logChars)}` });
      fatalities[st]++;
      if (fatalities.crash >= opt.fileCrashes || fatalities.timeout >= opt.fileTimeouts) {
        task.notes.push(`given up after ${fatalities.crash} crashes and ${fatalities.timeout} timeouts`);
        break;
      }
    } else {
      // It died outside a case: a second time, and the task is given up.
      task.notes.push(`died outside a case: ${how}\n${end.noise.slice(-opt.logChars)}`);
      if (!started && why?.startsWith('fatal')) fatal ??= why; // no provider, no suite: nothing will work
      if (task.strayDeath) break;
      task.strayDeath = true;
    }
  }
  task.ms = Date.now() - began;
  task.ended = Date.now();
}

// The longest first, as far as the index knows: at the end no worker waits for a big one that began late.
const queue = [...tasks.values()].sort((a, b) => b.weight - a.weight);
const report = opt.quiet ? null : setInterval(() => {
  const c = Object.entries(counts).map(([k, v]) => `${k} ${v}`).join(' ');
  console.error(`[${Math.round((Date.now() - t0) / 1000)} s] ${queue.length} of ${tasks.size} tasks to start; ${c}`);
}, 15000);
await Promise.all(
  Array.from({ length: opt.workers }, async () => {
    while (queue.length && !fatal && Date.now() < deadline) await runTask(queue.shift());
  })
);
if (report) clearInterval(report);

// ---- results --------------------------------------------------------------------------------

const kinds = ['pass', 'warn', 'fail', 'crash', 'timeout', 'skip'];
const out = {
  provider: opt.provider, flags: opt.flags, cts: opt.cts, shard: opt.shard && `${opt.shard[0] + 1}/${opt.shard[1]}`,
  node: process.version, date: new Date(t0).toISOString(), wallSeconds: (Date.now() - t0) / 1000, fatal, queries: {}, files: {},
};
const pad = (x, n) => String(x).padStart(n);
console.log(['pass', 'warn', 'fail', 'crash', 'tmout', 'skip', 'subcases', 'proc-s', 'wall-s'].map(s => pad(s, 8)).join('') + '  query');
let bad = 0;
for (const q of queries) {
  const c = Object.fromEntries(kinds.map(k => [k, 0]));
  let subcases = 0, unfinished = 0, ms = 0, caseMs = 0;
  const notPassed = [], notes = [];
  for (const t of q.tasks) {
    const name = q.suite + ':' + t.file.join(',');
    const f = (out.files[name] ??= { ...Object.fromEntries(kinds.map(k => [k, 0])), ms: 0 });
    for (const r of [...t.results.values()].sort((a, b) => a.i - b.i)) {
      c[r.st]++;
      if (!t.counted) f[r.st]++;
      subcases += r.n ?? 0;
      caseMs += r.ms;
      if (r.st !== 'pass' && r.st !== 'skip') notPassed.push({ name: r.q, status: r.st, ms: r.ms, log: r.log });
    }
    if (!t.counted) f.ms += t.ms;
    t.counted = true;
    ms += t.ms;
    if (!t.done) unfinished++;
    notes.push(...t.notes.slice(0, 20).map(n => `${t.key}: ${n}`));
  }
  const begin = Math.min(...q.tasks.map(t => t.began ?? Infinity));
  const end = Math.max(...q.tasks.map(t => t.ended ?? 0));
  const wall = end > begin ? (end - begin) / 1000 : 0;
  bad += c.fail + c.crash + c.timeout + c.warn + unfinished;
  out.queries[q.text] = { files: q.files.length, ...c, subcases, unfinishedTasks: unfinished, processSeconds: ms / 1000,
    caseSeconds: caseMs / 1000, wallSeconds: wall, notPassed, notes };
  console.log(kinds.map(k => pad(c[k], 8)).join('') + pad(subcases, 8 + 1) + pad((ms / 1000).toFixed(1), 8) + pad(wall.toFixed(1), 8) +
    `  ${q.text}${unfinished ? `  (${unfinished} of ${q.tasks.length} tasks not finished)` : ''}${notes.length ? `  (${notes.length} notes)` : ''}`);
}
if (opt.out) {
  fs.writeFileSync(opt.out + '.part', JSON.stringify(out, null, 1));
  fs.renameSync(opt.out + '.part', opt.out);
}
if (fatal) console.error(fatal);
process.exit(fatal ? 2 : bad ? 1 : 0);
