"""suites_read -- the regression tests of CBMC, ESBMC and Ultimate as tasks for
cohort: bench/suites runs them.

A task has a name, files and arguments, what the suite expects, and either a reason
why it is not run, or None.  `bounded`: what the suite calls successful holds only
as far as it unwinds loops, or switches threads."""
import os
import re
import shlex

BENCH = os.path.dirname(os.path.abspath(__file__))


class Task:
    """name, files, arguments, expected (SAFE or UNSAFE), bounded, skip; text: what
    stands in place of the file (as .c), or None; tags: CORE, THOROUGH, KNOWNBUG."""

    def __init__(self, name):
        self.name, self.files, self.arguments = name, [], []
        self.expected, self.bounded, self.skip = None, False, None
        self.text, self.tags, self.unwound = None, ["CORE"], False


class Skip(Exception):
    """Why a test has no meaning here."""


# ---- options of CBMC and ESBMC

# What changes how the peer works, or what it prints, but no verdict; the number
# is that of its arguments.
QUIET = {
    "": 0,
    "--trace": 0, "--verbosity": 1, "--floatbv": 0, "--fixedbv": None,
    "--arrays-uf-always": 0, "--arrays-uf-never": 0, "--no-propagation": 0,
    "--refine-arrays": 0, "--refine-arithmetic": 0, "--refine": 0,
    "--no-simplify": 0, "--little-endian": 0, "--z3": 0, "--cvc4": 0,
    "--cvc5": 0, "--cvc3": 0, "--cprover-smt2": 0, "--bitwuzla": 0,
    "--boolector": 0, "--yices": 0, "--mathsat": 0, "--mathsat5": 0,
    "--smt2": 0, "--sat-solver": 1, "--slice-formula": 0, "--full-slice": 0,
    "--object-bits": 1, "--stop-on-fail": 0, "--xml-ui": 0, "--json-ui": 0,
    "--flush": 0, "--trace-hex": 0, "--compact-trace": 0, "--stack-trace": 0,
    "--beautify": 0, "--retain-trivial-checks": 0, "--fpa": 0,
    "--localize-faults": 0, "--symex-cache-dereferences": 0,
    "--validate-goto-model": 0, "--validate-ssa-equation": 0, "--bv": 0,
    "--timestamp": 1, "--slice": 0, "--no-slice": 0, "--result-only": 0,
    "--reachability-slice": 0, "--reachability-slice-fb": 0,
    "--drop-unused-functions": 0, "--no-self-loops-to-assumptions": 0,
    "--all-properties": 0, "--unwinding-assertions": 0, "--c89": 0, "--c99": 0,
    "--c11": 0, "--xml-interface": None, "--json-interface": None,
    "--smt-during-symex": 0, "--smt-symex-guard": 0, "--smt-symex-assert": 0,
    "--smt-symex-assume": 0, "--smt-formula-too": 0, "--state-hashing": 0,
    "--add-symex-value-sets": 0, "--multi-property": 0, "--interval-analysis": 0,
    "--goto-unwind": 0, "--unlimited-goto-unwind": 0, "--no-por": 0,
    "--no-goto-merge": 0, "--no-remove-unreachable": 0, "--quiet": 0,
    "--cswitch-skip-readonly-globals": 0, "--no-remove-no-op": 0,
    "--timeout": 1, "--memlimit": 1, "--goto-contractor": 0, "--tuple-node-flattener": 0,
    "--tuple-sym-flattener": 0, "--array-flattener": 0, "--incremental-smt": 0,
    "--parallel-solving": 0, "--irep2-bodies": 0, "--irep2-native-body": 0,
    "--clang-c-irep2-adjust-only": 0, "--no-align-check": 0,
    "--no-vla-size-check": 0, "--no-pointer-relation-check": 0,
    "--gcse": 0, "--no-library": None, "--unbound": None, "--color": 0,
    "--schedule": None, "--context-bound": "bounded1", "--std": 1, "--gcc": 0,
    "--interval-analysis-ibex-contractor": 0, "--no-cov-asserts": 0,
    "--file-output": None, "--dump-smt": None, "--no-inlining": 0,
    "--full-inlining": 0, "--partial-loops": None, "--no-arch": None,
    "--double-assign-check": 0, "--no-slice-name": 1, "--constant-folding": 0,
    "--interval-analysis-arithmetic": 0, "--interval-analysis-bitwise": 0,
    "--interval-analysis-narrowing": 0, "--interval-analysis-modular": 0,
    "--interval-analysis-simplify": 0, "--interval-analysis-no-contract": 0,
    "--interval-analysis-wrapped": 0, "--interval-analysis-extrapolate": 0,
    "--output-goto": None,
    "--unwind-assertions": 0, "--tuple-node": 0, "--ssa-trace": 0,
    "--show-stacktrace": 0, "--smt-thread-guard": 0, "--no-bitfields": 0,
    "--no-cex-cache": 0, "--show-cex": 0, "--simplify": 0, "--depth": None,
    "--symex-complexity-limit": None, "--lex": None,
    "--cache-asserts": 0, "--no-cache-asserts": 0, "--force-realloc-success": "malloc",
    "--no-malloc-may-fail": "malloc", "--force-malloc-success": "malloc",
    "--malloc-may-fail": 0, "--malloc-fail-null": 0,
    "--deadlock-check": "+deadlock", "--data-races-check": "+race",
    "--memory-leak-check": "+leak", "--memory-cleanup-check": "+leak",
    "--overflow-check": "+overflow", "--signed-overflow-check": "+overflow",
    "--div-by-zero-check": "+division", "--undefined-shift-check": "+shift",
    "--ub-shift-check": "+shift", "--bounds-check": "+access",
    "--pointer-check": "+access", "--lock-order-check": None,
    "--no-overflow-check": "-overflow", "--no-signed-overflow-check": "-overflow",
    "--no-div-by-zero-check": "-division", "--no-undefined-shift-check": "-shift",
    "--no-bounds-check": "-bounds", "--no-pointer-check": "-pointer",
    "--no-pointer-primitive-check": 0, "--no-assertions": "-assert",
    "--no-built-in-assertions": 0, "--no-abnormal-memory-leak": 0,
    "--32": "32", "--64": 0, "--ILP32": "32", "--LP64": 0, "--i386-linux": "32",
    "--no-unwinding-assertions": "bounded", "--no-unwinding-assertion": "bounded",
    "--k-induction": 0, "--incremental-bmc": 0, "--falsification": "bounded",
    "--unlimited-k-steps": 0, "--unlimited-k-step": 0, "--max-k-step": "bounded1",
    "--k-step": 1, "--base-k-step": 1, "--max-inductive-step": 1,
    "--k-induction-parallel": 0, "--bidirectional": 0, "--incremental": 0,
    "--base-case": "bounded", "--unwindset": "unwind", "--unwind": "unwind",
    "--bound": "unwind", "--bounded": "bounded",
    # Checks that cohort has not: what is successful with them is so without.
    "--conversion-check": "more", "--unsigned-overflow-check": "more",
    "--pointer-overflow-check": "more", "--float-overflow-check": "more",
    "--nan-check": "more", "--enum-range-check": "more",
    "--printf-check": "more", "--struct-fields-check": "more",
    "--pointer-primitive-check": "more", "--stack-limit": "more1",
    "--uninitialised-vars-check": "more", "--excessive-alloc-check": "more",
    "--memory-cleanup": "more", "--atomicity-check": "more",
    "--is-instance-check": "more",
}

