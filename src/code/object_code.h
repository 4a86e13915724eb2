// SPDX-License-Identifier: BSD-3-Clause
// The code of a program or library (ELF, x86-64): its bytes, the places of its functions, and the
// functions of other files that they call. Addresses are those in the file, without load bias.
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

// A contiguous part of a function, mostly all of it: the range of one entry of .eh_frame or of one
// symbol. Code that a compiler moves away because it is hardly ever executed is a part of its own.
struct CodePart {
  Address begin = 0;
  Address end = 0;
  // Name of its symbol as the linker writes it; empty: no symbol begins there.
  std::string_view name{};

  // Returns whether its name says that it was moved away from the function parent_name().
  [[nodiscard]] bool is_cold() const { return name.find(".cold") != std::string_view::npos; }
  [[nodiscard]] std::string_view parent_name() const { return name.substr(0, name.find(".cold")); }
};

class ObjectCode {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Fails if the file is no ELF file for x86-64. Damaged content is left out. Thread: any.
  static base::Result<ObjectCode> open(const std::string& path);

  // Sorted and without overlaps. Names are valid as long as this object.
  [[nodiscard]] const std::vector<CodePart>& parts() const { return parts_; }
  // Returns the number of the part that holds the address; kNone: there is none.
  [[nodiscard]] std::size_t part_at(Address address) const;
  // Returns the number of the part of that name that is not cold; of several, the one nearest to
  // `near`. kNone: there is none.
  [[nodiscard]] std::size_t part_named(std::string_view name, Address near) const;

  // Returns the code from the address to the end of its segment in the file; empty if no executable
  // segment contains it.
  [[nodiscard]] std::span<const std::uint8_t> code_at(Address address) const;
  // Reads `width` (4 or 8) bytes, little-endian, from any segment; returns false if no segment
  // contains them.
  [[nodiscard]] bool read(Address address, unsigned width, std::uint64_t& value) const;

  // Returns the function of another file that the pointer at `slot` is for; empty: unknown.
  [[nodiscard]] std::string_view imported(Address slot) const;
  // Returns whether the code there only jumps on to a function of another file. Sets `name` to the
  // name of that function as far as it is known.
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

  std::shared_ptr<File> file_;  // owns what all views below refer to
  std::vector<Segment> segments_;
  std::vector<CodePart> parts_;
  std::unordered_map<Address, std::string_view> imports_;
};

}  // namespace tarry::code
