#include "Generate/Runtime.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace autodiff::runtime {

static constexpr StringLiteral AllocName = "__autodiff_arena_alloc";
static constexpr StringLiteral DeferName = "__autodiff_arena_defer";
static constexpr StringLiteral ReleaseName = "__autodiff_arena_release";

// The arena: { next free byte, end of chunk, list of chunks, list of deferred
// deallocations, size of the next chunk }.
static constexpr StringLiteral Text = R"(
%arena = type { ptr, ptr, ptr, ptr, i64 }
%deferred = type { ptr, ptr, ptr, i64, i64, i64 }

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @abort() noreturn

define linkonce_odr hidden ptr @__autodiff_arena_grow(ptr %arena, i64 %bytes) noinline cold nounwind {
entry:
  %next.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 4
  %next = load i64, ptr %next.p
  %started = icmp ne i64 %next, 0
  %want = select i1 %started, i64 %next, i64 16384
  %least = add i64 %bytes, 16
  %small = icmp ult i64 %want, %least
  %size = select i1 %small, i64 %least, i64 %want
  %chunk = call ptr @malloc(i64 %size)
  %null = icmp eq ptr %chunk, null
  br i1 %null, label %fail, label %link
fail:
  call void @abort()
  unreachable
link:
  %chunks.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 2
  %chunks = load ptr, ptr %chunks.p
  store ptr %chunks, ptr %chunk
  store ptr %chunk, ptr %chunks.p
  %block = getelementptr inbounds i8, ptr %chunk, i64 16
  %cur = getelementptr inbounds i8, ptr %block, i64 %bytes
  store ptr %cur, ptr %arena
  %end = getelementptr inbounds i8, ptr %chunk, i64 %size
  %end.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 1
  store ptr %end, ptr %end.p
  %twice = shl i64 %want, 1
  %big = icmp ugt i64 %twice, 67108864
  %later = select i1 %big, i64 67108864, i64 %twice
  store i64 %later, ptr %next.p
  ret ptr %block
}

define linkonce_odr hidden noalias ptr @__autodiff_arena_alloc(ptr %arena, i64 %bytes) nounwind {
entry:
  %up = add i64 %bytes, 15
  %padded = and i64 %up, -16
  %cur = load ptr, ptr %arena
  %end.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 1
  %end = load ptr, ptr %end.p
  %c = ptrtoint ptr %cur to i64
  %e = ptrtoint ptr %end to i64
  %room = sub i64 %e, %c
  %fits = icmp ule i64 %padded, %room
  br i1 %fits, label %fast, label %slow
fast:
  %after = getelementptr inbounds i8, ptr %cur, i64 %padded
  store ptr %after, ptr %arena
  ret ptr %cur
slow:
  %block = call ptr @__autodiff_arena_grow(ptr %arena, i64 %padded)
  ret ptr %block
}

define linkonce_odr hidden void @__autodiff_arena_defer(ptr %arena, ptr %fn, ptr %memory, i64 %count, i64 %a, i64 %b) nounwind {
entry:
  %node = call ptr @__autodiff_arena_alloc(ptr %arena, i64 48)
  %head.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 3
  %head = load ptr, ptr %head.p
  store ptr %head, ptr %node
  %fn.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 1
  store ptr %fn, ptr %fn.p
  %memory.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 2
  store ptr %memory, ptr %memory.p
  %count.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 3
  store i64 %count, ptr %count.p
  %a.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 4
  store i64 %a, ptr %a.p
  %b.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 5
  store i64 %b, ptr %b.p
  store ptr %node, ptr %head.p
  ret void
}

