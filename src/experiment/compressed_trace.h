// SPDX-License-Identifier: BSD-3-Clause
// The compressed trace of a recording: made of what the processes have compressed while they ran,
// or of the archive if there is one.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"
#include "experiment/product.h"

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
  bool correct_clocks = true;
  bool as_text = false;
  unsigned threads = 0;  // 0: all cores
};

// Compresses the archive `anchor`, writes `output`, and says what it is and what it lacks.
base::Status compress_to(const std::filesystem::path& anchor, const std::filesystem::path& output,
                         const CompressWishes& wishes, Voice& voice);

// By its name or its first bytes.
bool is_compressed_trace(const std::filesystem::path& file);

}  // namespace tarry::experiment
