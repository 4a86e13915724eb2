// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {
namespace {

using samples::CallingContextTree;
using samples::FrameId;
using samples::Site;
using samples::SiteId;

}  // namespace

void append_tree(Bytes& message, const CallingContextTree& tree) {
  workers::append(message, std::uint64_t{tree.site_count()});
  for (std::uint32_t at = 0; at < tree.site_count(); ++at) {
    const Site& site = tree.site(SiteId{at});
    workers::append(message, site.kind);
    workers::append(message, site.line);
    workers::append(message, site.address);
    for (const std::string* text : {&site.name, &site.file, &site.module})
      workers::append_text(message, *text);
  }
  workers::append(message, std::uint64_t{tree.size()});
  for (std::uint32_t at = 1; at < tree.size(); ++at) {
    workers::append(message, tree.parent(FrameId{at}));
    workers::append(message, tree.site_of(FrameId{at}));
  }
}

CallingContextTree take_tree(MessageReader& message) {
  CallingContextTree tree;
  const auto sites = message.take<std::uint64_t>();
  for (std::uint64_t at = 0; at < sites; ++at) {
    Site site;
    site.kind = message.take<samples::FrameKind>();
    site.line = message.take<std::uint32_t>();
    site.address = message.take<std::uint64_t>();
    for (std::string* text : {&site.name, &site.file, &site.module}) *text = message.take_text();
    tree.intern(site);
  }
  const auto frames = message.take<std::uint64_t>();
  for (std::uint64_t at = 1; at < frames; ++at) {
    const auto parent = message.take<FrameId>();
    tree.child(parent, message.take<SiteId>());
  }
  return tree;
}

}  // namespace tarry::diagnosis
