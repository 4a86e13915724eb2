// SPDX-License-Identifier: BSD-3-Clause
// Counts calls into MPI where they begin: each MPI_X and PMPI_X has a function that adds to a
// counter of its thread and jumps on to the next definition. The stack, the registers of arguments
// (al, too, for variadic functions) and the return address stay as they are; so no signature has to
// be known, and an unwinder never sees a frame of ours. r10 and r11 are free at a call.
// TARRY_COUNTED_CALLS, made by counted_calls.cmake, holds TARRY_COUNTED_CALL(name, synchronises)
// for each function.

// These constants are the same as in call_counts.h and counted_call.h.
#define ONE_CALL 0x1
#define ONE_SYNCHRONISATION 0x40000001
#define HASH_FACTOR 0x9e3779b9
#define HASH_SHIFT 20
#define UNCOUNTED_BIT 63

.macro counted_call name, increment
    .section .data.rel, "aw"
    .p2align 3
.Lcall_\name:
    .quad .Lunfound_\name
    .quad .Lname_\name
    .long \increment
    .long 0
    .section .rodata.str1.1, "aMS", @progbits, 1
.Lname_\name:
    .string "\name"
    .text
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    endbr64
    imull $HASH_FACTOR, (%rsp), %r10d
    shrl $HASH_SHIFT, %r10d
    leaq tarry_known_callers(%rip), %r11
    movq (%r11,%r10,8), %r10
    cmpq (%rsp), %r10
    jne .Luncounted_\name
    movq tarry_mpi_calls@gottpoff(%rip), %r11
    addq $\increment, %fs:(%r11)
    jmpq *.Lcall_\name(%rip)
.Luncounted_\name:
    btcq $UNCOUNTED_BIT, %r10
    cmpq (%rsp), %r10
    jne .Lunknown_\name
    jmpq *.Lcall_\name(%rip)
.Lunknown_\name:
    leaq .Lcall_\name(%rip), %r10
    jmp first_call_from
.Lunfound_\name:
    endbr64
    leaq .Lcall_\name(%rip), %r10
    jmp find_function
    .cfi_endproc
    .size \name, . - \name
.endm

// Jumps to the address that a C function returns for r10 and the return address; keeps all
// registers of arguments.
.macro jump_to_result_of function
    .cfi_startproc
    pushq %rax
    .cfi_adjust_cfa_offset 8
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    pushq %r8
    .cfi_adjust_cfa_offset 8
    pushq %r9
    .cfi_adjust_cfa_offset 8
    subq $128, %rsp
    .cfi_adjust_cfa_offset 128
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movups %xmm4, 64(%rsp)
    movups %xmm5, 80(%rsp)
    movups %xmm6, 96(%rsp)
    movups %xmm7, 112(%rsp)
    movq %r10, %rdi
    movq 184(%rsp), %rsi
    call \function
    movq %rax, %r11
    movups (%rsp), %xmm0
    movups 16(%rsp), %xmm1
    movups 32(%rsp), %xmm2
    movups 48(%rsp), %xmm3
    movups 64(%rsp), %xmm4
    movups 80(%rsp), %xmm5
    movups 96(%rsp), %xmm6
    movups 112(%rsp), %xmm7
    addq $128, %rsp
    .cfi_adjust_cfa_offset -128
    popq %r9
    .cfi_adjust_cfa_offset -8
    popq %r8
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    jmpq *%r11
    .cfi_endproc
.endm

    .hidden tarry_mpi_calls
    .hidden tarry_known_callers
    .hidden tarry_first_call_from
    .hidden tarry_find_function

    .text
    .type first_call_from, @function
first_call_from:
    jump_to_result_of tarry_first_call_from
    .size first_call_from, . - first_call_from

    .type find_function, @function
find_function:
    jump_to_result_of tarry_find_function
    .size find_function, . - find_function

#define INCREMENT_0 ONE_CALL
#define INCREMENT_1 ONE_SYNCHRONISATION
#define TARRY_COUNTED_CALL(name, synchronises) counted_call name, INCREMENT_##synchronises
#include TARRY_COUNTED_CALLS

    .section .note.GNU-stack, "", @progbits
