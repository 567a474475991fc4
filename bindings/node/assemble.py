#!/usr/bin/env python3
"""Joins the parts of the binding to one file: LIB_DIR INTERFACES_JS PACKAGE_DIR. They share one scope."""
import os
import shutil
import sys

lib, interfaces, package = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))


def part(name):
    with open(os.path.join(lib, name + '.js'), encoding='utf-8') as f:
        return f.read()


os.makedirs(package, exist_ok=True)
with open(interfaces, encoding='utf-8') as f:
    generated = f.read()
text = ("'use strict';\nconst util = require('node:util');\n"
        "module.exports = (function (native) {\n"
        + ''.join(part(p) for p in ('memory', 'convert', 'writers', 'callsites', 'events')) +
        'let ' + ', '.join(sorted({line.split('=')[0].strip()[4:].rstrip(';') for line in generated.split('\n') if line.startswith('let H_')})) + ';\n'
        + '\n'.join(line for line in generated.split('\n') if not line.startswith('let H_')).replace('class GPU {', '//CLASSES\nclass GPU {', 1).replace('//CLASSES\n', part('classes'), 1)
        + part('methods') + part('images') + part('canvas') + part('exports') +
        "})(require('./vitrine.node'));\n")
with open(os.path.join(package, 'vitrine.js'), 'w', encoding='utf-8') as f:
    f.write(text)
for name in ('package.json', 'index.mjs', 'index.d.ts', 'register.mjs', 'install.mjs'):
    shutil.copy(os.path.join(here, name), os.path.join(package, name))
