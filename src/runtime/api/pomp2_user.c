/* SPDX-License-Identifier: BSD-3-Clause
 * A part of libtarry-pomp2.a: `#pragma pomp inst` of C and `!pomp$ inst` of Fortran. */
#include "pomp2_hooks.h"
#include "tarry/tarry.h"

void POMP2_Init(void) {}
void pomp2_init_(void) {}
void POMP2_Finalize(void) {}
void pomp2_finalize_(void) {}
void POMP2_Off(void) { tarry_pause(); }
void pomp2_off_(void) { tarry_pause(); }
void POMP2_On(void) { tarry_resume(); }
void pomp2_on_(void) { tarry_resume(); }
void POMP2_Begin(void** handle, const char* ctc) { tarry_pomp2_user_begin(handle, ctc); }
void pomp2_begin_(void** handle, const char* ctc) { tarry_pomp2_user_begin(handle, ctc); }
void POMP2_End(void** handle) { tarry_pomp2_user_end(handle); }
void pomp2_end_(void** handle) { tarry_pomp2_user_end(handle); }
void POMP2_USER_Assign_handle(void** handle, const char* ctc) { (void)handle, (void)ctc; }
void pomp2_user_assign_handle_(void** handle, const char* ctc) { (void)handle, (void)ctc; }
