// SPDX-License-Identifier: BSD-3-Clause
// Collective operations of a program as statements of C. Blocks have the recorded type if it is a
// basic one, and are reduced by its sum; other blocks are bytes.
#include <cstdint>
#include <string>

#include "compressed/emit/c_calls.h"
#include "compressed/replay/datatypes.h"
#include "model/collective_op.h"

namespace tarry::emit {
namespace {

using compressed::ActionKind;
using model::CollectiveOp;

constexpr const char* kOperationNames[] = {
#define TARRY_COLLECTIVE_OP(op, ...) #op,
#include "model/collective_ops.def"
};

// "MPI_Gather" or "MPI_Igather".
std::string collective_name(CollectiveOp op, bool starts) {
  std::string name;
  for (const char* c = kOperationNames[static_cast<std::size_t>(op)]; *c != '\0'; ++c) {
    const bool is_upper = *c >= 'A' && *c <= 'Z';
    if (is_upper && !name.empty()) name += '_';
    name += is_upper && (starts || !name.empty()) ? static_cast<char>(*c - 'A' + 'a') : *c;
  }
  return starts ? "MPI_I" + name : "MPI_" + name;
}

}  // namespace

std::string CCalls::root_place(const Operation& operation, const char* buffer) {
  if (!operation.in_place) return buffer;
  return "(" + comm_value(operation, "rank", "me") + " == " + text_.value(operation.root, "roots") +
         " ? MPI_IN_PLACE : (void *)" + buffer + ")";
}

CCalls::Lines CCalls::collective(const Operation& operation) {
  const auto op = static_cast<CollectiveOp>(operation.op);
  if (model::has_counts(op)) return with_counts(operation);
  const bool starts = operation.kind == ActionKind::StartCollective;
  const std::string name = collective_name(op, starts) + "(";
  if (starts) need(Helper::Requests);
  const std::string end = ", " + comm(operation) + (starts ? ", opened());" : ");");
  if (op == CollectiveOp::Barrier) return {name + end.substr(2)};
  if (operation.block.empty() || op > CollectiveOp::ReduceScatterBlock) return {};
  const std::string root = ", " + text_.value(operation.root, "roots");
  const auto type = replay::basic_type(operation.datatype);
  const bool reduces = op == CollectiveOp::Allreduce || op == CollectiveOp::Reduce ||
                       op == CollectiveOp::Scan || op == CollectiveOp::Exscan ||
                       op == CollectiveOp::ReduceScatterBlock;
  const bool is_typed = type.has_value() && (!reduces || type->adds);
  const std::string block =
      scaled(operation.block, is_typed ? operation.datatype_size : 1, "counts_of", {}) + ", " +
      (is_typed ? operation.datatype : "MPI_BYTE");
  const std::string sum = is_typed ? ", MPI_SUM" : ", MPI_BOR";
  const std::string send = operation.in_place ? "MPI_IN_PLACE" : "out";
  switch (op) {
    case CollectiveOp::Bcast:
      return {name + "out, " + block + root + end};
    case CollectiveOp::Gather:
      return {name + root_place(operation, "out") + ", " + block + ", in, " + block + root + end};
    case CollectiveOp::Scatter:
      return {name + "out, " + block + ", " + root_place(operation, "in") + ", " + block + root +
              end};
    case CollectiveOp::Allgather:
    case CollectiveOp::Alltoall:
      return {name + send + ", " + block + ", in, " + block + end};
    case CollectiveOp::Reduce:
      return {name + root_place(operation, "out") + ", in, " + block + sum + root + end};
    default:
      return {name + send + ", in, " + block + sum + end};
  }
}

// A loop over the members that fills an array.
std::string CCalls::fill_counts(const Operation& operation, const char* array, const Value& bytes,
                                std::int64_t by) {
  need(Helper::Counts);
  const bool is_world = operation.comm.is_constant() && operation.comm.constant() == program_.world;
  std::string of = "member";
  const bool is_same = bytes.is_one();
  if (!is_world && !is_same) {
    need(Helper::WorldRank);
    of = "world_rank(" + comm(operation) + ", member)";
  }
  const std::string number = scaled(bytes, by, "counts_of", {of, "part_of(" + of + ")"});
  return "for (int member = 0; member < " + comm_value(operation, "size", "n") + "; ++member) " +
         array + "[member] = " + number + ";";
}

CCalls::Lines CCalls::with_counts(const Operation& operation) {
  const auto op = static_cast<CollectiveOp>(operation.op);
  const bool starts = operation.kind == ActionKind::StartCollective;
  if (starts) need(Helper::Requests);
  const std::string name = collective_name(op, starts) + "(";
  const std::string end = ", " + comm(operation) + (starts ? ", opened());" : ");");
  const std::string own = comm_value(operation, "rank", "me");
  const std::string all = comm_value(operation, "size", "n");
  const std::string root = ", " + text_.value(operation.root, "roots");
  const std::string displace = "displace(counts, offsets, " + all + ");";
  // The bytes of a member in these operations are a multiple of its block.
  const auto members = [&] {
    std::uint64_t most = program_.ranks;
    if (operation.comm.is_constant() && operation.comm.constant() != program_.world)
      most = operation.comm.constant() == program_.self ? 1 : 0;
    return static_cast<std::int64_t>(most);
  };
  switch (op) {
    case CollectiveOp::Allgatherv:
    case CollectiveOp::ReduceScatter: {
      const bool gathers = op == CollectiveOp::Allgatherv;
      const Value& bytes = gathers ? operation.bytes : operation.received;
      const std::int64_t known = members() - (operation.in_place ? 1 : 0);
      Lines out{fill_counts(operation, "counts", bytes, known > 0 && members() > 0 ? known : 1)};
      if (members() == 0) {  // the size is known at run time only
        const std::string divisor = operation.in_place ? "(" + all + " - 1)" : all;
        out[0].pop_back();
        out[0] += " / " + divisor + ";";
      }
      out.push_back(displace);
      const std::string send = operation.in_place ? "MPI_IN_PLACE" : "out";
      if (gathers)
        out.push_back(name + send + ", counts[" + own +
                      "], MPI_BYTE, in, counts, offsets, MPI_BYTE" + end);
      else
        out.push_back(name + send + ", in, counts, MPI_BYTE, MPI_BOR" + end);
      return out;
    }
    case CollectiveOp::Gatherv:
      return {
          fill_counts(operation, "counts", operation.bytes, 1), displace,
          name + "out, counts[" + own + "], MPI_BYTE, in, counts, offsets, MPI_BYTE" + root + end};
    case CollectiveOp::Scatterv:
      return {
          fill_counts(operation, "counts", operation.received, 1), displace,
          name + "out, counts, offsets, MPI_BYTE, in, counts[" + own + "], MPI_BYTE" + root + end};
    default:
      return all_to_all(operation, end);
  }
}

CCalls::Lines CCalls::all_to_all(const Operation& operation, const std::string& end) {
  need(Helper::Spread);
  const bool starts = operation.kind == ActionKind::StartCollective;
  const std::string own = comm_value(operation, "rank", "me");
  const std::string all = comm_value(operation, "size", "n");
  Lines out{"sends[0] = receives[0] = 0;"};
  out.push_back(fill_counts(operation, "counts", operation.bytes, 1));
  out.push_back("for (int member = 0; member < " + all +
                "; ++member) sends[member + 1] = sends[member] + counts[member];");
  out.push_back(fill_counts(operation, "counts", operation.received, 1));
  out.push_back("for (int member = 0; member < " + all +
                "; ++member) receives[member + 1] = receives[member] + counts[member];");
  out.push_back("spread(" + all + ", " + own + ", counts, other_counts, offsets);");
  out.push_back("displace(counts, offsets, " + all + ");");
  out.push_back("displace(other_counts, other_offsets, " + all + ");");
  const bool is_w = static_cast<CollectiveOp>(operation.op) == CollectiveOp::Alltoallw;
  const std::string type = is_w ? "bytes_of_all" : "MPI_BYTE";
  out.push_back(collective_name(static_cast<CollectiveOp>(operation.op), starts) +
                "(out, counts, offsets, " + type + ", in, other_counts, other_offsets, " + type +
                end);
  return out;
}

}  // namespace tarry::emit
