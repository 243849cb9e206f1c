#!/usr/bin/env python3
"""cohort_check.py -- libcohort from Python, by ctypes: the outcome as a dictionary.

    import cohort_check
    outcome = cohort_check.check(["--check=overflow", "a.c"])
    outcome = cohort_check.check_buffer("a.c", "int main (void) { return 0; }")
    print(outcome["verdict"])

Started as a program it checks what it is given and prints the verdict.
"""
import ctypes
import json
import os
import sys


class Step(ctypes.Structure):
    _fields_ = [(n, ctypes.c_char_p) for n in ("place", "what", "values", "thread", "function")]


class Outcome(ctypes.Structure):
    _fields_ = ([("verdict", ctypes.c_int), ("exit_code", ctypes.c_int)]
                + [(n, ctypes.c_char_p) for n in ("reason", "engine", "digest", "rule", "what", "file")]
                + [("line", ctypes.c_uint), ("column", ctypes.c_uint),
                   ("step", ctypes.POINTER(Step)), ("steps", ctypes.c_size_t),
                   ("json", ctypes.c_char_p), ("said", ctypes.c_char_p)])


class Progress(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_double), ("phase", ctypes.c_char_p), ("text", ctypes.c_char_p)]


Tell = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Progress))


class Callbacks(ctypes.Structure):
    _fields_ = [("progress", Tell), ("context", ctypes.c_void_p)]


library = ctypes.CDLL(os.environ.get("LIBCOHORT", "libcohort.so.1"))
library.cohort_version.restype = ctypes.c_char_p
library.cohort_check.restype = ctypes.POINTER(Outcome)
library.cohort_check_buffer.restype = ctypes.POINTER(Outcome)
library.cohort_free.argtypes = [ctypes.POINTER(Outcome)]


def _words(words):
    return (ctypes.c_char_p * (len(words) + 1))(*[os.fsencode(w) for w in words], None)


def _outcome(made):
    if not made:
        raise MemoryError
    try:
        o = made.contents
        if not o.json.strip().startswith(b"{"):
            raise ValueError(o.said.decode())
        return json.loads(o.json)
    finally:
        library.cohort_free(made)


def _callbacks(progress):
    def tell(_, p):
        return bool(progress and progress(p.contents.seconds, p.contents.text.decode()))
    return Callbacks(Tell(tell), None)


def check(words, progress=None):
    """Options and files as on the command line; progress (seconds, text) may give True: enough."""
    callbacks = _callbacks(progress)
    return _outcome(library.cohort_check(_words(words), ctypes.byref(callbacks)))


def check_buffer(name, data, options=(), progress=None):
    data = data.encode() if isinstance(data, str) else data
    callbacks = _callbacks(progress)
    return _outcome(library.cohort_check_buffer(os.fsencode(name), data, ctypes.c_size_t(len(data)),
                                                _words(options), ctypes.byref(callbacks)))


if __name__ == "__main__":
    print(check(sys.argv[1:])["verdict"])
