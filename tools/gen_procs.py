#!/usr/bin/env python3
"""Writes the table behind wgpuGetProcAddress: every exported function of the headers given, sorted by name."""
import re
import sys

out, *headers = sys.argv[1:]
names = set()
for header in headers:
    with open(header, encoding="utf-8") as f:
        names.update(re.findall(r"^WGPU_EXPORT [^;(]*?\b((?:wgpu|vitrine)\w+)\(", f.read(), re.M))
text = "// Made by tools/gen_procs.py: do not edit.\n" + "".join(f"PROC({n})\n" for n in sorted(names))
try:
    with open(out, encoding="utf-8") as f:
        same = f.read() == text
except OSError:
    same = False
if not same:
    import os
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out, "w", encoding="utf-8") as f:
        f.write(text)
