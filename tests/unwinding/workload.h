// SPDX-License-Identifier: BSD-3-Clause
// Everything that a thread may be doing when a sample comes.
#pragma once

// Does all of it once; a different part is long each time. Thread: one.
void work(unsigned round);
