"""Runs programs under the Khronos validation layer, core checks and those of synchronization, whatever the programs ask
for themselves, and gathers what it says: `./x layer COMMAND...` and `./x test --layer`."""
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LAYER = "VK_LAYER_KHRONOS_validation"
# How the layer's checks of synchronization are asked for: by versions up to 1.3, by later ones.
SYNCHRONIZATION = {"VK_LAYER_ENABLES": "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"}
SYNCHRONIZATION_NEWER = {"VK_LAYER_VALIDATE_SYNC": "1",  # what shaders read and write counts only when asked for
                         "VK_LAYER_SYNCVAL_SHADER_ACCESSES_HEURISTIC": "1",
                         "VK_LAYER_SYNCVAL_LOAD_OP_AFTER_STORE_OP_VALIDATION": "1"}
SWIFTSHADER = Path("/usr/lib/chromium/vk_swiftshader_icd.json")
# The label of a buffer that a test of hal/vulkan misuses, so that it is known whether the layer is heard at all.
CONTROL = "a hazard on purpose"
CONTROL_PROGRAM = "hal_vulkan_test"
# As src/hal/vulkan/layer_settings.h says; a file of settings replaces the one written there.
PRINT_BUFFER = 1024 * 1024
MESSAGE = re.compile(r"^(?=\S+\([A-Z]+ / \w+\): msgNum: |Validation [A-Z][a-z A-Z]+: )", re.M)
# What shaders print by the native route, and what the layer has to say of that: src/hal/vulkan/instance.cc takes it in.
PRINTS = ("UNASSIGNED-DEBUG-PRINTF", "WARNING-DEBUG-PRINTF", "VVL-DEBUG-PRINTF")
# Tests that never ask for a Vulkan device.
NO_VULKAN = {"webgpu_h", "webgpu_cpp_h", "api_facts", "base", "diag", "printf", "lang", "ir", "wgsl", "spirv", "msl", "hal", "hal_null",
             "webidl", "rules", "corpus", "golden"}
# Tests that cannot run with the newer layer, by the beginning of their name.
NOT_NEWER = {
    "gpu_capture_test": "barriers and shaders of RenderDoc itself, which stands between, are what this layer speaks about",
    f"gpu_print_run_test on {SWIFTSHADER.stem}": "the shader that one test leaves running keeps this driver busy for a minute then",
    "cli": "this layer says on the standard output where it logs, and the test reads that",
    "exec": "likewise",
    "node": "likewise",
    "docs_printf": "likewise",
    "demo": "likewise",
}


def known_messages():
    """defs/layer_messages.def: (id, words)."""
    text = (Path(__file__).resolve().parent.parent / "defs" / "layer_messages.def").read_text()
    return re.findall(r'^LAYER_MESSAGE\("([^"]*)", "([^"]*)",', text, re.M)


def counts(message, known):
    name = re.search(r"\[ (\S+) \]", message)
    name = name.group(1) if name else ""
    if message.startswith("Validation Information") or name in PRINTS:
        return False
    return not any(name == n and words in message for n, words in known)


