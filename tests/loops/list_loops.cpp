// SPDX-License-Identifier: BSD-3-Clause
// Lists the loops of all functions of a program or library, for the tests of loop recovery. The
// line of a loop has its function, its place, its number, the number of the loop around it, and the
// function that contains it, given by the names of inlined calls.
// usage: list_loops FILE
#include <cstdio>
#include <set>
#include <string>

#include "code/graph_maker.h"
#include "samples/function_loops.h"

namespace {

using tarry::samples::FunctionLoops;

constexpr std::uint32_t kNone = tarry::code::FunctionGraph::kNone;

std::string scope_name(const FunctionLoops& found, std::uint32_t scope) {
  if (found.source.scopes.empty()) return "?";
  const auto& one = found.source.scopes[scope];
  if (one.depth == 0) return one.call.function;
  return scope_name(found, one.parent) + ">" + one.call.function + ":" +
         std::to_string(one.call.line);
}

void list(const FunctionLoops& found) {
  for (std::uint32_t at = 0; at < found.forest.loops.size(); ++at) {
    const std::uint32_t number = found.source_loop[at];
    const auto& loop = found.loops[number];
    // Finds the nearest loop around it that is another loop of the source.
    std::uint32_t outer = found.forest.loops[at].parent;
    while (outer != kNone && found.source_loop[outer] == number)
      outer = found.forest.loops[outer].parent;
    std::printf("%llx\t%u\t%d\t%s\t%u\t%s\n", static_cast<unsigned long long>(found.graph.begin),
                number, outer == kNone ? -1 : static_cast<int>(found.source_loop[outer]),
                loop.file.c_str(), loop.line, scope_name(found, loop.scope).c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: list_loops FILE\n");
    return 2;
  }
  const auto code = tarry::code::ObjectCode::open(argv[1]);
  if (!code.ok()) {
    std::fprintf(stderr, "%s\n", code.error().message().c_str());
    return 1;
  }
  const tarry::code::ModuleSource source(argv[1]);
  tarry::code::GraphMaker graphs(*code);
  std::set<tarry::code::Address> listed;
  for (const auto& part : code->parts()) {
    auto graph = graphs.function_at(part.begin);
    if (graph && listed.insert(graph->begin).second) {
      if (!graph->is_complete)
        std::printf("incomplete\t%llx\n", static_cast<unsigned long long>(graph->begin));
      list(tarry::samples::function_loops(std::move(*graph), source));
    }
  }
  return 0;
}
