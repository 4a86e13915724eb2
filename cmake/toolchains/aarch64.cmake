# SPDX-License-Identifier: BSD-3-Clause
# Builds for aarch64 on another processor, with Debian's cross compiler (g++-aarch64-linux-gnu) and the
# libraries of an unpacked Debian root, which scripts/try-aarch64 makes:
#   cmake --preset aarch64 -DTARRY_AARCH64_ROOT=DIR
# What the build runs, such as `tarry man`, runs in qemu-aarch64 (qemu-user). No MPI is looked for: the
# commands of an MPI for aarch64 do not run here.

set(TARRY_AARCH64_ROOT "" CACHE PATH "Root of a Debian for aarch64 with the libraries of scripts/dependencies.txt")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TARRY_AARCH64_ROOT)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_SYSROOT ${TARRY_AARCH64_ROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${TARRY_AARCH64_ROOT})

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${TARRY_AARCH64_ROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${TARRY_AARCH64_ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${TARRY_AARCH64_ROOT}/usr/share/pkgconfig)
