# SPDX-License-Identifier: BSD-3-Clause
# A program of mpi4py: arrays and objects around a ring, persistent requests, collective operations, a
# communicator of its own. Rank 0 is late to send.
# usage: mpi4py_ring.py STEPS MILLISECONDS
import array
import sys
import time

from mpi4py import MPI

STEPS, LATE_S = int(sys.argv[1]), int(sys.argv[2]) / 1000

comm = MPI.COMM_WORLD.Dup()
rank, ranks = comm.Get_rank(), comm.Get_size()
to, before = (rank + 1) % ranks, (rank - 1) % ranks
out, into, total = array.array("i", [rank] * 8), array.array("i", [0] * 8), array.array("i", [0] * 8)

requests = [comm.Send_init(out, dest=to, tag=1), comm.Recv_init(into, source=before, tag=1)]
for step in range(STEPS):
    if rank == 0:
        time.sleep(LATE_S)
        comm.Send(out, dest=to, tag=0)
    comm.Recv(into, source=before, tag=0)
    if rank != 0:
        comm.Send(out, dest=to, tag=0)
    assert into[0] == before
    MPI.Prequest.Startall(requests)
    MPI.Request.Waitall(requests)
    comm.Allreduce(out, total, op=MPI.SUM)
    assert total[0] == ranks * (ranks - 1) // 2
    objects = comm.allgather({"rank": rank})
    assert [each["rank"] for each in objects] == list(range(ranks))
    assert comm.sendrecv({"of": rank}, dest=to, source=before)["of"] == before
for request in requests:
    request.Free()
comm.Free()
