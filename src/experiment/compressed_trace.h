// SPDX-License-Identifier: BSD-3-Clause
// The compressed trace of a recording. It is made from the archive if there is one, and otherwise
// from what the processes have compressed while they ran.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"
#include "experiment/product.h"
#include "trace/open_trace.h"

namespace tarry::experiment {

class CompressedTrace final : public Product {
 public:
  enum class Source : std::uint8_t { Processes, Archive };

  CompressedTrace(const compressed::FoldOptions& options, Source source)
      : options_(options), source_(source) {}

  [[nodiscard]] Part part() const override { return Part::Compressed; }
  [[nodiscard]] std::string missing() const override { return "there is no compressed trace"; }
  base::Status finish(Recorded& recorded) override;
  base::Status conclude(Recorded& recorded, const Products& all) override;

 private:
  compressed::FoldOptions options_;
  Source source_;
};

struct CompressWishes {
  compressed::FoldOptions fold;
  trace::TimeCorrection time_correction = trace::TimeCorrection::Full;
  bool as_text = false;
  unsigned threads = 0;  // 0: all cores
};

// Compresses the archive `anchor` into `output`, and says how large the result is and what it
// lacks.
base::Status compress_to(const std::filesystem::path& anchor, const std::filesystem::path& output,
                         const CompressWishes& wishes, Voice& voice);

}  // namespace tarry::experiment
