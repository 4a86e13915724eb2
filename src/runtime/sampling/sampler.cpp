// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/sampler.h"

#include <algorithm>
#include <iterator>

namespace tarry::runtime::sampling {
namespace {

StackRange alternate_stack(const ucontext_t& context) {
  const auto begin = reinterpret_cast<std::uint64_t>(context.uc_stack.ss_sp);
  return {begin, begin + context.uc_stack.ss_size};
}

PathNode node_of(const PathFrame& frame) {
  PathNode node{};
  const bool has_module = frame.facts.module != PathNode::kNoModule;
  node.address = frame.state.pc - (has_module ? frame.bias : 0);
  const std::uint64_t into = frame.state.pc - frame.function;
  node.into_function = frame.function != 0 ? static_cast<std::uint32_t>(into) : 0;
  node.module = frame.facts.module;
  node.kind = frame.state.is_interrupted ? PathNodeKind::Instruction : PathNodeKind::Call;
  return node;
}

// Returns whether the path ends in the call: a thread that left the call by a jump is no longer
// inside it.
bool is_in(CallPath& path, const WaitingCall& call) {
  return call.cfa != 0 && path.size() > 0 && path[path.size() - 1].cfa == call.cfa;
}

// Returns the number of a child node that has no place in code.
std::uint32_t below(Sampler& sampler, std::uint32_t parent, PathNodeKind kind) {
  PathNode node{};
  node.module = PathNode::kNoModule;
  node.kind = kind;
  return sampler.paths.child(parent, node);
}

// Returns the number of the node of the whole path.
std::uint32_t enter_into_tree(Sampler& sampler) {
  CallPath& path = sampler.path;
  std::uint32_t parent = 0;
  if (path.is_partial()) {
    parent = below(sampler, 0, PathNodeKind::Partial);
    ++sampler.records.header()->partial;
  }
  std::size_t at = path.unchanged();
  if (at > 0) parent = path[at - 1].node;
  for (; at < path.size(); ++at) {
    if (path[at].facts.is_ours) {
      path[at].node = parent;
      continue;
    }
    const std::uint32_t node = sampler.paths.child(parent, node_of(path[at]));
    if (node == 0) {
      // The deeper frames have no nodes: look them up again the next time.
      ++sampler.records.header()->no_nodes;
      path.forget();
      return parent;
    }
    path[at].node = parent = node;
  }
  return parent;
}

}  // namespace

Interrupted interrupted_at(const ucontext_t& context) {
  // Ordered by DWARF's numbers.
  constexpr int kRegisters[16] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                  REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                  REG_R12, REG_R13, REG_R14, REG_R15};
  const auto value = [&](int which) {
    return static_cast<std::uint64_t>(context.uc_mcontext.gregs[which]);
  };
  Interrupted out;
  for (std::size_t i = 0; i < std::size(kRegisters); ++i)
    out.registers.values[i] = value(kRegisters[i]);
  out.leaf = {.pc = value(REG_RIP),
              .rsp = value(REG_RSP),
              .rbp = value(REG_RBP),
              .rbx = value(REG_RBX),
              .is_interrupted = true};
  return out;
}

int take_sample(Sampler& sampler, const ucontext_t& context, std::uint64_t own_account,
                std::uint64_t now_ns) {
  const Interrupted at = interrupted_at(context);
  CallPath& path = sampler.path;
  const Waiting& waiting = sampler.waiting;
  path.update(at.leaf, at.registers, {waiting.call, own_account}, sampler.cache,
              StackMemory(sampler.stack, alternate_stack(context)));
  const bool waits = is_in(path, waiting.call);
  const std::size_t marker = path.is_partial() && path.shared() > 0 ? 1 : 0;
  const std::size_t common = path.depth(path.shared()) + marker;
  const std::size_t depth = path.depth(path.size()) + (path.is_partial() ? 1 : 0);
  std::uint32_t node = enter_into_tree(sampler);
  if (path.is_in_ours())
    if (const std::uint32_t made = below(sampler, node, PathNodeKind::Own); made != 0) node = made;
  if (node == 0) return 0;
  const std::uint64_t now = std::max(now_ns, sampler.last_ns);
  const CallCounts calls = calls_between(sampler.last_calls, tarry_mpi_calls);
  sampler.last_calls = tarry_mpi_calls;
  if (waits && waiting.since_ns > sampler.last_ns) {
    sampler.last_ns = std::min(now, waiting.since_ns);
    if (const int error = sampler.records.add(sampler.last_ns, node, common, calls); error != 0)
      return error;
    sampler.last_ns = now;
    return sampler.records.add(now, node, depth, {});
  }
  sampler.last_ns = now;
  return sampler.records.add(now, node, common, calls);
}

}  // namespace tarry::runtime::sampling
