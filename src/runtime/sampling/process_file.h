// SPDX-License-Identifier: BSD-3-Clause
// The lines of samples/<host>-<pid>/process.tsv (docs/formats/samples.md). Few, so that the file is
// opened for each: programs may close descriptors that they do not know.
#pragma once

#include <sys/types.h>

namespace tarry::runtime::sampling {

// The folder that the process' files are in; empty before it was made.
const char* process_folder();
// <experiment>/samples/<host>-<pid>, or with a number behind if a process had that id before.
// False if it cannot be made, or its name is too long. Once, before anything is written.
bool make_process_folder(const char* experiment, const char* host, pid_t pid);

// Appends one line: `type`, then what the format says in the manner of printf, then, if there is
// one, `text` as a field of its own, escaped. Returns false, and the line is not written, if
// another thread is writing one for long. Thread: any. Signal: safe; no %f, no %s.
[[gnu::format(printf, 2, 4)]] bool write_process_line(const char* type, const char* format,
                                                      const char* text, ...);

}  // namespace tarry::runtime::sampling
