"""lit's configuration of every suite under test/.

Substitutions: %opt, %clang, %clangxx (plain programs of this LLVM with the
plugin loaded), %ad and %adc (the wrappers clang-ad++ and clang-ad), %plugin,
%passplugin, %incdir (of our headers), %hdr (-I%incdir, for other compilers),
%llvmbin, %llvm (19 or 22), %source (the source tree), %build (the build tree).
FileCheck, not and split-file are this LLVM's. Features: llvm-19 or llvm-22.
"""

import os
import re
import sys

import lit.formats

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

config.name = "clang-ad (LLVM %s)" % config.llvm
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "unit"]
config.test_source_root = os.path.join(config.source_dir, "test")
config.test_exec_root = os.path.join(config.build_dir, "test")

config.ad = os.path.join(config.build_dir, "bin", "clang-ad++")
config.adc = os.path.join(config.build_dir, "bin", "clang-ad")
config.quick = bool(os.environ.get("AUTODIFF_TEST_QUICK"))
plugin = os.path.join(config.plugin_dir, "AutodiffClang.so")
pass_plugin = os.path.join(config.plugin_dir, "AutodiffPass.so")
include = os.path.join(config.build_dir, "include")
flags = "-fplugin=%s -fpass-plugin=%s -I%s" % (plugin, plugin, include)


def tool(name):
    return os.path.join(config.llvm_bin, name)


config.available_features.add("llvm-" + config.llvm)
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_bin, config.environment.get("PATH", "")]
)
for name in ("HOME", "TMPDIR", "CCACHE_DIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def substitute(key, value):
    # Keys are regular expressions; %ad must not catch %adc, nor %llvm %llvmbin.
    config.substitutions.append((re.escape(key) + r"(?![A-Za-z_])", value))


substitute("%opt", "%s -load-pass-plugin=%s" % (tool("opt"), pass_plugin))
substitute("%clangxx", "%s %s" % (tool("clang++"), flags))
substitute("%clang", "%s %s" % (tool("clang"), flags))
substitute("%ad", config.ad)
substitute("%adc", config.adc)
substitute("%plugin", plugin)
substitute("%passplugin", pass_plugin)
substitute("%incdir", include)
substitute("%hdr", "-I" + include)
substitute("%llvmbin", config.llvm_bin)
substitute("%llvm", config.llvm)
substitute("%source", config.source_dir)
substitute("%build", config.build_dir)
for name in ("FileCheck", "not", "split-file", "llvm-nm", "llvm-objdump"):
    substitute("%" + name, tool(name))
    config.substitutions.append((r"(?<![-\w/.%%])%s(?![-\w/.])" % re.escape(name), tool(name)))
