// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/c_support.h"

namespace tarry::emit {
namespace {

constexpr const char* kComputeLoop = R"(// Computes for some nanoseconds.
static void compute(double nanoseconds) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double end = 1e9 * (double)now.tv_sec + (double)now.tv_nsec + nanoseconds;
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (1e9 * (double)now.tv_sec + (double)now.tv_nsec < end);
}

)";

constexpr const char* kComputeSleep =
    R"(// Sleeps for some nanoseconds in place of computing. A sleep takes some time longer, which is taken off
// the next ones; those that are shorter than that are put together.
static void compute(double nanoseconds) {
  static double owed;
  owed += nanoseconds;
  if (owed < 1e5) return;
  struct timespec time, begin, end;
  time.tv_sec = (time_t)(owed / 1e9);
  time.tv_nsec = (long)(owed - 1e9 * (double)time.tv_sec);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  nanosleep(&time, NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  owed -= 1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec);
  if (owed < -1e6) owed = -1e6;
}

)";

constexpr const char* kWaitAll =
    R"(// Requests of messages to nobody, which end with the next MPI_Waitall.
static MPI_Request *idle_requests;
static int idle_count, most_idle;

static MPI_Request *idle(void) {
  if (idle_count == most_idle) {
    most_idle = 2 * most_idle + 16;
    idle_requests = realloc(idle_requests, (size_t)most_idle * sizeof *idle_requests);
    if (idle_requests == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return &idle_requests[idle_count++];
}

// Waits for the newest requests.
static void wait_all(int count) {
  for (int i = 0; i < idle_count; ++i) *opened() = idle_requests[i];
  count += idle_count;
  idle_count = 0;
  MPI_Waitall(count, newest(count), statuses);
}

)";

constexpr const char* kNone = R"(static MPI_Request none = MPI_REQUEST_NULL;

)";

constexpr const char* kRequests = R"(// Open requests, the newest last.
static MPI_Request *requests;
static MPI_Status *statuses;
static int open_requests, most_requests;

static inline MPI_Request *opened(void) {
  if (open_requests == most_requests) {
    most_requests = 2 * most_requests + 16;
    requests = realloc(requests, (size_t)most_requests * sizeof *requests);
    statuses = realloc(statuses, (size_t)most_requests * sizeof *statuses);
    if (requests == NULL || statuses == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return &requests[open_requests++];
}

// Takes the newest requests off the list.
static inline MPI_Request *newest(int count) {
  open_requests -= count;
  return &requests[open_requests];
}

)";

constexpr const char* kTaken =
    R"(// Takes the request with a place off the list; the newest has place 0.
static MPI_Request *ending;
static MPI_Status *ending_statuses;
static int ending_requests, most_ending;

static void add_ending(MPI_Request request) {
  if (ending_requests == most_ending) {
    most_ending = 2 * most_ending + 16;
    ending = realloc(ending, (size_t)most_ending * sizeof *ending);
    ending_statuses = realloc(ending_statuses, (size_t)most_ending * sizeof *ending_statuses);
    if (ending == NULL || ending_statuses == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  ending[ending_requests++] = request;
}

static inline void take(int place) {
  MPI_Request *from = &requests[open_requests - 1 - place];
  add_ending(*from);
  for (; place > 0; --place, ++from) from[0] = from[1];
  --open_requests;
}

static MPI_Request *taken(void) {
  ending_requests = 0;
  return ending;
}

)";

constexpr const char* kPersistent =
    R"(// Persistent requests, each made when it is needed for the first time.
struct persistent {
  int sends, count, peer, tag, is_open;
  MPI_Datatype type;
  MPI_Comm comm;
  MPI_Request request;
};
static struct persistent *persistent;
static int persistent_requests;

static MPI_Request *prepared(int sends, int count, MPI_Datatype type, int peer, int tag,
                             MPI_Comm comm) {
  for (int i = 0; i < persistent_requests; ++i) {
    struct persistent *p = &persistent[i];
    int is_listed = 0;
    for (int k = 0; p->is_open && k < open_requests; ++k) is_listed |= requests[k] == p->request;
    if (is_listed || p->sends != sends || p->count != count || p->type != type ||
        p->peer != peer || p->tag != tag || p->comm != comm)
      continue;
    p->is_open = 1;
    MPI_Request *at = opened();
    *at = p->request;
    return at;
  }
  persistent = realloc(persistent, (size_t)(persistent_requests + 1) * sizeof *persistent);
  if (persistent == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  struct persistent *p = &persistent[persistent_requests++];
  p->sends = sends, p->count = count, p->peer = peer, p->tag = tag, p->is_open = 1;
  p->type = type, p->comm = comm;
  if (sends)
    MPI_Send_init(out, count, type, peer, tag, comm, &p->request);
  else
    MPI_Recv_init(in, count, type, peer, tag, comm, &p->request);
  MPI_Request *at = opened();
  *at = p->request;
  return at;
}

)";

constexpr const char* kCommunicators = R"(
static MPI_Comm comm[COMMS];  // communicators of this process
static int me[COMMS], n[COMMS];  // its rank in each, and their sizes

static void make_comm(int index, int color, int key) {
  MPI_Comm made;
  MPI_Comm_split(MPI_COMM_WORLD, color < 0 ? MPI_UNDEFINED : color, key, &made);
  if (made == MPI_COMM_NULL) return;
  comm[index] = made;
  MPI_Comm_rank(made, &me[index]);
  MPI_Comm_size(made, &n[index]);
}

)";

constexpr const char* kCounts = R"(// Arguments of collective operations with counts.
static int *counts, *offsets, *other_counts, *other_offsets;

static void displace(const int *of, int *to, int members) {
  for (int i = 0, sum = 0; i < members; ++i) {
    to[i] = sum;
    sum += of[i];
  }
}

)";

