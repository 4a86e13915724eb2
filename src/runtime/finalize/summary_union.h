// SPDX-License-Identifier: BSD-3-Clause
// The run-time summary of this process. At the end of MPI it is united with those of the other
// processes; at exit, when the trees are complete, everything that has changed since goes to
// <directory>/changes.bin. After a failure `tarry record` makes the summary from the trees of all
// threads as if nothing had been united. No exception leaves these functions. Thread: one, the one
// that ends MPI.
#pragma once

#include <cstdint>

#include "runtime/finalize/text.h"

namespace tarry::runtime::finalize {

// Reads the content of the trees in `directory`. If TARRY_UNION_BATCH is set (for tests), it is the
// size of batches in bytes. Returns false if there is no folder, or too much in it.
bool begin_summary_union(std::uint32_t rank, const char* directory);

// The steps of trace/summary/summary_union.h. They return false before the first step or after one
// that failed here.
bool write_paths(Text& text);
bool merge_paths(const Text& other);
bool adopt_paths(const Text& all);
std::uint32_t only_batch();  // 0 also if there is nothing
bool write_sizes(Text& text);
bool merge_sizes(const Text& other);
bool begin_batch(std::uint32_t first, std::uint32_t end);
bool write_rows(Text& text);
bool merge_rows(const Text& other);

// Rank 0 writes <directory>/united.rows, as a whole or not at all: its begin, then the rows of each
// batch.
bool begin_united_file(const char* directory);
// Sets `end` to the end of the batch that begins at `first`. Returns false if it would not fit into
// memory.
bool end_of_batch(std::uint32_t first, std::uint32_t& end);
bool store_batch();
bool commit_united_file();

// Called on every process. `is_united`: at exit, the changes since are written.
void end_summary_union(bool is_united);

}  // namespace tarry::runtime::finalize
