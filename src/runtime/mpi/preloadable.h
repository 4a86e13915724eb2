// SPDX-License-Identifier: BSD-3-Clause
// Tells whether libraries can be preloaded into a program.
#pragma once

namespace tarry::runtime::mpi {

// Looks for the program as a launcher does: a name without a slash in the PATH and, if `also_here`,
// in `folder`, another one relative to `folder`, where the launcher starts it ("": the current
// one). Returns false if it is not there, cannot be executed, is linked statically or gets rights
// of its own, for which the dynamic linker preloads nothing. A script counts as preloadable.
bool is_preloadable(const char* program, const char* folder, bool also_here);

}  // namespace tarry::runtime::mpi
