// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/unwinding/frame_rules.h"

#include <climits>
#include <cstddef>

#include "runtime/unwinding/byte_cursor.h"
#include "runtime/unwinding/frame_expression.h"

namespace tarry::runtime::unwinding {
namespace {

// Says how one register of the caller is found.
struct Rule {
  enum class Kind : std::uint8_t { Same, Undefined, At, Strange } kind = Kind::Same;
  Place place;

  static Rule at(Place place) { return {Kind::At, place}; }
};

// The line of the table for one instruction.
struct Row {
  bool cfa_known = false;
  bool cfa_in_memory = false;
  Place cfa;
  Rule rbp;
  Rule rbx;
  Rule return_address;
};

struct CommonEntry {
  bool ok = false;
  bool is_signal = false;
  bool has_length = false;  // the augmentation data has a length
  std::uint8_t encoding = 0;
  std::uint64_t code_factor = 1;
  std::int64_t data_factor = 1;
  ByteCursor instructions{0, 0};
};

// Returns the bytes of the entry at `at`, behind its length.
ByteCursor entry_at(std::uint64_t at, std::uint64_t end) {
  ByteCursor whole(at, end);
  const auto length = whole.read<std::uint32_t>();
  if (!whole.ok() || length == 0 || length > end - whole.at()) return {0, 0};
  return {whole.at(), whole.at() + length};
}

CommonEntry read_common_entry(std::uint64_t at, std::uint64_t end) {
  CommonEntry out;
  ByteCursor cursor = entry_at(at, end);
  const bool is_common = cursor.read<std::uint32_t>() == 0;
  const auto version = cursor.read<std::uint8_t>();
  if (!is_common || (version != 1 && version != 3)) return out;
  char augmentation[8] = {};
  for (std::size_t i = 0;; ++i) {
    if (i == sizeof augmentation) return out;
    augmentation[i] = cursor.read<char>();
    if (augmentation[i] == '\0') break;
  }
  out.code_factor = cursor.unsigned_leb();
  out.data_factor = cursor.signed_leb();
  const std::uint64_t column = version == 1 ? cursor.read<std::uint8_t>() : cursor.unsigned_leb();
  if (column != kReturnAddress) return out;
  if (augmentation[0] == 'z') {
    out.has_length = true;
    const std::uint64_t length = cursor.unsigned_leb();
    if (!cursor.ok() || length > cursor.end() - cursor.at()) return out;
    const std::uint64_t behind = cursor.at() + length;
    for (const char* letter = augmentation + 1; *letter != '\0'; ++letter) {
      if (*letter == 'S') {
        out.is_signal = true;
      } else if (*letter == 'R') {
        out.encoding = cursor.read<std::uint8_t>();
      } else if (*letter == 'L') {
        cursor.read<std::uint8_t>();
      } else if (*letter == 'P') {
        const auto encoding = cursor.read<std::uint8_t>();
        cursor.plain(encoding & 0x0f);
      } else {
        break;  // unknown, but its length is known
      }
    }
    out.instructions = {behind, cursor.end()};
  } else if (augmentation[0] == '\0') {
    out.instructions = cursor;
  } else {
    return out;
  }
  out.ok = cursor.ok();
  return out;
}

// Executes call frame instructions up to one address.
class Program {
 public:
  Program(const CommonEntry& common, std::uint64_t begin, std::uint64_t pc)
      : common_(common), location_(begin), pc_(pc) {}

  // Returns false if something is not understood.
  bool run(ByteCursor cursor) {
    while (cursor.has_more() && ok_ && location_ <= pc_) {
      const auto op = cursor.read<std::uint8_t>();
      apply(op, cursor);
    }
    return ok_ && cursor.ok();
  }

  void keep_initial() { initial_ = row_; }
  [[nodiscard]] const Row& row() const { return row_; }

 private:
  static constexpr std::size_t kRemembered = 4;  // compilers use one

