#!/usr/bin/env python3
"""terminal -- runs a command on a terminal of its own.

    test/terminal.py SECONDS:COLUMNS[,..] COMMAND...

The terminal has so many columns from so many seconds on (the first at 0).  Prints a line
for each time that a row was drawn: milliseconds, columns of the terminal, and the row; a
row that was left behind by a line feed says so.  Ends with the command's exit code.
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time


def main():
    sizes = [tuple(map(float, s.split(":"))) for s in sys.argv[1].split(",")]
    pid, terminal = pty.fork()
    if not pid:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sizes[0][1]), 0, 0))
        os.execvp(sys.argv[2], sys.argv[2:])
    start, columns, row = time.time(), sizes.pop(0)[1], Row(0, 0)
    while True:
        ready = select.select([terminal], [], [], 0.05)[0]
        now = time.time() - start
        if sizes and now >= sizes[0][0]:
            columns = sizes.pop(0)[1]
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
        if not ready:
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        for i, part in enumerate(data.split(b"\r\x1b[K")):
            if i:
                row.drawn_over()
                row = Row(now, columns)
            row.add(part)
    row.drawn_over()
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


class Row:
    """What stands where the cursor is."""

    def __init__(self, now, columns):
        self.head = f"{now * 1000:6.0f} {columns:3.0f} "
        self.text = b""

    def add(self, part):
        *left, self.text = (self.text + part).split(b"\r\n")
        for line in left:
            print(self.head + "left: " + line.decode("utf-8", "replace"))

    def drawn_over(self):
        if self.text:
            print(self.head + self.text.decode("utf-8", "replace"))


main()
