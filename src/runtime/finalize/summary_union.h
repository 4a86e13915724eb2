// SPDX-License-Identifier: BSD-3-Clause
// The run-time summary of this process while it is united with those of the others at the end of
// MPI, and at exit, when the trees are complete, what has changed since: <directory>/changes.bin.
// What fails leaves all to `tarry record`, which makes the summary of the trees of all threads as
// if nothing had been united. No exception leaves it. Thread: one, the one that ends MPI.
#pragma once

#include <cstdint>

#include "runtime/finalize/text.h"

namespace tarry::runtime::finalize {

// Reads what the trees in `directory` have. With TARRY_UNION_BATCH set (tests), batches have so
// many bytes. False if there is no folder, or too much in it.
bool begin_summary_union(std::uint32_t rank, const char* directory);

// The steps of profile/summary_union.h; false before the first or after one that failed here.
bool write_paths(Text& text);
bool merge_paths(const Text& other);
bool adopt_paths(const Text& all);
std::uint32_t only_batch();  // 0 as well if there is nothing
bool write_sizes(Text& text);
bool merge_sizes(const Text& other);
bool begin_batch(std::uint32_t first, std::uint32_t end);
bool write_rows(Text& text);
bool merge_rows(const Text& other);

// Rank 0 writes <directory>/united.rows, as a whole or not at all: its begin, then the rows of each
// batch.
bool begin_united_file(const char* directory);
// False if the batch would not fit into memory; the end is `first` behind the last one.
bool end_of_batch(std::uint32_t first, std::uint32_t& end);
bool store_batch();
bool commit_united_file();

// On every process. `is_united`: at exit it is said what has changed since.
void end_summary_union(bool is_united);

}  // namespace tarry::runtime::finalize