  // Instructions behind the row of `pc` are not executed.
  void advance(std::uint64_t units) { location_ += units * common_.code_factor; }

  Rule* rule_of(std::uint64_t number) {
    switch (number) {
      case kRbx:
        return &row_.rbx;
      case kRbp:
        return &row_.rbp;
      case kReturnAddress:
        return &row_.return_address;
      default:
        return nullptr;  // not followed
    }
  }
  void set(std::uint64_t number, Rule rule) {
    if (Rule* there = rule_of(number); there != nullptr) *there = rule;
  }
  void restore(std::uint64_t number) {
    const Row& initial = initial_;
    set(number, number == kRbx   ? initial.rbx
                : number == kRbp ? initial.rbp
                                 : initial.return_address);
  }
  void set_offset(std::uint64_t number, std::int64_t units) {
    set(number, Rule::at({Place::kCfa, narrow(units * common_.data_factor)}));
  }
  void set_cfa(std::uint64_t number, std::int64_t offset) {
    if (number >= kReturnAddress) ok_ = false;
    row_.cfa_known = true;
    row_.cfa_in_memory = false;
    row_.cfa = {static_cast<std::uint8_t>(number), narrow(offset)};
  }
  std::int32_t narrow(std::int64_t value) {
    if (value < INT_MIN || value > INT_MAX) ok_ = false;
    return static_cast<std::int32_t>(value);
  }
  ExpressionValue expression(ByteCursor& cursor) {
    const std::uint64_t length = cursor.unsigned_leb();
    const std::uint64_t begin = cursor.at();
    cursor.skip(length);
    return cursor.ok() ? evaluate_expression(begin, begin + length, pc_) : ExpressionValue{};
  }

  void apply(std::uint8_t op, ByteCursor& cursor) {
    switch (op & 0xc0) {
      case 0x40:
        return advance(op & 0x3f);
      case 0x80:
        return set_offset(op & 0x3f, static_cast<std::int64_t>(cursor.unsigned_leb()));
      case 0xc0:
        return restore(op & 0x3f);
      default:
        break;
    }
    if (op <= 0x04 || (op >= 0x0c && op <= 0x0f) || op == 0x12 || op == 0x13)
      apply_to_row(op, cursor);
    else
      apply_to_register(op, cursor);
  }

  void apply_to_row(std::uint8_t op, ByteCursor& cursor) {
    const auto factored = [&] { return cursor.signed_leb() * common_.data_factor; };
    switch (op) {
      case 0x00:  // nop
        return;
      case 0x01:  // set_loc
        location_ = cursor.pointer(common_.encoding, 0);
        return;
      case 0x02:
        return advance(cursor.read<std::uint8_t>());
      case 0x03:
        return advance(cursor.read<std::uint16_t>());
      case 0x04:
        return advance(cursor.read<std::uint32_t>());
      case 0x0c: {  // def_cfa
        const std::uint64_t number = cursor.unsigned_leb();
        return set_cfa(number, static_cast<std::int64_t>(cursor.unsigned_leb()));
      }
      case 0x0d:  // def_cfa_register
        return set_cfa(cursor.unsigned_leb(), row_.cfa.offset);
      case 0x0e:  // def_cfa_offset
        return set_cfa(row_.cfa.base, static_cast<std::int64_t>(cursor.unsigned_leb()));
      case 0x12: {  // def_cfa_sf
        const std::uint64_t number = cursor.unsigned_leb();
        return set_cfa(number, factored());
      }
      case 0x13:  // def_cfa_offset_sf
        return set_cfa(row_.cfa.base, factored());
      default: {  // def_cfa_expression
        const ExpressionValue value = expression(cursor);
        row_.cfa_known = value.ok;
        row_.cfa_in_memory = value.in_memory;
        row_.cfa = value.place;
      }
    }
  }

