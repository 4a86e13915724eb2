// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/interventions/work_survey.h"

#include "analysis/records/location_records.h"

namespace tarry::analysis {
namespace {

class Survey {
 public:
  explicit Survey(const SurveyedWork& surveyed)
      : surveyed_(surveyed), open_(surveyed.candidates), logs_(surveyed.candidates + 1) {}

  void activity(CallPathId callpath, Ticks time, std::uint32_t section, std::uint32_t stretch) {
    if (!surveyed_.is_work[callpath.index()]) return;
    end_stretches(stretch);
    work_ += time;
    const std::uint32_t candidate = surveyed_.candidate[callpath.index()];
    if (candidate == kNoIndex) return;
    Open& open = open_[candidate];
    if (open.section != section) close(candidate);
    open.section = section;
    open.time += time;
  }
  void step(std::uint32_t /*index*/, const LoneStep& /*step*/, std::uint32_t /*sections*/,
            std::uint32_t stretch, bool is_last) {
    end_stretches(stretch + (is_last ? 1 : 0));
  }
  std::vector<workers::Bytes> finish() {
    std::vector<workers::Bytes> out;
    for (WorkLog& log : logs_) out.push_back(log.take());
    return out;
  }

 private:
  // The instance that is open.
  struct Open {
    std::uint32_t section = kNoIndex;
    Ticks time;
  };

  void close(std::uint32_t candidate) {
    Open& open = open_[candidate];
    if (open.section != kNoIndex) logs_[candidate].add(open.time);
    open = {};
  }
  void end_stretches(std::uint32_t stretch) {
    for (; stretch_ < stretch; ++stretch_) {
      for (std::uint32_t c = 0; c < open_.size(); ++c) {
        close(c);
        logs_[c].end_stretch();
      }
      logs_.back().add(work_);
      logs_.back().end_stretch();
      work_ = {};
    }
  }

  const SurveyedWork& surveyed_;
  std::vector<Open> open_;     // by candidate
  std::vector<WorkLog> logs_;  // by candidate, then one for all work
  Ticks work_;                 // since the begin of the stretch
  std::uint32_t stretch_ = 0;
};

}  // namespace

std::vector<workers::Bytes> survey_work(const StepLog& log, std::span<const std::byte> activities,
                                        const SurveyedWork& surveyed) {
  Survey survey(surveyed);
  walk(log, activities, survey);
  return survey.finish();
}

}  // namespace tarry::analysis