define linkonce_odr hidden void @__autodiff_arena_release(ptr %arena) nounwind {
entry:
  %head.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 3
  %head = load ptr, ptr %head.p
  br label %deferred
deferred:
  %node = phi ptr [ %head, %entry ], [ %node.next, %done ]
  %none = icmp eq ptr %node, null
  br i1 %none, label %chunks, label %call
call:
  %node.next = load ptr, ptr %node
  %fn.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 1
  %fn = load ptr, ptr %fn.p
  %memory.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 2
  %memory = load ptr, ptr %memory.p
  %count.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 3
  %count = load i64, ptr %count.p
  %a.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 4
  %a = load i64, ptr %a.p
  %b.p = getelementptr inbounds %deferred, ptr %node, i32 0, i32 5
  %b = load i64, ptr %b.p
  switch i64 %count, label %one [ i64 2, label %two
                                  i64 3, label %three ]
one:
  call void %fn(ptr %memory)
  br label %done
two:
  call void %fn(ptr %memory, i64 %a)
  br label %done
three:
  call void %fn(ptr %memory, i64 %a, i64 %b)
  br label %done
done:
  br label %deferred
chunks:
  %list.p = getelementptr inbounds %arena, ptr %arena, i32 0, i32 2
  %list = load ptr, ptr %list.p
  br label %chunk
chunk:
  %this = phi ptr [ %list, %chunks ], [ %this.next, %give ]
  %end = icmp eq ptr %this, null
  br i1 %end, label %exit, label %give
give:
  %this.next = load ptr, ptr %this
  call void @free(ptr %this)
  br label %chunk
exit:
  ret void
}
)";

static FunctionCallee declare(Module &M, StringRef Name, Type *Result,
                              ArrayRef<Type *> Parameters) {
  return M.getOrInsertFunction(Name,
                               FunctionType::get(Result, Parameters, false));
}

Value *emitAlloc(IRBuilderBase &B, Value *Arena, Value *Bytes,
                 const Twine &Name) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Alloc =
      declare(M, AllocName, B.getPtrTy(), {B.getPtrTy(), B.getInt64Ty()});
  CallInst *Call = B.CreateCall(Alloc, {Arena, Bytes}, Name);
  Call->setDoesNotThrow();
  Call->addRetAttr(Attribute::getWithAlignment(B.getContext(), Align(16)));
  return Call;
}

void emitDefer(IRBuilderBase &B, Value *Arena, CallBase &Free, Value *Pointer) {
  Module &M = *B.GetInsertBlock()->getModule();
  Type *I64 = B.getInt64Ty(), *Ptr = B.getPtrTy();
  FunctionCallee Defer =
      declare(M, DeferName, B.getVoidTy(), {Ptr, Ptr, Ptr, I64, I64, I64});
  Value *Extra[2] = {B.getInt64(0), B.getInt64(0)};
  unsigned Count = std::min(Free.arg_size(), 3u);
  for (unsigned I = 1; I < Count; ++I) {
    Value *Argument = Free.getArgOperand(I);
    // std::nothrow is passed by reference: it may be any pointer.
    Extra[I - 1] = Argument->getType()->isPointerTy()
                       ? B.CreatePtrToInt(Argument, I64)
                       : B.CreateZExtOrTrunc(Argument, I64);
  }
  B.CreateCall(Defer, {Arena, Free.getCalledOperand(), Pointer,
                       B.getInt64(Count), Extra[0], Extra[1]})
      ->setDoesNotThrow();
}

void emitRelease(IRBuilderBase &B, Value *Arena) {
  Module &M = *B.GetInsertBlock()->getModule();
  B.CreateCall(declare(M, ReleaseName, B.getVoidTy(), {B.getPtrTy()}), {Arena})
      ->setDoesNotThrow();
}

void define(Module &M) {
  bool Wanted = false;
  for (StringRef Name : {AllocName, DeferName, ReleaseName})
    if (Function *F = M.getFunction(Name))
      Wanted |= F->isDeclaration();
  if (!Wanted)
    return;
  // Text can only be read where values may have names.
  LLVMContext &Context = M.getContext();
  bool Discards = Context.shouldDiscardValueNames();
  Context.setDiscardValueNames(false);
  SMDiagnostic Error;
  std::unique_ptr<Module> Runtime = parseAssemblyString(Text, Error, Context);
  Context.setDiscardValueNames(Discards);
  assert(Runtime && "the runtime's text is wrong");
  Runtime->setDataLayout(M.getDataLayout());
  Runtime->setTargetTriple(M.getTargetTriple());
  Linker::linkModules(M, std::move(Runtime));
  for (StringRef Name : {AllocName, DeferName, ReleaseName,
                         StringLiteral("__autodiff_arena_grow")})
    if (Function *F = M.getFunction(Name))
      F->setLinkage(GlobalValue::InternalLinkage);
}

} // namespace autodiff::runtime
