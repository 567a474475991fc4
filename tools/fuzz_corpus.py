#!/usr/bin/env python3
"""Writes the seed corpus of a fuzzer: OUT_DIR NAME. Seeds are the texts of the rule pages and of tests/shaders, or bytes where each is
a choice."""
import hashlib
import pathlib
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = {'wgsl': 'wgsl', 'calls': 'webgpu'}


def texts(page):
    section, lines = None, []
    for line in page.read_bytes().split(b'\n') + [b'--- end']:
        if line.startswith(b'--- '):
            if section in (b'fail', b'pass') and lines:
                yield b'\n'.join(lines)
            section, lines = line[4:], []
        else:
            lines.append(line)


def main(out, name):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    if name == 'api':
        seeds = [b''.join(hashlib.sha256(b'%d %d' % (i, k)).digest() for k in range(64)) for i in range(64)]
    else:
        seeds = [t for page in sorted((TOP / 'tests/rules' / FOLDERS[name]).rglob('*.page')) for t in texts(page)]
    if name == 'wgsl':
        seeds += [p.read_bytes() for folder in ('tests', 'examples') for p in sorted((TOP / folder).rglob('*.wgsl'))]
    for seed in seeds:
        (out / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    print(f'{len(seeds)} seeds')


if __name__ == '__main__':
    main(*sys.argv[1:3])
