// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/finalize/summary_union.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/experiment_files.h"
#include "base/hash.h"
#include "runtime/core/lifecycle.h"
#include "runtime/finalize/safely.h"
#include "trace/eventlog/tsv.h"
#include "trace/summary/packed.h"
#include "trace/summary/summary_file.h"
#include "trace/summary/summary_union.h"
#include "trace/summary/tree_file.h"

namespace tarry::runtime::finalize {
namespace {

namespace fs = std::filesystem;

// Limit for the trees of this process: the time to read them is taken from the program.
constexpr std::uint64_t kMostTreeBytes = std::uint64_t{64} << 20;

// Lives until the exit hook has used it, whichever destructors have run by then.
struct Union {
  std::optional<trace::summary::SummaryUnion> part;  // while processes exchange
  std::optional<base::AtomicFile> file;              // on rank 0
  trace::summary::ProcessSummary given;              // its content after the exchange
  std::uint64_t id = 0;
};
constinit Union* united = nullptr;

// safely() with the part of this process.
template <class Work>
bool on_part(Work work) noexcept {
  return safely([&] { return united != nullptr && united->part && work(*united->part); });
}

// Tests have less to send and want several batches. A value that is not a number is ignored.
trace::summary::UnionLimits limits() {
  trace::summary::UnionLimits out;
  if (const char* bytes = std::getenv("TARRY_UNION_BATCH"); bytes != nullptr)
    trace::eventlog::parse_number(bytes, out.batch_bytes);
  return out;
}

bool is_small(const fs::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == base::kCallTreeEnding) bytes += it->file_size(error);
  return !error && bytes <= kMostTreeBytes;
}

bool write_changes(const char* directory) {
  if (!is_small(directory)) return false;
  auto now = trace::summary::summarise_folder(directory);
  if (!now.ok()) return false;
  const auto changes = trace::summary::changes_since(united->given, std::move(*now), united->id);
  const fs::path file = fs::path(directory) / base::kChangesFile;
  return changes && trace::summary::write_summary_file(*changes, file.string()).ok();
}

void at_exit(const char* /*experiment*/, const char* directory) {
  safely([&] { return write_changes(directory); });
}

}  // namespace

bool begin_summary_union(std::uint32_t rank, const char* directory) {
  return safely([&] {
    if (directory[0] == '\0' || !is_small(directory)) return false;
    auto own = trace::summary::summarise_folder(directory);
    if (!own.ok()) return false;
    if (united == nullptr) united = new Union;
    // The name of the folder is unique in this experiment.
    const std::uint64_t id = base::fnv1a(fs::path(directory).filename().string()) | 1;
    united->part.emplace(std::move(*own), rank, id, limits());
    return true;
  });
}

bool write_paths(Text& text) {
  return on_part([&](trace::summary::SummaryUnion& part) {
    const auto paths = part.paths();
    return paths && text.assign(*paths);
  });
}

bool merge_paths(const Text& other) {
  return on_part(
      [&](trace::summary::SummaryUnion& part) { return part.merge_paths(other.view()); });
}

bool adopt_paths(const Text& all) {
  return on_part([&](trace::summary::SummaryUnion& part) { return part.adopt_paths(all.view()); });
}

std::uint32_t only_batch() {
  std::uint32_t end = 0;
  on_part([&](trace::summary::SummaryUnion& part) {
    end = part.only_batch();
    return true;
  });
  return end;
}

bool write_sizes(Text& text) {
  return on_part([&](trace::summary::SummaryUnion& part) { return text.assign(part.sizes()); });
}

bool merge_sizes(const Text& other) {
  return on_part(
      [&](trace::summary::SummaryUnion& part) { return part.merge_sizes(other.view()); });
}

bool begin_batch(std::uint32_t first, std::uint32_t end) {
  return on_part([&](trace::summary::SummaryUnion& part) {
    part.begin_batch(first, end);
    return true;
  });
}

bool write_rows(Text& text) {
  return on_part([&](trace::summary::SummaryUnion& part) { return text.assign(part.rows()); });
}

bool merge_rows(const Text& other) {
  return on_part([&](trace::summary::SummaryUnion& part) { return part.merge_rows(other.view()); });
}

bool begin_united_file(const char* directory) {
  return on_part([&](trace::summary::SummaryUnion& part) {
    const fs::path path = fs::path(directory) / base::kUnitedRowsFile;
    auto file = trace::summary::begin_united_file(part.head(), path.string());
    if (file.ok()) united->file.emplace(std::move(*file));
    return file.ok();
  });
}

bool end_of_batch(std::uint32_t first, std::uint32_t& end) {
  return on_part([&](trace::summary::SummaryUnion& part) {
    const auto found = part.end_of_batch(first);
    end = found.value_or(first);
    return found.has_value();
  });
}

bool store_batch() {
  return on_part([&](trace::summary::SummaryUnion& part) {
    return united->file && united->file->write(part.rows()).ok();
  });
}

bool commit_united_file() {
  return on_part(
      [&](trace::summary::SummaryUnion&) { return united->file && united->file->commit().ok(); });
}

void end_summary_union(bool is_united) {
  safely([&] {
    if (united == nullptr) return true;
    united->file.reset();
    if (is_united && united->part) {
      united->id = united->part->head().id;
      united->given = std::move(*united->part).own();
      core::add_exit_hook(at_exit);
    }
    united->part.reset();
    return true;
  });
}

}  // namespace tarry::runtime::finalize
