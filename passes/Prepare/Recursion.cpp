#include "Prepare/Recursion.h"
#include "Discover/Reachability.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

namespace autodiff {

namespace {

struct CallNode {
  Function *F;
  SmallVector<CallNode *, 8> Callees;
};

/// Who calls whom, from a root on.
class CallsFrom {
public:
  explicit CallsFrom(Function &Root) {
    node(Root);
    for (size_t Next = 0; Next != Order.size(); ++Next)
      addCallees(*Order[Next]);
  }
  CallNode *root() const { return Order.front(); }

private:
  CallNode *node(Function &F) {
    std::unique_ptr<CallNode> &Node = Nodes[&F];
    if (!Node) {
      Node.reset(new CallNode{&F, {}});
      Order.push_back(Node.get());
    }
    return Node.get();
  }

  void addCallees(CallNode &Caller) {
    SmallPtrSet<Function *, 8> Seen;
    auto Add = [&](Function &F) {
      if (!F.isDeclaration() && Seen.insert(&F).second)
        Caller.Callees.push_back(node(F));
    };
    for (Instruction &I : instructions(*Caller.F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (Function *Callee = functionBehind(Call->getCalledOperand()))
        Add(*Callee);
      else if (Call->isIndirectCall())
        for (Function *To : taken(*Call->getModule()))
          if (To->getFunctionType() == Call->getFunctionType())
            Add(*To);
    }
  }

  ArrayRef<Function *> taken(Module &M) {
    if (!Taken) {
      Taken.emplace();
      for (Function &F : M)
        if (!F.isDeclaration() && F.hasAddressTaken())
          Taken->push_back(&F);
    }
    return *Taken;
  }

  DenseMap<Function *, std::unique_ptr<CallNode>> Nodes;
  SmallVector<CallNode *, 16> Order;
  std::optional<SmallVector<Function *, 16>> Taken;
};

} // namespace
} // namespace autodiff

namespace llvm {
template <> struct GraphTraits<autodiff::CallNode *> {
  using NodeRef = autodiff::CallNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef Node) { return Node; }
  static ChildIteratorType child_begin(NodeRef Node) {
    return Node->Callees.begin();
  }
  static ChildIteratorType child_end(NodeRef Node) {
    return Node->Callees.end();
  }
};
} // namespace llvm

namespace autodiff {

SmallPtrSet<const Function *, 16> recursiveFunctions(Function &Root) {
  SmallPtrSet<const Function *, 16> Found;
  CallsFrom Calls(Root);
  for (auto It = scc_begin(Calls.root()); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      for (const CallNode *Node : *It)
        Found.insert(Node->F);
  return Found;
}

} // namespace autodiff
