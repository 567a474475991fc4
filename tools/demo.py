"""./x demo: three things that Vitrine is for. `demo.py BUILD --check` runs them as a test."""
import os
import re
import subprocess
import sys
from pathlib import Path

INVOCATIONS = [f"invocation: {x} {y} 0" for y in range(2) for x in range(2)]


def command_line(directory, *words):
    return [str(directory / "vitrine"), *words]


def scenes(directory):
    """(title, command, what the output must show)"""
    return [
        ("A shader prints. 2 x 2 x 1 invocations of examples/hello.wgsl:",
         command_line(directory, "run", "examples/hello.wgsl"),
         lambda out, err, status: status == 0 and sorted(out.split("\n")) == sorted([*INVOCATIONS, ""])),
        ("Three independent errors in one file, each with its place:",
         command_line(directory, "check", "examples/three_errors.wgsl"),
         lambda out, err, status: status == 1 and len(re.findall(r"^error\[", out, re.M)) == 3),
        ("A program on the C interface submits work of a shader that does not compile:",
         [str(directory / "examples" / "broken_shader")],
         lambda out, err, status: "root cause: " in err and "chain: " in err and "strenght" in err),
    ]


def show(top, directory, check=False):
    failed = 0
    # Without a desktop session Mesa's device selection has nothing to ask, and says so on every start.
    env = dict(os.environ) if "XDG_RUNTIME_DIR" in os.environ else dict(os.environ, NODEVICE_SELECT="1")
    for title, command, expected in scenes(directory):
        shown = " ".join(os.path.relpath(word, top) if word.startswith("/") else word for word in command)
        print(f"\n== {title}\n$ {shown}", flush=True)
        ran = subprocess.run(command, cwd=top, env=env, capture_output=True, text=True, timeout=120)
        sys.stdout.write(ran.stdout)
        sys.stdout.write(ran.stderr)
        sys.stdout.flush()
        if not expected(ran.stdout, ran.stderr, ran.returncode):
            failed += 1
            print(f"-- not what it should be (exit status {ran.returncode})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(show(Path(__file__).resolve().parent.parent, Path(sys.argv[1]).resolve(), "--check" in sys.argv))
