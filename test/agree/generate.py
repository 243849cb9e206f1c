"""generate.py -- random small Boogie programs, and all their executions.

A program is made as nested tuples, printed as Boogie (Program.text) and run in
every possible way (Program.error): havoc gives 0 or 1, branches go both ways.
A procedure may be on the stack `bound` times; a loop counts as the procedure
that program_recur makes of it: with i of its complete rounds on the stack it
occurs i + 1 times.
"""
import random


class Many(Exception):
    """More executions than are worth running."""


GLOBALS = ["g0", "g1"]
MOST_STEPS = 60000


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    # ---- expressions: text with Python's meaning after `python`
    def number(self, names, depth=2):
        r = self.r
        kind = r.randrange(7 if depth else 2)
        if kind == 0:
            return ("int", r.randrange(-1, 4))
        if kind == 1 or kind == 2:
            return ("var", r.choice(names))
        if kind == 3:
            return ("select", r.randrange(2))
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
        return [s for _ in range(self.r.randrange(1, 5 if depth == 2 else 3))
                for s in self.statement(p, depth, in_loop)]

    def statement(self, p, depth, in_loop):
        r, names = self.r, GLOBALS + p["vars"]
        kind = r.random()
        if kind < 0.28:
            return [("assign", r.choice(names[:2] + p["own"]),
                     self.number(names))]
        if kind < 0.36:
            return [("store", r.randrange(2), self.number(names))]
        if kind < 0.46:
            return [("havoc", r.choice(p["own"]))]
        if kind < 0.52:
            return [("assume", self.test(names))]
        if kind < 0.62:
            return [("assert", self.test(names))]
        if kind < 0.80 and p["calls"] < 3:
            p["calls"] += 1
            callee = r.choice(self.callable(p["index"]))
            return [("call", callee, self.number(names, 1), r.choice(p["own"]))]
        if kind < 0.92 and depth:
            test = self.test(names) if r.random() < 0.6 else None
            other = (self.statements(p, depth - 1, in_loop)
                     if r.random() < 0.6 else [])
            return [("if", test, self.statements(p, depth - 1, in_loop),
                     other)]
        if kind < 0.97 and depth and p["loops"] < 1:
            p["loops"] += 1
            self.loops += 1
            test = self.test(names) if r.random() < 0.7 else None
            return [("while", test, self.statements(p, depth - 1, True),
                     "%s#%d" % (p["name"], self.loops))]
        if in_loop and kind < 0.985:
            return [("break",)]
        return [("return",)] if kind < 0.99 else [
            ("assign", r.choice(GLOBALS), self.number(names))]

    def callable(self, index):
        """Later procedures; now and then an earlier one or itself."""
        later = list(range(index + 1, self.count)) or [index]
        return later + ([self.r.randrange(1, self.count)]
                        if self.r.random() < 0.3 and self.count > 1 else [])

    def procedure(self, index):
        name = "main" if index == 0 else "p%d" % index
        p = {"name": name, "index": index, "calls": 0, "loops": 0,
             "own": ["x", "y"], "vars": ["x", "y"] + (["a"] if index else []),
             "specs": []}
        if index and self.r.random() < 0.5:
            names = GLOBALS + ["a"]
            kind = self.r.choice(["requires", "free ensures", "ensures",
                                  "free ensures"])
            extra = ["x"] if "ensures" in kind else []
            p["specs"].append((kind, self.test(names + extra)))
        p["body"] = self.statements(p, 2, False)
        return p

    def program(self):
        self.count = self.r.randrange(2, 8)
        return Program([self.procedure(i) for i in range(self.count)])


# ---- text

def show(e):
    kind = e[0]
    if kind == "int":
        return str(e[1]) if e[1] >= 0 else "(-%d)" % -e[1]
    if kind == "var":
        return e[1]
    if kind == "select":
        return "m[%d]" % e[1]
    return "(%s %s %s)" % (show(e[1]), kind, show(e[2]))


class Program:
    def __init__(self, procedures):
        self.procedures = procedures

    def text(self):
        lines = ["var g0: int;", "var g1: int;", "var m: [int]int;", ""]
        for p in self.procedures:
            main = p["index"] == 0
            lines.append("procedure %s%s(%s) returns (x: int)" % (
                "{:entrypoint} " if main else "", p["name"],
                "" if main else "a: int"))
            lines.append("  modifies g0, g1, m;")
            lines += ["  %s %s;" % (k, show(e)) for k, e in p["specs"]]
            lines += ["{", "  var y: int;"]
            if main:
                lines.append("  g0 := 0; g1 := 1; m := m[0 := 0][1 := 1];")
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
                lines.append("%sm[%d] := %s;" % (pad, s[1], show(s[2])))
            elif kind == "havoc":
                lines.append("%shavoc %s; assume 0 <= %s && %s <= 1;"
                             % (pad, s[1], s[1], s[1]))
            elif kind in ("assume", "assert"):
                lines.append("%s%s %s;" % (pad, kind, show(s[1])))
            elif kind == "call":
                lines.append("%scall %s := p%d(%s);"
                             % (pad, s[3], s[1], show(s[2])))
            elif kind == "if":
                lines.append("%sif (%s) {" % (pad, show(s[1]) if s[1]
                                              else "*"))
                self.lines(s[2], lines, pad + "  ")
                if s[3]:
                    lines.append(pad + "} else {")
                    self.lines(s[3], lines, pad + "  ")
                lines.append(pad + "}")
            elif kind == "while":
                lines.append("%swhile (%s) {" % (pad, show(s[1]) if s[1]
                                                 else "*"))
                self.lines(s[2], lines, pad + "  ")
                lines.append(pad + "}")
            else:
                lines.append("%s%s;" % (pad, kind))

    # ---- every execution
    def error(self, bound):
        """Can an assertion fail?  Raises Many if that takes too long."""
        return Runner(self.procedures, bound).error()


def value(e, env):
    kind = e[0]
    if kind == "int":
        return e[1]
    if kind == "var":
        return env[e[1]]
    if kind == "select":
        return env["m"][e[1]]
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

    def __init__(self, procedures, bound):
        self.procedures, self.bound, self.steps = procedures, bound, 0

    def error(self):
        env = {"g0": 0, "g1": 1, "m": (0, 1)}
        try:
            for _ in self.call(0, None, env, ("main",)):
                pass
        except Failed:
            return True
        return False

    def call(self, index, argument, env, stack):
        """Environments of the globals (and x) after a call."""
        p = self.procedures[index]
        local = dict(env, x=0, y=0)
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
                yield out

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
            m[s[1]] = value(s[2], env)
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
            shared = {k: env[k] for k in ("g0", "g1", "m")}
            for out in self.call(s[1], value(s[2], env), shared,
                                 stack + (name,)):
                after = dict(env, g0=out["g0"], g1=out["g1"], m=out["m"])
                after[s[3]] = out["x"]
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
