// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/explorer_diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "diagnosis/report/finding_phases.h"
#include "diagnosis/report/finding_text.h"
#include "diagnosis/report/json_diagnosis.h"
#include "diagnosis/report/picture_data.h"
#include "diagnosis/report/time_metrics.h"
#include "diagnosis/shown_path.h"
#include "diagnosis/symptom_paths.h"
#include "report/text_escape.h"

namespace tarry::diagnosis {
namespace {

using Json = nlohmann::ordered_json;

class ExplorerWriter {
 public:
  explicit ExplorerWriter(const Diagnosis& diagnosis)
      : diagnosis_(diagnosis), thread_waits_(thread_waits(diagnosis.paths)) {}

  Json run() {
    Json made{{"run", run_text(diagnosis_)}, {"kinds", Json::array()}};
    for (std::uint32_t kind = 0; kind < diagnosis_.kinds.size(); ++kind)
      made["kinds"].push_back({{"title", kind_title(diagnosis_, kind)},
                               {"parts", kind_parts(diagnosis_, kind)},
                               {"phases", phases_of(diagnosis_, kind)}});
    made["findings"] = Json::array();
    for (const Finding& finding : diagnosis_.findings)
      made["findings"].push_back(finding_json(finding));
    made["unresolved"] = Json::array();
    for (const Unresolved& call : diagnosis_.unresolved)
      made["unresolved"].push_back(
          {{"kind", call.phase_kind}, {"text", unresolved_text(diagnosis_, call)}});
    made["kind_times"] = kind_times();
    made["phase_times"] = phase_times();
    made["rows"] = Json::array();
    for (const auto& [row, times] : row_times()) {
      made["rows"].push_back(row);
      rows_[row] = Json{{"row", row}, {"kind_times", times}}.dump();
    }
    made["frames"] = std::move(frames_);
    return made;
  }

  [[nodiscard]] const std::map<std::uint32_t, std::string>& rows() const { return rows_; }

 private:
  // Returns the number of a frame in the data, and adds it with those that call it. Paths begin as
  // in all reports.
  int frame(FrameId id) {
    if (const auto known = numbers_.find(id); known != numbers_.end()) return known->second;
    int caller = -1;
    for (const FrameId at : shown_path(diagnosis_.paths, id)) {
      const auto [known, is_new] = numbers_.try_emplace(at, static_cast<int>(frames_.size()));
      if (is_new)
        frames_.push_back(
            {caller, shown_name(diagnosis_.paths, at), static_cast<int>(label_of(at))});
      caller = known->second;
    }
    if (caller >= 0) return caller;
    frames_.push_back({-1, "(no call path)", static_cast<int>(Label::Computation)});
    return numbers_[id] = static_cast<int>(frames_.size() - 1);
  }

  // Losses are of communication, so the diagnosis takes waits of threads for computation. A reader
  // of a flame graph must not.
  [[nodiscard]] Label label_of(FrameId id) const {
    const Label derived = diagnosis_.derived[id.index()];
    return derived == Label::Computation && thread_waits_[id.index()] ? Label::Wait : derived;
  }

  Json finding_json(const Finding& finding) {
    Json symptoms = Json::array();
    for (const FrameId symptom : symptom_paths(diagnosis_, finding))
      symptoms.push_back(frame(symptom));
    Json causes = Json::array();
    for (const Cause& cause : finding.causes) causes.push_back(frame(cause.frame));
    return {{"headline", finding_headline(diagnosis_, finding)},
            {"details", finding_details(diagnosis_, finding)},
            {"kind", finding.phase_kind},
            {"symptoms", std::move(symptoms)},
            {"causes", std::move(causes)}};
  }

  // Returns pairs of the number of a frame and seconds.
  template <class Times>
  Json pairs(const Times& times) {
    Json made = Json::array();
    for (const auto& [id, self] : times) {
      made.push_back(frame(id));
      made.push_back(seconds_of(self));
    }
    return made;
  }

  Json kind_times() {
    std::vector<std::map<FrameId, Time>> sums(diagnosis_.kinds.size());
    for (const PathTime& time : diagnosis_.path_times.by_phase)
      sums[diagnosis_.phases[time.phase].kind][time.frame] += time.self;
    Json made = Json::array();
    for (const auto& times : sums) made.push_back(pairs(times));
    return made;
  }

  // Returns for each row what kind_times() returns of all.
  std::map<std::uint32_t, Json> row_times() {
    std::map<std::uint32_t, std::vector<std::vector<std::pair<FrameId, Time>>>> times;
    for (const RowTime& time : diagnosis_.path_times.by_row) {
      auto& of_row = times[time.row];
      of_row.resize(diagnosis_.kinds.size());
      of_row[time.kind].emplace_back(time.frame, time.self);
    }
    std::map<std::uint32_t, Json> made;
    for (const auto& [row, of_kinds] : times)
      for (const auto& of_kind : of_kinds) made[row].push_back(pairs(of_kind));
    return made;
  }

  Json phase_times() {
    std::vector<std::vector<std::pair<FrameId, Time>>> times(diagnosis_.phases.size());
    for (const PathTime& time : diagnosis_.path_times.by_phase)
      times[time.phase].emplace_back(time.frame, time.self);
    Json made = Json::array();
    std::size_t written = 0;
    for (const std::size_t phase : longest_phases(diagnosis_)) {
      written += times[phase].size();
      if (written > kMostPhaseTimes) break;
      made.push_back({phase, pairs(times[phase])});
    }
    return made;
  }

  const Diagnosis& diagnosis_;
  const std::vector<bool> thread_waits_;  // by call path
  Json frames_ = Json::array();
  std::map<FrameId, int> numbers_;
  std::map<std::uint32_t, std::string> rows_;
};

}  // namespace

ExplorerDiagnosis explorer_diagnosis(const Diagnosis& diagnosis, const std::string& program) {
  std::string found = json_diagnosis(diagnosis, report::valid_utf8(program));
  found.pop_back();  // the line end
  // Names of functions may contain any bytes.
  ExplorerWriter writer(diagnosis);
  const std::string words = writer.run().dump(-1, ' ', false, Json::error_handler_t::replace);
  return {fmt::format(R"({{"diagnosis":{},"picture":{},{})", found,
                      picture_data(diagnosis, program), words.substr(1)),
          writer.rows()};
}

}  // namespace tarry::diagnosis
