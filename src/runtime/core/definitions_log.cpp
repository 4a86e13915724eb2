// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/definitions_log.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "runtime/core/definitions_file.h"
#include "runtime/core/lifecycle.h"

namespace tarry::runtime::core {
namespace {

// Guarded by Process::lock, as is everything a DefinitionLine does.
constinit char short_line[DefinitionLine::kShortLine];

constinit DefinitionsFile file;
constinit std::atomic<std::uint64_t> lines = 0;

}  // namespace

DefinitionLine::DefinitionLine(const char* type) : line_(short_line) {
  while (*type != '\0') put(*type++);
}

DefinitionLine::~DefinitionLine() {
  put('\n');
  ++lines;
  if (process.directory[0] != '\0') file.add(process.directory, line_, length_);
  if (line_ != short_line) std::free(line_);
}

DefinitionLine& DefinitionLine::number(std::uint64_t value) {
  char digits[24];
  const int length =
      std::snprintf(digits, sizeof digits, "\t%llu", static_cast<unsigned long long>(value));
  for (int i = 0; i < length; ++i) put(digits[i]);
  return *this;
}

DefinitionLine& DefinitionLine::signed_number(std::int64_t value) {
  char digits[24];
  const int length = std::snprintf(digits, sizeof digits, "\t%lld", static_cast<long long>(value));
  for (int i = 0; i < length; ++i) put(digits[i]);
  return *this;
}

DefinitionLine& DefinitionLine::hex(std::uint64_t value, unsigned min_digits) {
  put('\t');
  put_hex(value, min_digits);
  return *this;
}

DefinitionLine& DefinitionLine::hex128(std::uint64_t high, std::uint64_t low) {
  put('\t');
  put_hex(high, 16);
  put_hex(low, 16);
  return *this;
}

DefinitionLine& DefinitionLine::text(const char* value) { return text(value, std::strlen(value)); }

DefinitionLine& DefinitionLine::text(const char* value, std::size_t length) {
  put('\t');
  for (std::size_t i = 0; i < length; ++i) {
    const char c = value[i];
    const char escaped = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\\' ? '\\' : '\0';
    if (escaped != '\0') put('\\');
    put(escaped != '\0' ? escaped : c);
  }
  return *this;
}

void DefinitionLine::put(char c) {
  if (length_ == capacity_ && !grow()) return;
  line_[length_++] = c;
}

void DefinitionLine::put_hex(std::uint64_t value, unsigned min_digits) {
  char digits[24];
  const int length = std::snprintf(digits, sizeof digits, "%0*llx", static_cast<int>(min_digits),
                                   static_cast<unsigned long long>(value));
  for (int i = 0; i < length; ++i) put(digits[i]);
}

// Only the member list of a large irregular communicator needs this.
bool DefinitionLine::grow() {
  char* longer = static_cast<char*>(std::malloc(2 * capacity_));
  if (longer == nullptr) return false;
  std::memcpy(longer, line_, length_);
  if (line_ != short_line) std::free(line_);
  line_ = longer;
  capacity_ *= 2;
  return true;
}

namespace {

// One bit for each region number. Guarded by Process::lock.
constexpr std::uint64_t kWordBits = 64;
constinit std::uint64_t mpi_regions[64];

}  // namespace

bool is_mpi_region(std::uint64_t number) {
  const std::uint64_t word = number / kWordBits;
  return word >= std::size(mpi_regions) || (mpi_regions[word] >> number % kWordBits & 1) != 0;
}

RegionNumber register_region(const RegionInfo& region) {
  if (!start_measurement()) return {};
  const QuietSection quiet;
  const RegionNumber number{process.next_region++};
  if (const std::uint64_t word = number.value / kWordBits;
      region.paradigm == model::Paradigm::Mpi && word < std::size(mpi_regions))
    mpi_regions[word] |= std::uint64_t{1} << number.value % kWordBits;
  DefinitionLine("region")
      .number(number.value)
      .number(static_cast<unsigned>(region.role))
      .number(static_cast<unsigned>(region.paradigm))
      .number(region.line)
      .text(region.file)
      .text(region.name);
  return number;
}

RegionNumber register_region_at(const RegionInfo& region, const void* address) {
  const RegionNumber number = register_region(region);
  if (number.valid() && address != nullptr)
    DefinitionLine("region-address")
        .number(number.value)
        .hex(reinterpret_cast<std::uint64_t>(address));
  return number;
}

void define_process(std::uint32_t rank, std::uint32_t size) {
  const QuietSection quiet;
  if (process.has_process_line) return;
  process.has_process_line = true;
  process.world_size = size;
  DefinitionLine("process").number(rank).number(size).number(process.pid).text(process.host);
}

std::uint64_t definition_lines() { return lines; }

void note(const char* text) { DefinitionLine("note").text(text); }

void trim_definitions_log() {
  const QuietSection quiet;
  if (process.directory[0] != '\0') file.trim(process.directory);
}

}  // namespace tarry::runtime::core
