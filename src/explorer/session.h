// SPDX-License-Identifier: BSD-3-Clause
// What one explorer shows: one report or two, a timeline and a diagnosis. It answers by the
// addresses of docs/formats/explorer-data.md, and knows nothing of how an answer is sent.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "explorer/report_answers.h"
#include "explorer/timeline_answers.h"
#include "explorer/timeline_questions.h"

namespace tarry::explorer {

struct Answer {
  int status = 200;  // as in HTTP
  std::string type;
  std::string body;
};

inline constexpr const char* kJsonType = "application/json";
inline constexpr const char* kTextType = "text/plain; charset=utf-8";
inline constexpr const char* kBytesType = "application/octet-stream";

// Returns an answer that is an error: JSON with a sentence.
Answer failure(int status, std::string_view sentence);

// What is known of the samples beside the first report (diagnosis/report/explorer_diagnosis.h).
struct DiagnosisAnswers {
  std::string whole;                          // JSON; empty if there is no diagnosis
  std::map<std::uint32_t, std::string> rows;  // JSON, by the number of a rank or thread
};

// Thread: any.
class Session {
 public:
  // `timeline` is that of the first report; nullptr if there is none.
  explicit Session(std::vector<std::unique_ptr<ReportAnswers>> reports,
                   std::unique_ptr<TimelineAnswers> timeline = nullptr,
                   DiagnosisAnswers diagnosis = {})
      : reports_(std::move(reports)),
        timeline_(std::move(timeline)),
        diagnosis_(std::move(diagnosis)) {}

  // Answers for an address like "/api/report/0/callpaths" with what follows the question mark.
  Answer answer(std::string_view address, const Parameters& parameters) const;

  base::Result<std::string> description() const;  // JSON of /api/session
  [[nodiscard]] const std::vector<std::unique_ptr<ReportAnswers>>& reports() const {
    return reports_;
  }

  [[nodiscard]] const TimelineAnswers* timeline() const { return timeline_.get(); }
  [[nodiscard]] const DiagnosisAnswers& diagnosis() const { return diagnosis_; }

 private:
  std::vector<std::unique_ptr<ReportAnswers>> reports_;
  std::unique_ptr<TimelineAnswers> timeline_;
  DiagnosisAnswers diagnosis_;
};

}  // namespace tarry::explorer
