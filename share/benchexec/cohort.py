"""cohort.py -- the tool-info module of BenchExec for cohort (BaseTool2, BenchExec 3.3 on).

Put it into benchexec/tools and name it in a benchmark definition, tool="cohort"; or anywhere
where Python finds it as part of a package.  Tasks are C programs with a property file; limits
of time, memory and cores are told to cohort, so that it ends by itself and says why.
"""
import json

import benchexec.result as result
from benchexec.tools.template import BaseTool2

# Kinds of faults (src/report/rule.c) as the competition on software verification calls them.
FALSE = {
    "assertion": result.RESULT_FALSE_REACH,
    "overflow": result.RESULT_FALSE_OVERFLOW,
    "invalid-access": result.RESULT_FALSE_DEREF,
    "null-access": result.RESULT_FALSE_DEREF,
    "wild-access": result.RESULT_FALSE_DEREF,
    "write-to-constant": result.RESULT_FALSE_DEREF,
    "use-after-free": result.RESULT_FALSE_DEREF,
    "use-after-return": result.RESULT_FALSE_DEREF,
    "invalid-free": result.RESULT_FALSE_FREE,
    "double-free": result.RESULT_FALSE_FREE,
    "memory-leak": result.RESULT_FALSE_MEMTRACK,
    "data-race": result.RESULT_FALSE_DATARACE,
    "deadlock": result.RESULT_FALSE_DEADLOCK,
}


class Tool(BaseTool2):
    """Runs `cohort --json` and reads what it prints."""

    REQUIRED_PATHS = ["cohort-llvm", "cohort-openmpi.so", "cohort-mpich.so"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("cohort")

    def name(self):
        return "cohort"

    def project_url(self):
        return None

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cohort").split(",")[0]

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "--json", "--progress=none"]
        if task.property_file:
            command.append(f"--property={task.property_file}")
        wanted = task.options if isinstance(task.options, dict) else {}
        if wanted.get("data_model") in ("ILP32", "LP64"):
            command.append("--32" if wanted["data_model"] == "ILP32" else "--64")
        limit = rlimits.walltime or rlimits.cputime
        if limit:
            # What is left is for a last word.
            command.append(f"--time-limit={max(1, limit - 2)}")
        if rlimits.memory:
            command.append(f"--memory-limit={max(1, rlimits.memory * 9 // 10 // 1000000)}")
        if rlimits.cpu_cores:
            command.append(f"--workers={rlimits.cpu_cores}")
        return [*command, *options, *task.input_files]

    @staticmethod
    def _member(output, name):
        """A member of the outcome: each has a line of its own, whatever stands between."""
        start = f'  "{name}": '
        for line in output:
            if line.startswith(start):
                return json.loads(line[len(start):].strip().rstrip(","))
        return None

    def determine_result(self, run):
        verdict = self._member(run.output, "verdict")
        if verdict == "SAFE":
            return result.RESULT_TRUE_PROP
        if verdict == "UNSAFE":
            return FALSE.get(self._member(run.output, "fault")["rule"], "false")
        if verdict != "UNKNOWN":
            return result.RESULT_ERROR
        reason = self._member(run.output, "reason") or ""
        if reason.startswith("time limit"):
            return result.RESULT_TIMEOUT
        if reason.startswith("memory:"):
            return "OUT OF MEMORY"
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        value = (self._member(output, "counters") or {}).get(identifier)
        if value is None:
            value = self._member(output, identifier)
        return None if value is None else str(value)
