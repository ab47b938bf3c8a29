/* The decision's two reads from C, for `lintel bench decision`: same statements, same bindings, same cards, same page
 * cache as the controller's.
 *
 *   decision DATABASE CARDS CACHE_KIB HOLDER_SQL RIGHTS_SQL
 *
 * CARDS holds pairs of 64-bit numbers in the machine's byte order: card number, channel. Standard input says what to
 * do, a line each; standard output answers:
 *   run FROM COUNT   ->  "done FOUND RIGHTS\n", then COUNT times 32 bits of nanoseconds
 *   reopen           ->  "open\n": a new connection, nothing in its page cache
 * The first line of output is the library's version. Ends with its input. */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *db;
static sqlite3_stmt *holder, *rights;

static void fail(const char *what) {
    fprintf(stderr, "decision: %s: %s\n", what, db ? sqlite3_errmsg(db) : "no database");
    exit(1);
}

static void open_db(char **argv) {
    char pragma[64];
    if (db) {
        sqlite3_finalize(holder);
        sqlite3_finalize(rights);
        if (sqlite3_close(db) != SQLITE_OK) fail("close");
    }
    if (sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) fail("open");
    snprintf(pragma, sizeof pragma, "PRAGMA cache_size = -%s; PRAGMA query_only = ON", argv[3]);
    if (sqlite3_exec(db, pragma, NULL, NULL, NULL) != SQLITE_OK) fail("pragma");
    if (sqlite3_prepare_v2(db, argv[4], -1, &holder, NULL) != SQLITE_OK) fail("prepare");
    if (sqlite3_prepare_v2(db, argv[5], -1, &rights, NULL) != SQLITE_OK) fail("prepare");
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Every column is read, as the controller does; the sum keeps the compiler from dropping it. */
static volatile uint64_t sum;

static int read_row(sqlite3_stmt *s) {
    int got = sqlite3_step(s);
    if (got == SQLITE_DONE) return 0;
    if (got != SQLITE_ROW) fail("step");
    for (int i = 0; i < sqlite3_column_count(s); i++) {
        if (sqlite3_column_type(s, i) == SQLITE_TEXT) sum += strlen((const char *)sqlite3_column_text(s, i));
        else sum += (uint64_t)sqlite3_column_int64(s, i);
    }
    return 1;
}

static long decide(int64_t number, int64_t channel, long *rows) {
    sqlite3_bind_int64(holder, 1, number);
    int found = read_row(holder);
    int64_t person = found ? sqlite3_column_int64(holder, 3) : 0;
    int enabled = found && sqlite3_column_int64(holder, 6);
    sqlite3_reset(holder);
    if (!enabled) return found;
    sqlite3_bind_int64(rights, 1, person);
    sqlite3_bind_int64(rights, 2, channel);
    while (read_row(rights)) (*rows)++;
    sqlite3_reset(rights);
    return found;
}

static int64_t *read_cards(const char *path, long *count) {
    FILE *f = fopen(path, "rb");
    if (!f) fail(path);
    fseek(f, 0, SEEK_END);
    long bytes = ftell(f);
    rewind(f);
    int64_t *cards = malloc((size_t)bytes);
    if (!cards || fread(cards, 1, (size_t)bytes, f) != (size_t)bytes) fail(path);
    fclose(f);
    *count = bytes / 16;
    return cards;
}

static void run(const int64_t *cards, long from, long count) {
    uint32_t *ns = malloc(sizeof *ns * (size_t)count);
    long found = 0, rows = 0;
    if (!ns) fail("memory");
    for (long i = 0; i < count; i++) {
        uint64_t begun = now_ns();
        found += decide(cards[2 * (from + i)], cards[2 * (from + i) + 1], &rows);
        ns[i] = (uint32_t)(now_ns() - begun);
    }
    printf("done %ld %ld\n", found, rows);
    fwrite(ns, sizeof *ns, (size_t)count, stdout);
    fflush(stdout);
    free(ns);
}

int main(int argc, char **argv) {
    char line[80];
    long all, from, count;
    if (argc != 6) {
        fprintf(stderr, "usage: decision DATABASE CARDS CACHE_KIB HOLDER_SQL RIGHTS_SQL\n");
        return 2;
    }
    const int64_t *cards = read_cards(argv[2], &all);
    open_db(argv);
    printf("%s\n", sqlite3_libversion());
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "run %ld %ld", &from, &count) == 2 && from >= 0 && count > 0 && from + count <= all) {
            run(cards, from, count);
        } else if (strcmp(line, "reopen\n") == 0) {
            open_db(argv);
            printf("open\n");
            fflush(stdout);
        } else {
            fail("not understood");
        }
    }
    return 0;
}
