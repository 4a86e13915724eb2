// SPDX-License-Identifier: BSD-3-Clause
// What a thread may be doing when a sample comes.
#pragma once

// All of it once; a different part is long each time. Thread: one.
void work(unsigned round);
