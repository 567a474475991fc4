// Where the program called us: a place under a token, turned into text only when a diagnostic is printed. One call in the
// program has one token, however often it runs.
const nodeModule = require('node:module'), fs = require('node:fs'), path = require('node:path'), url = require('node:url');
const sites = new Map(), tokens = new Map();   // token -> place, file -> (positions -> token)
let nextSite = 1;
const kMost = 65536;   // older ones are forgotten
const kFailure = 1;
// The library's own files, through which a program may have come as well.
const isOurs = (file) => file === null || file === undefined || file === __filename || file.startsWith('node:') || file.startsWith('wasm:');
const inPackages = (file) => file.includes('/node_modules/');

let whole = false;   // look beyond the packages that the call went through
// Structured frames: a formatted stack costs more, and an unformatted one keeps the objects of its frames alive.
function tokenOf(error, frames) {
  let first;
  for (const f of frames) {
    const file = f.getScriptNameOrSourceURL();
    if (isOurs(file)) continue;
    if (first === undefined) {
      first = f;
      if (!whole || !inPackages(file)) return knownToken(file, f) ?? newToken(placeOf(f));
    } else if (!inPackages(file)) {
      const place = placeOf(first);
      place.from = placeOf(f);
      place.positions += `, ${file}:${place.from.positions}`;
      return tokens.get(place.file)?.get(place.positions) ?? newToken(place);
    }
  }
  return first === undefined ? 0 : knownToken(first.getScriptNameOrSourceURL(), first) ?? newToken(placeOf(first));
}
const placeOf = (f) => ({ file: f.getScriptNameOrSourceURL(), positions: f.getPosition(), line: f.getLineNumber(), column: f.getColumnNumber(), from: undefined });
// One text of a file is loaded at a time; other names, as of what eval() runs, may stand for several.
const knownToken = (file, f) => {
  const token = tokens.get(file)?.get(f.getPosition());
  if (token === undefined || file.startsWith('/') || file.startsWith('file:')) return token;
  const { line, column } = sites.get(token) ?? {};
  return line === f.getLineNumber() && column === f.getColumnNumber() ? token : undefined;
};
function newToken(place) {
  const token = nextSite++;
  sites.set(token, place);
  let ofFile = tokens.get(place.file);
  if (ofFile === undefined) tokens.set(place.file, ofFile = new Map());
  ofFile.set(place.positions, token);
  if (sites.size > kMost) {
    const [oldest, { file, positions }] = sites.entries().next().value;
    sites.delete(oldest);
    ofFile = tokens.get(file);
    if (ofFile?.get(positions) === oldest) ofFile.delete(positions);
    if (ofFile?.size === 0) tokens.delete(file);
  }
  return token;
}
function lookAtStack(limit) {
  Error.stackTraceLimit = limit;
  const holder = {};
  Error.captureStackTrace(holder, capture);
  return holder.stack;
}
const captureSite = (moment) => capture(moment === kFailure), captureFull = () => capture(true);
function capture(wanted) {
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    whole = wanted;
    Error.prepareStackTrace = tokenOf;
    // Our own frames come first: few, but for calls out of other code that is no program's.
    return (whole ? 0 : lookAtStack(4)) || lookAtStack(whole ? 100 : 16);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
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
    const original = toPath(/^(\w\w+:|\/)/.test(source) || base === undefined ? source : new URL(source, entry.base ?? base).href);
    // Packages bring maps along and not the sources: such a path would seem to be one of the program's.
    if (!inPackages(file) || fs.existsSync(original)) {
      at = original;
      line = entry.originalLine + 1;
      column = entry.originalColumn + 1;
    }
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
