"""./x check: what holds the source tree together and no compiler sees."""
import json
import re

import rules as rule_scanner

MAX_LINES = 900
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
LAYER = re.compile(r"^vitrine_layer\(([^)]*)\)", re.M)


def read_layers(top):
    """{folder: (name, [direct dependencies by name])} as cmake/layers.cmake has them."""
    layers = {}
    for call in LAYER.finditer((top / "cmake" / "layers.cmake").read_text()):
        words = call.group(1).split()
        name, folder, deps, mode = words[0], words[1], [], None
        for word in words[2:]:
            if word in ("DEPS", "LIBS", "EXCEPT", "INCLUDES", "GENERATED"):
                mode = word
            elif mode == "DEPS":
                deps.append(word)
        layers[folder] = (name, deps)
    return layers


def closure(layers):
    direct = {name: deps for name, deps in layers.values()}
    reach = {}

    def visit(name):
        if name not in reach:
            reach[name] = {name}
            for dep in direct.get(name, []):
                reach[name] |= visit(dep)
        return reach[name]

    for name in direct:
        visit(name)
    return reach


def layer_of(path, layers):
    """The layer a path below src/ belongs to: the longest folder that holds it."""
    best = None
    for folder in layers:
        if path.startswith(folder + "/") and (best is None or len(folder) > len(best)):
            best = folder
    return layers[best][0] if best else None


def sources(top):
    for path in sorted((top / "src").rglob("*")):
        if path.suffix in (".cc", ".h"):
            yield path


def check_arrows(top, complaints):
    layers = read_layers(top)
    reach = closure(layers)
    for path in sources(top):
        inside = path.relative_to(top / "src").as_posix()
        own = layer_of(inside, layers)
        if own is None:
            complaints.append(f"src/{inside}: in no layer of cmake/layers.cmake")
            continue
        text = path.read_text(encoding="utf-8")
        for include in INCLUDE.finditer(text):
            other = layer_of(include.group(1), layers)
            if other and other not in reach[own]:
                line = text.count("\n", 0, include.start()) + 1
                complaints.append(f"src/{inside}:{line}: layer {own} may not include {include.group(1)} of layer {other}")


DANGLING_PATH = re.compile(r"\b(?:Path|auto)&? \w+ ?(?:=|\(|\{)[^;]*\)\.(?:member|index)\([^;()]*\)\.(?:member|index)\(|"
                           r"\bPath&? \w+ ?= ?\w+\.(?:member|index)\([^;()]*\)\.(?:member|index)\(")


def check_paths(top, complaints):
    """A Path keeps the address of the one before it: in a variable that must be a variable too."""
    for path in sources(top):
        text = path.read_text(encoding="utf-8")
        for found in DANGLING_PATH.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            complaints.append(f"{path.relative_to(top)}:{line}: the path before the last is gone after this line; give it a name")


DESTROYED_STATIC = re.compile(r"^\s*static (?:const )?(?:auto \w+ = std::make_|"
                              r"std::(?:shared_ptr|vector|string|map|unordered_map|set|deque|function)\b[^&;=({]* \w+(?: =|\{|;))", re.M)


def check_statics(top, complaints):
    """What the library keeps for the process is not destroyed with it: other threads may call until the end."""
    for path in sources(top):
        inside = path.relative_to(top / "src").as_posix()
        if inside.startswith("cli/") or path.stem.endswith("_test"):
            continue
        text = path.read_text(encoding="utf-8")
        for found in DESTROYED_STATIC.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            complaints.append(f"src/{inside}:{line}: a static that is destroyed when the process ends; see docs/style.md, Statics")


def check_rules(top, complaints, notes):
    found, unreadable = rule_scanner.scan(top)
    complaints += unreadable
    seen = {}
    for rule in found:
        place = f"{rule.file.relative_to(top)}:{rule.line}"
        if not re.fullmatch(r"[a-z][a-z0-9_]*", rule.name):
            complaints.append(f"{place}: rule names are snake_case, `{rule.name}` is not")
        if rule.name in seen:
            complaints.append(f"{place}: `{rule.name}` is declared twice, also in {seen[rule.name]}")
        seen[rule.name] = place
    pages = rule_scanner.pages(top)
    without = sorted(set(seen) - set(pages))
    ratchet_file = top / "tools" / "ratchet.json"
    allowed = json.loads(ratchet_file.read_text())["rules_without_page"]
    notes.append(f"{len(seen)} rules, {len(pages)} pages, {len(without)} rules without page"
                 + (f" ({', '.join(without[:8])}{', ...' if len(without) > 8 else ''})" if without else ""))
    if allowed is not None and len(without) > allowed:
        complaints.append(f"{len(without)} rules have no page and tools/ratchet.json allows {allowed}: "
                          f"./x new-rule NAME SECTION")
    for name in sorted(set(pages) - set(seen)):
        complaints.append(f"{pages[name].relative_to(top)}: no rule of that name")
    check_emitted(top, found, complaints)
    check_keys(top, found, complaints, notes)
    return without


