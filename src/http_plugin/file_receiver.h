// SPDX-License-Identifier: BSD-3-Clause
// The interface between `tarry record` and the library that speaks HTTP: files that hosts send
// (send_folder.cpp) become files of a directory. Both sides are of one build.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tarry::http {

struct Received {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::set<std::string> hosts{};        // that have sent files
  std::vector<std::string> problems{};  // one for each file that could not be kept
};

// Receives from its making to its destruction.
class FileReceiver {
 public:
  virtual ~FileReceiver() = default;
  [[nodiscard]] virtual int port() const = 0;
  // Thread: any.
  [[nodiscard]] virtual Received received() const = 0;
};

// The function `tarry_open_receiver` listens at a free port of every address. `PUT /TOKEN/PATH`
// makes the file PATH below `directory`, unless there is one; nothing else is answered. Returns
// nullptr if that failed.
inline constexpr const char* kOpenReceiver = "tarry_open_receiver";
using OpenReceiver = FileReceiver*(const char* directory, const char* token);

// The header with the name of the host that sends.
inline constexpr const char* kHostHeader = "X-Tarry-Host";

}  // namespace tarry::http
