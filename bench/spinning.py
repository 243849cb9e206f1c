"""spinning -- SPIN, for the benchmarks that stand beside it."""
import os
import re
import sys

import measuring


class Spin:
    """kind: dfs, bfs (BFS_PAR, hash compaction), por (dfs with partial-order
    reduction and merged statements, as SPIN is usually run)."""

    def __init__(self, kind, cores, limit):
        self.kind, self.cores, self.limit = kind, cores, limit
        self.name = {"dfs": "SPIN depth first", "por": "SPIN reduced"}.get(
            kind, "SPIN BFS_PAR %d" % cores)

    def run(self, name, folder):
        command = {"dfs": ["-m5000000"], "por": ["-m5000000"],
                   "bfs": ["-u%d" % self.cores]}
        run = measuring.execute(["./pan-" + self.kind] + command[self.kind]
                                + ["-E", "-n", "-w23"], self.limit,
                                os.path.join(folder, name))
        row = {"seconds": run.seconds, "cpu": run.cpu, "peak": run.peak,
               "verdict": "ERROR", "note": "exit %s" % run.code}
        states = re.search(r"(\d+) states, stored", run.out)
        edges = re.search(r"(\d+) transitions", run.out)
        if run.code == 0 and states and edges and "errors: 0" in run.out:
            row.update(verdict="SAFE", states=int(states.group(1)),
                       edges=int(edges.group(1)), note="")
            row["bytes"] = self.memory(run.out)
        if self.cores > 1:
            row["cpu"] = None  # it does not wait for its other processes
        return row

    def memory(self, out):
        def megabytes(what):
            found = re.search(r"([\d.]+)\s+" + what, out)
            return float(found.group(1)) * 1024 * 1024 if found else 0
        if self.kind == "bfs":
            return megabytes("total shared memory usage")
        return megabytes("actual memory usage for states")


def spin_build(directory, name, folder, kinds=("dfs", "bfs")):
    """pan-dfs, pan-bfs, pan-por in a folder of their own."""
    where = os.path.join(folder, name)
    os.mkdir(where)
    source = os.path.join(os.path.abspath(directory), name + ".pml")
    gcc = ["gcc", "-O3", "-march=native", "-DSAFETY", "-DNOCLAIM",
           "-DMEMLIM=16000", "-w"]
    more = {"dfs": ["-DNOREDUCE"], "bfs": ["-DNOREDUCE", "-DBFS_PAR"],
            "por": []}
    for kind in kinds:
        merge = [] if kind == "por" else ["-o2", "-o3"]
        for command in (["spin", "-a"] + merge + [source],
                        gcc + more[kind] + ["-o", "pan-" + kind, "pan.c"]):
            run = measuring.execute(command, 300, where)
            if run.code:
                sys.exit("%s: %s" % (" ".join(command),
                                     (run.out + run.err).strip()))
