package dev.lintel.tools;

import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.PdFile;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A file on its way to one reader. The main thread waits in [#await]; a thread `osdp-abort` calls [#abort] when the
/// process is interrupted, and the main thread keeps the line open until the reader has been told.
///
/// ```
///   main   await --------------------- cancelled -- waits for told --> fails, the line is closed
///   Ctrl-C        abort: cancels, ABORT goes out, asks, answered -- told
/// ```
final class FileSending {
    /// The longest file at the slowest speed, and a reader that takes its time.
    private static final Duration LIMIT = Duration.ofHours(24);

    /// The longest piece that may be under way at 9600 baud takes half of it.
    private static final long ABORT_MS_MAX = 2_000;

    private static final Duration ABORT_MAX = Duration.ofMillis(ABORT_MS_MAX);

    private final OneReader one;
    private final CompletableFuture<Void> sent;
    private final CountDownLatch told = new CountDownLatch(1);

    /// Begins at once; `progress` is told on the bus's thread.
    FileSending(OneReader one, PdFile content, PdFile.Progress progress) {
        this.one = one;
        this.sent = one.bus().send(one.address(), content, progress);
    }

    /// Waits until the reader has worked on the file. Throws [CommandFailed] with the reason when it has not.
    void await() {
        Thread onInterrupt = Thread.ofPlatform().name("osdp-abort").unstarted(this::abort);
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            one.await(sent, LIMIT);
        } finally {
            if (sent.isCancelled()) awaitTold();
            else leave(onInterrupt);
        }
    }

    /// Gives the file up and tells the reader so; does nothing when it has the file already. Any thread, which
    /// waits.
    void abort() {
        try {
            if (!sent.cancel(false)) return;
            // Orders are done in turn: this one is answered when the reader has been told.
            one.bus().ask(one.address(), new Command.LocalStatus(), ABORT_MAX).get(ABORT_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            return; // the reader forgets the file by itself when nothing more comes
        } finally {
            told.countDown();
        }
    }

    private void awaitTold() {
        try {
            boolean _ = told.await(ABORT_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the line is closed at once
        }
    }

    private static void leave(Thread onInterrupt) {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            return; // the process is ending already: the hook finds nothing to do
        }
    }
}
