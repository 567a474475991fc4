// Where the program called us: a place under a token, turned into text only when a diagnostic is printed. One call in the
// program has one token, however often it runs.
const nodeModule = require('node:module'), fs = require('node:fs'), path = require('node:path'), url = require('node:url');
const sites = new Map(), tokens = new Map();   // token -> place, text of the place -> token
let nextSite = 1;
const kMost = 65536;   // older ones are forgotten
const kFailure = 1;
// The library's own files, through which a program may have come as well.
const isOurs = (file) => file === null || file === undefined || file === __filename || file.startsWith('node:') || file.startsWith('wasm:');
const inPackages = (file) => file.includes('/node_modules/');

let whole = false;   // look beyond the packages that the call went through
// Structured frames: a formatted stack costs more, and an unformatted one keeps the objects of its frames alive.
function placeOf(error, frames) {
  let first;
  for (const f of frames) {
    const file = f.getScriptNameOrSourceURL();
    if (isOurs(file)) continue;
    const place = { file, line: f.getLineNumber(), column: f.getColumnNumber(), from: undefined };
    if (first === undefined) {
      first = place;
      if (!whole || !inPackages(file)) return first;
    } else if (!inPackages(file)) {
      first.from = place;
      return first;
    }
  }
  return first;
}
function captureSite(moment) {
  const { stackTraceLimit, prepareStackTrace } = Error;
  let place;
  try {
    whole = moment === kFailure;
    Error.stackTraceLimit = whole ? 100 : 16;   // our own frames come first
    Error.prepareStackTrace = placeOf;
    const holder = {};
    Error.captureStackTrace(holder, captureSite);
    place = holder.stack;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
  if (place === undefined) return 0;
  const { file, line, column, from } = place;
  const key = `${file}:${line}:${column}${from ? ` ${from.file}:${from.line}:${from.column}` : ''}`;
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const token = nextSite++;
  place.key = key;
  sites.set(token, place);
  tokens.set(key, token);
  if (sites.size > kMost) {
    const [oldest, { key: text }] = sites.entries().next().value;
    sites.delete(oldest);
    tokens.delete(text);
  }
  return token;
}
// "app.mjs:41:9", in the source that the program was written in; "three.js:7:3 (from app.mjs:41:9)" out of a package.
function describeSite(token) {
  const place = sites.get(token);
  if (!place) return '';
  try {
    return place.text ??= describePlace(place) + (place.from ? ` (from ${describePlace(place.from)})` : '');
  } catch {
    return '';
  }
}
function describePlace({ file, line, column }) {
  let at = toPath(file);
  const entry = sourceMap(file, at)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource !== undefined) {
    const base = /^(\w\w+:|\/)/.test(file) ? (file.startsWith('/') ? url.pathToFileURL(file).href : file) : undefined;
    const source = entry.originalSource;
    at = toPath(/^(\w\w+:|\/)/.test(source) || base === undefined ? source : new URL(source, entry.base ?? base).href);
    line = entry.originalLine + 1;
    column = entry.originalColumn + 1;
  }
  const inside = path.relative(process.cwd(), at);
  return `${path.isAbsolute(at) && !inside.startsWith('..') ? inside : at}:${line}:${column}`;
}
function toPath(file) {
  return file.startsWith('file:') ? url.fileURLToPath(file) : file;
}
// https://tc39.es/ecma426/: the maps that Node has (--enable-source-maps), else the one that the file names in its last lines.
const maps = new Map();
function sourceMap(file, at) {
  if (!nodeModule.SourceMap) return undefined;
  const known = nodeModule.findSourceMap?.(file) ?? nodeModule.findSourceMap?.(at);
  if (known) return known;
  if (!maps.has(file)) {
    let map;
    try { map = readMap(at); } catch { /* no map, or not one: the places of the file itself */ }
    maps.set(file, map);
  }
  return maps.get(file);
}
function readMap(at) {
  if (!path.isAbsolute(at)) return undefined;
  const comment = [...fs.readFileSync(at, 'utf8').matchAll(/^\s*\/\/[#@]\s*sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1];
  if (!comment) return undefined;
  const base = new URL(comment, url.pathToFileURL(at));
  let text;
  if (base.protocol === 'data:') {
    const [, encoding, body] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(comment);
    text = encoding ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body);
  } else {
    text = fs.readFileSync(url.fileURLToPath(base), 'utf8');
  }
  const map = new nodeModule.SourceMap(JSON.parse(text));
  const home = base.protocol === 'data:' ? url.pathToFileURL(at).href : base.href;
  return { findEntry: (line, column) => ({ ...map.findEntry(line, column), base: home }) };
}
