"""live -- looks at running checks over HTTP (--serve), as a browser does.

    live.py COHORT SCRATCH

Runs in test/problems.  Prints a line for each case: its name, a tab, and why it failed.
"""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

COHORT, SCRATCH = sys.argv[1:]
LONG = ["--engine=cegar", "--seeds=0", "../robust/long.smt2"]
SHORT = ["--engine=cegar", "--seeds=0", "ticket.smt2"]
ENDLESS = ["--engine=cegar", "--seeds=0", "../golden/horn/squares.smt2"]
KEYS = os.path.join(SCRATCH, "live-keys")
CASES = []


def case(run):
    CASES.append(run)
    return run


def same(found, wanted):
    if found != wanted:
        raise AssertionError(f"found {found}, not {wanted}")


class View:
    """A check that serves, and what its page says."""

    def __init__(self, *words, address="127.0.0.1:0"):
        self.check = subprocess.Popen(
            [COHORT, "--progress=none", "--workers=1", "--serve=" + address, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.check.stderr.readline()
        found = re.match(r"note: live view at (http://\S+)", line)
        assert found, line
        self.url = urllib.parse.urlsplit(found.group(1))

    def ask(self, path="/state", method="GET", host=None, query=None, **headers):
        c = http.client.HTTPConnection("127.0.0.1", self.url.port, timeout=10)
        c.putrequest(method, path + ("?" + (self.url.query if query is None else query)),
                     skip_host=True)
        if host != "":
            c.putheader("Host", host or f"127.0.0.1:{self.url.port}")
        for name, value in headers.items():
            c.putheader(name, value)
        c.endheaders()
        answer = c.getresponse()
        body = answer.read().decode()
        c.close()
        return answer, body

    def state(self):
        answer, body = self.ask()
        same(answer.status, 200)
        return json.loads(body)

    def until(self, good, seconds=60):
        """The first state for which that holds."""
        end = time.time() + seconds
        while time.time() < end:
            state = self.state()
            if good(state):
                return state
            if state["over"]:
                raise AssertionError(f"over before: {state}")
            time.sleep(0.1)
        raise AssertionError(f"not within {seconds} s: {state}")

    def end(self):
        out, err = self.check.communicate(timeout=60)
        return self.check.returncode, out, err


def alone(*words):
    done = subprocess.run([COHORT, "--progress=none", "--workers=1", *words],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode, done.stdout


@case
def live_what_is_printed_is_the_same_and_the_page_has_the_outcome():
    v = View(*LONG)
    state = v.until(lambda s: "done" in s.get("progress", {}))
    same(state["input"], LONG[-1])
    same((state["joined"], state["lost"]), (1, 0))
    same(state["progress"]["unit"], "items")
    state = v.until(lambda s: s["over"])
    code, out, _ = v.end()
    same((code, out), alone(*LONG))
    same([f"{k}: {value}\n" for k, value in state["lines"] if k != "established"],
         out.splitlines(True))


@case
def live_a_worker_joins_and_one_is_killed():
    subprocess.run([COHORT, "keys", "--keys=" + KEYS], stdout=subprocess.DEVNULL, check=True)
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    address = f"tcp://127.0.0.1:{door.getsockname()[1]}"
    door.close()
    v = View("--time-limit=60", "--keys=" + KEYS, "--listen=" + address, *ENDLESS)
    v.until(lambda s: s.get("joined") == 1)
    joiner = subprocess.Popen([COHORT, "join", "--workers=1", "--keys=" + KEYS, address],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True)
    state = v.until(lambda s: s["joined"] == 2)
    same([e[1:] for e in state["events"]], [["worker", 1, False], ["worker", 2, False]])
    os.killpg(joiner.pid, signal.SIGKILL)
    joiner.wait()
    state = v.until(lambda s: s["lost"] == 1)
    same(state["events"][2][1:], ["worker", 2, True])
    state = v.state()
    assert not state["over"] and state["joined"] in (2, 3), state  # one may have come in its place
    v.check.send_signal(signal.SIGINT)
    state = v.until(lambda s: s["over"])
    same(dict(state["lines"])["verdict"], "UNKNOWN")
    same(v.end()[0], 5)


@case
def live_only_GET_and_only_by_an_address():
    v = View("--time-limit=30", *ENDLESS)
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD", "NONE"):
        same((method, v.ask(method=method)[0].status), (method, 405))
    port = v.url.port
    for host, status in (("evil.example", 403), (f"evil.example:{port}", 403),
                         ("127.0.0.1.evil.example", 403), ("", 403), ("[::1", 403),
                         ("x" * 3000, 403), (f"localhost:{port}", 200), ("localhost", 200),
                         (f"[::1]:{port}", 200), (f"127.0.0.1:{port}", 200)):
        same((host, v.ask(host=host)[0].status), (host, status))
    same(v.ask("/other")[0].status, 404)
    same(v.ask("/../../etc/passwd")[0].status, 404)
    answer, page = v.ask("/", Origin="http://evil.example")
    same(answer.status, 200)
    policy = answer.getheader("Content-Security-Policy")
    for part in ("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-",
                 "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                 "form-action 'none'"):
        assert part in policy, policy
    assert "unsafe" not in policy, policy
    same(answer.getheader("X-Content-Type-Options"), "nosniff")
    same(answer.getheader("Cache-Control"), "no-store")
    same([h for h in answer.headers if h.lower().startswith("access-control")], [])
    assert "<script" in page and "http" not in page, page
    v.check.send_signal(signal.SIGINT)
    state = v.until(lambda s: s["over"])
    assert dict(state["lines"])["reason"].startswith("interrupted"), state
    same(v.end()[0], 5)


@case
def live_others_need_the_token():
    v = View("--time-limit=30", *ENDLESS, address="0.0.0.0:0")
    same(len(v.url.query), len("token=") + 32)
    token = v.url.query[6:]
    wrong = ("0" if token[0] != "0" else "1") + token[1:]
    for path in ("/", "/state", "/other"):
        for query in ("", "token=", "token=" + wrong, "token=" + token[:-1],
                      "token=" + token + "0"):
            same((path, query, v.ask(path, query=query)[0].status), (path, query, 401))
    same(v.ask(query="", Authorization="Bearer " + wrong)[0].status, 401)
    same(v.ask(query="", Authorization="Bearer " + token)[0].status, 200)
    same(v.ask(query="token=" + token, Authorization="Basic x")[0].status, 200)
    same(v.ask("/")[0].status, 200)
    v.check.kill()
    v.end()
    other = View("--time-limit=30", *ENDLESS, address="0.0.0.0:0")
    assert other.url.query != v.url.query
    other.check.kill()
    other.end()


@case
def live_a_token_from_a_file():
    file = os.path.join(SCRATCH, "token")
    with open(file, "w") as f:
        f.write("a long secret\n")
    v = View("--time-limit=30", "--serve-token=" + file, *ENDLESS)
    same(v.url.query, "")
    same(v.ask()[0].status, 401)
    same(v.ask(query="token=a%20long%20secret")[0].status, 200)
    v.check.kill()
    v.end()


@case
def live_a_limit_is_told_and_garbage_does_no_harm():
    v = View("--time-limit=3", *ENDLESS)
    idle = [socket.create_connection(("127.0.0.1", v.url.port)) for _ in range(60)]
    for i, c in enumerate(idle[:50]):
        c.sendall([os.urandom(2000), b"GET / HTTP/1.1\r\nHost: ", b"\0" * 100000][i % 3])
    for c in idle[:55]:
        c.close()
    state = v.until(lambda s: s["over"])
    same(dict(state["lines"])["reason"], "time limit of 3 s reached")
    for c in idle:
        c.close()
    same(v.end()[0], 5)


@case
def live_a_port_that_is_in_use():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run([COHORT, "--serve=" + address, *SHORT], capture_output=True,
                              text=True)
        same(done.returncode, 1)
        assert "the port is in use" in done.stderr, done.stderr
        same(done.stdout, "")


@case
def live_nobody_looks_nobody_is_awaited():
    v = View("--json", *SHORT)
    code, out, err = v.end()
    same((code, err), (0, ""))
    same(json.loads(out)["verdict"], "SAFE")
    # Nor does whoever has looked long before, or has seen the end.
    v = View(*LONG)
    v.until(lambda s: s["over"])
    begin = time.time()
    v.end()
    assert time.time() - begin < 2


for run in CASES:
    why = ""
    try:
        run()
    except Exception as e:
        why = f"{type(e).__name__}: {e}".replace("\n", " ")[:600]
    print(run.__name__.replace("_", " ").replace("live ", "live: ", 1), why, sep="\t", flush=True)
