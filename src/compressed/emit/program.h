// SPDX-License-Identifier: BSD-3-Clause
// The program that a compressed trace describes, as a tree that text in any language is made from:
// loops, calls with their values, and for everything the ranks that it concerns. It has the size of
// the compressed trace, not of the run.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 4.2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/rank_set.h"

namespace tarry::emit {

using compressed::RankSet;

// How a value follows from the loops around it. The values are a table, row-major, indexed by the
// passes of `loops`, the outermost first; with `repeats`, by the pass of the only loop modulo the
// size. With `by_uses`, the table is read one value at each use, from its beginning again at its
// end.
struct Formula {
  struct Index {
    std::uint32_t loop = 0;  // Node::id
    std::uint64_t extent = 1;
    friend auto operator<=>(const Index&, const Index&) = default;
  };
  std::vector<std::int64_t> values;  // never empty
  std::vector<Index> loops;
  bool by_uses = false;
  bool repeats = false;

  [[nodiscard]] bool is_constant() const { return values.size() == 1; }
  friend auto operator<=>(const Formula&, const Formula&) = default;
};

struct Choice {
  RankSet ranks;
  Formula formula;
};

// A value of a call, by rank. `choices` are by lowest rank, and their ranks are disjoint.
struct Value {
  std::vector<Choice> choices;

  [[nodiscard]] bool empty() const { return choices.empty(); }
  [[nodiscard]] bool is_one() const { return choices.size() == 1; }
  // Returns whether the value is the same number for all ranks and uses.
  [[nodiscard]] bool is_constant() const { return is_one() && choices[0].formula.is_constant(); }
  // Returns the number of a constant value.
  [[nodiscard]] std::int64_t constant() const { return choices[0].formula.values[0]; }
};

// The meaning of the numbers of a peer. `me` is the own rank in the communicator and `n` its size.
enum class PeerForm : std::uint8_t {
  Offset,    // peer = me + value
  Modular,   // peer = (me + n + value) % n
  Absolute,  // peer = value
  Xor,       // peer = me ^ value
};

struct Peer {
  PeerForm form = PeerForm::Absolute;
  Value value;
};

// The members of a communicator, and the root of an operation on it.
struct Group {
  RankSet members;
  std::uint32_t root = 0;  // rank of all processes; the lowest member if there is no root
};

// One operation of a call. What is empty does not exist for its kind.
struct Operation {
  compressed::ActionKind kind{};
  std::int64_t op = 0;  // model::CollectiveOp
  Value comm;           // as Parameter::Comm
  Peer peer;            // destination or source; kAnyPeer is any, in absolute form
  Value tag;            // kAnyTag is any
  Value bytes;          // of a message; of a collective operation, all that the rank sends
  Value received;       // of a collective operation, all that the rank receives
  Value block;          // bytes of one block of a collective operation with equal blocks
  bool in_place = false;
  Value root;
  std::vector<Group> groups;  // of a collective operation: the communicators at its first use
  Value request;              // place in the list of open requests, or of open accesses
  // Of windows and files. `peer` is then the target, or kNoTarget in absolute form.
  Value place;                   // of the window or file among the open ones
  Value at, size, unit, extent;  // as the parameters of these names
  Value mode;                    // sum of kMode*, or of kFile*
  Value file;                    // number of a file that is opened or deleted
  std::int64_t reduction = 0;    // place in kReductions, or kUnknown
  std::string datatype;          // such as "MPI_DOUBLE", of equal size on all ranks; empty: bytes
  std::int64_t datatype_size = 1;
};

// A list of operations that some ranks perform in a call.
struct Variant {
  RankSet ranks;
  std::vector<Operation> operations;
};

// Completion of requests, where a call does nothing else.
struct Completion {
  Value count;
  // True if the requests are the newest ones, the oldest of them first. Otherwise `places` has the
  // place of each, in the order in which they are taken.
  bool newest = true;
  Value places;
};

struct Statement {
  std::uint32_t event = 0;  // index into Trace::events
  std::string function;     // "MPI_Isend"
  bool is_made = true;      // false: only the computation before it
  // Different operations for different ranks, or, if `variant` is not empty, in different calls.
  std::vector<Variant> variants;
  Value variant;  // index into variants
  bool completes = false;
  Completion completion;
  Value before_ns;  // computation before the call; empty if it does not matter
  // Of a call on files, for languages that have none: how long it takes.
  Value duration_ns;
};

struct Node {
  enum class Kind : std::uint8_t { Call, Loop, Branch };
  Kind kind = Kind::Call;
  RankSet ranks;           // those that come here
  std::uint32_t id = 0;    // of a loop
  Value trips;             // of a loop
  Statement statement;     // of a call
  std::vector<Node> body;  // of a loop or a branch
};

// Communicators that one call of MPI_Comm_split makes.
struct Split {
  Value color;  // -1 for ranks that are in none of them
  Value key;    // empty: in the order of the ranks
  Value index;  // the number that the ranks have for it, as Parameter::Comm
};

class Scale;

struct Program {
  Scale* scale = nullptr;  // of a program for any number of ranks, whose ranks here are classes
  std::uint32_t ranks = 0;
  std::vector<Node> body;
  std::vector<Split> splits;
  std::int64_t world = 0;        // Parameter::Comm of the communicator of all
  std::int64_t self = -1;        // and of the one of each rank alone; -1 if there is none
  std::int64_t comms = 0;        // the most communicators of a rank
  std::uint64_t send_bytes = 0;  // the most that is sent and received at once
  std::uint64_t receive_bytes = 0;
  bool leaves_requests = false;  // some requests are never completed
  // By number of a file: its length before the program used it, or -1 if the program made it.
  std::vector<std::int64_t> file_lengths;
  // Ranks in parts so that every value of more than two choices is the same within a part.
  std::vector<RankSet> parts;
  std::vector<std::string> notes;  // what the program does not do, whole sentences
};

}  // namespace tarry::emit
