// SPDX-License-Identifier: BSD-3-Clause
#include "samples/code_structure.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "code/graph_maker.h"
#include "samples/body_flows.h"

namespace tarry::samples {
namespace {

// Names tell what communication libraries do inside (docs/formats/labels.md). Their loops would
// mean nothing to their users.
bool is_communication_library(const std::string& module) {
  static constexpr std::array<std::string_view, 12> kNames = {
      "libmpi", "libmpich", "libpmpi", "libopen-pal", "libopen-rte", "libucp",
      "libuct", "libucs",   "libucm",  "libfabric",   "libpsm",      "mca_"};
  const std::string name = std::filesystem::path(module).filename().string();
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

struct FunctionOfSamples {
  code::FunctionGraph graph;
  std::vector<std::uint64_t> addresses;
};

// Returns functions by their first instructions.
std::map<std::uint64_t, FunctionOfSamples> functions_of(const code::ObjectCode& code,
                                                        const std::set<std::uint64_t>& addresses) {
  code::GraphMaker graphs(code);
  std::map<std::uint64_t, FunctionOfSamples> made;
  std::map<std::size_t, std::uint64_t> function_of_part;
  for (const std::uint64_t address : addresses) {
    const std::size_t part = code.part_at(address);
    if (part == code::ObjectCode::kNone) continue;
    const auto [known, is_new] = function_of_part.try_emplace(part, 0);
    if (is_new) {
      auto graph = graphs.function_at(address);
      if (!graph) continue;
      known->second = graph->begin;
      // Another part of the function may have added it before.
      made.try_emplace(known->second, FunctionOfSamples{std::move(*graph), {}});
    }
    const auto function = made.find(known->second);
    if (function != made.end() &&
        function->second.graph.block_at(address) != code::FunctionGraph::kNone)
      function->second.addresses.push_back(address);
  }
  return made;
}

class Builder {
 public:
  Builder(const std::string& module, const std::set<std::uint64_t>& calls)
      : source_(module), calls_(calls) {}

  void add(FunctionOfSamples sampled) {
    const FunctionLoops function = function_loops(std::move(sampled.graph), source_);
    std::map<BodyKey, std::uint32_t> numbers;
    std::vector<std::uint64_t> calls;
    for (const std::uint64_t address : sampled.addresses) {
      InstructionStructure& made = made_.instructions[address];
      for (const std::uint32_t loop : function.around(address)) {
        const SourceLoop& one = function.loops[loop];
        made.loops.push_back({one.depth, one.file, one.line, one.address});
      }
      for (const BodyKey& body : bodies_around(function, address)) {
        const auto [number, is_new] = numbers.try_emplace(body, next_body_);
        if (is_new) ++next_body_;
        made.bodies.push_back(number->second);
      }
      if (calls_.contains(address)) calls.push_back(address);
    }
    if (function.graph.is_complete) made_.flows.merge(body_flows(function, calls, numbers));
  }

  CodeStructure take() { return std::move(made_); }

 private:
  code::ModuleSource source_;
  const std::set<std::uint64_t>& calls_;
  CodeStructure made_;
  std::uint32_t next_body_ = 0;
};

}  // namespace

CodeStructure code_structure(const std::string& module, const std::set<std::uint64_t>& addresses,
                             const std::set<std::uint64_t>& calls) {
  if (is_communication_library(module)) return {};
  const auto code = code::ObjectCode::open(module);
  if (!code.ok()) return {};
  Builder builder(module, calls);
  for (auto& [begin, sampled] : functions_of(*code, addresses)) builder.add(std::move(sampled));
  return builder.take();
}

}  // namespace tarry::samples
