// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/finish/resolve_frames.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "code/symbolizer.h"
#include "compressed/live/unresolved_frame.h"

namespace tarry::compressed {
namespace {

// The offsets to look up in one object, and the frames that need them.
struct Wanted {
  std::vector<std::uint64_t> offsets;
  // The frame and the text in front of its line.
  std::vector<std::pair<Frame*, std::string>> frames;
};

void name_all(const std::string& module, const Wanted& wanted) {
  const auto names = code::name_functions(module, wanted.offsets);
  for (std::size_t i = 0; i < names.size(); ++i)
    *wanted.frames[i].first = {names[i].name, names[i].file, names[i].line};
}

// The name is that of an event trace: "!$omp parallel @heat.cc:42". A call site has no text before
// the line.
void place_all(const std::string& module, const Wanted& wanted) {
  const auto lines = code::source_lines(module, wanted.offsets);
  for (std::size_t i = 0; i < lines.size(); ++i)
    *wanted.frames[i].first = {wanted.frames[i].second + "@" + lines[i].name, lines[i].file,
                               lines[i].line};
}

}  // namespace

void resolve_frames(std::vector<Frame>& frames) {
  std::map<std::string, Wanted> functions;
  std::map<std::string, Wanted> places;
  for (Frame& frame : frames) {
    const auto found = unresolved(frame);
    if (!found) continue;
    const bool is_function = found->kind == Unresolved::Kind::Function;
    Wanted& wanted = (is_function ? functions : places)[frame.file];
    // The recorded address is the one behind the call instruction.
    wanted.offsets.push_back(is_function ? found->offset : found->offset - 1);
    wanted.frames.emplace_back(&frame, found->name.empty() ? "" : found->name + " ");
  }
  for (const auto& [module, wanted] : functions) name_all(module, wanted);
  for (const auto& [module, wanted] : places) place_all(module, wanted);
}

}  // namespace tarry::compressed
