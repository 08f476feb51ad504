"""A lit test format: programs that are their own test.

Each source is compiled with the wrapper once per variant and run; exit status
0 is a pass. Comments in the source, one per line, say what else holds:

  // SANITIZE        also under -fsanitize=address,undefined
  // VALGRIND        also under valgrind, leaks included
  // FLAGS: ...      more flags for every variant
"""

import os
import re

import lit.formats
import lit.Test
import lit.util

SANITIZE = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
LEVELS = {"O0": "-O0", "O1": "-O1", "O2": "-O2 -g", "O3": "-O3"}
QUICK = ("O0", "O2")


def markers(source):
    with open(source, encoding="utf-8") as file:
        text = file.read()
    found = set(re.findall(r"^// (SANITIZE|VALGRIND)$", text, re.M))
    flags = " ".join(re.findall(r"^// FLAGS: (.*)$", text, re.M)).split()
    return found, flags


class NumericTest(lit.formats.TestFormat):
    """variants: name -> flags; defaults to every -O level of LEVELS."""

    def __init__(self, variants=None, timeout=300):
        self.levels = variants or LEVELS
        self.timeout = timeout

    def variants(self, source, config):
        found, _ = markers(source)
        result = dict(self.levels)
        if config.quick:
            return {n: f for n, f in result.items() if n.split("-")[-1] in QUICK}
        if "SANITIZE" in found:
            result["sanitize"] = SANITIZE
        if "VALGRIND" in found and config.valgrind:
            result["valgrind"] = "-O2 -g"
        return result

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        folder = suite.getSourcePath(path)
        for name in sorted(os.listdir(folder)):
            if not name.endswith((".cpp", ".c")):
                continue
            source = os.path.join(folder, name)
            for variant in self.variants(source, local_config):
                yield lit.Test.Test(suite, path + (name, variant), local_config)

    def execute(self, test, lit_config):
        source, variant = os.path.split(test.getSourcePath())
        config = test.config
        flags = self.variants(source, config)[variant].split()
        language = (
            [config.adc, "-std=c11"] if source.endswith(".c") else [config.ad, "-std=c++17"]
        )
        program = test.getExecPath() + ".exe"
        os.makedirs(os.path.dirname(program), exist_ok=True)
        include = [
            "-I" + os.path.join(config.test_source_root, "Run"),
            "-I" + os.path.join(config.source_dir, "passes"),
        ]
        compile = language + flags + include + markers(source)[1]
        compile += [source, "-o", program, "-lm"]
        run = [program]
        if variant == "valgrind":
            run = [config.valgrind, "-q", "--error-exitcode=9", "--leak-check=full"] + run
        log = ""
        for command in (compile, run):
            log += "$ " + " ".join(command) + "\n"
            try:
                out, err, code = lit.util.executeCommand(
                    command, env=config.environment, timeout=self.timeout
                )
            except lit.util.ExecuteCommandTimeoutException as e:
                return lit.Test.TIMEOUT, log + e.out + e.err
            log += out + err
            if code != 0:
                return lit.Test.FAIL, log + "exit status %d\n" % code
        os.remove(program)
        return lit.Test.PASS, ""
