package dev.lintel.controller.files;

import java.util.function.Supplier;

/// Marks what a thread does for a client: a request of the API or of a page, or a command. A database that ends with
/// the process refuses changes of clients: they would be acknowledged and lost. Its own work continues, such as events,
/// door states and what a hub sends. Any thread.
public final class ClientWork {
    private static final ScopedValue<Boolean> CHANGES = ScopedValue.newInstance();

    private ClientWork() {}

    /// What may throw a checked exception.
    @FunctionalInterface
    public interface Work<X extends Exception> {
        void run() throws X;
    }

    /// Runs `work` for a client.
    public static <X extends Exception> void run(Work<X> work) throws X {
        ScopedValue.where(CHANGES, true).<Boolean, X>call(() -> {
            work.run();
            return true;
        });
    }

    /// Runs `work` although it is for a client: what it writes may be lost, such as a session.
    public static <T> T losable(Supplier<T> work) {
        return ScopedValue.where(CHANGES, false).call(work::get);
    }

    public static boolean isChanging() {
        return CHANGES.orElse(false);
    }
}
