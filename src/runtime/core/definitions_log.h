// SPDX-License-Identifier: BSD-3-Clause
// Lines of <experiment>/raw/<host>-<pid>/definitions.tsv (docs/formats/definitions-log.md). They
// are written as soon as something becomes known, never on the hot path.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/definitions.h"
#include "runtime/core/events.h"
#include "runtime/core/process.h"

namespace tarry::runtime::core {

// Collects the fields of one line; the destructor writes it. It holds the process' lock as long as
// it lives (so do not keep it). It writes nothing if this process has no definitions log.
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
  // Adds a communicator's identity as 32 digits.
  DefinitionLine& hex128(std::uint64_t high, std::uint64_t low);
  // Adds a text with the escapes that the format needs.
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
// Begins the measurement if it has not begun. The result is not valid() if this process is not, or
// no longer, measured. Thread: any. Signal: safe.
RegionNumber register_region(const RegionInfo& region);

// Returns whether this is the number of an MPI function; true also for numbers too high to be
// known.
// Thread: any. Signal: safe.
bool is_mpi_region(std::uint64_t number);

// Registers a region whose file and line are looked up after the run, from the address of an
// instruction. `region.file` and `line` stay empty.
RegionNumber register_region_at(const RegionInfo& region, const void* address);

// Writes the line `process`. Call it once, when MPI knows rank and size.
void define_process(std::uint32_t rank, std::uint32_t size);

// Writes a note for the user. If it ends in ": " and a number, those of all processes are added.
void note(const char* text);

// Returns how many lines there are so far.
std::uint64_t definition_lines();

// Gives back the room that was reserved for more lines. Call it at exit.
void trim_definitions_log();

}  // namespace tarry::runtime::core
