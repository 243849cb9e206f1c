"""The base class of tool-info modules: what cohort.py needs of it."""
import subprocess


class BaseTool2:
    """Its methods are those of BenchExec's class of this name."""

    @staticmethod
    def _version_from_tool(executable, arg="--version", line_prefix=None):
        said = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout
        for line in said.splitlines():
            if line.startswith(line_prefix or ""):
                return line[len(line_prefix or ""):].strip()
        return ""
