"""The commands of ./x. Run `./x help` for the list."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tools"))


def fail(text, status=2):
    print(f"x: {text}", file=sys.stderr)
    sys.exit(status)


def run(*command, env=None, cwd=TOP):
    sys.stdout.flush()
    result = subprocess.run([str(c) for c in command], cwd=cwd, env=env)
    if result.returncode:
        sys.exit(result.returncode)


def package_list():
    names = []
    for line in (TOP / "tools" / "packages.txt").read_text().splitlines():
        name, _, file = line.partition(" unless ")
        if name.strip() and not name.startswith("#") and not (file and Path(file.strip()).exists()):
            names.append(name.strip())
    return names


def missing_packages():
    names = package_list()
    if not shutil.which("dpkg-query"):
        return []  # not Debian: the build says what it lacks
    asked = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *names],
                           capture_output=True, text=True)
    installed = {line.split()[0] for line in asked.stdout.splitlines() if line.endswith(" installed")}
    return [name for name in names if name not in installed]


def setup(arguments):
    """setup                    install the Debian packages that are missing (needs root when some are)"""
    missing = missing_packages()
    if not missing:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        fail("packages are missing; as root run: " + " ".join(install))
    print(f"x: installing {len(missing)} packages: {' '.join(missing)}", flush=True)
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    # An index that cannot be refreshed may still serve; the install below tells.
    subprocess.run(["apt-get", "update", "-qq"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    result = subprocess.run(install, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.stderr.write(result.stdout[-4000:])
        fail("apt-get could not install them")


def configure(preset):
    build = TOP / "build" / preset
    if not (build / "build.ninja").exists():
        run("cmake", "--preset", preset)
    return build


def build_targets(preset, targets=()):
    build = configure(preset)
    command = ["cmake", "--build", build]
    for target in targets:
        command += ["--target", target]
    run(*command)
    return build


def take_option(arguments, name, default=None):
    """Takes `--name value` out of the list."""
    if name not in arguments:
        return default
    at = arguments.index(name)
    if at + 1 >= len(arguments):
        fail(f"{name} needs a value")
    value = arguments[at + 1]
    del arguments[at:at + 2]
    return value


def take_flag(arguments, name):
    """Takes `name` out of the list; whether it was there."""
    if name not in arguments:
        return False
    arguments.remove(name)
    return True


def build(arguments):
    """build [--preset P] [TARGET...]   build (presets: dev, release, asan, ubsan, tsan, fuzz)"""
    preset = take_option(arguments, "--preset", "dev")
    setup([])
    build_targets(preset, arguments)


def test(arguments):
    """test [--update] [--preset P] [CTEST ARGUMENTS...]   set up, build and run every test; --update rewrites what tests expect;
                             --layer [--newer] [CTEST ARGUMENTS...] has the Vulkan validation layer watch each program, or Chromium's
                             newer one, and fails on what it says;
                             --tsan runs those with threads under ThreadSanitizer;
                             --clients [NAME...] installs programs of others from npm and runs them on the Node binding"""
    preset = take_option(arguments, "--preset", "dev")
    env = dict(os.environ)
    if "--clients" in arguments:
        arguments.remove("--clients")
        setup([])
        env["VITRINE_NODE_PACKAGE"] = str(build_targets(preset, ["vitrine_node"]) / "node")
        os.execvpe("node", ["node", str(TOP / "bindings/node/test/clients/run.mjs"), *arguments], env)
    if "--update" in arguments:
        arguments.remove("--update")
        env["VITRINE_UPDATE"] = "1"
    layered, newer = take_flag(arguments, "--layer"), take_flag(arguments, "--newer")
    setup([])
    tsan = take_flag(arguments, "--tsan")
    directory = build_targets("tsan", ["threaded_tests"]) if tsan else build_targets(preset)
    if layered:
        import layer as validation
        sys.exit(validation.tests(directory, arguments, newer))
    if tsan:
        arguments += ["-L", "threads"]
    jobs = str(os.cpu_count() or 2)
    sys.stdout.flush()
    # Nothing is printed after this: the last line is ctest's own.
    os.chdir(directory)
    os.execvpe("ctest", ["ctest", "-j", jobs, "--output-on-failure", *arguments], env)


def layer(arguments):
    """layer [--newer] PROGRAM [ARGUMENTS...]  run a program that the validation layer watches; fails on what it says"""
    newer = take_flag(arguments, "--newer")
    if not arguments:
        fail("layer takes a program and its arguments")
    import layer as validation
    sys.exit(validation.program(arguments, TOP / "build" / "dev", newer))


def demo(arguments):
    """demo                     print from a shader, check a shader with three errors, trace a failed submit to its cause"""
    setup([])
    directory = build_targets("dev", ["vitrine", "examples"])
    import demo as demonstration
    sys.exit(demonstration.show(TOP, directory))


def bench(arguments):
    """bench [ARGUMENTS...]     build the release preset and run bench/"""
    if not (TOP / "bench").is_dir():
        fail("there are no benchmarks yet: bench/ does not exist")
    setup([])
    directory = build_targets("release", ["bench"])
    for program in sorted((directory / "bench").glob("*_bench")):
        run(program, *arguments)


def fuzz(arguments):
    """fuzz TARGET [SECONDS]    build the fuzz preset and run one fuzzer of fuzz/ on its corpus"""
    if not (TOP / "fuzz").is_dir():
        fail("there are no fuzzers yet: fuzz/ does not exist")
    if not arguments:
        fail("which one? " + " ".join(sorted(p.stem for p in (TOP / "fuzz").glob("*.cc"))))
    setup([])
    name, seconds = arguments[0], arguments[1] if len(arguments) > 1 else "60"
    directory = build_targets("fuzz", [name])
    found, seeds = directory / "found" / name, directory / "seeds" / name
    found.mkdir(parents=True, exist_ok=True)
    run(sys.executable, TOP / "tools" / "fuzz_corpus.py", seeds, name)
    run(directory / "fuzz" / name, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=4096", "-max_len=8192", found, seeds)


def check(arguments):
    """check                    arrows between layers, rules and their pages, file sizes, docs/map.md"""
    import check as checker
    sys.exit(checker.main(TOP, arguments))


def explain(arguments):
    """explain RULE             print the page of a rule"""
    if len(arguments) != 1:
        fail("explain takes the name of one rule")
    pages = sorted((TOP / "tests" / "rules").glob(f"**/{arguments[0]}.page"))
    if not pages:
        fail(f"no page for `{arguments[0]}` under tests/rules", 1)
    for page in pages:
        print(page.read_text(), end="")


def new_rule(arguments):
    """new-rule NAME SECTION    write a page to fill in, e.g. `./x new-rule my_rule wgsl/types`"""
    import rules
    if len(arguments) != 2:
        fail("new-rule takes a rule name and a section, e.g. `my_rule wgsl/types`")
    name, section = arguments
    try:
        print(rules.scaffold(TOP, name, section).relative_to(TOP))
    except ValueError as error:
        fail(str(error))


def gen(arguments):
    """gen                      write include/ from api/, and the tables that the build generates (the build does those itself)"""
    for script in ("gen_webgpu_h.py", "gen_webgpu_cpp.py"):
        run(sys.executable, TOP / "tools" / script)
    setup([])
    build_targets("dev", ["vitrine_generated"])


COMMANDS = {"setup": setup, "build": build, "demo": demo, "test": test, "layer": layer, "bench": bench, "fuzz": fuzz, "check": check,
            "explain": explain, "new-rule": new_rule, "gen": gen}


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("help", "-h", "--help"):
        print("usage: ./x COMMAND ...")
        for function in COMMANDS.values():
            print("  " + function.__doc__)
        return
    if arguments[0] not in COMMANDS:
        fail(f"unknown command `{arguments[0]}`; one of: {' '.join(COMMANDS)}")
    COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
