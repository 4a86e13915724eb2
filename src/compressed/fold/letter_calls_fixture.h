// SPDX-License-Identifier: BSD-3-Clause
// Programs whose calls are letters, and what becomes of them when they are folded.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "compressed/fold/folder.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed::letter_calls {

// Returns a call at the site of the letter with one action, whose tag counts the calls.
inline Call call_of(char letter, std::int64_t tag) {
  Call call;
  call.site = SiteId{static_cast<std::uint32_t>(letter - 'A')};
  call.before_ns = 100;
  call.duration_ns = 10;
  Action action;
  action.tag = tag;
  call.actions.push_back(action);
  return call;
}

inline Trace folded(const std::string& letters, const FoldOptions& options = {}) {
  Folder folder(options);
  std::int64_t tag = 0;
  for (const char letter : letters) folder.add(call_of(letter, tag++));
  Trace trace;
  trace.ranks = 1;
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    trace.sites.push_back({std::string("MPI_") + letter, {}});
  trace.events = folder.finish(0);
  return trace;
}

// Returns the letters that a reader gets, after checking that the tags count the calls.
inline std::string expanded(const Trace& trace) {
  std::string out;
  Cursor cursor(trace, 0);
  for (CursorCall call; cursor.next(call);) {
    EXPECT_EQ(call.actions.size(), 1u);
    EXPECT_EQ(call.actions[0].tag, static_cast<std::int64_t>(out.size()));
    out += static_cast<char>('A' + trace.events[call.event].site.value);
  }
  EXPECT_EQ(cursor.error(), "");
  return out;
}

inline std::string values_text(const Elastic& elastic) {
  std::string out;
  for (SequenceCursor cursor(std::get<Sequence>(elastic.pairs()[0].values)); !cursor.done();)
    out += (out.empty() ? "" : " ") + std::to_string(cursor.next());
  return out;
}

// Loops are written as X_(4,2) S_(3,2 2) R W. A constant is written once.
inline std::string notation(const Trace& trace) {
  std::string out;
  for (const Event& event : trace.events) {
    out += (out.empty() ? "" : " ") + std::string(1, static_cast<char>('A' + event.site.value));
    for (const Level& level : event.levels) {
      std::int64_t value = 0;
      const auto& lengths = std::get<Sequence>(level.length.pairs()[0].values);
      out += "_(" +
             (lengths.is_constant(value) ? std::to_string(value) : values_text(level.length)) +
             "," + values_text(level.trips) + ")";
    }
  }
  return out;
}

inline std::string times(const std::string& text, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

}  // namespace tarry::compressed::letter_calls
