// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/writer.h"

#include <algorithm>
#include <unordered_map>

#include "compressed/format/element_writer.h"
#include "compressed/format/format.h"
#include "compressed/format/scanner.h"

namespace tarry::compressed {
namespace {

class Writer {
 public:
  explicit Writer(const Trace& trace) : trace_(trace) {}

  std::string run() {
    text_ += std::string(kFormatName) + " " + std::to_string(version_of(trace_)) + "\n";
    line("ranks " + std::to_string(trace_.ranks));
    if (!trace_.program.empty()) line("program " + string_text(trace_.program));
    for (const std::string& note : trace_.notes) line("note " + string_text(note));
    frames();
    for (std::size_t i = 0; i < trace_.datatypes.size(); ++i)
      line("datatype " + std::to_string(i) + " " + string_text(trace_.datatypes[i]));
    for (std::size_t i = 0; i < trace_.statistics.size(); ++i)
      line("statistic " + std::to_string(i) + " " + string_text(trace_.statistics[i].name) + " " +
           string_text(trace_.statistics[i].unit));
    for (std::size_t i = 0; i < trace_.communicators.size(); ++i)
      communicator(i, trace_.communicators[i]);
    for (const Event& event : trace_.events) {
      sites(event.site.index() + 1);
      write(event);
    }
    sites(trace_.sites.size());
    line("end");
    return std::move(text_);
  }

 private:
  void line(const std::string& content) { text_ += content + '\n'; }

  // Writes the files first, each once: most frames are in the same few files.
  void frames() {
    std::unordered_map<std::string, std::size_t> files;
    for (const Frame& frame : trace_.frames)
      if (!frame.file.empty() && files.try_emplace(frame.file, files.size()).second)
        line("file " + std::to_string(files.size() - 1) + " " + string_text(frame.file));
    for (std::size_t i = 0; i < trace_.frames.size(); ++i) {
      const Frame& frame = trace_.frames[i];
      std::string content = "frame " + std::to_string(i) + " " + string_text(frame.name);
      if (!frame.file.empty() || frame.line != 0) content += ' ';
      if (!frame.file.empty()) content += "@" + std::to_string(files.at(frame.file));
      if (frame.line != 0) content += ":" + std::to_string(frame.line);
      line(content);
    }
  }

  static std::string members(const std::vector<std::uint32_t>& ranks) {
    Sequence sequence;
    for (const std::uint32_t rank : ranks) sequence.append(std::int64_t{rank});
    sequence.seal();
    return " [" + sequence_text(sequence) + "]";
  }

  void communicator(std::size_t id, const Communicator& comm) {
    std::string content = "comm " + std::to_string(id) + " " + string_text(comm.name);
    content += comm.is_self ? " self" : members(comm.members);
    if (comm.is_inter) content += " inter" + members(comm.remote_members);
    line(content);
  }

  // Writes the sites below `end` that are not written yet: a site stands in front of its first
  // event.
  void sites(std::size_t end) {
    for (; sites_written_ < std::min(end, trace_.sites.size()); ++sites_written_) {
      const Site& site = trace_.sites[sites_written_];
      std::string content =
          "site " + std::to_string(sites_written_) + " " + string_text(site.function);
      for (const FrameId frame : site.stack) content += " " + std::to_string(frame.value);
      line(content);
    }
  }

  void write(const Event& event) {
    std::string content = "event " + std::to_string(event.site.value);
    if (event.ranks != everybody_) content += " " + ranks_text(event.ranks);
    Uses uses = entries_of(event);
    if (uses.empty())  // no element of the event tells
      uses = Uses(event.ranks, entries_);
    else
      content += entries(event, uses);
    for (const Level& level : event.levels) {
      content += " loop=(" + loop_text(level.length, uses) + ",";
      content += loop_text(level.trips, uses_of_sizes(level.length)) + ")";
      uses = uses_inside(level, uses);
    }
    for (const Parameter parameter : {Parameter::Actions, Parameter::Kind})
      content += parameter_text(event, parameter, uses);
    for (std::size_t i = 0; i < kParameters; ++i) {
      const auto parameter = static_cast<Parameter>(i);
      if (parameter != Parameter::Actions && parameter != Parameter::Kind)
        content += parameter_text(event, parameter, uses);
    }
    line(content);
    for (const EventTimes& times : event.times) write(event, times);
    for (const EventStatistic& each : event.statistics) write(event, each);
  }

  static std::string loop_text(const Elastic& element, const Uses& uses) {
    return element.empty() ? "-" : elastic_text(element, uses);
  }

  // Returns how often the event is visited, unless that is as often as the events before it.
  std::string entries(const Event& event, const Uses& uses) {
    if (uses.classes().size() != 1 || uses.classes().front().ranks != event.ranks)
      return " x=" + uses_text(uses, event.ranks);
    const std::uint64_t count = uses.classes().front().count;
    if (count == entries_) return "";
    entries_ = count;
    return " x=" + std::to_string(count);
  }

  static std::string parameter_text(const Event& event, Parameter parameter, const Uses& calls) {
    const Uses uses = parameter == Parameter::Actions ? calls
                      : parameter == Parameter::Kind
                          ? uses_of_kind(event.of(Parameter::Actions))
                          : uses_of_parameter(event.of(Parameter::Kind), parameter);
    if (event.of(parameter).empty() && may_be_unknown(parameter)) return "";
    const bool has_kinds = !event.of(Parameter::Kind).empty();
    const std::string text =
        elastic_text(event.of(parameter), uses, parameter, default_of(parameter, has_kinds));
    return text.empty() ? "" : " " + std::string(parameter_name(parameter)) + "=" + text;
  }

  // Returns the previous call and the ranks that times or statistics belong to.
  template <class Values>
  static std::string place_of(const Event& event, const Values& values,
                              const TimeHistogram& leveled) {
    std::string content = " ";
    content += values.predecessor.valid() ? std::to_string(values.predecessor.value) : "-";
    if (values.level != level_of(leveled)) content += "/" + std::to_string(values.level);
    if (values.ranks != event.ranks) content += " " + ranks_text(values.ranks);
    return content + " ";
  }

  void write(const Event& event, const EventTimes& times) {
    line("after" + place_of(event, times, times.before) + histogram_text(times.before) + " " +
         histogram_text(times.duration));
  }

  void write(const Event& event, const EventStatistic& each) {
    line("measured " + std::to_string(each.statistic) + place_of(event, each, each.values) +
         histogram_text(each.values));
  }

  const Trace& trace_;
  const RankSet everybody_ = RankSet::first(trace_.ranks);
  std::string text_;
  std::size_t sites_written_ = 0;
  std::uint64_t entries_ = 1;
};

}  // namespace

std::string write_text(const Trace& trace) { return Writer(trace).run(); }

}  // namespace tarry::compressed
