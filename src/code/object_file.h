// SPDX-License-Identifier: BSD-3-Clause
// A program or library whose debug information and symbols are read through libdwfl.
#pragma once

#include <elfutils/libdwfl.h>

#include <memory>
#include <string>

namespace tarry::code {

// An object file at base 0 with the addresses of its segments, so that an address equals
// FunctionKey::offset.
class ObjectFile {
 public:
  explicit ObjectFile(const std::string& path);

  // Returns nullptr if the file is gone or unreadable.
  [[nodiscard]] Dwfl_Module* module() const { return module_; }
  // Returns the unit whose code holds `address`, and in `bias` the number that is added to
  // addresses in it; nullptr if there is none.
  Dwarf_Die* unit_of(Dwarf_Addr address, Dwarf_Addr& bias) const;

 private:
  struct End {
    void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
  };
  std::unique_ptr<Dwfl, End> dwfl_;
  Dwfl_Module* module_ = nullptr;
};

// Returns the linker's name of a function; empty if there is none.
std::string linkage_name(Dwarf_Die* die);

}  // namespace tarry::code
