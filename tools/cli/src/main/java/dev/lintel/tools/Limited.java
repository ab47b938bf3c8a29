package dev.lintel.tools;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Looks at something that may hang, such as a failing disk, and does not wait for it longer than it is given. What
/// hangs is left to itself: the command ends without it.
final class Limited {
    /// What a kernel, a socket or a program answers in, also on a slow board that is busy.
    static final Duration USUAL = Duration.ofSeconds(20);

    private Limited() {}

    /// What `look` says; `otherwise` where it says nothing in time, or breaks.
    static <T> T within(Duration limit, Supplier<T> look, T otherwise) {
        try {
            return begun("look", look).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return otherwise;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }

    private static <T> CompletableFuture<T> begun(String name, Supplier<T> look) {
        var found = new CompletableFuture<T>();
        Thread.ofPlatform().name(name).daemon(true).start(() -> {
            try {
                found.complete(look.get());
            } catch (RuntimeException | Error e) { // whatever it is: who waits goes on without it
                found.completeExceptionally(e);
            }
        });
        return found;
    }

    /// What `look` finds; one warning where it finds nothing in time, or breaks.
    static List<Finding> findings(String check, Duration limit, Supplier<List<Finding>> look) {
        CompletableFuture<List<Finding>> found = begun("doctor-" + check, look);
        try {
            return found.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String late = "gave no answer within " + limit.toSeconds() + " s";
            return List.of(Finding.warn(check, late, "a disk or a program hangs: look at the kernel's log (dmesg)"));
        } catch (ExecutionException e) {
            return List.of(Finding.warn(check, "cannot be looked at: " + e.getCause(), "run it again with sudo"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(Finding.warn(check, "was interrupted", "run it again"));
        }
    }
}
