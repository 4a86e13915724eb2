// SPDX-License-Identifier: BSD-3-Clause
#include "samples/names_file.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/hash.h"
#include "trace/eventlog/tsv.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;
using code::CodeFrame;
using code::CodePlace;
using trace::eventlog::escape;
using trace::eventlog::parse_number;
using trace::eventlog::split_fields;
using trace::eventlog::to_hex;
using trace::eventlog::unescape;

using Fields = std::vector<std::string_view>;

constexpr std::string_view kFirstLine = "tarry-sample-names\t4";
constexpr std::string_view kVersionBefore = "tarry-sample-names\t3";  // that version has no `named`
constexpr std::string_view kUncheckedVersions[] = {"tarry-sample-names\t1",
                                                   "tarry-sample-names\t2"};
constexpr std::string_view kLastLine = "end\t";

// The checksum covers everything above the last line. A damaged file can be made again.
bool ends_with_checksum(std::string_view text) {
  const std::size_t last = text.rfind(kLastLine);
  return last != text.npos &&
         text.substr(last + kLastLine.size()) == to_hex(base::fnv1a(text.substr(0, last))) + "\n";
}

bool is_unchecked(std::string_view first_line, std::string_view text) {
  return std::ranges::count(kUncheckedVersions, first_line) > 0 &&
         text.rfind(kLastLine) == text.npos;
}

std::string place_line(std::uint64_t address, const CodePlace& place) {
  std::string line = "place\t" + to_hex(address);
  for (const CodeFrame& frame : place)
    line += "\t" + escape(frame.function) + "\t" + escape(frame.file) + "\t" +
            std::to_string(frame.line);
  return line + "\n";
}

std::string structure_lines(std::uint64_t address, const InstructionStructure& structure) {
  std::string text;
  if (!structure.loops.empty()) {
    text += "loops\t" + to_hex(address);
    for (const LoopFrame& loop : structure.loops)
      text += "\t" + std::to_string(loop.depth) + "\t" + escape(loop.file) + "\t" +
              std::to_string(loop.line) + "\t" + to_hex(loop.address);
    text += "\n";
  }
  if (structure.bodies.empty()) return text;
  text += "bodies\t" + to_hex(address);
  for (const std::uint32_t body : structure.bodies) text += "\t" + std::to_string(body);
  return text + "\n";
}

std::string text_of(const FlowPlace& place) {
  switch (place.kind) {
    case FlowPlace::Kind::Begin:
      return "begin";
    case FlowPlace::Kind::End:
      return "end";
    case FlowPlace::Kind::Body:
      return "b" + std::to_string(place.value);
    case FlowPlace::Kind::Call:
      break;
  }
  return "c" + to_hex(place.value);
}

std::optional<FlowPlace> flow_place(std::string_view text) {
  FlowPlace made;
  if (text == "begin") return made;
  made.kind = FlowPlace::Kind::End;
  if (text == "end") return made;
  const bool is_body = text.starts_with('b');
  made.kind = is_body ? FlowPlace::Kind::Body : FlowPlace::Kind::Call;
  if ((!is_body && !text.starts_with('c')) ||
      !parse_number(text.substr(1), made.value, is_body ? 10 : 16))
    return std::nullopt;
  return made;
}

// Returns a line for each place that another one follows.
std::string flow_lines(std::uint32_t body, const FlowEdges& edges) {
  std::string text;
  for (auto edge = edges.begin(); edge != edges.end();) {
    const FlowPlace from = edge->first;
    text += "flow\t" + std::to_string(body) + "\t" + text_of(from);
    for (; edge != edges.end() && edge->first == from; ++edge) text += "\t" + text_of(edge->second);
    text += "\n";
  }
  return text;
}

// Returns nothing if the line is damaged.
CodePlace place_of(const Fields& fields) {
  CodePlace place;
  for (std::size_t at = 2; at + 2 < fields.size(); at += 3) {
    CodeFrame frame{unescape(fields[at]), unescape(fields[at + 1]), 0};
    if (!parse_number(fields[at + 2], frame.line)) return {};
    place.push_back(std::move(frame));
  }
  return place;
}