DEFAULT = {
    # As cbmc 6 has them by default, and as esbmc has.
    "cbmc": {"assert", "access", "free", "overflow", "shift", "division"},
    "esbmc": {"assert", "access", "free", "division"},
}
INTRINSICS = {
    "cbmc": set("""assume assert precondition postcondition atomic_begin
        atomic_end bool size_t thread_local isnand isnanf isinfd isinff
        isfinited isfinitef isnormald isnormalf input output cover
        printf""".split()),
    "esbmc": set("""assume assert atomic_begin atomic_end yield unroll no_slice
        NO_SLICE HIDE unreachable""".split()),
}
PREFIX = {"cbmc": "__CPROVER_", "esbmc": "__ESBMC_"}
HEADER = {"cbmc": "SUITES_CBMC", "esbmc": "SUITES_ESBMC"}


def translate(task, peer, words, folder):
    """Options of the peer as ours; raises Skip."""
    checks, malloc, bits, leak_free = set(DEFAULT[peer]), True, None, False
    pointer, bounds = True, True
    more = False
    at = 0
    while at < len(words):
        word, value = words[at], None
        at += 1
        if word.startswith("--") and "=" in word:
            word, value = word.split("=", 1)

        def argument():
            nonlocal at, value
            if value is None:
                if at >= len(words):
                    raise Skip("malformed options")
                value = words[at]
                at += 1
            return value

        if word in ("--no-standard-checks", "--no-standard-check"):
            checks &= {"assert"}
            malloc = False if peer == "cbmc" else malloc
            pointer = bounds = False
            continue
        if word == "--enable-unreachability-intrinsic":
            task.arguments.append("-DSUITES_UNREACHABLE")
            continue
        if word == "--function":
            task.arguments.append("--entry=" + argument())
            continue
        if word in ("-D", "-I", "-U", "-include"):
            value = argument()
            task.arguments.append(word + (os.path.join(folder, value)
                                          if word == "-I" else value))
            continue
        if re.match(r"-[DU].", word):
            task.arguments.append(word)
            continue
        if word.startswith("-I"):
            task.arguments.append("-I" + os.path.join(folder, word[2:]))
            continue
        if word.startswith("-W") or word in ("-w", "-m64", "-O0", "-O1", "-O2"):
            continue
        if word == "-m32":
            bits = "--32"
            continue
        if word == "--std":
            task.arguments.append("-std=" + argument())
            continue
        if word.startswith("-std="):
            task.arguments.append(word)
            continue
        if word in ("--c89", "--c99", "--c11"):
            task.arguments.append("-std=gnu" + word[3:])
            continue
        if not word.startswith("-"):
            if word.endswith((".c", ".i")):
                task.files.append(os.path.join(folder, word))
                continue
            raise Skip("another kind of file")
        meaning = QUIET.get(word)
        if meaning is None:
            raise Skip("option " + word)
        if meaning == 1:
            argument()
        elif meaning == "malloc":
            malloc = False
        elif meaning == "32":
            bits = "--32"
        elif meaning == "bounded":
            task.bounded = True
        elif meaning == "bounded1":
            argument()
            task.bounded = True
        elif meaning == "unwind":
            argument()
            task.unwound = True
        elif meaning in ("more", "more1"):
            if meaning == "more1":
                argument()
            more = word
        elif meaning == "-bounds":
            bounds = False
        elif meaning == "-pointer":
            pointer = False
        elif meaning and str(meaning)[0] == "+":
            checks.add(meaning[1:])
            if word == "--overflow-check":  # of ESBMC, which has shifts there
                checks.add("shift")
            if meaning == "+access":
                bounds = bounds or word == "--bounds-check"
                pointer = pointer or word == "--pointer-check"
        elif meaning and str(meaning)[0] == "-":
            checks.discard(meaning[1:])
    if not pointer:
        checks.discard("free")
    if not pointer and not bounds:
        checks.discard("access")
    elif pointer != bounds and task.expected == "SAFE":
        # Half of our check is not asked for.
        checks.discard("access")
        checks.discard("free")
    if more and task.expected == "UNSAFE":
        raise Skip("a check that cohort has not: " + more)
    task.checks = checks
    if not checks:
        raise Skip("nothing that cohort checks")
    if not malloc:
        task.arguments.append("--assume=malloc,pure-externals")
    else:
        task.arguments.append("--assume=pure-externals")
    if bits:
        task.arguments.append(bits)


