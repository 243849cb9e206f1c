"""generate.py -- random small Boogie programs, and all their executions.

A program is made as nested tuples, printed as Boogie (Program.text) and run in
every possible way (Program.error): havoc gives 0 or 1, the constant c is 3 or
4, branches go both ways.  A procedure may be on the stack `bound` times; a loop
counts as the procedure that program_recur makes of it: with i of its complete
rounds on the stack it occurs i + 1 times.
"""
import random


class Many(Exception):
    """More executions than are worth running."""


GLOBALS = ["g0", "g1"]
SHARED = GLOBALS + ["m"]
INDICES = 3
MOST_STEPS = 40000
MOST_SITES = 300


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    # ---- expressions: text with Python's meaning after `python`
    def number(self, names, depth=2):
        r = self.r
        kind = r.randrange(7 if depth else 2)
        if kind == 0:
            return ("var", "c") if r.random() < 0.15 else (
                "int", r.randrange(-1, 4))
        if kind == 1 or kind == 2:
            return ("var", r.choice(names))
        if kind == 3:
            return ("select", ("int", r.randrange(INDICES)))
        op = r.choice(["+", "-", "+", "*", "div", "mod"])
        if op in ("div", "mod", "*"):
            return (op, self.number(names, depth - 1),
                    ("int", r.randrange(2, 4)))
        return (op, self.number(names, depth - 1),
                self.number(names, depth - 1))

    def test(self, names, depth=1):
        r = self.r
        if depth and r.random() < 0.3:
            return (r.choice(["&&", "||"]), self.test(names, 0),
                    self.test(names, 0))
        return (r.choice(["<=", "<", "==", "!="]), self.number(names, 1),
                ("int", r.randrange(-1, 5)) if r.random() < 0.7
                else self.number(names, 1))

    # ---- statements
    def statements(self, p, depth, in_loop):
        low, high = ((4, 9) if p["index"] == 0 else (2, 5)) if depth == 2 \
            else (1, 3)
        return [s for _ in range(self.r.randrange(low, high))
                for s in self.statement(p, depth, in_loop)]

    def statement(self, p, depth, in_loop):
        r, names = self.r, GLOBALS + p["vars"]
        kind = r.random()
        if kind < 0.20:
            return [("assign", r.choice(names[:2] + p["own"]),
                     self.number(names))]
        if kind < 0.27:
            return self.access(p, names)
        if kind < 0.35:
            return [("havoc", r.choice(p["own"]))]
        if kind < 0.38:
            return [("assume", self.test(names))]
        if kind < 0.45:
            return [("assert", self.claim(names))]
        if kind < 0.76 and p["calls"] < (6 if p["index"] == 0 else 3):
            return self.call(p, names)
        if kind < 0.91 and depth:
            return [self.branch(p, depth, in_loop)]
        if kind < 0.97 and depth and p["loops"] < 2:
            p["loops"] += 1
            self.loops += 1
            name = "%s#%d" % (p["name"], self.loops)
            test = self.test(names) if r.random() < 0.7 else None
            return [("while", test, self.statements(p, depth - 1, True),
                     name)]
        if in_loop and kind < 0.985:
            return [("break",)]
        return [("return",)] if depth < 2 and kind < 0.99 else [
            ("assign", r.choice(GLOBALS), self.number(names))]

    def claim(self, names):
        """Often true, lest most errors are found without any inlining."""
        return ("!=", self.number(names), ("int", self.r.randrange(-2, 6)))

    def access(self, p, names):
        """The map, at a number or at a variable that is known to be one."""
        r = self.r
        if r.random() < 0.4:
            return [("store", ("int", r.randrange(INDICES)),
                     self.number(names))]
        at = r.choice(names)
        where = ("&&", ("<=", ("int", 0), ("var", at)),
                 ("<", ("var", at), ("int", INDICES)))
        return [("assume", where),
                ("store", ("var", at), self.number(names))
                if r.random() < 0.5 else
                ("assign", r.choice(p["own"]), ("select", ("var", at)))]

    def call(self, p, names):
        r = self.r
        p["calls"] += 1
        callee, result = r.choice(self.callable(p["index"])), r.choice(p["own"])
        made = [("call", callee, self.number(names, 1), result)]
        for kind, e in self.specs[callee]:
            # What is promised of the result can be relied on.
            if kind == "free ensures" and r.random() < 0.7:
                made.append(("assert", (e[0], ("var", result), e[2])))
        return made

    def branch(self, p, depth, in_loop):
        r = self.r
        test = (self.test(GLOBALS + p["vars"]) if r.random() < 0.5 else None)
        kind = r.random()
        other = ([] if kind < 0.4 else
                 [self.branch(p, depth - 1, in_loop)]
                 if kind < 0.6 and depth > 1 else
                 self.statements(p, depth - 1, in_loop))
        return ("if", test, self.statements(p, depth - 1, in_loop), other)

    def callable(self, index):
        """Later procedures; now and then an earlier one or itself."""
        later = list(range(index + 1, min(index + 4, self.count))) or [index]
        return later + ([self.r.randrange(1, self.count)]
                        if self.r.random() < 0.2 else [])

    def spec(self):
        kind = self.r.choice(["requires", "free ensures", "ensures",
                              "free ensures"])
        if kind == "free ensures":
            return kind, (self.r.choice(["<=", "!=", "!="]), ("var", "x"),
                          ("int", self.r.randrange(0, 4)))
        names = GLOBALS + ["a"] + (["x"] if kind == "ensures" else [])
        return kind, self.claim(names)

    def procedure(self, index):
        name = "main" if index == 0 else "p%d" % index
        p = {"name": name, "index": index, "calls": 0, "loops": 0,
             "own": ["x", "y"], "vars": ["x", "y"] + (["a"] if index else []),
             "specs": self.specs[index]}
        p["body"] = self.statements(p, 2, False)
        if index == 0:
            p["body"] += [("assert", self.claim(GLOBALS)) for _ in range(3)]
        return p

    def program(self):
        self.count = self.r.randrange(4, 10)
        self.specs = [[self.spec()] if i and self.r.random() < 0.4 else []
                      for i in range(self.count)]
        return Program([self.procedure(i) for i in range(self.count)])