std::vector<LoopFrame> loops_of(const Fields& fields) {
  std::vector<LoopFrame> loops;
  for (std::size_t at = 2; at + 3 < fields.size(); at += 4) {
    LoopFrame loop;
    loop.file = unescape(fields[at + 1]);
    if (!parse_number(fields[at], loop.depth) || !parse_number(fields[at + 2], loop.line) ||
        !parse_number(fields[at + 3], loop.address, 16) ||
        (!loops.empty() && loop.depth < loops.back().depth))
      return {};
    loops.push_back(std::move(loop));
  }
  return loops;
}

std::vector<std::uint32_t> bodies_of(const Fields& fields) {
  std::vector<std::uint32_t> bodies(fields.size() - 2);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!parse_number(fields[i + 2], bodies[i])) return {};
  return bodies;
}

void take_flow(const Fields& fields, CodeStructure& structure) {
  std::uint32_t body = 0;
  const auto from = flow_place(fields[2]);
  if (!from || !parse_number(fields[1], body)) return;
  FlowEdges& edges = structure.flows[body];
  for (std::size_t i = 3; i < fields.size(); ++i)
    if (const auto to = flow_place(fields[i])) edges.emplace(*from, *to);
}

void take_line(const Fields& fields, const std::string& object, SampleNames& out) {
  std::uint64_t address = 0;
  if (fields[0] == "flow" && fields.size() > 3) take_flow(fields, out.structure[object]);
  if (fields.size() < 3 || !parse_number(fields[1], address, 16)) return;
  if (fields[0] == "place") {
    if (CodePlace place = place_of(fields); !place.empty())
      out.places.insert_or_assign(std::pair(object, address), std::move(place));
  } else if (fields[0] == "callees") {
    for (std::size_t i = 2; i < fields.size(); ++i)
      out.callees[{object, address}].insert(unescape(fields[i]));
  } else if (fields[0] == "loops") {
    out.structure[object].instructions[address].loops = loops_of(fields);
  } else if (fields[0] == "bodies") {
    out.structure[object].instructions[address].bodies = bodies_of(fields);
  }
}

}  // namespace

base::Status write_sample_names(const fs::path& experiment, const SampleNames& names) {
  std::string text = std::string(kFirstLine) + "\n";
  if (names.named == NamedCode::Program) text += "named\tprogram\n";
  const std::string* object = nullptr;
  for (const auto& [key, place] : names.places) {
    const auto& [module, address] = key;
    if (object == nullptr || *object != module) {
      text += "object\t" + escape(module) + "\n";
      if (const auto known = names.structure.find(module); known != names.structure.end())
        for (const auto& [body, edges] : known->second.flows) text += flow_lines(body, edges);
    }
    object = &module;
    text += place_line(address, place);
    if (const auto called = names.callees.find(key); called != names.callees.end()) {
      text += "callees\t" + to_hex(address);
      for (const std::string& name : called->second) text += "\t" + escape(name);
      text += "\n";
    }
    if (const InstructionStructure* const structure = names.structure_at(module, address))
      text += structure_lines(address, *structure);
  }
  text += std::string(kLastLine) + to_hex(base::fnv1a(text)) + "\n";
  return base::write_file(experiment / base::kSamplesFolder / base::kSampleNamesFile, text);
}

base::Result<SampleNames> read_sample_names(const fs::path& experiment) {
  const fs::path file = experiment / base::kSamplesFolder / base::kSampleNamesFile;
  TRY_ASSIGN(const std::string whole, base::read_file(file));
  std::string_view text = whole;
  std::string_view line;
  const bool is_known =
      trace::eventlog::next_line(text, line) &&
      (is_unchecked(line, whole) ||
       ((line == kFirstLine || line == kVersionBefore) && ends_with_checksum(whole)));
  if (!is_known)
    return base::Error{base::ErrorCode::BadInput,
                       "the names of samples are damaged or of a newer version", file.string(),
                       "remove it: it is made again"};
  SampleNames out;
  std::string object;
  while (trace::eventlog::next_line(text, line)) {
    const Fields fields = split_fields(line);
    if (fields[0] == "object" && fields.size() > 1)
      object = unescape(fields[1]);
    else if (fields[0] == "named")
      out.named = NamedCode::Program;
    else
      take_line(fields, object, out);
  }
  return out;
}

}  // namespace tarry::samples
