#!/usr/bin/env python3
"""Keys of every requirement of the WebGPU and WGSL specifications.

usage: roll_spec.py --webgpu spec/index.bs --wgsl wgsl/index.bs [--show WORD]

Writes spec/webgpu.keys and spec/wgsl.keys: a line `key<TAB>where` for each requirement, where `where` is the algorithm
(WebGPU) or the section anchor (WGSL). A key is a hash of the place and the normalized sentence, so that it changes
when the requirement changes; no sentence is kept. `--show WORD` prints the sentences of the places that hold WORD, and
writes nothing: that is how one finds the key for a RULE.
"""
import argparse
import hashlib
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def key_of(place, text):
    return hashlib.sha256(f'{place}|{text}'.encode()).hexdigest()[:8]


def clean(text):
    """Markup of Bikeshed out, white space folded."""
    text = re.sub(r'\{\{(?:[^}|]*\|)?([^}]*)\}\}', lambda m: m.group(1).split('/')[-1], text)
    text = re.sub(r'\[[=$](?:[^\]|]*\|)?([^\]]*?)[=$]\]', lambda m: m.group(1).split('/')[-1], text)
    text = re.sub(r'<[^>]+>', '', text)
    for entity, char in (('&le;', '<='), ('&ge;', '>='), ('&lt;', '<'), ('&gt;', '>')):
        text = text.replace(entity, char)
    return ' '.join(text.split())


def indent(line):
    return len(line) - len(line.lstrip())


def webgpu_requirements(lines):
    """Leaves of the bullet trees inside `validusage` blocks; each with its parents' words in front."""
    open_algorithms = []
    last_definition = None
    i = 0
    while i < len(lines):
        line = lines[i]
        if line.strip():
            while open_algorithms and indent(line) <= open_algorithms[-1][0] and not line.strip().startswith('</div'):
                open_algorithms.pop()
        m = re.search(r'<div algorithm(?:="([^"]*)"|=([^ >]+)|\s*>| )', line)
        if m:
            open_algorithms.append((indent(line), m.group(1) or m.group(2)))
        m = re.search(r'<dfn[^>]*abstract-op[^>]*>([^<]*)', line) or re.search(r'<dfn[^>]*>([^<]*)</dfn>', line)
        if m:
            last_definition = m.group(1)
        if not re.search(r'<div class="?validusage"?', line):
            i += 1
            continue
        items = []
        current = None
        base = indent(line)
        i += 1
        while not (lines[i].strip().startswith('</div>') and indent(lines[i]) <= base):
            bullet = re.match(r'(\s*)(-|\d+\.|::?)(?:\s+(.*))?$', lines[i])
            if bullet and bullet.group(2) == '::' and not bullet.group(3):
                current = None
            elif bullet:
                current = [len(bullet.group(1)) + (0.5 if bullet.group(2) == '::' else 0), bullet.group(3) or '', bullet.group(2)]
                items.append(current)
            elif current and lines[i].strip():
                current[1] += ' ' + lines[i].strip()
            i += 1
        place = (open_algorithms[-1][1] if open_algorithms and open_algorithms[-1][1] else None) or last_definition
        parents = []
        for k, (depth, text, mark) in enumerate(items):
            while parents and parents[-1][0] >= depth:
                parents.pop()
            parents.append((depth, clean(text)))
            if mark != ':' and (k + 1 == len(items) or items[k + 1][0] <= depth):
                yield place, ' '.join(words for _, words in parents)


def wgsl_requirements(lines):
    """Sentences that link to shader-creation or pipeline-creation errors, outside of examples and notes."""
    anchor = 'top'
    skipped = 0        # depth of <div class=example|note> blocks
    paragraph = []
    header = None      # a sentence that ends in a colon: each item of the list below it is a requirement,
                       # but for a list of alternatives

    def flush(is_item):
        nonlocal header
        text = ' '.join(paragraph)
        paragraph.clear()
        if not text or '<dfn' in text:
            return
        words = clean(text)
        if re.search(r'\[=(?:shader|pipeline)-creation error', text):
            for sentence in re.split(r'(?<=[.:])\s+(?=[A-Z\[|])', text):
                if not re.search(r'\[=(?:shader|pipeline)-creation error', sentence):
                    continue
                sentence = clean(sentence)
                header = sentence if sentence.endswith(':') and 'one of' not in sentence else None
                if header is None:
                    yield anchor, sentence
        elif header and is_item:
            yield anchor, header + ' ' + words
        else:
            header = None

    item = False
    for line in lines:
        s = line.strip()
        heading = re.match(r'#+\s.*\{#([\w-]+)\}', s)
        if heading:
            yield from flush(item)
            anchor, header, item = heading.group(1), None, False
            continue
        opens = re.match(r'<div class=.?(?:example|note)', s)
        if opens or skipped:
            skipped = max(skipped + len(re.findall(r'<div', s)) - len(re.findall(r'</div', s)), 0)
            continue
        bullet = re.match(r'(?:[*-]|\d+\.)\s+(.*)', s)
        if re.match(r'(?:Note|Example|Issue)\b', s):
            yield from flush(item)
            paragraph.append('<dfn>')   # swallow the whole note
            continue
        if not s or bullet or re.match(r'<(?:tr|td|p|dl|dt|dd|li|h\d|table|thead|tbody|div)\b', s):
            yield from flush(item)
            item = bool(bullet)
        if s:
            paragraph.append(bullet.group(1) if bullet else s)
    yield from flush(item)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--webgpu', help='spec/index.bs of the WebGPU specification')
    parser.add_argument('--wgsl', help='wgsl/index.bs')
    parser.add_argument('--show', help='print the requirements whose place or sentence holds this word')
    args = parser.parse_args()
    for name, path, extract in (('webgpu', args.webgpu, webgpu_requirements), ('wgsl', args.wgsl, wgsl_requirements)):
        if not path:
            continue
        with open(path, encoding='utf-8') as f:
            found = [(key_of(place, text), place, text) for place, text in extract(f.read().split('\n'))]
        if args.show is not None:
            for key, place, text in found:
                if args.show.lower() in (place + ' ' + text).lower():
                    print(f'{key}  {place}: {text}')
            continue
        out = os.path.join(ROOT, 'spec', name + '.keys')
        os.makedirs(os.path.dirname(out), exist_ok=True)
        with open(out, 'w', encoding='utf-8') as f:
            for key, place, _ in dict((row[0], row) for row in found).values():
                f.write(f'{key}\t{place}\n')
        print(f'{out}: {len(found)} requirements in {len({place for _, place, _ in found})} places')
    return 0


if __name__ == '__main__':
    sys.exit(main())
