// SPDX-License-Identifier: BSD-3-Clause
#include "samples/packed_thread.h"

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "base/files.h"
#include "samples/path_nodes.h"
#include "samples/sample_format.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

std::uint64_t written_records(std::string_view bytes) {
  std::uint64_t count = 0;
  for (SampleRecord record{}; bytes.size() >= sizeof record; ++count) {
    std::memcpy(&record, bytes.data(), sizeof record);
    if (record.node() == 0) break;
    bytes.remove_prefix(sizeof record);
  }
  return count;
}

bool may_be_packed(std::string_view bytes, SampleHeader& header) {
  if (bytes.size() < kSampleHeaderBytes) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return std::memcmp(header.magic, kSampleMagic, sizeof kSampleMagic) == 0 &&
         header.version == kSampleVersion && header.begin_of_records() == kSampleHeaderBytes;
}

std::string packed_records(std::string_view bytes, SampleHeader header) {
  const std::string_view records = bytes.substr(kSampleHeaderBytes);
  header.header_bytes = sizeof header;
  header.packed_records = written_records(records);
  std::string packed(reinterpret_cast<const char*>(&header), sizeof header);
  packed += records.substr(0, header.packed_records * sizeof(SampleRecord));
  return packed;
}

base::Status pack_nodes(const fs::path& file) {
  TRY_ASSIGN(const std::string bytes, base::read_file(file));
  if (are_packed_paths(bytes)) return base::kOk;
  return base::write_file(file, pack_paths(read_paths(bytes)));
}

}  // namespace

base::Status pack_thread(const SampledProcess& process, std::uint32_t thread) {
  const ThreadFiles files = files_of_thread(process, thread);
  TRY_ASSIGN(const std::string bytes, base::read_file(files.records));
  SampleHeader header{};
  if (!may_be_packed(bytes, header)) return base::kOk;
  TRY(pack_nodes(files.paths));
  return base::write_file(files.records, packed_records(bytes, header));
}

}  // namespace tarry::samples
