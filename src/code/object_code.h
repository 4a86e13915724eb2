// SPDX-License-Identifier: BSD-3-Clause
// The code of a program or library (ELF, x86-64): its bytes, where its functions are, and what they
// call in other files. Addresses are those in the file, without load bias.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace tarry::code {

using Address = std::uint64_t;

// A contiguous part of a function, mostly all of it: what one entry of .eh_frame or one symbol
// describes. What a compiler moves away because it is hardly ever executed has a part of its own.
struct CodePart {
  Address begin = 0;
  Address end = 0;
  std::string_view name{};  // of its symbol, as the linker writes it; empty: none begins there

  // Its name says that it was moved away from the function that parent_name() tells.
  [[nodiscard]] bool is_cold() const { return name.find(".cold") != std::string_view::npos; }
  [[nodiscard]] std::string_view parent_name() const { return name.substr(0, name.find(".cold")); }
};

class ObjectCode {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Fails for what is no ELF file for x86-64. What is damaged in it is left out. Thread: any.
  static base::Result<ObjectCode> open(const std::string& path);

  // Sorted; they do not overlap. Names are valid as long as this object.
  [[nodiscard]] const std::vector<CodePart>& parts() const { return parts_; }
  // Number of the part that holds the address; kNone: nobody describes it.
  [[nodiscard]] std::size_t part_at(Address address) const;
  // Number of the part of that name that is not cold, the one nearest to `near`; kNone: none.
  [[nodiscard]] std::size_t part_named(std::string_view name, Address near) const;

  // From the address to the end of its segment in the file; empty if it is in none, or if the
  // segment is not executable.
  [[nodiscard]] std::span<const std::uint8_t> code_at(Address address) const;
  // `width` (4 or 8) bytes, little-endian, of any segment; false: they are in none.
  [[nodiscard]] bool read(Address address, unsigned width, std::uint64_t& value) const;

  // The function of another file that the pointer at `slot` is for; empty: unknown.
  [[nodiscard]] std::string_view imported(Address slot) const;
  // Whether the code there only jumps on to a function of another file, whose name is put into
  // `name` as far as it is known.
  [[nodiscard]] bool is_import_stub(Address address, std::string_view& name) const;

 private:
  struct File;
  struct Segment {
    Address begin = 0;
    std::span<const std::uint8_t> bytes;
    bool is_code = false;
  };

  ObjectCode() = default;
  base::Status load(const std::string& path);
  void read_segments();
  void read_sections();
  void read_imports(void* section, std::size_t symbols);
  void read_symbols(void* section, std::size_t strings, std::vector<CodePart>& symbols);
  void make_parts(std::vector<CodePart> entries, std::vector<CodePart> symbols);
  [[nodiscard]] std::span<const std::uint8_t> bytes_at(Address address, bool only_code) const;

  std::shared_ptr<File> file_;  // what all the views below look at
  std::vector<Segment> segments_;
  std::vector<CodePart> parts_;
  std::unordered_map<Address, std::string_view> imports_;
};

}  // namespace tarry::code
