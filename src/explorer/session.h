// SPDX-License-Identifier: BSD-3-Clause
// What one explorer shows: one report or two, a timeline and a diagnosis. It answers by the
// addresses of docs/formats/explorer-data.md, and knows nothing of how an answer is sent.
#pragma once

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

// Thread: any.
class Session {
 public:
  // `timeline` is that of the first report; nullptr if there is none. `diagnosis` is that of the
  // samples beside the first report, as JSON (diagnosis/report/explorer_diagnosis.h); empty if
  // there is none.
  explicit Session(std::vector<std::unique_ptr<ReportAnswers>> reports,
                   std::unique_ptr<TimelineAnswers> timeline = nullptr, std::string diagnosis = "")
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
  // JSON of /api/diagnosis.
  [[nodiscard]] std::string diagnosis() const { return diagnosis_.empty() ? "null" : diagnosis_; }

 private:
  std::vector<std::unique_ptr<ReportAnswers>> reports_;
  std::unique_ptr<TimelineAnswers> timeline_;
  std::string diagnosis_;
};

}  // namespace tarry::explorer
