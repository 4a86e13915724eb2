// SPDX-License-Identifier: BSD-3-Clause
// The names of all files in an experiment directory. Production code spells them here alone, which
// tests/checks/style.py verifies. The header includes nothing, because the libraries in the
// measured program use it as well.
#pragma once

namespace tarry::base {

// These lie in the experiment directory itself.
inline constexpr const char* kManifestFile = "experiment.json";
inline constexpr const char* kLogFile = "tarry.log";  // carries the lock as well
// A copy of the file of --filter: measured processes may start in another directory, or later.
inline constexpr const char* kFilterFile = "filter.txt";
inline constexpr const char* kExcludedFile = "excluded.tsv";  // functions that the filter excludes
inline constexpr const char* kArchiveFile = "traces.otf2";    // the anchor of the OTF2 archive
inline constexpr const char* kArchiveDefinitionsFile = "traces.def";
inline constexpr const char* kArchiveFolder = "traces";  // also the archive's name for OTF2
inline constexpr const char* kSummaryFile = "summary.cubex";
inline constexpr const char* kAnalysisFile = "analysis.cubex";
inline constexpr const char* kDiagnosisFile = "diagnosis.cubex";
inline constexpr const char* kCompressedFile = "compressed/trace.tct";
inline constexpr const char* kTimelineFile = "timeline.index";  // of the archive
inline constexpr const char* kClocksFile = "clocks.tsv";  // how those of the archive are corrected
inline constexpr const char* kClocksEnding = ".clocks.tsv";  // the same of another trace
inline constexpr const char* kTimelineEnding = ".timeline";  // of the index of another trace

// samples/<host>-<pid>/ holds what the sampler of a process writes.
inline constexpr const char* kSamplesFolder = "samples";
inline constexpr const char* kSampleNamesFile = "names.tsv";  // in samples/ itself
inline constexpr const char* kSampledProcessFile = "process.tsv";

// raw/<host>-<pid>/ holds what a process records, until the recording is finished.
inline constexpr const char* kRawFolder = "raw";
inline constexpr const char* kUnifiedFile = "unified.tsv";  // in raw/ itself
inline constexpr const char* kDefinitionsFile = "definitions.tsv";
inline constexpr const char* kConvertedFile = "converted.tsv";  // the process is in the archive
inline constexpr const char* kSelectionFile = "selection.tsv";  // messages that one side left out
inline constexpr const char* kUnitedRowsFile = "united.rows";   // the summary of all processes
inline constexpr const char* kChangesFile = "changes.bin";      // summary since it was united
inline constexpr const char* kCallsFile = "calls.tct";  // compressed trace of a process, or of all

// thread-<number><ending>, in raw/<host>-<pid>/ and samples/<host>-<pid>/.
inline constexpr const char* kThreadPrefix = "thread-";
inline constexpr const char* kEventLogEnding = ".log";
// Ending of thread-<number>.<times emptied before>: a log whose calls are in the memory of its
// process, but not in calls.tct yet.
inline constexpr const char* kTakenLogEnding = ".taken";
inline constexpr const char* kSwitchesEnding = ".switches";
inline constexpr const char* kCallTreeEnding = ".tree";
inline constexpr const char* kSampleRecordsEnding = ".samples";
inline constexpr const char* kSamplePathsEnding = ".paths";

// summary/ exists while the summaries of processes become one.
inline constexpr const char* kSummaryFolder = "summary";
inline constexpr const char* kProgramFile = "program.txt";
inline constexpr const char* kProcessSummaryEnding = ".bin";  // of <rank>.bin

}  // namespace tarry::base
