// SPDX-License-Identifier: BSD-3-Clause
// Functions that make, name and free communicators. A new communicator is defined after the leave,
// in a region of our own: the time for it grows with the number of members.
#include <cstdio>

#include "runtime/core/definitions_log.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/job.h"
#include "runtime/mpi/pending_duplicates.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/spawn_command.h"
#include "runtime/mpi/tracing_region.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

// Returns what Entry::tracking() says, at any depth of calls.
bool follows_communicators() { return core::measured() || core::phase() == core::Phase::Stopped; }

// Leaves the call and defines the communicator, after the real call.
template <class Define>
void define_made(const Entry& entry, CallRecord& record, int error, const MPI_Comm* fresh,
                 Define define) {
  record.leave();
  if (error != MPI_SUCCESS || *fresh == MPI_COMM_NULL) return;
  const TracingRegion tracing(entry);
  define();
}

// Handles a creation by the MPI library itself, or by a callback of the program.
template <class Run>
int create_nested(Creation how, MPI_Comm parent, const MPI_Comm* fresh, Run run) {
  if (!follows_communicators()) return run();
  const Ancestry ancestry = begin_nested_creation(parent, how);
  const int error = run();
  if (error == MPI_SUCCESS) define_when_used(ancestry, *fresh);
  return error;
}

// Makes a communicator by an operation that is collective over `parent`.
template <class Run>
[[gnu::always_inline]] inline int create(Call call, Creation how, MPI_Comm parent,
                                         const MPI_Comm* fresh, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.outermost()) return create_nested(how, parent, fresh, run);
  if (!entry.tracking()) return run();
  CallRecord record(entry, call);
  const Ancestry ancestry = begin_creation(parent, how);
  const int error = run();
  define_made(entry, record, error, fresh, [&] { define_collective(ancestry, *fresh, parent); });
  return error;
}

template <class Run>
[[gnu::always_inline]] inline int start_duplicate(Call call, MPI_Comm comm, const MPI_Comm* fresh,
                                                  const MPI_Request* variable, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run();
  const CallRecord record(entry, call);
  const Ancestry ancestry = begin_creation(comm, Creation::Duplicate);
  const int error = run();
  if (error != MPI_SUCCESS) return error;
  Request pending;
  pending.kind = RequestKind::Duplicate;
  pending.bytes_sent = keep_duplicate(ancestry, *fresh);
  follow(pending, variable);
  return error;
}

template <class Function>
[[gnu::always_inline]] inline int end(Call call, Function& function, MPI_Comm* comm) {
  const Entry entry(is_selected(call));
  // This is also done if the MPI library or a callback of the program frees it: the handle may
  // return.
  if (follows_communicators()) forget_communicator(*comm);
  if (!entry.tracking()) return function(comm);
  const CallRecord record(entry, call);
  return function(comm);
}

// Returns whether this process is the root, and its rank in MPI_COMM_WORLD.
bool is_root(MPI_Comm comm, int root, int& world_rank) {
  int rank = MPI_PROC_NULL;
  return own::Comm_rank(comm, &rank) == MPI_SUCCESS && rank == root &&
         own::Comm_rank(MPI_COMM_WORLD, &world_rank) == MPI_SUCCESS;
}

void note_not_measured(MPI_Comm children, const char* why) {
  int number = 0;
  if (own::Comm_remote_size(children, &number) != MPI_SUCCESS) return;
  char text[320];
  std::snprintf(text, sizeof text,
                "processes that the program has started by MPI_Comm_spawn are not recorded, nor "
                "messages to them, because of %s: %d",
                why, number);
  core::note(text);
}

// `run` makes the real call with other programs and their arguments. What the root was given is
// replaced if that can be measured. The members cannot know whether it was: all of them define the
// communicator, and after the run it turns out whether the records of its other side are there.
template <class Run>
[[gnu::always_inline]] inline int spawn(Call call, const SpawnPrograms& given, int root,
                                        MPI_Comm comm, MPI_Comm* children, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.tracking()) return run(given.programs, given.arguments);
  CallRecord record(entry, call);
  const Ancestry ancestry = begin_creation(comm, Creation::Spawn);
  const CommKey job = ancestry.known ? job_to_start(ancestry, comm) : CommKey{};
  MeasuredSpawn measured;
  const char* why = nullptr;
  int world_rank = 0;
  const bool starts = ancestry.known && is_root(comm, root, world_rank);
  if (starts) why = measured.prepare(given, job, world_rank);
  const bool replaced = starts && why == nullptr;
  if (replaced) note_other_job();
  const int error = replaced ? run(measured.programs(), measured.arguments())
                             : run(given.programs, given.arguments);
  define_made(entry, record, error, children, [&] {
    if (ancestry.known)
      define_spawned(job, Side::Starts, *children);
    else if (is_root(comm, root, world_rank))
      why = "a communicator of unknown origin";
    if (why != nullptr) note_not_measured(*children, why);
  });
  return error;
}

}  // namespace

