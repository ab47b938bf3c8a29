/*
 * A disk that fails on command, for tests: LD_PRELOAD this into a process. It stands between the process and the C
 * library. A file operation under the folder LINTEL_DISK fails as the control file LINTEL_DISK_FAULTS says, which a
 * test maps into its own memory: one slot of 64 bytes for each kind of operation, numbers in the machine's byte order.
 *
 *   0  errno that the operation fails with; 0: none
 *   4  how many operations still fail; below 0: all
 *   8  1: the operation hangs until this is 0
 *  12  operations that failed or hung so far
 *  16  how the file's name ends, 47 characters at most; empty: every file
 *
 * Behind the slots, 64 bits each: the inode of a file with a dead sector (0: none), the first byte of the sector, and the
 * first after it. Reads of it fail with EIO, whatever the file's name is by then.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { READ, WRITE, SYNC, OPEN, KINDS };

struct slot {
    volatile int32_t error, remaining, hang, count;
    volatile char suffix[48];
};

static struct slot *slots;
static volatile int64_t *dead; /* inode, from, to */
static char folder[PATH_MAX];
static size_t folder_length;

#define NEXT(name) \
    static __typeof__(&name) next; \
    if (!next) next = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)

static int open_plain(const char *path, int flags, mode_t mode) {
    NEXT(open64);
    return next(path, flags, mode);
}

__attribute__((constructor)) static void begin(void) {
    const char *named = getenv("LINTEL_DISK"), *control = getenv("LINTEL_DISK_FAULTS");
    if (!named || !control || !realpath(named, folder)) return;
    folder_length = strlen(folder);
    int fd = open_plain(control, O_RDWR | O_CLOEXEC, 0);
    if (fd < 0) return;
    void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped != MAP_FAILED) dead = (volatile int64_t *) ((struct slot *) mapped + KINDS);
    if (mapped != MAP_FAILED) slots = mapped;
    close(fd);
}

/* Returns whether an operation of this kind on this file is to fail; errno is set then. */
static int fails(int kind, const char *path) {
    struct slot *slot = slots + kind;
    size_t length = strlen(path), end = strlen((const char *) slot->suffix);
    if (strncmp(path, folder, folder_length) != 0 || (path[folder_length] && path[folder_length] != '/')) return 0;
    if (end > length || strcmp(path + length - end, (const char *) slot->suffix) != 0) return 0;
    if (slot->hang) {
        __sync_fetch_and_add(&slot->count, 1);
        while (slot->hang) usleep(5000);
        return 0;
    }
    int error = slot->error;
    if (!error) return 0;
    if (slot->remaining >= 0 && __sync_fetch_and_sub(&slot->remaining, 1) <= 0) {
        slot->remaining = 0;
        return 0;
    }
    __sync_fetch_and_add(&slot->count, 1);
    errno = error;
    return 1;
}

static int armed(int kind) {
    return slots && (slots[kind].error || slots[kind].hang);
}

static int fd_fails(int kind, int fd) {
    if (!armed(kind)) return 0;
    char link[64], path[PATH_MAX];
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length < 0) return 0;
    path[length] = 0;
    return fails(kind, path);
}

static int read_fails(int fd, size_t length, off64_t at) {
    struct stat file;
    if (dead && dead[0] && at < dead[2] && at + (off64_t) length > dead[1] && fstat(fd, &file) == 0
        && file.st_ino == (ino_t) dead[0]) {
        errno = EIO;
        return 1;
    }
    return fd_fails(READ, fd);
}

static int path_fails(const char *path) {
    return armed(OPEN) && path && fails(OPEN, path);
}

#define PASS(kind, type, name, parameters, arguments) \
    type name parameters { \
        NEXT(name); \
        if (fd_fails(kind, fd)) return -1; \
        return next arguments; \
    }

#define READS(name, parameters, arguments, at) \
    ssize_t name parameters { \
        NEXT(name); \
        if (read_fails(fd, length, at)) return -1; \
        return next arguments; \
    }

READS(read, (int fd, void *to, size_t length), (fd, to, length), dead && dead[0] ? lseek64(fd, 0, SEEK_CUR) : 0)
READS(pread, (int fd, void *to, size_t length, off_t at), (fd, to, length, at), at)
READS(pread64, (int fd, void *to, size_t length, off64_t at), (fd, to, length, at), at)
PASS(READ, ssize_t, readv, (int fd, const struct iovec *to, int count), (fd, to, count))
PASS(WRITE, ssize_t, write, (int fd, const void *from, size_t length), (fd, from, length))
PASS(WRITE, ssize_t, pwrite, (int fd, const void *from, size_t length, off_t at), (fd, from, length, at))
PASS(WRITE, ssize_t, pwrite64, (int fd, const void *from, size_t length, off64_t at), (fd, from, length, at))
PASS(WRITE, ssize_t, writev, (int fd, const struct iovec *from, int count), (fd, from, count))
PASS(WRITE, int, ftruncate, (int fd, off_t length), (fd, length))
PASS(WRITE, int, ftruncate64, (int fd, off64_t length), (fd, length))
PASS(SYNC, int, fsync, (int fd), (fd))
PASS(SYNC, int, fdatasync, (int fd), (fd))

static mode_t mode_of(int flags, va_list more) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        NEXT(name); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = mode_of(flags, more); \
        va_end(more); \
        if (path_fails(path)) return -1; \
        return next(path, flags, mode); \
    }

OPENS(open)
OPENS(open64)
