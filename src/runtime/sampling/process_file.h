// SPDX-License-Identifier: BSD-3-Clause
// The lines of samples/<host>-<pid>/process.tsv (docs/formats/samples.md). There are few of them,
// so the file is opened for each: programs may close descriptors that they do not know.
#pragma once

#include <sys/types.h>

namespace tarry::runtime::sampling {

// Returns the folder of the process' files; it is empty before make_process_folder().
const char* process_folder();
// Creates <experiment>/samples/<host>-<pid>, with a number appended if a process had that id
// before. Returns false if it cannot be made or its name is too long. Call it once, before anything
// is written.
bool make_process_folder(const char* experiment, const char* host, pid_t pid);

// Appends one line: `type`, then `format` with its arguments as in printf, then `text`, if it is
// not null, as an escaped field of its own. Returns false without writing the line if another
// thread is writing one for long. Thread: any. Signal: safe; no %f, no %s.
[[gnu::format(printf, 2, 4)]] bool write_process_line(const char* type, const char* format,
                                                      const char* text, ...);

}  // namespace tarry::runtime::sampling
