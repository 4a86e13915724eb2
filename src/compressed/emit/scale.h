// SPDX-License-Identifier: BSD-3-Clause
// What a program for any number of ranks has beyond that for one: its "ranks" (Program::ranks) are
// classes of ranks, and its numbers may be symbols. scaled_program.h makes both.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/emit/program.h"
#include "compressed/emit/symbols.h"
#include "compressed/extrapolate/formula_trace.h"
#include "model/collective_op.h"

namespace tarry::emit {

// How calls of a class name a partner.
struct Partner {
  PeerForm form = PeerForm::Absolute;
  std::int64_t number = 0;  // or a symbol
  friend auto operator<=>(const Partner&, const Partner&) = default;
};

// Something that the extents must fulfil for the formulas to have a value.
struct Requirement {
  std::string test;  // an expression of C
  std::string text;  // "x must be a power of two"
  friend auto operator<=>(const Requirement&, const Requirement&) = default;
};

// Thread: one. The formulas must outlive it.
class Scale {
 public:
  Scale(const compressed::FormulaTrace& formulas, std::vector<Extents> grids);

  [[nodiscard]] const compressed::FormulaTrace& formulas() const { return formulas_; }
  [[nodiscard]] Symbols& symbols() { return symbols_; }
  [[nodiscard]] const Symbols& symbols() const { return symbols_; }

  // Returns the symbol of a formula, times a product of extents.
  base::Result<std::int64_t> symbol(const compressed::NumberFormula& formula,
                                    compressed::ExtentProduct scale = {});

  // Numbers that stand for partners of messages, in vectors of Parameter::Peer.
  std::int64_t partner_number(const Partner& partner);
  static bool is_partner(std::int64_t number) {
    return number <= kPartners && number > 2 * kPartners;
  }
  [[nodiscard]] const Partner& partner(std::int64_t number) const {
    return partners_[static_cast<std::size_t>(kPartners - number)];
  }

  // Returns whether a class, a "rank" of the skeleton, has the first rank alone.
  [[nodiscard]] bool is_first_rank(std::uint32_t of_class) const;
  // Returns whether a communicator, an index into the families, is that of all ranks.
  [[nodiscard]] bool is_world(std::int64_t family) const;

  // Numbers of passes, of values that loops go through, and of requests are real ones in a
  // skeleton, as vectors depend on them. Returns false if the number stands for something else as
  // well.
  bool name_count(std::int64_t number, std::int64_t symbol);
  // Returns the symbol.
  [[nodiscard]] std::int64_t count(std::int64_t number) const;

  // Returns the bytes of one block of a collective operation with equal blocks, and whether it is
  // in place. The communicator of the action is a family. `element` is the size of its datatype, or
  // 0.
  struct Block {
    std::int64_t bytes = 0;
    bool in_place = false;
  };
  [[nodiscard]] Block block(model::CollectiveOp op, const compressed::Action& action,
                            std::uint32_t of_class, std::int64_t element);
  // Takes part in the size of the buffers.
  void use_buffer(std::int64_t bytes) { buffers_.insert(bytes); }
  [[nodiscard]] const std::set<std::int64_t>& buffers() const { return buffers_; }
  [[nodiscard]] const std::set<Requirement>& requirements() const { return requirements_; }
  [[nodiscard]] bool is_approximate() const { return is_approximate_; }

  // Returns the condition for a rank to be in some classes, if it is a short one: tests of the
  // coordinates.
  [[nodiscard]] std::string condition(const RankSet& classes) const;

 private:
  static constexpr std::int64_t kPartners = -(std::int64_t{1} << 59);
  void require(const compressed::NumberFormula& formula);

  const compressed::FormulaTrace& formulas_;
  Symbols symbols_;
  std::vector<Partner> partners_;
  std::map<Partner, std::int64_t> partner_numbers_;
  std::map<std::int64_t, std::int64_t> counts_;
  std::set<std::int64_t> buffers_;
  std::set<Requirement> requirements_;
  bool is_approximate_ = false;
};

// Returns a sum, where `number` may begin with a minus sign.
std::string plus(const std::string& text, const std::string& number);

// Returns the lowest and the highest rank that members of a class have in their communicators of a
// family of fibers (bit i of `mask` is dimension i).
struct PlaceRange {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};
PlaceRange places_in_fiber(const compressed::Grid& grid, const RankSet& members, unsigned mask);

}  // namespace tarry::emit
