// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/json_diagnosis.h"

#include <nlohmann/json.hpp>

#include "diagnosis/evidence/regular_sections.h"
#include "diagnosis/report/finding_phases.h"
#include "diagnosis/report/finding_text.h"
#include "diagnosis/shown_path.h"

namespace tarry::diagnosis {
namespace {

using Json = nlohmann::ordered_json;

class Writer {
 public:
  explicit Writer(const Diagnosis& diagnosis) : diagnosis_(diagnosis) {}

  Json run(const std::string& program) {
    Json made;
    made["schema"] = "tarry-diagnosis/1";
    made["experiment"] = {{"program", program},
                          {"ranks", diagnosis_.ranks},
                          {"threads", diagnosis_.threads},
                          {"duration_s", diagnosis_.seconds},
                          {"period_s", seconds(diagnosis_.period)}};
    made["phases"] = phases();
    made["findings"] = Json::array();
    for (const Finding& finding : diagnosis_.findings)
      made["findings"].push_back(finding_json(finding));
    made["unresolved"] = Json::array();
    for (const Unresolved& call : diagnosis_.unresolved)
      made["unresolved"].push_back({{"phases", phases_of(diagnosis_, call.phase_kind)},
                                    {"severity_s", call.seconds},
                                    {"severity_percent", percent(call.seconds)},
                                    {"symptom", path(call.call)}});
    made["clock_offsets_s"] = Json::array();
    for (const RankClock& clock : diagnosis_.clocks)
      made["clock_offsets_s"].push_back(clock.offset.is_known ? Json(seconds(clock.offset.ahead))
                                                              : Json(nullptr));
    made["clusters"] = clusters();
    made["limits"] = diagnosis_.limits;
    return made;
  }

 private:
  static double seconds(Time time) { return std::chrono::duration<double>(time).count(); }

  [[nodiscard]] double percent(double part) const { return 100 * part / diagnosis_.seconds; }

  // Returns the names as the interface shows them, and beside them the places where the frames are
  // called.
  [[nodiscard]] Json path(FrameId frame) const {
    Json names = Json::array();
    Json sites = Json::array();
    for (const FrameId at : shown_path(diagnosis_.paths, frame)) {
      names.push_back(plain_name(diagnosis_.paths[at]));
      sites.push_back(place_text(diagnosis_.paths[at]));
    }
    return {{"callpath", std::move(names)}, {"sites", std::move(sites)}};
  }

  [[nodiscard]] Json phases() const {
    Json made = Json::array();
    for (std::size_t at = 0; at < diagnosis_.phases.size(); ++at) {
      const Phase& phase = diagnosis_.phases[at];
      made.push_back({{"id", at},
                      {"begin_s", seconds_into(diagnosis_, phase.begin)},
                      {"end_s", seconds_into(diagnosis_, phase.end)},
                      {"kind", diagnosis_.kinds[phase.kind].is_mpmd ? "mpmd" : "spmd"}});
    }
    return made;
  }

  [[nodiscard]] Json finding_json(const Finding& finding) const {
    const IssueEntry& entry = entry_of(finding.issue);
    const std::vector<std::uint32_t> phases = phases_of(diagnosis_, finding.phase_kind);
    Json made{{"type", entry.name},
              {"phase", phases.front()},
              {"phases", phases},
              {"severity_s", finding.seconds},
              {"severity_percent", percent(finding.seconds)},
              {"symptom", path(finding.symptom)},
              {"causes", Json::array()},
              {"ranks", finding.ranks},
              {"waiting_ranks", finding.waiting_ranks},
              {"samples", finding.samples},
              {"evened_out", finding.evened_out},
              {"across_groups", finding.across_groups},
              {"in_one_group", finding.in_one_group}};
    for (const Cause& cause : finding.causes) {
      Json one = path(cause.frame);
      one["severity_s"] = cause.seconds;
      if (finding.has_late_ranks() && !cause.is_symptom) one["ranks"] = cause.ranks;
      made["causes"].push_back(std::move(one));
    }
    if (finding.seconds_per_call > 0) {
      made["seconds_per_call"] = finding.seconds_per_call;
      for (std::size_t at = 0; at < kLabels; ++at)
        if (finding.breakdown[at] > 0)
          made["breakdown_s"][std::string(name_of(static_cast<Label>(at)))] = finding.breakdown[at];
    }
    made["advice"] = advice_of(diagnosis_, finding);
    return made;
  }

  // A section is written as [first, stride, length].
  [[nodiscard]] Json clusters() const {
    Json made = Json::array();
    for (const Cluster& cluster : diagnosis_.clusters) {
      Json sections = Json::array();
      for (const RegularSection& section : regular_sections(cluster.members))
        sections.push_back({section.first, section.stride, section.length});
      made.push_back({{"members", cluster.members.size()}, {"sections", std::move(sections)}});
    }
    return made;
  }

  const Diagnosis& diagnosis_;
};

}  // namespace

std::string json_diagnosis(const Diagnosis& diagnosis, const std::string& program) {
  // Names of functions may contain any bytes.
  return Writer(diagnosis).run(program).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace tarry::diagnosis
