// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/frame_expression.h"

#include <climits>
#include <cstddef>

#include "runtime/unwinding/byte_cursor.h"

namespace tarry::runtime::unwinding {
namespace {

// A register plus an offset, or a number.
struct Term {
  std::uint8_t base = Place::kNowhere;
  std::int64_t value = 0;

  [[nodiscard]] bool is_number() const { return base == Place::kNowhere; }
};

class Evaluation {
 public:
  Evaluation(std::uint64_t begin, std::uint64_t end, std::uint64_t pc)
      : cursor_(begin, end), pc_(pc) {}

  ExpressionValue run() {
    bool in_memory = false;
    while (cursor_.has_more() && ok_ && !in_memory) {
      const auto op = cursor_.read<std::uint8_t>();
      if (op == 0x06)  // deref: only at the end
        in_memory = true;
      else
        apply(op);
    }
    if (!ok_ || !cursor_.ok() || cursor_.has_more() || count_ != 1) return {};
    const Term& result = stack_[0];
    if (result.is_number() || result.value < INT_MIN || result.value > INT_MAX) return {};
    return {true, in_memory, {result.base, static_cast<std::int32_t>(result.value)}};
  }

 private:
  static constexpr std::size_t kDepth = 8;

  void push(Term term) {
    if (count_ == kDepth)
      ok_ = false;
    else
      stack_[count_++] = term;
  }
  Term pop() {
    if (count_ != 0) return stack_[--count_];
    ok_ = false;
    return {};
  }
  void push_number(std::uint64_t value) {
    push({Place::kNowhere, static_cast<std::int64_t>(value)});
  }
  void push_register(std::uint64_t number) {
    const std::int64_t offset = cursor_.signed_leb();
    if (number == kReturnAddress) return push_number(pc_ + static_cast<std::uint64_t>(offset));
    if (number > kReturnAddress) ok_ = false;
    push({static_cast<std::uint8_t>(number), offset});
  }

  void apply(std::uint8_t op) {
    if (op >= 0x30 && op <= 0x4f) return push_number(op - 0x30u);    // lit0 to lit31
    if (op >= 0x70 && op <= 0x8f) return push_register(op - 0x70u);  // breg0 to breg31
    if (op == 0x92) return push_register(cursor_.unsigned_leb());    // bregx
    if (op >= 0x08 && op <= 0x11) return push_number(constant(op));  // const1u to consts
    if (op == 0x23) {                                                // plus_uconst
      Term term = pop();
      term.value += static_cast<std::int64_t>(cursor_.unsigned_leb());
      return push(term);
    }
    const Term right = pop();
    const Term left = pop();
    if (op == 0x22 && (left.is_number() || right.is_number()))  // plus
      return push({left.is_number() ? right.base : left.base, left.value + right.value});
    if (op == 0x1c && right.is_number())  // minus
      return push({left.base, left.value - right.value});
    if (!left.is_number() || !right.is_number()) {
      ok_ = false;
      return;
    }
    push_number(of_numbers(op, left.value, right.value));
  }

  std::uint64_t constant(std::uint8_t op) {
    constexpr std::uint8_t kFormats[] = {0, 0x0d, 0x02, 0x0a, 0x03, 0x0b, 0x04, 0x0c, 0x01, 0x09};
    if (op == 0x08) return cursor_.read<std::uint8_t>();
    if (op == 0x09) return static_cast<std::uint64_t>(std::int64_t{cursor_.read<std::int8_t>()});
    return cursor_.plain(kFormats[op - 0x08]);
  }

  std::uint64_t of_numbers(std::uint8_t op, std::int64_t left, std::int64_t right) {
    const auto shift = static_cast<std::uint64_t>(right) & 63;
    switch (op) {
      case 0x1a:
        return static_cast<std::uint64_t>(left & right);
      case 0x21:
        return static_cast<std::uint64_t>(left | right);
      case 0x24:
        return static_cast<std::uint64_t>(left) << shift;
      case 0x25:
        return static_cast<std::uint64_t>(left) >> shift;
      case 0x29:
        return left == right;
      case 0x2a:
        return left >= right;
      case 0x2b:
        return left > right;
      case 0x2c:
        return left <= right;
      case 0x2d:
        return left < right;
      case 0x2e:
        return left != right;
      default:
        ok_ = false;
        return 0;
    }
  }

  ByteCursor cursor_;
  std::uint64_t pc_;
  Term stack_[kDepth];
  std::size_t count_ = 0;
  bool ok_ = true;
};

}  // namespace

ExpressionValue evaluate_expression(std::uint64_t begin, std::uint64_t end, std::uint64_t pc) {
  return Evaluation(begin, end, pc).run();
}

}  // namespace tarry::runtime::unwinding