class Listener:
    """The layer's log: a pipe by name, since the layer empties a file each time that an instance is made."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="vitrine-layer-")
        pipe = Path(self.folder.name) / "log"
        os.mkfifo(pipe)
        self.end = os.open(pipe, os.O_RDWR)  # reading and writing: whoever opens it to write does not wait
        self.text = b""
        (Path(self.folder.name) / "vk_layer_settings.txt").write_text(
            "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
            "khronos_validation.report_flags = error,warn,perf\n"
            f"khronos_validation.log_filename = {pipe}\n"
            f"khronos_validation.printf_buffer_size = {PRINT_BUFFER}\n"
            "khronos_validation.duplicate_message_limit = 4294967295\n")
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while not self.text.endswith(b"\0"):
            self.text += os.read(self.end, 65536)

    def environment(self, environment, layer_folder):
        env = dict(environment)
        layers = [n for n in env.get("VK_INSTANCE_LAYERS", "").split(":") if n and n != LAYER]
        env["VK_INSTANCE_LAYERS"] = ":".join([*layers, LAYER])
        env["VK_LAYER_SETTINGS_PATH"] = self.folder.name
        env.pop("VK_LAYER_ENABLES", None)
        env.update(SYNCHRONIZATION_NEWER if layer_folder else SYNCHRONIZATION)
        if layer_folder:
            env["VK_LAYER_PATH"] = str(layer_folder)
            env["VITRINE_TEST_NEWER_LAYER"] = "1"
        return env

    def messages(self):
        """What was said, a message each. Nothing is heard any more afterwards."""
        os.write(self.end, b"\0")
        self.thread.join()
        os.close(self.end)
        self.folder.cleanup()
        text = self.text[:-1].decode(errors="replace")
        return [part.strip() for part in MESSAGE.split(text) if part.strip()]


def run(command, environment, layer_folder=None, **how):
    """Runs it and yields its status, what it wrote if that was captured, and the messages that count."""
    listener = Listener()
    try:
        done = subprocess.run(command, env=listener.environment(environment, layer_folder), **how)
        status, output = done.returncode, done.stdout or ""
    except subprocess.TimeoutExpired as late:
        status, output = "timed out", (late.stdout or b"").decode(errors="replace")
    messages = listener.messages()
    known = known_messages()
    found = [m for m in messages if CONTROL not in m and counts(m, known)]
    if Path(command[0]).name == CONTROL_PROGRAM and not any(CONTROL in m for m in messages):
        found.append("the layer was not heard about a hazard that it must see")
    return status, output, found


def layer_folder(build):
    """The newer layer that Chromium brings along, as the build describes it."""
    folder = build / "layer"
    if not (folder / "VkLayer_khronos_validation.json").exists():
        sys.exit("layer: there is no newer layer here: it comes with Debian's chromium")
    return folder


def program(arguments, build, newer):
    """The program's own status, or 1 when the layer said anything."""
    status, _, messages = run(arguments, os.environ, layer_folder(build) if newer else None)
    for message in messages:
        print(f"layer: {message}", file=sys.stderr)
    return status or (1 if messages else 0)


def listed(build, arguments):
    asked = subprocess.run(["ctest", "--show-only=json-v1", *arguments], cwd=build, capture_output=True, text=True)
    if asked.returncode:
        sys.exit(asked.stderr)
    for test in json.loads(asked.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if "command" in test:
            yield test["name"], test["command"], properties


def tests(build, arguments, newer):
    """Every test once on the driver that the environment gives and once on SwiftShader."""
    folder = layer_folder(build) if newer else None
    jobs = []
    for driver in (None, SWIFTSHADER):
        if driver and not driver.exists():
            continue
        for name, command, properties in listed(build, arguments):
            env = dict(os.environ)
            if name in NO_VULKAN:
                continue
            set_here = dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
            title = f"{name} on {driver.stem}" if driver else name
            if "VK_ICD_FILENAMES" in set_here:
                continue  # the same program has its turn on both drivers
            if newer and ("VK_LAYER_PATH" in set_here or any(title.startswith(n) for n in NOT_NEWER)):
                continue
            if driver:
                env["VK_ICD_FILENAMES"] = str(driver)
                env.pop("VK_DRIVER_FILES", None)
            env.update(set_here)
            jobs.append((title, command, env, properties, set_here.get("VK_LAYER_PATH", folder)))

    def one(job):
        title, command, env, properties, layer = job
        status, output, messages = run(command, env, layer, cwd=properties.get("WORKING_DIRECTORY", build), text=True, errors="replace",
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=properties.get("TIMEOUT", 1500))
        skipped = status != 0 and status == properties.get("SKIP_RETURN_CODE")
        good = (status == 0 or skipped) and not messages
        lines = [f"{'skipped' if skipped and good else 'passed ' if good else 'FAILED '} {title}"]
        if not good:
            lines += [f"  layer: {m}" for m in messages]
            if status != 0 and not skipped:
                lines += [f"  status {status}", *("  " + line for line in output.splitlines()[-40:])]
        print("\n".join(lines), flush=True)
        return good, len(messages)

    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = list(pool.map(one, jobs))
    failed, said = sum(not good for good, _ in results), sum(n for _, n in results)
    print(f"{len(results) - failed} of {len(results)} passed under the layer; it said {said} messages")
    return 1 if failed or not results else 0
