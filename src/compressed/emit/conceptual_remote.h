// SPDX-License-Identifier: BSD-3-Clause
// Calls on windows and files in coNCePTuaL, which has neither: an access becomes a message of as
// many bytes, the end of an epoch a wait for all messages, and a call on a file a sleep.
#pragma once

#include <string>
#include <vector>

#include "compressed/emit/conceptual_text.h"
#include "compressed/emit/program.h"

namespace tarry::emit {

// What the program says of it, whole sentences.
inline constexpr const char* kInsteadOfAccesses =
    "Instead of accessing windows, tasks send messages of as many bytes: a put to its target, a "
    "get "
    "from it, and both where something is returned. Where an epoch ends, they wait for all "
    "messages; fences, and calls that make and free windows, also synchronize.";
inline constexpr const char* kInsteadOfFiles =
    "Instead of working on files, tasks sleep as long as these calls took.";

// What statements need beside the operation.
struct RemoteContext {
  RankSet ranks;     // those that make the call
  std::string only;  // condition for the passes of the loops; may be empty
  std::string tag;   // of the messages; empty without tags
};

// Returns the statements for one operation on a window, or the completion of one with a request.
// Thread: one.
std::vector<std::string> statements_on_window(ConceptualText& text, const std::string& function,
                                              const Operation& operation,
                                              const RemoteContext& context);
// Returns those for a call on a file that takes `nanoseconds`.
std::vector<std::string> statements_on_file(ConceptualText& text, const Value& nanoseconds,
                                            const RemoteContext& context);

}  // namespace tarry::emit