TARRY_WRAPPER(int, Comm_dup, (MPI_Comm comm, MPI_Comm* fresh)) {
  return create(Call::Comm_dup, Creation::Duplicate, comm, fresh,
                [&] { return real::Comm_dup(comm, fresh); });
}

TARRY_WRAPPER(int, Comm_dup_with_info, (MPI_Comm comm, MPI_Info hints, MPI_Comm* fresh)) {
  return create(Call::Comm_dup_with_info, Creation::Duplicate, comm, fresh,
                [&] { return real::Comm_dup_with_info(comm, hints, fresh); });
}

TARRY_WRAPPER(int, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* fresh)) {
  return create(Call::Comm_split, Creation::Split, comm, fresh,
                [&] { return real::Comm_split(comm, color, key, fresh); });
}

TARRY_WRAPPER(int, Comm_split_type,
              (MPI_Comm comm, int type, int key, MPI_Info hints, MPI_Comm* fresh)) {
  return create(Call::Comm_split_type, Creation::Split, comm, fresh,
                [&] { return real::Comm_split_type(comm, type, key, hints, fresh); });
}

TARRY_WRAPPER(int, Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* fresh)) {
  return create(Call::Comm_create, Creation::Create, comm, fresh,
                [&] { return real::Comm_create(comm, group, fresh); });
}

TARRY_WRAPPER(int, Cart_create,
              (MPI_Comm comm, int dimensions, const int sizes[], const int periods[], int reorder,
               MPI_Comm* fresh)) {
  return create(Call::Cart_create, Creation::Topology, comm, fresh, [&] {
    return real::Cart_create(comm, dimensions, sizes, periods, reorder, fresh);
  });
}

TARRY_WRAPPER(int, Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm* fresh)) {
  return create(Call::Cart_sub, Creation::Topology, comm, fresh,
                [&] { return real::Cart_sub(comm, remain, fresh); });
}

TARRY_WRAPPER(int, Graph_create,
              (MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder,
               MPI_Comm* fresh)) {
  return create(Call::Graph_create, Creation::Topology, comm, fresh,
                [&] { return real::Graph_create(comm, nodes, index, edges, reorder, fresh); });
}

TARRY_WRAPPER(int, Dist_graph_create,
              (MPI_Comm comm, int count, const int nodes[], const int degrees[],
               const int targets[], const int weights[], MPI_Info hints, int reorder,
               MPI_Comm* fresh)) {
  return create(Call::Dist_graph_create, Creation::Topology, comm, fresh, [&] {
    return real::Dist_graph_create(comm, count, nodes, degrees, targets, weights, hints, reorder,
                                   fresh);
  });
}

TARRY_WRAPPER(int, Dist_graph_create_adjacent,
              (MPI_Comm comm, int in_degree, const int sources[], const int source_weights[],
               int out_degree, const int targets[], const int target_weights[], MPI_Info hints,
               int reorder, MPI_Comm* fresh)) {
  return create(Call::Dist_graph_create_adjacent, Creation::Topology, comm, fresh, [&] {
    return real::Dist_graph_create_adjacent(comm, in_degree, sources, source_weights, out_degree,
                                            targets, target_weights, hints, reorder, fresh);
  });
}

TARRY_WRAPPER(int, Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm* fresh)) {
  return create(Call::Intercomm_merge, Creation::IntercommMerge, comm, fresh,
                [&] { return real::Intercomm_merge(comm, high, fresh); });
}

TARRY_WRAPPER(int, Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* fresh)) {
  const Entry entry(is_selected(Call::Comm_create_group));
  if (!entry.tracking()) return real::Comm_create_group(comm, group, tag, fresh);
  CallRecord record(entry, Call::Comm_create_group);
  const int error = real::Comm_create_group(comm, group, tag, fresh);
  define_made(entry, record, error, fresh, [&] { define_create_group(comm, tag, *fresh); });
  return error;
}