# ---- what the sources need

def read(path):
    with open(path, errors="replace") as file:
        return file.read()


LIBRARY = {
    "stdlib": "malloc calloc realloc free abort exit abs alloca atoi",
    "string": "memcpy memset memmove memcmp strlen strcpy strncpy strcmp strcat",
    "stdio": "printf puts putchar scanf",
}


INPUTS = {
    "bool": "_Bool", "char": "char", "uchar": "unsigned char",
    "short": "short", "ushort": "unsigned short", "uint": "unsigned",
    "unsigned": "unsigned", "long": "long", "ulong": "unsigned long",
    "longlong": "long long", "ulonglong": "unsigned long long",
    "float": "float", "double": "double", "size_t": "__SIZE_TYPE__",
}


def library_needed(bare):
    """Headers of functions that are called and not declared."""
    needed = []
    for header, names in LIBRARY.items():
        called = re.findall(r"(\w+[\s*]+|[^\w\s])\s*\b(?:%s)\s*\("
                            % names.replace(" ", "|"), bare)
        declared = [c for c in called
                    if re.match(r"(?!return|else|case)\w", c)]
        if called and not declared and header + ".h" not in bare:
            needed.append("-DSUITES_" + header.upper())
    return needed


def sources(task, peer, folder):
    """Looks into the sources: what the header must supply; raises Skip."""
    text = ""
    for path in task.files:
        if not os.path.exists(path):
            raise Skip("no such file")
        text += read(path)
    for name in re.findall(r'#\s*include\s*"([^"]+)"', text):
        path = os.path.join(folder, name)
        if os.path.exists(path) and os.path.isfile(path):
            text += read(path)
    bare = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    prefix = PREFIX[peer]
    for name in sorted(set(re.findall(r"\b%s(\w+)" % prefix, bare))):
        if name not in INTRINSICS[peer]:
            raise Skip("intrinsic %s%s" % (prefix, name))
    if re.search(r"\b(pthread|thrd|mtx|sem)_\w+\s*\(", bare):
        task.checks.discard("shift")  # the C machine has no such check
    task.arguments.append("--check=" + ",".join(sorted(task.checks)))
    other = [p for p in PREFIX.values() if p != prefix]
    if re.search(r"\b(%s)\w" % "|".join(other), bare):
        raise Skip("intrinsics of another tool")
    arguments = ["-include", os.path.join(BENCH, "suites.h"),
                 "-D" + HEADER[peer]]
    declared = re.search(r"\bvoid\s+%sass(?:ume|ert)\s*\(\s*(?:const\s+)?"
                         r"(int|_Bool|bool|__CPROVER_bool|unsigned|long)\b"
                         % prefix, bare)
    if declared and declared.group(1) not in ("_Bool", "bool", prefix + "bool"):
        arguments.append("-DSUITES_CONDITION=" + declared.group(1))
    if re.search(r"\bvoid\s+(?:__VERIFIER_)?assert\s*\([^;{]*\)\s*;", bare):
        arguments.append("-Dassert=suites_assert")
    elif (re.search(r"\bassert\s*\(", bare) and "assert.h" not in bare
          and not re.search(r"\bassert\s*\([^;{]*\)\s*\{|define\s+assert\b",
                            bare)):
        arguments.append("-DSUITES_ASSERT")
    arguments += library_needed(bare)
    inputs = []
    for name in sorted(set(re.findall(r"\b((?:__VERIFIER_)?_*nondet\w*)\s*\(",
                                      bare))):
        if re.search(r"\b%s\s*\([^;{}()]*\)\s*\{" % name, bare) \
                or re.search(r"define\s+%s\b" % name, bare):
            continue
        kind = name.split("nondet")[1].strip("_") or "int"
        if not name.startswith("__VERIFIER_"):
            arguments.append("-D%s=__VERIFIER_nondet_%s" % (name, kind))
        if kind in INPUTS and not re.search(r"\b(?!return|else)\w+[\s*]+%s\s*\("
                                            % name, bare):
            inputs.append("%s __VERIFIER_nondet_%s (void);" % (INPUTS[kind],
                                                               kind))
    if inputs:  # what is not declared has the type of its name
        arguments.append("-DSUITES_INPUTS=" + " ".join(sorted(set(inputs))))
    if "pthread_cond_" in bare and "deadlock" not in task.checks:
        arguments.append("--spurious")  # waits may end without a signal
    if task.files[0].endswith(".i") and len(task.files) == 1:
        task.text = text  # preprocessed text would not include the header
    task.arguments += arguments