# ---- text

def show(e):
    kind = e[0]
    if kind == "int":
        return str(e[1]) if e[1] >= 0 else "(-%d)" % -e[1]
    if kind == "var":
        return e[1]
    if kind == "select":
        return "m[%s]" % show(e[1])
    return "(%s %s %s)" % (show(e[1]), kind, show(e[2]))


class Program:
    def __init__(self, procedures):
        self.procedures = procedures

    def text(self):
        lines = ["var g0: int;", "var g1: int;", "var m: [int]int;",
                 "const c: int;", "axiom 2 < c && c < 5;", ""]
        for p in self.procedures:
            main = p["index"] == 0
            lines.append("procedure %s%s(%s) returns (x: int)" % (
                "{:entrypoint} " if main else "", p["name"],
                "" if main else "a: int"))
            lines.append("  modifies g0, g1, m;")
            lines += ["  %s %s;" % (k, show(e)) for k, e in p["specs"]]
            lines += ["{", "  var y: int;"]
            if main:
                lines.append("  g0 := 0; g1 := 1; "
                             "m := m[0 := 0][1 := 1][2 := 2];")
            lines.append("  x := 0; y := 0;")
            self.lines(p["body"], lines, "  ")
            lines += ["}", ""]
        return "\n".join(lines)

    def lines(self, body, lines, pad):
        for s in body:
            kind = s[0]
            if kind == "assign":
                lines.append("%s%s := %s;" % (pad, s[1], show(s[2])))
            elif kind == "store":
                lines.append("%sm[%s] := %s;"
                             % (pad, show(s[1]), show(s[2])))
            elif kind == "havoc":
                lines.append("%shavoc %s; assume 0 <= %s && %s <= 1;"
                             % (pad, s[1], s[1], s[1]))
            elif kind in ("assume", "assert"):
                lines.append("%s%s %s;" % (pad, kind, show(s[1])))
            elif kind == "call":
                lines.append("%scall %s := p%d(%s);"
                             % (pad, s[3], s[1], show(s[2])))
            elif kind == "if":
                self.branch(s, lines, pad, pad)
            elif kind == "while":
                lines.append("%swhile (%s) {" % (pad, show(s[1]) if s[1]
                                                 else "*"))
                self.lines(s[2], lines, pad + "  ")
                lines.append(pad + "}")
            else:
                lines.append("%s%s;" % (pad, kind))

    def branch(self, s, lines, pad, before):
        lines.append("%sif (%s) {" % (before, show(s[1]) if s[1] else "*"))
        self.lines(s[2], lines, pad + "  ")
        if len(s[3]) == 1 and s[3][0][0] == "if":
            self.branch(s[3][0], lines, pad, pad + "} else ")
            return
        if s[3]:
            lines.append(pad + "} else {")
            self.lines(s[3], lines, pad + "  ")
        lines.append(pad + "}")

    def sites(self, bound):
        """Calls in the whole call tree, loops counted as their rounds; at most
        MOST_SITES, else raises Many."""
        left = MOST_SITES

        def visit(body, stack):
            nonlocal left
            for s in body:
                if s[0] == "if":
                    visit(s[2], stack)
                    visit(s[3], stack)
                elif s[0] == "while":
                    for _ in range(bound):
                        visit(s[2], stack)
                elif s[0] == "call" and stack.count(s[1]) < bound:
                    left -= 1
                    if not left:
                        raise Many()
                    visit(self.procedures[s[1]]["body"], stack + (s[1],))

        visit(self.procedures[0]["body"], (0,))
        return MOST_SITES - left

    # ---- every execution
    def error(self, bound):
        """Can an assertion fail?  Raises Many if that takes too long."""
        return any(Runner(self.procedures, bound, c).error() for c in (3, 4))


