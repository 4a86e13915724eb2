# SPDX-License-Identifier: BSD-3-Clause
# Tests with one thread, in which a race detector finds nothing: the preset tsan neither builds nor
# runs them. In builds without a sanitizer they run with a library that ends them, with a message,
# where they start a thread; a test that begins to do so must then be taken from these lists.

# Programs of unit tests, and scripts of tests/cli/.
set(TARRY_ONE_THREAD analysis_test case_check_test cli_test code_test compressed_live_test counters_test
                     definitions_test diagnosis_test diagnosis_report_test emit_test eventlog_test
                     experiment_test extrapolate_test filter_test fit_test generate_test launch_test model_test report_test
                     runtime_sampling_test runtime_unwinding_test samples_test score_test simulate_test summary_test
                     summary_tree_test
                     cli.completion cli.diagnose cli.generate cli.help cli.replay
                     cli.report cli.terminal)
# In these programs only the tests of a few suites start threads.
set(TARRY_THREADS_IN_compressed_test CompareTraces RoundTrip)
set(TARRY_THREADS_IN_replay_test Agreement RecordedReplay Watch)

set(TARRY_ENDS_AT_THREADS "")
if(NOT TARRY_SANITIZE)
  set(TARRY_ENDS_AT_THREADS LD_PRELOAD=${PROJECT_BINARY_DIR}/tests/support/one_thread.so)
endif()
