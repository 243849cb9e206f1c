"""measuring -- what bench/models, avr, threads and steam share: runs, rows,
tables."""
import csv
import json
import math
import os
import re
import resource
import signal
import statistics
import subprocess
import tempfile
import threading
import time

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Run:
    """out, err, code (None: killed), seconds, cpu, peak (bytes of the largest
    process); cpu is that of all processes that were waited for.  `largest`: as
    peak, of the processes that are called as the first one, so without
    compilers; what grew in its last tenth of a second is not in it."""


def session_peak(session, name):
    """Bytes that the largest process of this name in the session ever had."""
    most = 0
    for entry in os.listdir("/proc"):
        try:
            if not entry.isdigit() or os.getsid(int(entry)) != session:
                continue
            with open("/proc/%s/cmdline" % entry, "rb") as file:
                called = os.path.basename(file.read().split(b"\0")[0])
            if called.decode() != name:
                continue
            with open("/proc/%s/status" % entry) as file:
                status = dict(line.split(":", 1) for line in file)
            most = max(most, int(status["VmHWM"].split()[0]) * 1024)
        except (OSError, KeyError, ValueError):
            continue  # it has ended meanwhile
    return most


def execute(command, limit, cwd=None, cpu=None):
    """Runs to the end, or kills all of it after `limit` seconds; a process that
    has used `cpu` seconds of CPU time ends by itself, killed, too."""
    run, killed = Run(), []
    with tempfile.TemporaryFile("w+", errors="replace") as out, \
            tempfile.TemporaryFile("w+", errors="replace") as err:
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdout=out, stderr=err, cwd=cwd, start_new_session=True,
            preexec_fn=(lambda: resource.setrlimit(
                resource.RLIMIT_CPU, (math.ceil(cpu), math.ceil(cpu))))
            if cpu else None)

        def kill():
            killed.append(True)
            os.killpg(process.pid, signal.SIGKILL)

        name, ended = os.path.basename(command[0]), threading.Event()
        run.largest = 0

        def watch():
            while not ended.wait(0.1):
                run.largest = max(run.largest, session_peak(process.pid, name))

        timer = threading.Timer(limit, kill)
        timer.start()
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            timer.cancel()
            ended.set()
            watcher.join()
        run.seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out_of_cpu = cpu and process.returncode in (-signal.SIGXCPU,
                                                    -signal.SIGKILL)
        run.code = None if killed or out_of_cpu else process.returncode
        run.cpu = usage.ru_utime + usage.ru_stime
        run.peak = usage.ru_maxrss * 1024
        out.seek(0)
        err.seek(0)
        run.out, run.err = out.read(), err.read()
    return run


def explore(command, limit):
    """A run of cohort on a machine, as a row: verdict, counters, digest."""
    run = execute(command + ["--json", "--verbose", "--progress=none",
                             "--time-limit=%d" % limit], limit + 30)
    row = {"seconds": run.seconds, "cpu": run.cpu, "peak": run.peak,
           "largest": run.largest, "verdict": "ERROR", "note": "",
           "err": run.err}
    try:
        found = json.loads(run.out)
    except ValueError:
        last = (run.err.strip().splitlines() or ["nothing was said"])[-1]
        row["note"] = "killed: did not keep its limit" if run.code is None \
            else "exit %d: %s" % (run.code, last)
        return row
    row["verdict"] = found["verdict"]
    row["digest"] = found.get("digest", "")
    row["note"] = found.get("reason", "")
    row.update(found.get("counters", {}))
    # Of this run alone, hence not part of the outcome.
    told = re.search(r"^(?:cohort: )?bytes: (\d+)$", run.err, re.M)
    if told:
        row["bytes"] = int(told.group(1))
    if {"SAFE": 0, "UNSAFE": 10}.get(row["verdict"], 5) != run.code:
        row["note"] = "exit %s, but %s" % (run.code, row["verdict"])
        row["verdict"] = "ERROR"
    return row


class Table:
    """Rows appended to a CSV file, if there is one, as they come."""

    def __init__(self, path, fields):
        self.fields, self.file, self.rows = fields, None, []
        if path:
            fresh = not os.path.exists(path) or not os.path.getsize(path)
            self.file = open(path, "a", newline="")
            self.writer = csv.DictWriter(self.file, fields, restval="",
                                         extrasaction="ignore",
                                         lineterminator="\n")
            if fresh:
                self.writer.writeheader()

    def add(self, row):
        self.rows.append(row)
        if self.file:
            self.writer.writerow({
                k: "%.3f" % v if isinstance(v, float) else v
                for k, v in row.items()})
            self.file.flush()


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def show(value, form="%.2f"):
    return "-" if value is None else form % value


def thousands(value):
    return "-" if value is None else "{:,}".format(int(value))


def print_table(head, rows):
    """The first column to the left, the others to the right."""
    rows = [head] + rows
    wide = [max(len(r[i]) for r in rows) for i in range(len(head))]
    for r in rows:
        print("  " + "  ".join(
            [r[0].ljust(wide[0])]
            + [cell.rjust(w) for cell, w in zip(r[1:], wide[1:])]).rstrip())