# ---- test.desc

def described(path):
    """The parts of a test.desc: tags, file, options, what must match."""
    lines = read(path).splitlines()
    while lines and not lines[0].strip():
        lines.pop(0)
    if len(lines) < 3:
        raise Skip("malformed description")
    must = []
    for line in lines[3:]:
        if line.strip() == "--":
            break
        must.append(line)
    return lines[0].split(), lines[1].strip(), lines[2].strip(), must


def expectation(must):
    text = "\n".join(must)
    if re.search(r"VERIFICATION SUCCESSFUL", text):
        return "SAFE"
    if re.search(r"VERIFICATION FAILED", text):
        return "UNSAFE"
    exits = re.search(r"EXIT=(\d+)", text)
    if exits and "VERIFICATION" not in text:
        if exits.group(1) == "10":
            return "UNSAFE"
    raise Skip("another expectation than a verdict")


# Properties of CBMC that are none of ours, as they stand in its output.
FOREIGN = re.compile(
    r"pointer_arithmetic|pointer_primitives|enum-range|NaN|pointer relation"
    r"|arithmetic overflow on (unsigned|floating)|conversion|float|no-body"
    r"|recursion unwinding|unwinding assertion|\.unwind\.|precondition_instance",
    re.I)


def read_desc(peer, root, path):
    name = os.path.relpath(path, root)
    task = Task(peer + "/" + name)
    folder = os.path.dirname(path)
    try:
        task.tags, file, options, must = described(path)
        if task.tags[0] not in ("CORE", "THOROUGH", "KNOWNBUG"):
            raise Skip("tag " + task.tags[0])
        if not file.endswith((".c", ".i")):
            raise Skip("no C source")
        task.expected = expectation(must)
        if task.expected == "UNSAFE":
            failing = [m for m in must if "FAILURE" in m]
            if failing and all(FOREIGN.search(m) for m in failing):
                raise Skip("fails for a check that cohort has not")
            if any("unwinding assertion" in m for m in must) and not failing:
                raise Skip("fails for a check that cohort has not")
        task.files.append(os.path.join(folder, file))
        translate(task, peer, shlex.split(options), folder)
        if task.unwound and peer == "esbmc" and "--no-unwinding-assertions" \
                in options:
            task.bounded = True
        sources(task, peer, folder)
    except Skip as why:
        task.skip = str(why)
    except ValueError:
        task.skip = "malformed options"
    return task


