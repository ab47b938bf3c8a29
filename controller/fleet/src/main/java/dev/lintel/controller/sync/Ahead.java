package dev.lintel.controller.sync;

import dev.lintel.controller.fleet.StageStore;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.DownLine.PersonLine;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// People of a stage, some at a time: while some are worked with, the next are read. One thread after the
/// other: the puller's makes it, the writer's takes from it within its transactions.
///
/// ```
///   store-writer  write 1 ──► write 2 ──► write 3
///   sync-ahead    read 2  ──► read 3  ──► …          a thread of the platform: SQLite would
///                                                    hold one of the few that virtual ones share
/// ```
final class Ahead {
    /// Of lines in one run, which take some times as much once they are read: a person may have 192 KB.
    static final long BYTES_MAX = 2L << 20;

    private final StageStore stage;
    private final long[] ids;
    private final int most;
    private int from;
    private CompletableFuture<Run> next;

    /// Some of them.
    ///
    /// @param upTo the index after the last of them
    record Run(List<PersonLine> people, int upTo) {}

    /// @param most people in one run
    Ahead(StageStore stage, long[] ids, int most) {
        this.stage = stage;
        this.ids = ids;
        this.most = most;
        this.next = isDone() ? CompletableFuture.completedFuture(new Run(List.of(), 0)) : begun();
    }

    /// The index after the last that were taken.
    int at() {
        return from;
    }

    boolean isDone() {
        return from >= ids.length;
    }

    /// Those after the last ones; fewer than there are ids where somebody left the stage. Throws what
    /// reading throws.
    List<PersonLine> next() {
        Run run = come();
        from = run.upTo;
        if (!isDone()) next = begun();
        return run.people;
    }

    /// Those from index `from` on, at least one of them and no more than fits.
    static Run read(StageStore stage, long[] ids, int from, int most) {
        List<Long> some = stage.fitting(some(ids, from, most), BYTES_MAX);
        return new Run(some.isEmpty() ? List.of() : stage.people(some), from + some.size());
    }

    static List<Long> some(long[] ids, int from, int most) {
        return Arrays.stream(ids, Math.min(ids.length, from), Math.min(ids.length, from + most))
                .boxed()
                .toList();
    }

    private CompletableFuture<Run> begun() {
        var run = new CompletableFuture<Run>();
        int first = from;
        try {
            Thread.ofPlatform().daemon().name("sync-ahead").start(() -> {
                try {
                    run.complete(read(stage, ids, first, most));
                } catch (RuntimeException | Error e) { // thrown where it is waited for
                    run.completeExceptionally(e);
                }
            });
        } catch (OutOfMemoryError e) { // no thread is to be had: the writer, whose transaction this is in, goes on
            run.completeExceptionally(e);
        }
        return run;
    }

    private Run come() {
        try {
            return next.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw new TargetException("the snapshot cannot be read: " + e.getCause(), e);
        }
    }
}
