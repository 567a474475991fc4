'use strict';
// Vitrine as a provider for the conformance suite. VITRINE_NODE_PACKAGE names the assembled package, else the dev build's.
const path = require('node:path');
const dir = process.env.VITRINE_NODE_PACKAGE ?? path.join(__dirname, '..', '..', 'build', 'dev', 'node');
const { create, globals } = require(path.join(dir, 'vitrine.js'));
module.exports = { create: (flags) => create([flags.includes('validation') ? 'log=warning' : 'log=off', ...flags]), globals };
