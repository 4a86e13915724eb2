// SPDX-License-Identifier: BSD-3-Clause
// A pipeline: items run from rank 0 through all ranks to the last one, and each rank works on every
// item. One item takes rank 0 much longer. No other rank is slow, but each of them waits for that
// time once, one after the other: the delay travels through the whole pipeline.
//
// usage: pipeline [items [milliseconds of the delay]]
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int kItemMilliseconds = 2;
constexpr int kTag = 7;

struct Place {
  int rank = 0;
  int ranks = 1;
};

void spend(int milliseconds) {
  const timespec pause{milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, nullptr);
}

long receive_item(const Place& place, long fresh) {
  if (place.rank == 0) return fresh;
  long item = 0;
  MPI_Recv(&item, 1, MPI_LONG, place.rank - 1, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return item;
}

void delay_item(int milliseconds) { spend(milliseconds); }

long process_item(const Place& place, long item) {
  spend(kItemMilliseconds);
  return (item * 31 + place.rank) % 1000003;
}

void send_item(const Place& place, long item) {
  if (place.rank + 1 == place.ranks) return;
  MPI_Send(&item, 1, MPI_LONG, place.rank + 1, kTag, MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int items = argc > 1 ? std::atoi(argv[1]) : 10;
  const int delay = argc > 2 ? std::atoi(argv[2]) : 100;
  Place place;
  MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place.ranks);

  MPI_Barrier(MPI_COMM_WORLD);
  long sum = 0;
  for (int i = 0; i < items; ++i) {
    long item = receive_item(place, i);
    if (place.rank == 0 && i == items / 2) delay_item(delay);
    item = process_item(place, item);
    send_item(place, item);
    if (place.rank + 1 == place.ranks) sum += item;
  }
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (place.rank == 0) std::printf("pipeline: %d ranks, checksum %ld\n", place.ranks, total);
  MPI_Finalize();
  return 0;
}
