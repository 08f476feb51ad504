// What is compiled without the plugin stops at the user's line with a sentence.
//
// RUN: not %llvmbin/clang++ -std=c++17 %hdr -O0 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %llvmbin/clang++ -std=c++17 %hdr -O2 -c %s -o %t.o 2>&1 | FileCheck %s
#include <autodiff/autodiff.h>

static double f(double x) { return x * x; }

// CHECK: object_without_plugin_is_refused.cpp:[[@LINE+1]]:32: error: {{.*}}: derivatives need the clang-ad plugin: build with 'clang-ad++' (C: 'clang-ad'), or add '-fplugin=' and '-fpass-plugin=' with the path of AutodiffClang.so
double user(double x) { return autodiff::derivative<f>(x); }
