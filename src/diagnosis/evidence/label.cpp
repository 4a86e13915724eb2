// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/label.h"

namespace tarry::diagnosis {
namespace {

struct Entry {
  std::string_view name;
  Label parent;
};

constexpr ByLabel<Entry> kEntries{{
    {"computation", Label::Computation},
    {"communication", Label::Communication},
    {"synchronization", Label::Communication},
    {"transfer", Label::Communication},
    {"message", Label::Transfer},
    {"copy", Label::Transfer},
    {"device", Label::Transfer},
    {"io", Label::Transfer},
    {"wait", Label::Communication},
    {"wait_partner", Label::Wait},
    {"wait_lock", Label::Wait},
    {"wait_resource", Label::Wait},
}};

const Entry& entry_of(Label label) { return kEntries[static_cast<std::size_t>(label)]; }

}  // namespace

std::string_view name_of(Label label) { return entry_of(label).name; }

std::optional<Label> label_of(std::string_view name) {
  for (std::size_t at = 0; at < kLabels; ++at)
    if (kEntries[at].name == name) return static_cast<Label>(at);
  return std::nullopt;
}

Label parent_of(Label label) { return entry_of(label).parent; }

bool is_within(Label label, Label whole) {
  while (label != whole && parent_of(label) != label) label = parent_of(label);
  return label == whole;
}

}  // namespace tarry::diagnosis
