"""What share/benchexec/cohort.py uses of BenchExec, for machines that do not have it."""
