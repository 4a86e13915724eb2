// SPDX-License-Identifier: BSD-3-Clause
// The note by which `tarry record` knows a program that has this runtime.
#include <cstdint>

#include "base/linked_runtime.h"

namespace {

using tarry::base::kRuntimeNoteOwner;

// The layout of a note in ELF files: both texts end with a zero and are filled up to words.
struct Note {
  std::uint32_t owner_bytes;
  std::uint32_t text_bytes;
  std::uint32_t type;
  char owner[8];
  char text[16];
};
static_assert(kRuntimeNoteOwner.size() < sizeof Note::owner);

[[gnu::used, gnu::section(".note.tarry")]] alignas(4) constinit const Note mark = {
    kRuntimeNoteOwner.size() + 1, sizeof Note::text, tarry::base::kRuntimeNoteType, "Tarry",
    TARRY_VERSION};

}  // namespace
