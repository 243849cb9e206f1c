"""watch -- runs a check and looks at it as its operator does.

    watch.py TIME-LIMIT MEMORY-LIMIT COHORT ARGUMENT...

The check gets both limits (0: none).  A line of `name=value` says what was seen: the longest
silence of its progress (s), how long it took, the most memory that its processes had
together (MB; what they share is counted once), the exit code, and last the reason.
"""
import os
import subprocess
import sys
import threading
import time

seconds, memory = int(sys.argv[1]), int(sys.argv[2])
words = sys.argv[3:4] + ["--progress=line"]
if seconds:
    words.append(f"--time-limit={seconds}")
if memory:
    words.append(f"--memory-limit={memory}")


def below(pid):
    """The process and all that it has started."""
    found = [pid]
    for p in found:
        try:
            for task in os.listdir(f"/proc/{p}/task"):
                with open(f"/proc/{p}/task/{task}/children") as f:
                    found += [int(c) for c in f.read().split()]
        except OSError:
            pass
    return found


def used(pid):
    """kB of memory that they have."""
    total = 0
    for p in below(pid):
        try:
            with open(f"/proc/{p}/smaps_rollup") as f:
                total += sum(int(line.split()[1]) for line in f if line.startswith("Pss:"))
        except OSError:
            pass
    return total


begin = time.monotonic()
check = subprocess.Popen(words + sys.argv[4:], stdin=subprocess.DEVNULL, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
said = [begin]


def listen():
    for line in check.stderr:
        said.append(time.monotonic())
        if os.environ.get("WATCH_SHOW"):
            sys.stderr.write(line)


out = []
ears = [threading.Thread(target=listen), threading.Thread(target=lambda: out.extend(check.stdout))]
for e in ears:
    e.start()
most = 0
while check.poll() is None:
    most = max(most, used(check.pid))
    time.sleep(0.05)
end = time.monotonic()
for e in ears:
    e.join()
said.append(end)
silence = max(b - a for a, b in zip(said, said[1:]))
reason = [line[8:].strip() for line in out if line.startswith("reason: ")]
print(f"silence={silence:.1f} lines={len(said) - 2} seconds={end - begin:.1f} mb={most / 1024:.0f} "
      f"code={check.returncode} reason={reason[0] if reason else out[0].strip() if out else ''}")
