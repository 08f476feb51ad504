#include "Options.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<autodiff::KinkMode> KinksOption(
    "autodiff-kinks", cl::desc("Slope at a kink of infinite slope"),
    cl::values(clEnumValN(autodiff::KinkMode::Subgradient, "subgradient",
                          "the least-norm subgradient"),
               clEnumValN(autodiff::KinkMode::IEEE, "ieee",
                          "the IEEE value, infinite or NaN")),
    cl::init(autodiff::KinkMode::Subgradient));

static cl::opt<bool> PrintOption("autodiff-print",
                                 cl::desc("Print each derivative's IR"));

namespace autodiff {

Options Options::fromCommandLine() { return {KinksOption, PrintOption}; }

} // namespace autodiff
