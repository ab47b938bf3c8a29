/* A library as a compiler with glibc 2.38 makes it: OlderGlibcTest rewrites needs-glibc-2.38.so, made by these commands
   (gcc 12, x86-64). The first two make a stand-in for glibc, which is linked against and then thrown away.

   printf 'GLIBC_2.2.5 { global: abs; local: *; };\nGLIBC_2.38 { global: __isoc23_strtol; tomorrow; } GLIBC_2.2.5;\n' >versions
   gcc -DLIBC -fno-builtin -nostdlib -shared -fPIC -Wl,-soname,libc.so.6,--version-script=versions -o libc.so.6 needs-glibc-2.38.c
   gcc -Os -fno-builtin -nostdlib -shared -fPIC -s -Wl,-z,noseparate-code,--hash-style=gnu,--build-id=none \
       -o needs-glibc-2.38.so needs-glibc-2.38.c libc.so.6
   gcc -DUNKNOWN ... -o needs-unknown.so ...       the same with a function that nobody knows */
#ifdef LIBC
long __isoc23_strtol(const char *text, char **end, int base) { return 0; }
long tomorrow(void) { return 0; }
int abs(int number) { return number; }
#else
long __isoc23_strtol(const char *text, char **end, int base);
int abs(int number);
long tomorrow(void);
#ifdef UNKNOWN
long number(const char *text) { return tomorrow() + abs(1); }
#else
long number(const char *text) { return __isoc23_strtol(text, 0, 10) + abs(-1); }
#endif
#endif
