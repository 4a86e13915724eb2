// SPDX-License-Identifier: BSD-3-Clause
// Compares the MPI calls of two traces rank by rank: the function, the call path, and the records
// with all values; and the names of initial threads. Times, other threads and the numbers of
// requests do not count: requests are identified by the order in which they were opened. It knows
// nothing of compressed traces.
// usage: compare_calls A B [RANK: print the calls of A on this rank and stop]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "trace/open_trace.h"

namespace {

using namespace tarry;
using model::RequestId;
using model::Ticks;

struct Piece {
  std::string text;
  RequestId request;
  bool opens = false;
};
struct SeenCall {
  Ticks begin;
  std::string place;
  std::vector<Piece> pieces;
};

class CallLister final : public model::EventHandler {
 public:
  CallLister(const model::Definitions& definitions, std::vector<SeenCall>& calls)
      : definitions_(definitions), calls_(calls) {
    std::uint32_t number = 0;
    for (const model::Communicator& comm : definitions.communicators)
      comms_.push_back(comm.is_team ? ~0u : number++);
  }

  void enter(Ticks time, model::RegionId id) override {
    const model::Region& region = definitions_.regions[id.index()];
    if (region.is_inlined) return;  // compressed traces leave these functions out
    const bool is_mpi = region.name.starts_with("MPI_") || region.name.starts_with("mpi_");
    if (inside_ > 0 || is_mpi) {
      if (inside_++ == 0) calls_.push_back({time, place() + region.name, {}});
      return;
    }
    stack_.push_back(region.name + '@' + region.file + ':' + std::to_string(region.begin_line));
  }
  void leave(Ticks, model::RegionId id) override {
    if (definitions_.regions[id.index()].is_inlined) return;
    if (inside_ > 0) {
      if (--inside_ == 0) repeat_last();
    } else if (!stack_.empty()) {
      stack_.pop_back();
    }
  }
  void joined_calls(Ticks, std::uint64_t more) override { joined_ = more; }
  void program_begin(Ticks, model::RegionId) override {}
  void program_end(Ticks, model::RegionId) override {}
  void mpi_send(Ticks, const model::MessageRecord& m) override { message("send", m, false); }
  void mpi_isend(Ticks, const model::MessageRecord& m) override { message("isend", m, true); }
  void mpi_isend_complete(Ticks, RequestId r) override { piece("isend-complete", r, false); }
  void mpi_irecv_request(Ticks, RequestId r) override { piece("irecv-request", r, true); }
  void mpi_recv(Ticks, const model::MessageRecord& m) override { message("recv", m, false); }
  void mpi_irecv(Ticks, const model::MessageRecord& m) override { message("irecv", m, false); }
  void mpi_request_cancelled(Ticks, RequestId r) override { piece("cancelled", r, false); }
  void collective_end(Ticks, const model::CollectiveRecord& c) override { collective(c); }
  void nonblocking_collective_request(Ticks, RequestId r) override {
    piece("collective-request", r, true);
  }
  void nonblocking_collective_complete(Ticks, const model::CollectiveRecord& c) override {
    collective(c);
  }

 private:
  void repeat_last() {
    const SeenCall last = calls_.back();
    for (; joined_ > 0; --joined_) calls_.push_back(last);
  }
  std::string place() const {
    std::string text;
    for (const std::string& frame : stack_) text += frame + " / ";
    return text;
  }
  void piece(std::string text, RequestId request, bool opens) {
    if (inside_ > 0) calls_.back().pieces.push_back({std::move(text), request, opens});
  }
  void message(const char* what, const model::MessageRecord& m, bool opens) {
    piece(std::string(what) + " comm " + std::to_string(comms_[m.comm.index()]) + " peer " +
              std::to_string(m.peer.value) + " tag " + std::to_string(m.tag) + " bytes " +
              std::to_string(m.bytes),
          m.request, opens);
  }
  void collective(const model::CollectiveRecord& c) {
    piece("collective " + std::to_string(static_cast<int>(c.op)) + " comm " +
              std::to_string(comms_[c.comm.index()]) + " root " + std::to_string(c.root.value) +
              " bytes " + std::to_string(c.bytes_sent) + ' ' + std::to_string(c.bytes_received),
          c.request, false);
  }

