#!/usr/bin/env python3
"""Runs what a page of docs/ shows. usage: commands_test.py VITRINE PAGE

A block of code that is WGSL and follows a line naming a file is that file. In other blocks a line with "$ " is a command, run by
a shell in a folder with those files; it must succeed, and what stands below it must be what it prints, with "..." for any text.
"""
import os
import re
import subprocess
import sys
import tempfile


def blocks(page):
    name, language, lines = None, None, []
    for line in page.splitlines():
        fence = re.match(r"```(\w*)$", line)
        if language is None:
            named = re.search(r"`([\w.-]+\.wgsl)`", line)
            name = named.group(1) if named else name
            if fence:
                language = fence.group(1)
        elif fence:
            yield name, language, lines
            language, lines = None, []
        else:
            lines.append(line)


def commands(lines):
    command, output = None, []
    for line in lines:
        if line.startswith("$ "):
            if command:
                yield command, output
            command, output = line[2:], []
        elif command:
            output.append(line)
    if command:
        yield command, output


def matches(expected, printed):
    pattern = re.escape("\n".join(expected)).replace(re.escape("..."), "[\\s\\S]*?")
    return re.fullmatch(pattern + r"\n?", printed) is not None


def main():
    vitrine, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    with open(path, encoding="utf-8") as f:
        page = f.read()
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, PATH=os.path.dirname(vitrine) + ":" + os.environ["PATH"])
        environment.setdefault("XDG_RUNTIME_DIR", folder)
        for name, language, lines in blocks(page):
            if language == "wgsl":
                if name:
                    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                        f.write("\n".join(lines) + "\n")
                continue
            if language:
                continue
            for command, output in commands(lines):
                done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
                if "no adapter" in done.stderr:
                    print("skipped: there is no adapter")
                    return 0
                if done.returncode != 0 or (output and not matches(output, done.stdout)):
                    print(f"{path}: {command}\nexit status {done.returncode}\n{done.stdout[:4000]}{done.stderr[:4000]}", file=sys.stderr)
                    if output:
                        print("expected:\n" + "\n".join(output), file=sys.stderr)
                    return 1
                ran += 1
    if ran == 0:
        print(f"{path}: there is no command", file=sys.stderr)
        return 1
    print(f"{ran} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main())