TARRY_WRAPPER(int, Intercomm_create,
              (MPI_Comm comm, int leader, MPI_Comm bridge, int remote_leader, int tag,
               MPI_Comm* fresh)) {
  const Entry entry(is_selected(Call::Intercomm_create));
  if (!entry.tracking())
    return real::Intercomm_create(comm, leader, bridge, remote_leader, tag, fresh);
  CallRecord record(entry, Call::Intercomm_create);
  const int error = real::Intercomm_create(comm, leader, bridge, remote_leader, tag, fresh);
  define_made(entry, record, error, fresh, [&] { define_intercomm(tag, *fresh); });
  return error;
}

TARRY_WRAPPER(int, Comm_idup, (MPI_Comm comm, MPI_Comm* fresh, MPI_Request* request)) {
  return start_duplicate(Call::Comm_idup, comm, fresh, request,
                         [&] { return real::Comm_idup(comm, fresh, request); });
}

#if TARRY_HAS_Comm_idup_with_info
TARRY_WRAPPER(int, Comm_idup_with_info,
              (MPI_Comm comm, MPI_Info hints, MPI_Comm* fresh, MPI_Request* request)) {
  return start_duplicate(Call::Comm_idup_with_info, comm, fresh, request,
                         [&] { return real::Comm_idup_with_info(comm, hints, fresh, request); });
}
#endif

#if TARRY_HAS_Comm_create_from_group
TARRY_WRAPPER(int, Comm_create_from_group,
              (MPI_Group group, const char* tag, MPI_Info hints, MPI_Errhandler handler,
               MPI_Comm* fresh)) {
  const Entry entry(is_selected(Call::Comm_create_from_group));
  if (!entry.tracking()) return real::Comm_create_from_group(group, tag, hints, handler, fresh);
  CallRecord record(entry, Call::Comm_create_from_group);
  const int error = real::Comm_create_from_group(group, tag, hints, handler, fresh);
  define_made(entry, record, error, fresh, [&] { define_from_group(tag, *fresh); });
  return error;
}
#endif

#if TARRY_HAS_Intercomm_create_from_groups
TARRY_WRAPPER(int, Intercomm_create_from_groups,
              (MPI_Group group, int leader, MPI_Group remote_group, int remote_leader,
               const char* tag, MPI_Info hints, MPI_Errhandler handler, MPI_Comm* fresh)) {
  const auto run = [&] {
    return real::Intercomm_create_from_groups(group, leader, remote_group, remote_leader, tag,
                                              hints, handler, fresh);
  };
  const Entry entry(is_selected(Call::Intercomm_create_from_groups));
  if (!entry.tracking()) return run();
  CallRecord record(entry, Call::Intercomm_create_from_groups);
  const int error = run();
  define_made(entry, record, error, fresh, [&] { define_from_group(tag, *fresh); });
  return error;
}
#endif

TARRY_WRAPPER(int, Comm_spawn,
              (const char* program, char* arguments[], int number, MPI_Info hints, int root,
               MPI_Comm comm, MPI_Comm* children, int errors[])) {
  char* given = const_cast<char*>(program);
  return spawn(Call::Comm_spawn, {1, &given, &arguments, &hints}, root, comm, children,
               [&](char** programs, char*** of_programs) {
                 return real::Comm_spawn(programs[0], of_programs[0], number, hints, root, comm,
                                         children, errors);
               });
}

TARRY_WRAPPER(int, Comm_spawn_multiple,
              (int count, char* programs[], char** arguments[], const int numbers[],
               const MPI_Info hints[], int root, MPI_Comm comm, MPI_Comm* children, int errors[])) {
  return spawn(Call::Comm_spawn_multiple, {count, programs, arguments, hints}, root, comm, children,
               [&](char** started, char*** with) {
                 return real::Comm_spawn_multiple(count, started, with, numbers, hints, root, comm,
                                                  children, errors);
               });
}

TARRY_WRAPPER(int, Comm_free, (MPI_Comm * comm)) {
  return end(Call::Comm_free, real::Comm_free, comm);
}

TARRY_WRAPPER(int, Comm_disconnect, (MPI_Comm * comm)) {
  return end(Call::Comm_disconnect, real::Comm_disconnect, comm);
}

TARRY_WRAPPER(int, Comm_set_name, (MPI_Comm comm, const char* name)) {
  const Entry entry(is_selected(Call::Comm_set_name));
  if (!entry.tracking()) return real::Comm_set_name(comm, name);
  CallRecord record(entry, Call::Comm_set_name);
  const int error = real::Comm_set_name(comm, name);
  record.end();
  if (error == MPI_SUCCESS) name_communicator(comm, name);
  return error;
}

}  // namespace tarry::runtime::mpi
