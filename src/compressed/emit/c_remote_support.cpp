// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/c_remote_support.h"

#include "compressed/emit/scale.h"

namespace tarry::emit {
namespace {

constexpr const char* kAccesses =
    R"(// Requests of accesses to windows and of transfers of files, the newest last.
static MPI_Request *accesses;
static int open_accesses, most_accesses;

static inline MPI_Request *opened_access(void) {
  if (open_accesses == most_accesses) {
    most_accesses = 2 * most_accesses + 16;
    accesses = realloc(accesses, (size_t)most_accesses * sizeof *accesses);
    if (accesses == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return &accesses[open_accesses++];
}

// Like take().
static inline void take_access(int place) {
  MPI_Request *from = &accesses[open_accesses - 1 - place];
  add_ending(*from);
  for (; place > 0; --place, ++from) from[0] = from[1];
  --open_accesses;
}

)";

constexpr const char* kWindows = R"(// Open windows, the newest last.
struct window {
  MPI_Win handle;
  void *memory, *given;
};
static struct window *windows;
static int open_windows, most_windows;

static inline struct window *newest_window(void) { return &windows[open_windows - 1]; }

static void new_window(long long bytes) {
  if (open_windows == most_windows) {
    most_windows = 2 * most_windows + 16;
    windows = realloc(windows, (size_t)most_windows * sizeof *windows);
    if (windows == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  windows[open_windows++].memory = calloc((size_t)bytes + 1, 1);
  if (newest_window()->memory == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
}

// The newest window has place 0.
static inline MPI_Win window(int place) { return windows[open_windows - 1 - place].handle; }

static inline void free_window(int place) {
  struct window *at = &windows[open_windows - 1 - place];
  MPI_Win_free(&at->handle);
  free(at->memory);
  for (; place > 0; --place, ++at) at[0] = at[1];
  --open_windows;
}

)";

constexpr const char* kTarget =
    R"(static inline int target(int rank) { return rank < 0 ? MPI_PROC_NULL : rank; }

)";

constexpr const char* kAssertionsText = R"(static int assertions(int mode) {
  return (mode & 1 ? MPI_MODE_NOCHECK : 0) | (mode & 2 ? MPI_MODE_NOSTORE : 0) |
         (mode & 4 ? MPI_MODE_NOPUT : 0) | (mode & 8 ? MPI_MODE_NOPRECEDE : 0) |
         (mode & 16 ? MPI_MODE_NOSUCCEED : 0);
}

)";

constexpr const char* kGroups = R"(static MPI_Group chosen;  // the members of the next epoch

static void choose(MPI_Win of, int count, const int *ranks) {
  MPI_Group all;
  int *members = malloc((size_t)(count + 1) * sizeof *members), found = 0;
  if (members == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < count; ++i)
    if (ranks[i] != MPI_PROC_NULL) members[found++] = ranks[i];
  MPI_Win_get_group(of, &all);
  MPI_Group_incl(all, found, members, &chosen);
  MPI_Group_free(&all);
  free(members);
}

static void free_chosen(void) {
  if (chosen != MPI_GROUP_EMPTY) MPI_Group_free(&chosen);
}

)";

constexpr const char* kFiles = R"(static const char *path(int number) {
  static char text[4096];
  snprintf(text, sizeof text, "%s-%d", scratch, number);
  return text;
}

static void remove_files(void) {
  for (int i = 0; i < FILES; ++i) remove(path(i));
}

static void make_files(void) {
)";

constexpr const char* kOpenFiles = R"(  remove_files();
  for (int i = 0; i < FILES; ++i) {
    FILE *made = lengths[i] < 0 ? NULL : fopen(path(i), "wb");
    if (made == NULL) continue;
    if (lengths[i] > 0 && fseek(made, (long)lengths[i] - 1, SEEK_SET) == 0) fputc(0, made);
    fclose(made);
  }
}

// Open files, the newest last.
static MPI_File *files;
static int open_files, most_files;

static inline MPI_File *new_file(void) {
  if (open_files == most_files) {
    most_files = 2 * most_files + 16;
    files = realloc(files, (size_t)most_files * sizeof *files);
    if (files == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return &files[open_files++];
}

// From then on, an error of the newest file ends the program.
static inline void check(int error) {
  if (error == MPI_SUCCESS) {
    MPI_File_set_errhandler(files[open_files - 1], MPI_ERRORS_ARE_FATAL);
    return;
  }
  fprintf(stderr, "cannot open scratch files that begin with %s\n", scratch);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// The newest file has place 0.
static inline MPI_File file(int place) { return files[open_files - 1 - place]; }

static inline void close_file(int place) {
  MPI_File *at = &files[open_files - 1 - place];
  MPI_File_close(at);
  for (; place > 0; --place, ++at) at[0] = at[1];
  --open_files;
}

)";

constexpr const char* kViews =
    R"(// Blocks of `size` bytes, each `extent` bytes behind the one before.
static void set_view(MPI_File of, MPI_Offset at, int unit, int size, MPI_Aint extent) {
  MPI_Datatype element, block, piece;
  MPI_Type_contiguous(unit, MPI_BYTE, &element);
  MPI_Type_commit(&element);
  MPI_Type_contiguous(size / unit, element, &block);
  MPI_Type_create_resized(block, 0, extent, &piece);
  MPI_Type_commit(&piece);
  MPI_File_set_view(of, at, element, piece, "native", MPI_INFO_NULL);
  MPI_Type_free(&piece);
  MPI_Type_free(&block);
  MPI_Type_free(&element);
}

)";

// Returns the numbers of a list, broken into lines.
std::string list_text(const std::vector<std::string>& texts, const std::string& indent) {
  std::string text, line = indent;
  for (const std::string& each : texts) {
    const std::string item = each + ", ";
    if (line.size() + item.size() > 90) text += "\n" + line, line = indent;
    line += item;
  }
  return text + "\n" + line;
}

std::string functions_of_files(const FileLengths& lengths) {
  const std::string names =
      "// Scratch files. An argument of the program is what their names begin with.\n"
      "enum { FILES = " +
      std::to_string(lengths.texts.size()) +
      " };\n"
      "static const char *scratch = \"scratch-of-benchmark\";\n";
  const std::string list =
      "// How long they are at the beginning; -1 if they are not there.\n" +
      std::string(lengths.are_known ? "static " : "  ") + "const long long lengths[FILES + 1] = {" +
      list_text(lengths.texts, lengths.are_known ? "    " : "      ") + "-1};\n";
  if (lengths.are_known) return names + list + "\n" + kFiles + kOpenFiles;
  return names + "\n" + kFiles + "  " + list + kOpenFiles;
}

}  // namespace

FileLengths file_lengths(const Program& program) {
  FileLengths out;
  for (const std::int64_t length : program.file_lengths) {
    const bool is_symbol = Symbols::is_symbol(length);
    out.texts.push_back(is_symbol ? program.scale->symbols().text(length) : std::to_string(length));
    out.are_known = out.are_known && !is_symbol;
  }
  return out;
}

std::string c_remote_support(const std::set<Helper>& needed, const FileLengths& lengths) {
  std::string text;
  const auto has = [&](Helper helper) { return needed.contains(helper); };
  if (has(Helper::Accesses)) text += kAccesses;
  if (has(Helper::Windows)) text += kWindows;
  if (has(Helper::Target)) text += kTarget;
  if (has(Helper::Assertions)) text += kAssertionsText;
  if (has(Helper::Groups)) text += kGroups;
  if (has(Helper::Files)) text += functions_of_files(lengths);
  if (has(Helper::Views)) text += kViews;
  return text;
}

}  // namespace tarry::emit
