// SPDX-License-Identifier: BSD-3-Clause
#include "base/process_alive.h"

#include <fstream>
#include <string>

namespace tarry::base {

bool is_alive(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return false;
  const std::size_t name_end = line.rfind(')');
  return name_end != std::string::npos && name_end + 2 < line.size() && line[name_end + 2] != 'Z' &&
         line[name_end + 2] != 'X';
}

}  // namespace tarry::base
