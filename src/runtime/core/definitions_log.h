// SPDX-License-Identifier: BSD-3-Clause
// Lines of <experiment>/raw/<host>-<pid>/definitions.tsv (docs/formats/definitions-log.md): written
// as things become known, never on the hot path.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/definitions.h"
#include "runtime/core/events.h"
#include "runtime/core/process.h"

namespace tarry::runtime::core {

// Collects the fields of one line; the destructor writes it. Holds the process' lock while it lives
// (so do not keep it). Writes nothing if this process has no definitions log.
//   DefinitionLine("comm-name").number(3).text(name);
// Thread: any. Signal: safe as long as the line is shorter than kShortLine.
class DefinitionLine {
 public:
  static constexpr std::size_t kShortLine = 64u << 10;

  explicit DefinitionLine(const char* type);
  ~DefinitionLine();
  DefinitionLine(const DefinitionLine&) = delete;
  DefinitionLine& operator=(const DefinitionLine&) = delete;

  DefinitionLine& number(std::uint64_t value);
  DefinitionLine& signed_number(std::int64_t value);
  DefinitionLine& hex(std::uint64_t value, unsigned min_digits = 1);
  // A communicator's identity: 32 digits.
  DefinitionLine& hex128(std::uint64_t high, std::uint64_t low);
  // Escapes what the format needs.
  DefinitionLine& text(const char* value);
  DefinitionLine& text(const char* value, std::size_t length);

 private:
  void put(char c);
  void put_hex(std::uint64_t value, unsigned min_digits);
  bool grow();

  QuietSection quiet_;
  char* line_;
  std::size_t length_ = 0;
  std::size_t capacity_ = kShortLine;
};

struct RegionInfo {
  const char* name;
  const char* file = "";
  std::uint32_t line = 0;
  model::RegionRole role = model::RegionRole::Function;
  model::Paradigm paradigm = model::Paradigm::Mpi;
};

// Gives the region a number and writes its line. Every call makes a new region: keep the number.
// Begins the measurement if it has not begun; not valid() if this process is not measured (any
// more). Thread: any. Signal: safe.
RegionNumber register_region(const RegionInfo& region);

// Whether this is the number of a function of MPI; true of numbers so high that it is not known.
// Thread: any. Signal: safe.
bool is_mpi_region(std::uint64_t number);

// A region whose file and line are looked up after the run, from the address of an instruction.
// `region.file` and `line` stay empty.
RegionNumber register_region_at(const RegionInfo& region, const void* address);

// The line `process`: once, when MPI knows rank and size.
void define_process(std::uint32_t rank, std::uint32_t size);

// Something the user should be told.
void note(const char* text);

// How many there are so far.
std::uint64_t definition_lines();

// At exit: gives back the room that further lines would have taken.
void trim_definitions_log();

}  // namespace tarry::runtime::core
