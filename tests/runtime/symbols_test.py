#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Checks the exports of the injected libraries, and the functions that our code in them must not
# call.
# usage: symbols_test.py NM RUNTIME_FOLDER OBJECT...
import os
import re
import subprocess
import sys

EXPORTED = {
    "__cyg_profile_func_enter", "__cyg_profile_func_exit",
    "tarry_pause", "tarry_resume", "tarry_region_begin", "tarry_region_end",
    "tarry_region_begin_", "tarry_region_end_", "tarry_counter_add", "tarry_counter_set",
    "tarry_counter_add_", "tarry_counter_set_", "tarry_parameter_begin", "tarry_parameter_end",
    "tarry_parameter_begin_", "tarry_parameter_end_", "ompt_start_tool", "dlclose",
    "pthread_create", "pthread_join", "pthread_detach", "pthread_cancel", "pthread_exit",
    "pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock", "pthread_mutex_trylock",
    "pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_mutex_unlock",
    "pthread_cond_init", "pthread_cond_destroy", "pthread_cond_signal", "pthread_cond_broadcast",
    "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait",
    "pthread_rwlock_init", "pthread_rwlock_destroy", "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock",
    "pthread_rwlock_wrlock", "pthread_rwlock_trywrlock", "pthread_rwlock_timedwrlock",
    "pthread_rwlock_clockwrlock", "pthread_rwlock_unlock", "pthread_spin_init",
    "pthread_spin_destroy", "pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock",
    "pthread_barrier_init", "pthread_barrier_destroy", "pthread_barrier_wait", "sem_init",
    "sem_destroy", "sem_wait", "sem_timedwait", "sem_clockwait", "sem_trywait", "sem_post",
    "thrd_create", "thrd_join", "thrd_detach", "thrd_exit", "mtx_init", "mtx_destroy", "mtx_lock",
    "mtx_trylock", "mtx_timedlock", "mtx_unlock", "cnd_init", "cnd_destroy", "cnd_signal",
    "cnd_broadcast", "cnd_wait", "cnd_timedwait",
    "tarry_pomp2_enter", "tarry_pomp2_leave", "tarry_pomp2_fork", "tarry_pomp2_join",
    "tarry_pomp2_team_begin", "tarry_pomp2_team_end", "tarry_pomp2_task_create",
    "tarry_pomp2_task_begin", "tarry_pomp2_task_end", "tarry_pomp2_function_enter",
    "tarry_pomp2_function_leave", "tarry_pomp2_lock_acquired", "tarry_pomp2_lock_released",
    "tarry_pomp2_user_begin", "tarry_pomp2_user_end",
    "tarry_create_thread", "tarry_create_c11_thread", "tarry_own_account",  # for the library that takes samples
}
# Exports of the library that takes samples: functions that a signal would end early, or that deal
# with signals. It has a handler of its own. The libraries for an MPI also export its functions, to
# count calls.
SAMPLING = re.compile(r"^libtarry-sampling(-\w+)?\.so$")
EXPORTED_BY_SAMPLING = {
    "pthread_create", "thrd_create", "sigaction", "signal", "pthread_sigmask", "sigprocmask", "signalfd",
    "sigsuspend", "sigwait", "sigwaitinfo", "sigtimedwait", "pause", "nanosleep",
    "clock_nanosleep", "sleep", "usleep", "poll", "__poll_chk", "ppoll", "__ppoll_chk", "select",
    "pselect", "epoll_wait", "epoll_pwait", "sem_timedwait", "sem_clockwait", "semop",
    "semtimedop", "msgrcv", "msgsnd", "write", "writev", "send", "sendto", "sendmsg", "recv",
    "recvfrom", "recvmsg",
}
INJECTED = re.compile(r"^libtarry-(serial|mpi-\w+)\.so$")
MPI_FUNCTION = re.compile(r"^P?MPIX?_\w+$")

# The runtime leaves the program alone: it does not end it, print, catch signals or throw.
FORBIDDEN = re.compile(r"^(abort|_?exit|_Exit|quick_exit|raise|kill|printf|puts|putchar|putc|fputs|"
                       r"fputc|fwrite|perror|stdout|stderr|signal|sigaction|sigaltstack|setitimer|"
                       r"setenv|putenv|__cxa_throw|__cxa_guard_acquire|__assert_fail|"
                       r"__cxa_thread_atexit|_ZSt4cout|_ZSt4cerr)(@.*)?$")
# The core allocates no memory that might be missing. (The C++ bindings in mpi.h name these
# everywhere.)
FORBIDDEN_IN_CORE = re.compile(r"^_Zn[wa]m(@.*)?$")


def symbols(nm, options, path):
    lines = subprocess.run([nm, *options, path], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line.split()}


def main():
    nm, folder, *objects = sys.argv[1:]
    problems = []
    libraries = [name for name in sorted(os.listdir(folder)) if INJECTED.match(name)]
    for name in libraries:
        found = symbols(nm, ["-D", "--defined-only"], os.path.join(folder, name))
        ours = {symbol for symbol in found if not MPI_FUNCTION.match(symbol)}
        problems += [f"{name}: exports {symbol}" for symbol in sorted(ours - EXPORTED)]
        problems += [f"{name}: lacks {symbol}" for symbol in sorted(EXPORTED - ours)]
        if "mpi" not in name:
            problems += [f"{name}: exports {symbol}" for symbol in sorted(found - ours)]
    for name in sorted(filter(SAMPLING.match, os.listdir(folder))):
        found = symbols(nm, ["-D", "--defined-only"], os.path.join(folder, name))
        of_mpi = {symbol for symbol in found if MPI_FUNCTION.match(symbol)}
        problems += [f"{name}: exports {symbol}, or lacks it"
                     for symbol in sorted((found - of_mpi) ^ EXPORTED_BY_SAMPLING)]
        if bool(of_mpi) != ("-sampling-" in name):
            problems.append(f"{name}: {len(of_mpi)} functions of MPI")
    for path in objects:
        core = "tarry_runtime_core" in path
        problems += [f"{os.path.basename(path)}: calls {symbol}"
                     for symbol in sorted(symbols(nm, ["-u"], path))
                     if FORBIDDEN.match(symbol) or (core and FORBIDDEN_IN_CORE.match(symbol))]
    for problem in problems:
        print(problem)
    print(f"{len(libraries)} libraries, {len(objects)} objects, {len(problems)} problems")
    if problems or not objects or "libtarry-serial.so" not in libraries:
        sys.exit(1)


if __name__ == "__main__":
    main()
