// SPDX-License-Identifier: BSD-3-Clause
// Reads the elements of an event. Repetitions in the text are data: the time and memory used here
// depend on the length of the text and the number of ranks, never on the number of values.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "compressed/format/scanner.h"
#include "compressed/format/uses.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// The values of some ranks as they are written (element_writer.cpp).
struct WrittenGroup {
  TextPlace place;
  std::optional<std::int64_t> constant;
  Values values;                 // only without a constant
  std::optional<RankSet> ranks;  // none means all others
};

struct WrittenElement {
  TextPlace place;
  std::vector<WrittenGroup> groups;  // empty if written as '-'
};

// Thread: caller-locks.
class ElementParser {
 public:
  ElementParser(Scanner& scanner, std::uint32_t ranks) : scanner_(scanner), ranks_(ranks) {}

  // Reads one or more rank lists.
  base::Result<RankSet> rank_set();
  // Reads [...]. `words` is the parameter whose words stand for values.
  base::Result<Sequence> sequence(std::optional<Parameter> words = {});
  base::Result<WrittenElement> element(std::optional<Parameter> words = {});
  base::Result<TimeHistogram> time_histogram();

  // Gives each rank of the element as many values as it uses. `all` are the ranks of the event.
  [[nodiscard]] base::Result<Elastic> resolve(const WrittenElement& written, const Uses& uses,
                                              const RankSet& all) const;
  // Does so where the constants themselves are the uses.
  [[nodiscard]] base::Result<Uses> resolve_uses(const WrittenElement& written,
                                                const RankSet& all) const;

 private:
  struct Vector {
    std::vector<Term> terms;
    std::uint64_t size = 0;
  };

  base::Result<RankList> rank_list();
  base::Result<std::int64_t> value(std::optional<Parameter> words);
  base::Result<Vector> vector(std::optional<Parameter> words, std::size_t depth);
  base::Result<Vector> group(std::optional<Parameter> words, std::size_t depth, TextPlace begin);
  base::Result<Vector> run(std::optional<Parameter> words);
  base::Result<ValueHistogram> value_histogram(std::optional<Parameter> words);
  base::Result<WrittenGroup> written_group(std::optional<Parameter> words);
  base::Result<std::vector<TimeHistogram::Bin>> time_bins(const TimeBins& layout,
                                                          std::uint32_t bin);
  // Returns the ranks of each group; a group without ranks of its own gets the rest of `using_it`.
  [[nodiscard]] base::Result<std::vector<RankSet>> ranks_of(const WrittenElement& written,
                                                            const RankSet& using_it,
                                                            const RankSet& all) const;

  Scanner& scanner_;
  std::uint32_t ranks_;
};

}  // namespace tarry::compressed
