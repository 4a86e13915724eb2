// SPDX-License-Identifier: BSD-3-Clause
// Makes communicators in every way, uses each for a message around its ring and a collective, and
// frees them; many times over where handles get reused.
#include <string.h>

#include "mpi_expect.h"

static int rank, ranks;

static void use(MPI_Comm comm, int tag) {
  if (comm == MPI_COMM_NULL) return;
  int me, size, received = -1, sum = 0;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % size, tag, &received, 1, MPI_INT, (me + size - 1) % size,
               tag, comm, MPI_STATUS_IGNORE);
  EXPECT(received == (me + size - 1) % size);
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm);
  EXPECT(sum == size * (size - 1) / 2);
}

static void end(MPI_Comm* comm) {
  if (*comm != MPI_COMM_NULL) MPI_Comm_free(comm);
  EXPECT(*comm == MPI_COMM_NULL);
}

static void copies(void) {
  MPI_Comm copy, named, later;
  MPI_Request request;
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_dup_with_info(copy, MPI_INFO_NULL, &named);
  MPI_Comm_set_name(named, "named\tby us");
  MPI_Comm_get_name(named, name, &length);
  EXPECT(strcmp(name, "named\tby us") == 0);
  MPI_Comm_idup(named, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(copy, 1);
  use(named, 2);
  use(later, 3);
  end(&copy);
  use(later, 4);
  end(&later);
  MPI_Comm_disconnect(&named);
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  use(copy, 5);
  use(MPI_COMM_SELF, 6);
  end(&copy);
}

static void parts(void) {
  MPI_Comm half, host, group, alone;
  MPI_Group world, odd;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);  // in reverse order
  use(half, 11);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &alone);
  EXPECT((alone == MPI_COMM_NULL) == (rank == 0));
  use(alone, 12);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  use(host, 13);
  int range[1][3] = {{ranks > 1 ? 1 : 0, ranks - 1, 2}};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 1, range, &odd);
  MPI_Comm_create(MPI_COMM_WORLD, odd, &group);
  use(group, 14);
  end(&group);
  int member;
  MPI_Group_rank(odd, &member);
  if (member != MPI_UNDEFINED) {
    // Only its members make it; the second must not be taken for the first.
    MPI_Comm second;
    MPI_Comm_create_group(MPI_COMM_WORLD, odd, 5, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, odd, 5, &second);
    use(group, 15);
    use(second, 16);
    end(&second);
    end(&group);
  }
  MPI_Group_free(&odd);
  MPI_Group_free(&world);
  end(&half);
  end(&alone);
  end(&host);
}

static void topologies(void) {
  MPI_Comm ring, row, graph, sparse, adjacent;
  int sizes[2] = {0, 0}, periods[2] = {1, 0}, remain[2] = {1, 0};
  MPI_Dims_create(ranks, 2, sizes);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &ring);
  use(ring, 21);
  MPI_Cart_sub(ring, remain, &row);
  use(row, 22);
  // All ranks form a line: each knows the next.
  int index[16], edges[16], source = (rank + ranks - 1) % ranks, target = (rank + 1) % ranks;
  int one = 1;
  for (int i = 0; i < ranks; ++i) {
    index[i] = i + 1;
    edges[i] = (i + 1) % ranks;
  }
  MPI_Graph_create(MPI_COMM_WORLD, ranks, index, edges, 0, &graph);
  use(graph, 23);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &target, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                        &sparse);
  use(sparse, 24);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &target,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &adjacent);
  use(adjacent, 25);
  int received = -1;
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, &received, 1, MPI_INT, adjacent);
  EXPECT(received == source);
  MPI_Request request;
  MPI_Ineighbor_allgather(&rank, 1, MPI_INT, &received, 1, MPI_INT, adjacent, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  end(&adjacent);
  end(&sparse);
  end(&graph);
  end(&row);
  end(&ring);
}

// A library's own communicator, kept with that of the program as an attribute: each copy of the
// latter gets a copy of it within MPI_Comm_dup, and loses it within MPI_Comm_free.
static MPI_Comm private_comm[8];
static int copies_made, copies_freed;

static int copy_private(MPI_Comm from, int key, void* extra, void* value, void* copy, int* flag) {
  (void)from, (void)key, (void)extra;
  MPI_Comm* const fresh = &private_comm[++copies_made];
  MPI_Comm_dup(*(MPI_Comm*)value, fresh);
  *(void**)copy = fresh;
  *flag = 1;
  return MPI_SUCCESS;
}

static int free_private(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)extra;
  ++copies_freed;
  return MPI_Comm_free((MPI_Comm*)value);
}

static void in_callbacks(void) {
  MPI_Comm first, second, third, again;
  void* value;
  int key, flag;
  MPI_Comm_create_keyval(copy_private, free_private, &key, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &private_comm[0]);
  MPI_Comm_set_attr(first, key, &private_comm[0]);
  MPI_Comm_dup(first, &second);
  MPI_Comm_dup(second, &third);
  MPI_Comm_get_attr(third, key, &value, &flag);
  EXPECT(flag && copies_made == 2);
  use(*(MPI_Comm*)value, 41);
  use(third, 42);
  MPI_Comm_free(&second);
  EXPECT(copies_freed == 1);
  // This probably gets the handles that have become free.
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &second);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &again);
  use(second, 43);
  use(again, 44);
  use(*(MPI_Comm*)value, 45);
  end(&again);
  end(&second);
  end(&third);
  end(&first);
  EXPECT(copies_freed == 3);
  MPI_Comm_free_keyval(&key);
}

static void again_and_again(void) {
  for (int i = 0; i < 40; ++i) {
    MPI_Comm comm;
    if (i % 2 == 0)
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else
      MPI_Comm_split(MPI_COMM_WORLD, rank < ranks / 2, rank, &comm);
    use(comm, 31);
    end(&comm);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  EXPECT(ranks <= 16);
  copies();
  parts();
  topologies();
  in_callbacks();
  again_and_again();
  MPI_Finalize();
  return 0;
}
