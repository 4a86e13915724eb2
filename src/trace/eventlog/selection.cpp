// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/selection.h"

#include "trace/eventlog/tsv.h"

namespace tarry::trace::eventlog {
namespace {

constexpr std::string_view kSelectionFirstLine = "tarry-selection\t1";

using Fields = std::vector<std::string_view>;

std::string text_of(const Stream& stream) {
  return '\t' + std::to_string(static_cast<std::uint32_t>(stream.kind)) + '\t' +
         std::to_string(stream.comm) + '\t' + std::to_string(stream.peer) + '\t' +
         std::to_string(stream.tag);
}

bool parse_stream(const Fields& f, Stream& stream) {
  std::uint32_t kind = 0;
  if (!parse_number(f[1], kind) || kind > static_cast<std::uint32_t>(StreamKind::Collectives) ||
      !parse_number(f[2], stream.comm) || !parse_number(f[3], stream.peer) ||
      !parse_number(f[4], stream.tag))
    return false;
  stream.kind = static_cast<StreamKind>(kind);
  return true;
}

bool parse_line(const Fields& f, Selection& out) {
  if (f[0] == "unrecorded" && f.size() == 7) {
    UnrecordedRun run;
    if (!parse_stream(f, run.stream) || !parse_number(f[5], run.count) ||
        !parse_number(f[6], run.ticks))
      return false;
    out.unrecorded.push_back(run);
    return true;
  }
  if (f[0] == "left-out" && f.size() == 7) {
    Stream stream;
    PlaceRange range;
    if (!parse_stream(f, stream) || !parse_number(f[5], range.first) ||
        !parse_number(f[6], range.last))
      return false;
    out.left_out[stream].push_back(range);
    return true;
  }
  std::uint32_t id = 0;
  if (f[0] != "lost" || f.size() != 2 || !parse_number(f[1], id)) return false;
  out.lost_requests.push_back(id);
  return true;
}

}  // namespace

std::string Selection::serialize() const {
  std::string out(kSelectionFirstLine);
  out += '\n';
  for (const UnrecordedRun& run : unrecorded)
    out += "unrecorded" + text_of(run.stream) + '\t' + std::to_string(run.count) + '\t' +
           std::to_string(run.ticks) + '\n';
  for (const std::uint32_t id : lost_requests) out += "lost\t" + std::to_string(id) + '\n';
  for (const auto& [stream, ranges] : left_out)
    for (const PlaceRange& range : ranges)
      out += "left-out" + text_of(stream) + '\t' + std::to_string(range.first) + '\t' +
             std::to_string(range.last) + '\n';
  out += "end\n";
  return out;
}

base::Result<Selection> Selection::parse(std::string_view text) {
  const base::Error error{base::ErrorCode::BadInput, "not a complete selection", "", ""};
  std::string_view line;
  if (!next_line(text, line) || line != kSelectionFirstLine) return error;
  Selection out;
  while (next_line(text, line)) {
    if (line == "end") return out;
    if (!parse_line(split_fields(line), out)) return error;
  }
  return error;
}

}  // namespace tarry::trace::eventlog