  void apply_to_register(std::uint8_t op, ByteCursor& cursor) {
    if (op == 0x0a) return remember();
    if (op == 0x0b) return go_back();
    const std::uint64_t number = cursor.unsigned_leb();
    switch (op) {
      case 0x05:  // offset_extended
        return set_offset(number, static_cast<std::int64_t>(cursor.unsigned_leb()));
      case 0x06:  // restore_extended
        return restore(number);
      case 0x07:  // undefined
        return set(number, {Rule::Kind::Undefined, {}});
      case 0x08:  // same_value
        return set(number, {});
      case 0x10: {  // expression
        const ExpressionValue value = expression(cursor);
        const bool is_place = value.ok && !value.in_memory;
        return set(number, is_place ? Rule::at(value.place) : Rule{Rule::Kind::Strange, {}});
      }
      case 0x11:  // offset_extended_sf
        return set_offset(number, cursor.signed_leb());
      case 0x2f:  // GNU_negative_offset_extended
        return set_offset(number, -static_cast<std::int64_t>(cursor.unsigned_leb()));
      case 0x2e:  // GNU_args_size: the number that was read is the size
        return;
      case 0x09:  // register
      case 0x14:  // val_offset
      case 0x15:  // val_offset_sf
        cursor.unsigned_leb();
        return set(number, {Rule::Kind::Strange, {}});
      case 0x16:  // val_expression
        expression(cursor);
        return set(number, {Rule::Kind::Strange, {}});
      default:
        ok_ = false;
    }
  }

  void remember() {
    if (remembered_count_ == kRemembered)
      ok_ = false;
    else
      remembered_[remembered_count_++] = row_;
  }
  void go_back() {
    if (remembered_count_ == 0)
      ok_ = false;
    else
      row_ = remembered_[--remembered_count_];
  }

  const CommonEntry& common_;
  std::uint64_t location_;
  std::uint64_t pc_;
  Row row_;
  Row initial_;
  Row remembered_[kRemembered];
  std::size_t remembered_count_ = 0;
  bool ok_ = true;
};

FrameRules rules_of(const Row& row) {
  FrameRules rules;
  if (row.return_address.kind == Rule::Kind::Undefined) {
    rules.kind = FrameKind::Outermost;
    return rules;
  }
  if (!row.cfa_known || row.return_address.kind != Rule::Kind::At) return rules;
  if (row.rbp.kind == Rule::Kind::Strange || row.rbx.kind == Rule::Kind::Strange) return rules;
  rules.kind = FrameKind::Ordinary;
  rules.cfa = row.cfa;
  rules.cfa_in_memory = row.cfa_in_memory;
  rules.return_address = row.return_address.place;
  rules.rbp = row.rbp.place;
  rules.rbx = row.rbx.place;
  return rules;
}

}  // namespace

FrameRules rules_from_entry(std::uint64_t entry, std::uint64_t end, std::uint64_t pc) {
  ByteCursor cursor = entry_at(entry, end);
  const std::uint64_t here = cursor.at();
  const auto distance = cursor.read<std::uint32_t>();
  if (!cursor.ok() || distance == 0 || distance > here) return {};
  const CommonEntry common = read_common_entry(here - distance, end);
  if (!common.ok) return {};
  const std::uint64_t begin = cursor.pointer(common.encoding, 0);
  const std::uint64_t length = cursor.plain(common.encoding & 0x0f);
  if (common.has_length) cursor.skip(cursor.unsigned_leb());
  if (!cursor.ok() || pc < begin || pc - begin >= length) return {};
  FrameRules rules;
  if (common.is_signal) {
    rules.kind = FrameKind::Signal;
  } else {
    Program program(common, begin, pc);
    if (program.run(common.instructions)) {
      program.keep_initial();
      if (program.run(cursor)) rules = rules_of(program.row());
    }
  }
  rules.function = begin;
  return rules;
}

}  // namespace tarry::runtime::unwinding
