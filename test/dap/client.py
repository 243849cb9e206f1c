"""client -- a client of the Debug Adapter Protocol, as an editor is one."""
import json
import os
import subprocess


class Refused(Exception):
    """The adapter answered with an error."""


class Client:
    """Starts `cohort replay --dap WORDS..` and talks to it."""

    def __init__(self, *words, cohort=None, cwd=None):
        cohort = cohort or os.environ.get("COHORT", "build/cohort")
        self.adapter = subprocess.Popen([cohort, "replay", "--dap", *words], cwd=cwd,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.sequence, self.events, self.stopped = 0, [], None

    def send(self, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def raw(self, data):
        self.adapter.stdin.write(data)
        self.adapter.stdin.flush()

    def read(self):
        """The next message; None: there is none any more."""
        size = None
        while line := self.adapter.stdout.readline().strip():
            name, value = line.split(b":")
            assert name == b"Content-Length", line
            size = int(value)
        return None if size is None else json.loads(self.adapter.stdout.read(size))

    def ask(self, command, **arguments):
        """The body of the response; events that come before it are kept."""
        self.sequence += 1
        self.send({"seq": self.sequence, "type": "request", "command": command,
                   "arguments": arguments})
        while (m := self.read())["type"] == "event":
            self.events.append(m)
        assert m["request_seq"] == self.sequence and m["command"] == command, m
        if not m["success"]:
            raise Refused(m["message"])
        return m.get("body", {})

    def event(self, name):
        """The body of the next event of that name."""
        while True:
            for i, m in enumerate(self.events):
                if m["event"] == name:
                    del self.events[:i + 1]
                    return m.get("body", {})
            self.events.append(self.read())

    def go(self, command, **arguments):
        """Moves, and gives why it stopped, and where: thread and line."""
        if command != "configurationDone":
            arguments.setdefault("threadId", self.stopped["threadId"])
        self.ask(command, **arguments)
        return self.arrived()

    def arrived(self):
        self.stopped = self.event("stopped")
        frames = self.stack()
        return (self.stopped["reason"], self.thread(), frames[0][1] if frames else None)

    def start(self, **launch):
        self.ask("initialize", adapterID="cohort")
        self.ask("launch", **launch)
        self.event("initialized")
        return self.go("configurationDone")

    def thread(self):
        return self.threads()[self.stopped["threadId"]]

    def threads(self):
        return {t["id"]: t["name"] for t in self.ask("threads")["threads"]}

    def frames(self, thread=None):
        thread = thread or self.stopped["threadId"]
        return self.ask("stackTrace", threadId=thread)["stackFrames"]

    def stack(self, thread=None):
        return [(f["name"], f["line"]) for f in self.frames(thread)]

    def values(self, frame=0, thread=None, scope="Locals"):
        """What is known in a frame, as a tree of dictionaries."""
        frames = self.frames(thread)
        scopes = self.ask("scopes", frameId=frames[frame]["id"])["scopes"]
        for s in scopes:
            if s["name"] == scope:
                return self.tree(s["variablesReference"])
        return {}

    def tree(self, number):
        return {v["name"]: self.tree(v["variablesReference"]) if v["variablesReference"]
                else v["value"] for v in
                self.ask("variables", variablesReference=number)["variables"]}

    def end(self):
        """Disconnects; the adapter's exit code."""
        self.ask("disconnect")
        assert self.read() is None
        self.adapter.stdin.close()
        return self.adapter.wait(10)
