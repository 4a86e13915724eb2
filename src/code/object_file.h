// SPDX-License-Identifier: BSD-3-Clause
// A program or library whose debug information and symbols are asked for, through libdwfl.
#pragma once

#include <elfutils/libdwfl.h>

#include <memory>
#include <string>

namespace tarry::code {

// An object file at base 0 with the addresses of its segments: an address is what
// FunctionKey::offset is.
class ObjectFile {
 public:
  explicit ObjectFile(const std::string& path);

  // nullptr if it is gone or strange.
  [[nodiscard]] Dwfl_Module* module() const { return module_; }
  // The unit whose code holds `address`, and what is added to addresses in it; nullptr if none is.
  Dwarf_Die* unit_of(Dwarf_Addr address, Dwarf_Addr& bias) const;

 private:
  struct End {
    void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
  };
  std::unique_ptr<Dwfl, End> dwfl_;
  Dwfl_Module* module_ = nullptr;
};

// The linker's name of a function; empty if there is none.
std::string linkage_name(Dwarf_Die* die);

}  // namespace tarry::code
