#!/usr/bin/env python3
"""vitrine exec and vitrine replay, from outside. usage: exec_test.py VITRINE PROGRAM"""
import os
import subprocess
import sys
import tempfile
import unittest

VITRINE, PROGRAM = sys.argv[1:3]


def vitrine(*arguments, text=None):
    return subprocess.run([VITRINE, *arguments], input=text, capture_output=True, text=True, timeout=60)


class Exec(unittest.TestCase):
    def test_records_and_replays(self):
        with tempfile.TemporaryDirectory() as folder:
            calls = os.path.join(folder, "frame.calls")
            ran = vitrine("exec", "--trace", calls, PROGRAM, "--trace", "is its own")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            with open(calls, encoding="utf-8") as f:
                self.assertIn("queue1.submit([commandBuffer1])", f.read())
            again = vitrine("replay", "--adapter", "null", calls)
            self.assertEqual((again.returncode, again.stdout), (0, ""), again.stderr)

    def test_status_of_the_program_comes_through(self):
        self.assertEqual(vitrine("exec", "sh", "-c", "exit 7").returncode, 7)

    def test_says_why_not(self):
        self.assertEqual(vitrine("exec").returncode, 2)
        missing = vitrine("exec", "./no-such-program")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("no-such-program", missing.stderr)

    def test_static_programs_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "static")
            # An ELF header without segments has no interpreter.
            header = b"\x7fELF\x02\x01\x01" + bytes(9) + (2).to_bytes(2, "little") + (62).to_bytes(2, "little") + bytes(44)
            with open(program, "wb") as f:
                f.write(header)
            os.chmod(program, 0o755)
            ran = vitrine("exec", program)
            self.assertEqual(ran.returncode, 2)
            self.assertIn("statically linked", ran.stderr)

    def test_replay_names_line_and_rule(self):
        ran = vitrine("replay", "--adapter", "null", "-", text='b = device.createBuffer({size: 16, usage: 0})\nb.fly()\n')
        self.assertEqual(ran.returncode, 1)
        self.assertIn("[buffer_usage_empty]", ran.stdout)
        self.assertIn("<stdin>:2: GPUBuffer has no method fly [type_error]", ran.stdout)
        asked = vitrine("replay", "--adapter", "null", "--json", "-", text="b.fly()\n")
        self.assertIn('"rule": "unknown_name"', asked.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
