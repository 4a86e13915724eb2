// SPDX-License-Identifier: BSD-3-Clause
// All call paths of a set of samples, each once, so that a sample needs only the id of its leaf. A
// loop stands between the procedure that contains it and the calls in it.
//
//        root ── main ── loop@4 ─┬─ A@5        A, called in line 5
//                                └─ B@6
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/forest.h"
#include "base/strong_id.h"

namespace tarry::samples {

// A site is an element of a call path, wherever it occurs; a frame is a site below its callers.
using SiteId = base::StrongId<struct SiteTag>;
using FrameId = base::StrongId<struct FrameTag>;

enum class FrameKind : std::uint8_t { Procedure, Loop };

// A procedure and the place of its call, or a loop and the place of its begin.
struct Site {
  FrameKind kind = FrameKind::Procedure;
  std::string name{};         // name of the procedure; empty: unknown, or a loop
  std::string file{};         // place of the call or of the loop; empty: unknown
  std::uint32_t line = 0;     // line of that place; 0: unknown
  std::string module{};       // program or library that contains the call or the loop
  std::uint64_t address = 0;  // in that module; 0: unknown

  friend auto operator<=>(const Site&, const Site&) = default;
};

// Name of a procedure that stands for Tarry's own work in the program, most of it for events that
// are recorded beside the samples.
inline constexpr const char* kOwnWork = "(tarry)";

// Returns one frame as people read it, without folders: "A@a.c:5" or "loop@a.c:4", as far as it is
// known.
std::string display_name(const Site& site);

// Frames and sites are numbered in the order in which they are added. Frame 0 is the root, which
// stands for the thread. Thread: caller-locks.
class CallingContextTree {
 public:
  CallingContextTree();

  static constexpr FrameId kRoot{0};

  // Returns the id of the equal site, or adds the site.
  SiteId intern(const Site& site);
  // Returns an id that is not valid if there is none.
  [[nodiscard]] SiteId find(const Site& site) const;

  // Returns the frame of this site below `parent`, or adds it.
  FrameId child(FrameId parent, SiteId site);
  // Returns an id that is not valid if there is none.
  [[nodiscard]] FrameId find_child(FrameId parent, SiteId site) const;

  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  [[nodiscard]] std::size_t site_count() const { return sites_.size(); }
  [[nodiscard]] const Site& site(SiteId id) const { return *sites_[id.index()]; }

  [[nodiscard]] FrameId parent(FrameId frame) const { return frames_[frame].parent; }
  [[nodiscard]] SiteId site_of(FrameId frame) const { return frames_[frame].site; }
  [[nodiscard]] const Site& operator[](FrameId frame) const { return site(site_of(frame)); }
  // Returns the number of frames above it: 0 for the root.
  [[nodiscard]] std::uint32_t depth(FrameId frame) const { return frames_[frame].depth; }
  [[nodiscard]] bool is_loop(FrameId frame) const { return (*this)[frame].kind == FrameKind::Loop; }

  // Returns the frame at `depth` on the path to `frame`, which is at least that deep.
  [[nodiscard]] FrameId ancestor(FrameId frame, std::uint32_t depth) const;
  // Returns the depth of the last frame that both paths have.
  [[nodiscard]] std::uint32_t common_depth(FrameId a, FrameId b) const;
  // Returns the frames from below the root to `frame`.
  [[nodiscard]] std::vector<FrameId> path(FrameId frame) const;
  // By frame, in the order in which they were added.
  [[nodiscard]] std::vector<std::vector<FrameId>> children() const;

 private:
  struct Frame {
    FrameId parent;
    SiteId site;
    std::uint32_t depth = 0;
  };

  base::Forest<Frame, FrameId, SiteId> frames_;
  std::map<Site, SiteId> site_ids_;
  std::vector<const Site*> sites_;  // keys of site_ids_, which keep their addresses

 public:
  // A copied sites_ would point into the other tree.
  CallingContextTree(const CallingContextTree& other);
  CallingContextTree& operator=(const CallingContextTree& other);
  CallingContextTree(CallingContextTree&&) noexcept = default;
  CallingContextTree& operator=(CallingContextTree&&) noexcept = default;
  ~CallingContextTree() = default;
};

}  // namespace tarry::samples
