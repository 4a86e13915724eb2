/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads compressed traces (.tct): the calls of any rank one after the other, without expanding the
 * file. Link with -ltarry-reader. For Python there is share/tarry/python/tarry_reader.py.
 *
 *   tarry_reader* reader = tarry_reader_open("run1/compressed/trace.tct");
 *   if (*tarry_reader_error(reader) == '\0') {
 *     tarry_calls* calls = tarry_calls_open(reader, 0);
 *     tarry_call call;
 *     while (tarry_calls_next(calls, &call) == 1) puts(call.function);
 *     tarry_calls_close(calls);
 *   }
 *   tarry_reader_close(reader);
 *
 * Several threads may use one reader, each with tarry_calls of its own. Nothing here prints, exits
 * or throws. Texts live as long as the reader, texts of a call until the next call is read.
 */
#ifndef TARRY_READER_H
#define TARRY_READER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Value of an action that has no such value, or whose value is unknown. */
#define TARRY_UNKNOWN (-9)
#define TARRY_ANY (-1)             /* peer or tag that a receive asked for */
#define TARRY_ROOT_NONE (-1)       /* the operation has no root */
#define TARRY_ROOT_SELF (-2)       /* in an intercommunicator: this process */
#define TARRY_ROOT_THIS_GROUP (-3) /* in an intercommunicator: another process of this group */

typedef struct tarry_reader tarry_reader; /* an open file */
typedef struct tarry_calls tarry_calls;   /* a position in the calls of a rank */

typedef struct tarry_frame {
  const char* name; /* function or place */
  const char* file; /* empty if unknown */
  uint32_t line;    /* 0 if unknown */
} tarry_frame;

/* An operation of a call. */
typedef struct tarry_action {
  int32_t kind;        /* tarry_kind_name() */
  int64_t peer;        /* partner of the message, as rank of MPI_COMM_WORLD */
  int64_t posted_peer; /* the one that a receive asked for, or TARRY_ANY */
  int64_t comm;        /* number of the communicator */
  int64_t tag;
  int64_t posted_tag; /* or TARRY_ANY */
  int64_t bytes;      /* of the message; sent by a collective operation */
  int64_t received;   /* by a collective operation */
  int64_t request;    /* place in the list of open requests, the newest is 0 */
  int64_t op;         /* collective operation: tarry_op_name() */
  int64_t root;       /* rank in the communicator, or TARRY_ROOT_... */
  int64_t count;      /* elements */
  int64_t datatype;   /* number of the datatype */
} tarry_action;

typedef struct tarry_call {
  uint32_t event;       /* calls of the same event are repetitions of each other */
  const char* function; /* "MPI_Isend" */
  uint32_t frame_count;
  const tarry_frame* frames; /* the stack, outermost first */
  uint32_t action_count;
  const tarry_action* actions;
  double before_ns;   /* mean computation before such a call; negative if unknown */
  double duration_ns; /* mean length of such a call; negative if unknown */
} tarry_call;

/* The values that a plug-in measured in calls, in the statistic's unit. */
typedef struct tarry_values {
  uint64_t count;
  uint64_t sum;
  uint64_t smallest; /* 0 if there are none */
  uint64_t largest;
} tarry_values;

/* Returns NULL only without memory. `path` may also be a packed file or an experiment directory. */
tarry_reader* tarry_reader_open(const char* path);
void tarry_reader_close(tarry_reader* reader);
/* Returns what is wrong with the file, with line and column; an empty text if nothing is wrong. */
const char* tarry_reader_error(const tarry_reader* reader);

uint32_t tarry_reader_ranks(const tarry_reader* reader); /* 0 after an error */
const char* tarry_reader_program(const tarry_reader* reader);
uint32_t tarry_reader_comms(const tarry_reader* reader);
const char* tarry_reader_comm_name(const tarry_reader* reader, int64_t comm); /* "": none */
uint32_t tarry_reader_comm_size(const tarry_reader* reader, int64_t comm);
const char* tarry_reader_datatype_name(const tarry_reader* reader, int64_t datatype);

/* Statistics of plug-ins, by number from 0. The values cover the calls of the event that have one,
 * on all ranks. */
uint32_t tarry_reader_statistics(const tarry_reader* reader);
const char* tarry_reader_statistic_name(const tarry_reader* reader, int64_t statistic);
const char* tarry_reader_statistic_unit(const tarry_reader* reader, int64_t statistic);
tarry_values tarry_reader_measured(const tarry_reader* reader, int64_t statistic, uint32_t event);

const char* tarry_kind_name(int32_t kind); /* "start-send"; "" if unknown */
const char* tarry_op_name(int64_t op);     /* "allreduce" */

/* Returns NULL if there is no such rank, or no memory. Close the calls before the reader. */
tarry_calls* tarry_calls_open(const tarry_reader* reader, uint32_t rank);
void tarry_calls_close(tarry_calls* calls);
/* Values that the trace has only as a histogram are drawn at random, with the same result for the
 * same seed (default 0). */
void tarry_calls_set_seed(tarry_calls* calls, uint64_t seed);
/* Returns 1: `call` is the next one; 0: there are no more; -1: the trace is damaged here. */
int tarry_calls_next(tarry_calls* calls, tarry_call* call);
const char* tarry_calls_error(const tarry_calls* calls);

#ifdef __cplusplus
}
#endif

#endif
