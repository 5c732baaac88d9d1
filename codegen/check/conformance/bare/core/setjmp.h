#ifndef BARE_SETJMP_H
#define BARE_SETJMP_H

/* The registers that a call leaves as they are, 14 on RISC-V. A core with floating point would keep more. */
typedef unsigned long jmp_buf[14];

int setjmp(jmp_buf env) __attribute__((returns_twice));
void longjmp(jmp_buf env, int value) __attribute__((noreturn));

#endif