def check_emitted(top, found, complaints):
    """A rule that no check names is dead: its name stands somewhere in src/ beside its declaration."""
    words = {}
    for path in sources(top):
        if not path.name.endswith("_test.cc"):
            for word in re.findall(r"[a-z][a-z0-9_]*", path.read_text(encoding="utf-8")):
                words[word] = words.get(word, 0) + 1
    for rule in found:
        if words.get(rule.name, 0) < 2:
            complaints.append(f"{rule.file.relative_to(top)}:{rule.line}: no check gives `{rule.name}`")


def check_keys(top, found, complaints, notes):
    """Keys of requirements: a rule names those it implements, spec/waived.toml those that need none, with the reason."""
    known, counts = {}, []
    for file in sorted((top / "spec").glob("*.keys")):
        keys = [line.split("\t")[0] for line in file.read_text().splitlines() if line and not line.startswith("#")]
        known.update({key: file.stem for key in keys})
    waived = set()
    waived_file = top / "spec" / "waived.toml"
    if waived_file.exists():
        waived = set(re.findall(r'^"?([0-9a-f]{8})"?\s*=', waived_file.read_text(), re.M))
    implemented = {}
    for rule in found:
        for key in rule.keys.split():
            implemented.setdefault(key, rule)
            if key not in known:
                complaints.append(f"{rule.file.relative_to(top)}:{rule.line}: `{rule.name}` names key {key}, which no specification has")
    for key in sorted(waived):
        if key not in known:
            complaints.append(f"spec/waived.toml: no specification has key {key}")
        elif key in implemented:
            complaints.append(f"spec/waived.toml: {key} is waived, and `{implemented[key].name}` implements it")
    for stem in sorted(set(known.values())):
        mine = {key for key, of in known.items() if of == stem}
        counts.append(f"{stem} {len(mine & set(implemented))} with a rule and {len(mine & waived)} waived of {len(mine)}")
    if counts:
        notes.append("requirements: " + ", ".join(counts))


def check_sizes(top, complaints):
    for folder in ("src", "tools", "include", "bindings", "fuzz", "bench", "examples"):
        for path in sorted((top / folder).rglob("*")):
            if path.suffix in (".cc", ".h", ".py", ".js", ".mjs", ".def") and path.name not in ("webgpu.h", "webgpu_cpp.h"):
                lines = path.read_bytes().count(b"\n")
                if lines > MAX_LINES:
                    complaints.append(f"{path.relative_to(top)}: {lines} lines, more than {MAX_LINES}: split it")


def check_map(top, complaints, notes):
    path = top / "docs" / "map.md"
    if not path.exists():
        notes.append("docs/map.md is not there yet")
        return
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S)
    named = set(re.findall(r"`([A-Za-z0-9_./-]+)`", text)) - {"./x"}
    have = {f"{p.name}/" for p in top.iterdir() if p.is_dir() and not p.name.startswith(".") and p.name != "build"}
    have -= {"node_modules/"}
    have |= {f"src/{folder}/" for folder in read_layers(top) if (top / "src" / folder).is_dir()}
    for folder in sorted(have - named):
        complaints.append(f"docs/map.md does not name {folder}")
    for name in sorted(named):
        if "/" in name and not (top / name).exists():
            (notes if name.endswith("/") else complaints).append(f"docs/map.md names {name}, which does not exist")


def main(top, arguments):
    complaints, notes = [], []
    check_arrows(top, complaints)
    check_paths(top, complaints)
    check_statics(top, complaints)
    without = check_rules(top, complaints, notes)
    check_sizes(top, complaints)
    check_map(top, complaints, notes)
    if "--rules-without-page" in arguments:
        print("\n".join(without))
        return 0
    for line in complaints:
        print(f"check: {line}")
    for line in notes:
        print(f"note: {line}")
    print("check: " + (f"{len(complaints)} complaints" if complaints else "fine"))
    return 1 if complaints else 0
