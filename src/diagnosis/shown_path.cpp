// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/shown_path.h"

#include <algorithm>

namespace tarry::diagnosis {

std::vector<FrameId> shown_path(const samples::CallingContextTree& paths, FrameId frame) {
  std::vector<FrameId> path = paths.path(frame);
  const auto main =
      std::find_if(path.begin(), path.end(), [&](FrameId at) { return paths[at].name == "main"; });
  if (main != path.end()) path.erase(path.begin(), main);
  return path;
}

std::string shown_name(const samples::CallingContextTree& paths, FrameId frame) {
  return paths[frame].name == "main" ? "main" : display_name(paths[frame]);
}

std::vector<std::string> path_names(const samples::CallingContextTree& paths, FrameId frame) {
  std::vector<std::string> names;
  for (const FrameId at : shown_path(paths, frame)) names.push_back(shown_name(paths, at));
  return names;
}

}  // namespace tarry::diagnosis
