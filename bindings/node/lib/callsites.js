// Where the program called us: a stack under a token, turned into text only when a diagnostic is printed.
const sites = new Map();
let nextSite = 1;
const kMost = 65536;   // older ones are forgotten
const kFailure = 1;
function captureSite(moment) {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = moment === kFailure ? 12 : 6;   // our own frames come first
  const holder = {};
  Error.captureStackTrace(holder, captureSite);
  Error.stackTraceLimit = before;
  const token = nextSite++;
  sites.set(token, holder);
  if (sites.size > kMost) sites.delete(sites.keys().next().value);
  return token;
}
// The first frame that is not ours: "app.mjs:41:9".
function describeSite(token) {
  const stack = sites.get(token)?.stack;
  if (typeof stack !== 'string') return '';
  for (const line of stack.split('\n').slice(1)) {
    if (line.includes(__filename) || line.includes('node:internal')) continue;
    const m = /\(?((?:file:\/\/|\/|\w:)[^()]*:\d+:\d+)\)?$/.exec(line.trim());
    if (m) return m[1].replace(/^file:\/\//, '').replace(process.cwd() + '/', '');
  }
  return '';
}
