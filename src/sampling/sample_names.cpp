// SPDX-License-Identifier: BSD-3-Clause
#include "sampling/sample_names.h"

#include <set>
#include <vector>

#include "trace/recording/tsv.h"

namespace tarry::sampling {
namespace {

namespace fs = std::filesystem;
using trace::finish::CodeFrame;
using trace::finish::CodePlace;
using trace::recording::escape;
using trace::recording::parse_number;
using trace::recording::split_fields;
using trace::recording::to_hex;
using trace::recording::unescape;

constexpr const char* kFirstLine = "tarry-sample-names\t1";

const std::string& module_of(const PathNode& node, const SampledProcess& process) {
  static const std::string none;
  return node.module < process.modules.size() ? process.modules[node.module] : none;
}

using Addresses = std::map<std::string, std::set<std::uint64_t>>;

base::Status gather(const SampledProcess& process, Addresses& out) {
  for (const std::uint32_t number : process.threads) {
    TRY_ASSIGN(const SampledThread thread, read_sampled_thread(process, number));
    for (const PathNode& node : thread.nodes)
      if (const std::string& module = module_of(node, process); !module.empty())
        if (node.kind == PathNodeKind::Call || node.kind == PathNodeKind::Instruction)
          out[module].insert(code_address(node));
  }
  return base::kOk;
}

std::string line_of(std::uint64_t address, const CodePlace& place) {
  std::string line = "place\t" + to_hex(address);
  for (const CodeFrame& frame : place)
    line += "\t" + escape(frame.function) + "\t" + escape(frame.file) + "\t" +
            std::to_string(frame.line);
  return line + "\n";
}

// Nothing if the line is damaged.
CodePlace place_of(const std::vector<std::string_view>& fields) {
  CodePlace place;
  for (std::size_t at = 2; at + 2 < fields.size(); at += 3) {
    CodeFrame frame{unescape(fields[at]), unescape(fields[at + 1]), 0};
    if (!parse_number(fields[at + 2], frame.line)) return {};
    place.push_back(std::move(frame));
  }
  return place;
}

std::string without_name(const PathNode& node, const std::string& module) {
  const std::uint64_t begin = node.address - node.into_function;
  return (module.empty() ? "" : fs::path(module).filename().string() + "+") + "0x" + to_hex(begin);
}

}  // namespace

base::Result<SampleNames> name_samples(const fs::path& experiment) {
  TRY_ASSIGN(const std::vector<SampledProcess> processes, find_sampled_processes(experiment));
  Addresses addresses;
  for (const SampledProcess& process : processes) TRY(gather(process, addresses));
  SampleNames out;
  std::string text = kFirstLine + std::string("\n");
  for (const auto& [module, wanted] : addresses) {
    const std::vector<std::uint64_t> offsets(wanted.begin(), wanted.end());
    std::vector<CodePlace> places = trace::finish::code_places(module, offsets);
    text += "object\t" + escape(module) + "\n";
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      text += line_of(offsets[i], places[i]);
      out.emplace(std::pair(module, offsets[i]), std::move(places[i]));
    }
  }
  TRY(trace::recording::write_text(experiment / kSamplesFolder / kNamesFile, text));
  return out;
}

base::Result<SampleNames> read_sample_names(const fs::path& experiment) {
  const fs::path file = experiment / kSamplesFolder / kNamesFile;
  TRY_ASSIGN(const std::string whole, trace::recording::read_text(file));
  std::string_view text = whole;
  std::string_view line;
  if (!trace::recording::next_line(text, line) || line != kFirstLine)
    return base::Error{base::ErrorCode::Unsupported, "not names of samples, or of a newer version",
                       file.string(), ""};
  SampleNames out;
  std::string object;
  while (trace::recording::next_line(text, line)) {
    const auto fields = split_fields(line);
    std::uint64_t address = 0;
    if (fields[0] == "object" && fields.size() > 1) object = unescape(fields[1]);
    if (fields[0] != "place" || fields.size() < 5 || !parse_number(fields[1], address, 16))
      continue;
    if (CodePlace place = place_of(fields); !place.empty())
      out.insert_or_assign(std::pair(object, address), std::move(place));
  }
  return out;
}

CodePlace place_of_node(const PathNode& node, const SampledProcess& process,
                        const SampleNames& names) {
  const std::string& module = module_of(node, process);
  const auto found = names.find({module, code_address(node)});
  CodePlace place = found != names.end() ? found->second : CodePlace(1);
  if (place[0].function.empty()) place[0].function = without_name(node, module);
  return place;
}

}  // namespace tarry::sampling