# ---- Ultimate

def acsl_as_c(text):
    """Its annotations `assert` as calls, or None: it has others, or formulas that
    are no C."""
    def call(found):
        formula = found.group(1).replace("\\false", "0").replace("\\true", "1")
        return "suites_acsl (%s);" % formula.strip()

    text = re.sub(r"//@\s*assert\b([^;\n]*);", call, text)
    text = re.sub(r"/\*@\s*assert\b([^;]*);\s*\*/", call, text)
    asserted = "".join(re.findall(r"suites_acsl \(.*\);", text))
    if re.search(r"(/\*|//)\s*@", text) or re.search(r"\\|==>|<==>|\^\^",
                                                    asserted):
        return None
    return text


def read_example(root, path):
    task = Task("ultimate/" + os.path.relpath(path, root))
    task.files = [path]
    text = read(path)
    bare = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    said = re.findall(r"^\s*//\s*#\s*(Safe|Unsafe)\b", text, re.M)
    if not said:
        task.skip = "another expectation than a verdict"
    elif len(set(said)) > 1:
        task.skip = "two expectations"
    elif not re.search(r"\bmain\s*\(", bare):
        task.skip = "no main: the checked procedure is a setting"
    else:
        task.expected = said[0].upper()
        task.arguments = [ultimate_checks(task.name),
                          "--assume=malloc,pure-externals"]
        task.arguments += ["-include", os.path.join(BENCH, "suites.h")]
        if "pthread_create" in bare:
            task.arguments.append("-DSUITES_THREADS")
        if not path.endswith(".i"):
            task.arguments += library_needed(bare)
        if re.search(r"(/\*|//)\s*@\s*\w", text):
            task.text = acsl_as_c(text)
            task.arguments.append("-I" + os.path.dirname(path))
            if not task.text:
                task.skip = "annotations that are no C"
    return task


def ultimate_checks(name):
    """Which settings a folder is checked with, as its test suites have them."""
    if "SignedIntegerOverflow" in name:
        return "--check=overflow,shift"
    if "memsafety" in name.lower():
        return "--check=memory"
    if "/races/" in name:
        return "--check=race"
    return "--check=assert,access,free"


# ---- all

FOLDERS = {
    "cbmc": """cbmc cbmc-library cbmc-concurrency cbmc-primitives cbmc-incr
        cbmc-incr-oneloop cbmc-incr-smt2 book-examples k-induction strings
        ansi-c""".split(),
    # Its folder cbmc is a copy of CBMC's.
    "esbmc": """esbmc esbmc-unix esbmc-unix2 extensions cstd floats
        floats-regression k-induction k-induction-parallel quixbugs mopsa llvm
        z3 bitwuzla incremental-smt linux smoke-tests csmith clang_builtins
        goto-contractor mathsat yices cvc nonz3 ai-generated-code""".split(),
}


def find_tasks(directory):
    """All tests below a checkout, in the order of their names."""
    root, tasks = os.path.abspath(directory), []
    if os.path.isdir(os.path.join(root, "trunk", "examples")):
        for top, folders, names in os.walk(os.path.join(root, "trunk",
                                                        "examples")):
            folders.sort()
            tasks += [read_example(root, os.path.join(top, n))
                      for n in sorted(names) if n.endswith((".c", ".i"))]
        return tasks
    regression = os.path.join(root, "regression")
    peer = "esbmc" if os.path.isdir(os.path.join(regression, "esbmc")) else \
        "cbmc" if os.path.isdir(os.path.join(regression, "ansi-c")) else None
    if not peer:
        raise SystemExit("suites: %s is no checkout of cbmc, esbmc or ultimate"
                         % directory)
    for part in FOLDERS[peer]:
        for top, folders, names in os.walk(os.path.join(regression, part)):
            folders.sort()
            tasks += [read_desc(peer, root, os.path.join(top, n))
                      for n in sorted(names) if n.endswith(".desc")]
    return sorted(tasks, key=lambda t: t.name)