def value(e, env):
    kind = e[0]
    if kind == "int":
        return e[1]
    if kind == "var":
        return env[e[1]]
    if kind == "select":
        return env["m"][value(e[1], env)]
    if kind == "&&":
        return value(e[1], env) and value(e[2], env)
    if kind == "||":
        return value(e[1], env) or value(e[2], env)
    a, b = value(e[1], env), value(e[2], env)
    return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b,
            "div": lambda: a // b, "mod": lambda: a % b,
            "<=": lambda: a <= b, "<": lambda: a < b, "==": lambda: a == b,
            "!=": lambda: a != b}[kind]()


class Failed(Exception):
    """An assertion failed."""


class Runner:
    """Statements run in all ways: `run` yields (environment, how it ended)."""

    def __init__(self, procedures, bound, c):
        self.procedures, self.bound, self.steps = procedures, bound, 0
        self.c, self.known = c, {}

    def error(self):
        env = {"g0": 0, "g1": 1, "m": tuple(range(INDICES))}
        try:
            self.call(0, None, env, ("main",))
        except Failed:
            return True
        return False

    def call(self, index, argument, env, stack):
        """How a call can end: globals and x.  Equal calls end equally: only
        how often each name is on the stack matters."""
        key = (index, argument, tuple(env[k] for k in SHARED),
               tuple(sorted(stack)))
        if key not in self.known:
            self.known[key] = set(self.outcomes(index, argument, env, stack))
        return self.known[key]

    def outcomes(self, index, argument, env, stack):
        p = self.procedures[index]
        local = dict(env, x=0, y=0, c=self.c)
        if index:
            local["a"] = argument
        for kind, e in p["specs"]:
            if kind == "requires" and not value(e, local):
                raise Failed()
        for out, _ in self.run(p["body"], 0, local, stack):
            for kind, e in p["specs"]:
                if kind == "ensures" and not value(e, out):
                    raise Failed()
            if all(value(e, out) for kind, e in p["specs"]
                   if kind == "free ensures"):
                yield tuple(out[k] for k in SHARED + ["x"])

    def run(self, body, at, env, stack):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Many()
        if at == len(body):
            yield env, "end"
            return
        for after, how in self.one(body[at], env, stack):
            if how == "end":
                yield from self.run(body, at + 1, after, stack)
            else:
                yield after, how

    def one(self, s, env, stack):
        kind = s[0]
        if kind == "assign":
            yield dict(env, **{s[1]: value(s[2], env)}), "end"
        elif kind == "store":
            m = list(env["m"])
            m[value(s[1], env)] = value(s[2], env)
            yield dict(env, m=tuple(m)), "end"
        elif kind == "havoc":
            for v in (0, 1):
                yield dict(env, **{s[1]: v}), "end"
        elif kind == "assume":
            if value(s[1], env):
                yield env, "end"
        elif kind == "assert":
            if not value(s[1], env):
                raise Failed()
            yield env, "end"
        elif kind == "call":
            name = self.procedures[s[1]]["name"]
            if stack.count(name) >= self.bound:
                return
            shared = {k: env[k] for k in SHARED}
            for out in sorted(self.call(s[1], value(s[2], env), shared,
                                        stack + (name,))):
                after = dict(env, **dict(zip(SHARED, out)))
                after[s[3]] = out[-1]
                yield after, "end"
        elif kind == "if":
            for taken, branch in ((True, s[2]), (False, s[3])):
                if s[1] is None or bool(value(s[1], env)) == taken:
                    yield from self.run(branch, 0, env, stack)
        elif kind == "while":
            yield from self.loop(s, env, stack)
        else:
            yield env, kind

    def loop(self, s, env, stack):
        """The header calls the loop's procedure, which does complete rounds and
        calls itself after each; the last, incomplete round is the caller's."""
        inside = stack + (s[3],)
        if inside.count(s[3]) <= self.bound:
            yield from self.round(s, env, stack, inside)

    def round(self, s, env, stack, inside):
        again = s[1] is None or value(s[1], env)
        if s[1] is None or not again:
            yield env, "end"
        if not again:
            return
        for after, how in self.run(s[2], 0, env, stack):
            if how == "break":
                yield after, "end"
            elif how == "return":
                yield after, how
        for after, how in self.run(s[2], 0, env, inside):
            if how == "end" and inside.count(s[3]) < self.bound:
                yield from self.round(s, after, stack, inside + (s[3],))
