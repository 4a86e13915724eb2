// SPDX-License-Identifier: BSD-3-Clause
// The definitions of this process, which are united with those of the others to one set, and the
// conversion of its logs with that set at exit. This is the only part of the runtime that uses the
// standard library's containers and files, at the end of a run; no exception leaves it. A function
// that returns false has left everything as it was: the logs then wait for `tarry record`. Thread:
// one, the one that ends MPI.
#pragma once

#include "runtime/finalize/text.h"

namespace tarry::runtime::finalize {

// Collects what the process whose folder is `directory` has defined and called so far; nothing if
// `directory` is empty, because then nothing could be recorded here.
bool collect_definitions(const char* directory);

// Adds a set of other processes.
bool merge_definitions(const Text& other);

// Called after the last merge: numbers everything and writes <experiment>/raw/unified.tsv.
bool complete_definitions(const char* experiment);

// Returns whether the members of all communicators are known, from the complete set or from the
// definitions of all processes.
bool members_are_known();

// Writes the set as text. Members of communicators matter only where unified.tsv is written.
bool write_definitions(bool with_members, Text& text);

// Adopts the complete set of all processes; from now on the logs are converted at exit.
bool adopt_definitions(const Text& complete);

}  // namespace tarry::runtime::finalize