constexpr const char* kWorldRank = R"(// The rank in MPI_COMM_WORLD of a member of a communicator.
static int world_rank(MPI_Comm of, int member) {
  int found = 0;
  MPI_Group members, world;
  MPI_Comm_group(of, &members);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(members, 1, &member, world, &found);
  MPI_Group_free(&members);
  MPI_Group_free(&world);
  return found;
}

)";

constexpr const char* kSpread =
    R"(// Messages between all members that add up to what each sends and receives: the part of the rows
// before `row` in some columns is divided by what the columns receive.
static long long *sends, *receives;  // of the members before each one

static void divide(int begin, int end, long long before, long long up_to, int *to) {
  if (end - begin == 1) {
    to[begin] = (int)(up_to - before);
    return;
  }
  const int middle = begin + (end - begin) / 2;
  const long double half = (long double)(receives[middle] - receives[begin]);
  const long double all = (long double)(receives[end] - receives[begin]);
  const long long first = all > 0 ? (long long)(half * (long double)before / all) : 0;
  const long long last = all > 0 ? (long long)(half * (long double)up_to / all) : 0;
  divide(begin, middle, first, last, to);
  divide(middle, end, before - first, up_to - last, to);
}

static void spread(int members, int own, int *to, int *from, int *row) {
  divide(0, members, sends[own], sends[own + 1], to);
  for (int i = 0; i < members; ++i) {
    divide(0, members, sends[i], sends[i + 1], row);
    from[i] = row[own];
  }
}

)";

constexpr const char* kWaitSome = R"(static void wait_some(int count, MPI_Request *some) {
  int done = 0;
  int *indices = malloc((size_t)(count + 1) * sizeof *indices);
  if (indices == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Waitsome(count, some, &done, indices, statuses);
  if (count > 0 && done < count) MPI_Waitall(count, some, statuses);
  free(indices);
}

)";

}  // namespace

std::string c_support(const std::set<Helper>& needed, Computation computation, std::int64_t comms) {
  std::string text;
  const auto has = [&](Helper helper) { return needed.contains(helper); };
  if (has(Helper::Compute))
    text += computation == Computation::Sleep ? kComputeSleep : kComputeLoop;
  if (has(Helper::None)) text += kNone;
  if (has(Helper::Requests) || has(Helper::Taken) || has(Helper::Persistent) ||
      has(Helper::WaitSome) || has(Helper::WaitAll))
    text += kRequests;
  if (has(Helper::WaitAll)) text += kWaitAll;
  if (has(Helper::Taken)) text += kTaken;
  if (has(Helper::Persistent)) text += kPersistent;
  if (has(Helper::Communicators))
    text += "enum { COMMS = " + std::to_string(comms) + " };" + kCommunicators;
  if (has(Helper::Counts)) text += kCounts;
  if (has(Helper::WorldRank)) text += kWorldRank;
  if (has(Helper::Spread)) text += kSpread;
  if (has(Helper::WaitSome)) text += kWaitSome;
  return text;
}

}  // namespace tarry::emit