  const model::Definitions& definitions_;
  std::vector<SeenCall>& calls_;
  std::vector<std::uint32_t> comms_;  // numbers among communicators that are no teams
  std::vector<std::string> stack_;
  unsigned inside_ = 0;
  std::uint64_t joined_ = 0;  // number of calls that share the leave of the last one
};

std::vector<std::string> lines_of(model::TraceSource& source, std::uint32_t rank) {
  const model::Definitions& definitions = source.definitions();
  std::vector<SeenCall> calls;
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    if (definitions.locations[i].rank.value != rank) continue;
    CallLister lister(definitions, calls);
    model::Anomalies anomalies;
    if (!source.read(model::LocationIndex{i}, lister, anomalies).ok()) std::exit(1);
  }
  std::stable_sort(calls.begin(), calls.end(),
                   [](const SeenCall& a, const SeenCall& b) { return a.begin < b.begin; });
  std::map<RequestId, std::uint64_t> numbers;
  std::uint64_t opened = 0;
  std::vector<std::string> lines;
  for (const SeenCall& call : calls) {
    std::string line = call.place;
    for (const Piece& piece : call.pieces) {
      if (piece.opens) numbers[piece.request] = ++opened;
      line += " | " + piece.text;
      if (piece.request.valid()) line += " request " + std::to_string(numbers[piece.request]);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::uint32_t ranks_of(const model::TraceSource& source) {
  std::uint32_t ranks = 0;
  for (const model::Location& location : source.definitions().locations)
    ranks = std::max(ranks, location.rank.value + 1);
  return ranks;
}

std::string initial_thread_of(const model::TraceSource& source, std::uint32_t rank) {
  for (const model::Location& location : source.definitions().locations)
    if (location.rank.value == rank && location.thread == 0) return location.name;
  return "";
}

// Returns the number of calls, or nothing after printing where they differ.
std::uint64_t compare(model::TraceSource& a, model::TraceSource& b, std::uint32_t rank) {
  const std::string thread_a = initial_thread_of(a, rank);
  const std::string thread_b = initial_thread_of(b, rank);
  if (thread_a != thread_b) {
    std::printf("the initial thread of rank %u is called '%s' and '%s'\n", rank, thread_a.c_str(),
                thread_b.c_str());
    std::exit(1);
  }
  const std::vector<std::string> in_a = lines_of(a, rank);
  const std::vector<std::string> in_b = lines_of(b, rank);
  const auto differs = std::mismatch(in_a.begin(), in_a.end(), in_b.begin(), in_b.end());
  if (differs.first == in_a.end() && differs.second == in_b.end()) return in_a.size();
  const char* const none = "(no more calls)";
  std::printf("rank %u, call %td differs\nA: %s\nB: %s\n", rank, differs.first - in_a.begin(),
              differs.first == in_a.end() ? none : differs.first->c_str(),
              differs.second == in_b.end() ? none : differs.second->c_str());
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto a = trace::open_trace(argv[1], {});
  const auto b = trace::open_trace(argv[2], {});
  if (!a.ok() || !b.ok()) {
    std::printf("%s\n", (a.ok() ? b : a).error().message().c_str());
    return 1;
  }
  if (argc == 4) {
    for (const std::string& line : lines_of(**a, std::atoi(argv[3]))) std::puts(line.c_str());
    return 0;
  }
  if (ranks_of(**a) != ranks_of(**b)) {
    std::printf("%u ranks and %u ranks\n", ranks_of(**a), ranks_of(**b));
    return 1;
  }
  std::uint64_t calls = 0;
  for (std::uint32_t rank = 0; rank < ranks_of(**a); ++rank) calls += compare(**a, **b, rank);
  std::printf("equal: %llu calls of %u ranks\n", static_cast<unsigned long long>(calls),
              ranks_of(**a));
}
