"""Compiles and runs a program of random functions, and says what came of it."""

import os
import re
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CRASH = re.compile(
    r"PLEASE submit|Assertion|UNREACHABLE|Stack dump|LLVM ERROR|terminated by signal"
)
WHAT = re.compile(r"Assertion|UNREACHABLE|LLVM ERROR|does not dominate|error: .*(verif|broken)")
ERROR = re.compile(r"^\S*?(?::(\d+):\d+)?: (?:fatal )?error: (.*)$")
NOTE = re.compile(r"^\S*?:(\d+):\d+: note: requested here")


class Compiler:
    """The wrapper of a build at a level."""

    def __init__(self, build, llvm, level, seconds=120):
        self.llvm, self.level, self.seconds = llvm, level, seconds
        program = os.path.join(build, "bin", "clang-ad++")
        self.command = [program, "-std=c++17", "-w", "-ferror-limit=0", "-I" + HERE]
        self.prepared = None  # the folder with what all files share

    def __str__(self):
        return "LLVM %s %s" % (self.llvm, self.level)

    def prepare(self, folder):
        """Compiles the harness, once."""
        self.prepared = os.path.join(folder, re.sub(r"[^\w-]+", "-", str(self)))
        os.mkdir(self.prepared)
        harness = os.path.join(HERE, "harness")
        header = [*self.level.split(), "-x", "c++-header", harness + ".h", "-o", self.shared("pch")]
        for arguments in (header, ["-O1", "-c", harness + ".cpp", "-o", self.shared("o")]):
            status, text = run(self.command + arguments, self.seconds)
            if status != 0:
                raise RuntimeError(text)

    def shared(self, kind):
        return os.path.join(self.prepared, "harness." + kind)

    def compile(self, source, output):
        """(ok, text): the text is what the compiler says."""
        command = self.command + self.level.split() + ["-include-pch", self.shared("pch")]
        command += [source, self.shared("o"), "-o", output]
        done, text = run(command, self.seconds)
        if done is None:
            return False, "crash: the compiler takes longer than %d seconds" % self.seconds
        return done == 0, text

    def crashes_alone(self, source, text):
        """The text is of a crash that clang has without us too."""
        clang = re.search(r"Program arguments: (\S+)", text)
        if not clang:
            return False
        include = os.path.join(os.path.dirname(os.path.dirname(self.command[0])), "include")
        command = [clang.group(1), *self.command[1:], *self.level.split()]
        command += ["-idirafter", include, "-c", source, "-o", os.devnull]
        done, said = run(command, self.seconds)
        return done != 0 and crash_of(said) is not None


def run(command, seconds):
    """(exit status or None if it takes too long, output)."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:
        try:
            text, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, ""
        return process.returncode, text.decode(errors="replace")


def crash_of(text):
    """One line for a compiler that crashed, or None."""
    if text.startswith("crash: "):
        return text[7:]
    if not CRASH.search(text):
        return None
    for line in text.splitlines():
        if WHAT.search(line):
            return re.sub(r"^.*?(?=Assertion|UNREACHABLE|LLVM ERROR)", "", line)[:200]
    frames = re.findall(r"autodiff::(\w+(?:::\w+)?)", text)
    return "signal in " + (frames[0] if frames else "the compiler")


def normal(message):
    """A reason, without the names of the program."""
    return re.sub(r"'[^']*'", "'...'", re.sub(r"\b\d+ bytes", "N bytes", message)).strip()


def refusals(text, function_of):
    """function -> reason, from errors; function_of(line) -> function or None.
    An error belongs to the function of the note that says where it was asked
    for, if there is one."""
    found, message, place = {}, None, None
    for line in text.splitlines():
        error, note = ERROR.match(line), NOTE.match(line)
        if error:
            message = error.group(2)
            place = function_of(int(error.group(1))) if error.group(1) else None
            if place is not None:
                found.setdefault(place, normal(message))
        elif note and message:
            k = function_of(int(note.group(1)))
            if k is not None and k != place:
                found.setdefault(k, normal(message))
    return found


class Outcome:
    """What a program says: function -> verdict, numbers and explanations."""

    def __init__(self):
        self.verdict, self.numbers, self.text = {}, {}, {}


def execute(program, indices):
    result, first, started = Outcome(), 0, None
    while True:
        status, text = run([program, str(first)], 300)
        started = None
        for line in text.splitlines():
            words = line.split()
            if not words or not words[0].rstrip(":").isdigit():
                continue
            k = int(words[0].rstrip(":"))
            if words[1] == "starts":
                started = k
            elif words[0].endswith(":"):
                result.text.setdefault(k, []).append(line.partition(": ")[2])
            else:
                result.verdict[k] = words[1]
                result.numbers[k] = [float(w) for w in words[2:]]
        if status == 0 or started is None:
            break
        result.verdict[started] = "crash"
        name = "hangs" if status in (-signal.SIGALRM, None) else "exit status %s" % status
        result.text.setdefault(started, []).append(name)
        first = started + 1
    for k in indices:
        result.verdict.setdefault(k, "missing")
    return result
