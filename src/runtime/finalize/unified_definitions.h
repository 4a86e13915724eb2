// SPDX-License-Identifier: BSD-3-Clause
// The definitions of this process while they are made one set with those of the others, and the
// conversion of its logs with that set at exit. The only part of the runtime that uses the standard
// library's containers and files, at the end of a run; no exception leaves it. A function that
// returns false has left everything as it was: the logs then wait for `tarry record`.
// Thread: one, the one that ends MPI.
#pragma once

#include "runtime/finalize/text.h"

namespace tarry::runtime::finalize {

// What the process whose folder is `directory` has defined and called so far; nothing if that is
// empty, because nothing could be recorded here.
bool collect_definitions(const char* directory);

// Adds a set of other processes.
bool merge_definitions(const Text& other);

// After the last merge: numbers everything and writes <experiment>/raw/unified.tsv.
bool complete_definitions(const char* experiment);

// Whether the complete set tells, or the definitions of all processes will, who is in which
// communicator.
bool members_are_known();

// The set as text. Members of communicators matter only where unified.tsv is written.
bool write_definitions(bool with_members, Text& text);

// The complete set of all processes; from now on the logs are converted at exit.
bool adopt_definitions(const Text& complete);

}  // namespace tarry::runtime::finalize
