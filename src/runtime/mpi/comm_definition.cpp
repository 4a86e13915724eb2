// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/comm_definition.h"

#include <cstdio>
#include <cstdlib>

#include "model/topology.h"
#include "runtime/core/definitions_log.h"
#include "runtime/mpi/calls.h"

namespace tarry::runtime::mpi {
namespace {

using core::DefinitionLine;
using trace::eventlog::kFoundLater;

// Writes ranks as text, with neighbors joined: "0-7,12".
class RankText {
 public:
  explicit RankText(const RankList& ranks) : RankText(ranks.data(), ranks.size()) {}
  RankText(const int* rank, std::size_t count) {
    const std::size_t capacity = count * kPerRank + 1;
    text_ = static_cast<char*>(std::malloc(capacity));
    if (text_ == nullptr) return;
    text_[0] = '\0';
    for (std::size_t i = 0; i < count;) {
      std::size_t last = i;
      while (last + 1 < count && rank[last + 1] == rank[last] + 1) ++last;
      length_ += static_cast<std::size_t>(
          std::snprintf(text_ + length_, capacity - length_, i == 0 ? "%d" : ",%d", rank[i]));
      if (last > i)
        length_ += static_cast<std::size_t>(
            std::snprintf(text_ + length_, capacity - length_, "-%d", rank[last]));
      i = last + 1;
    }
  }
  ~RankText() { std::free(text_); }
  RankText(const RankText&) = delete;
  RankText& operator=(const RankText&) = delete;

  void add_to(DefinitionLine& line) const {
    if (text_ != nullptr && length_ != 0)
      line.text(text_, length_);
    else
      line.text("-");
  }

 private:
  static constexpr std::size_t kPerRank = 12;  // the digits of an int and a separator
  char* text_ = nullptr;
  std::size_t length_ = 0;
};

// One process writes the members: rank 0, in an intercommunicator rank 0 of the first group, so
// that all processes call the same group the local one.
bool tells_members(const Members& members) {
  return !members.joint && members.rank == 0 && members.group == 0;
}

}  // namespace

void write_comm_definition(const Communicator& comm, const Members& members, const char* kind,
                           const char* name) {
  const RankList nobody;
  const bool tell = tells_members(members);
  const RankText local(tell ? members.local : nobody);
  const RankText remote(tell && members.inter ? members.remote : nobody);
  DefinitionLine line("comm");
  line.number(comm.number).hex128(comm.key.high, comm.key.low).text(kind);
  line.number(comm.rank).number(comm.size);
  if (members.joint) {
    line.text(kFoundLater).text(members.inter ? kFoundLater : "-");
  } else {
    local.add_to(line);
    remote.add_to(line);
  }
  line.text(name);
  if (members.inter) line.number(comm.remote_size).number(comm.group);
}

void write_comm_grid(const Communicator& comm, MPI_Comm handle) {
  constexpr int kMost = model::Topology::kMostDimensions;
  int kind = MPI_UNDEFINED;
  int dimensions = 0;
  int sizes[kMost], periods[kMost], place[kMost];
  if (own::Topo_test(handle, &kind) != MPI_SUCCESS || kind != MPI_CART) return;
  if (own::Cartdim_get(handle, &dimensions) != MPI_SUCCESS || dimensions < 1 ||
      dimensions > kMost || own::Cart_get(handle, dimensions, sizes, periods, place) != MPI_SUCCESS)
    return;
  constexpr std::size_t kPerSize = 13;  // the digits of an int, p and a separator
  char text[kMost * kPerSize + 1] = "";
  std::size_t length = 0;
  for (int i = 0; i < dimensions; ++i)
    length += static_cast<std::size_t>(std::snprintf(text + length, sizeof text - length, "%s%d%s",
                                                     i == 0 ? "" : ",", sizes[i],
                                                     periods[i] != 0 ? "p" : ""));
  DefinitionLine("comm-grid").number(comm.number).text(text, length);
}

void write_comm_neighbors(const Communicator& comm) {
  if (comm.neighbors == nullptr || comm.neighbors->source_count == 0) return;
  auto* const ranks = static_cast<int*>(std::malloc(comm.neighbors->source_count * sizeof(int)));
  if (ranks == nullptr) return;
  const std::uint32_t count = other_sources(*comm.neighbors, comm.rank, ranks);
  if (count != 0) {
    const RankText text(ranks, count);
    DefinitionLine line("comm-neighbors");
    line.number(comm.number);
    text.add_to(line);
  }
  std::free(ranks);
}

void write_window_definition(std::uint32_t number, CommKey key, const Communicator& comm) {
  DefinitionLine("window").number(number).hex128(key.high, key.low).number(comm.number);
}

void write_file_definition(std::uint32_t number, CommKey key, const Communicator& comm,
                           const char* name) {
  DefinitionLine("file").number(number).hex128(key.high, key.low).number(comm.number).text(name);
}

void write_window_name(std::uint32_t number, const char* name) {
  DefinitionLine("window-name").number(number).text(name);
}

void write_group_definition(std::uint32_t number, CommKey key, const RankList& members) {
  const RankText text(members);
  DefinitionLine line("group");
  line.number(number).hex128(key.high, key.low);
  text.add_to(line);
}

void write_comm_name(const Communicator& comm, const char* name) {
  DefinitionLine("comm-name").number(comm.number).text(name);
}

}  // namespace tarry::runtime::mpi
