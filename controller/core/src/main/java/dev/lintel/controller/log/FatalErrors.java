package dev.lintel.controller.log;

import org.jspecify.annotations.Nullable;

/// Reports errors of the JVM that a library or an executor has caught, such as exhausted memory, to the handler of
/// uncaught exceptions: it ends the process as if the thread itself had ended by the error. Any thread.
public final class FatalErrors {
    private static final int CAUSES_MAX = 8;

    private FatalErrors() {}

    /// Reports `fault` where it, or a cause of it, is fatal. Allocates nothing.
    public static void report(Throwable fault) {
        Throwable fatal = fatalCause(fault);
        if (fatal == null) return;
        Thread here = Thread.currentThread();
        here.getUncaughtExceptionHandler().uncaughtException(here, fatal);
    }

    /// Whether `fault`, or a cause of it, is an error of the JVM after which the process must end. The JDK wraps such
    /// errors: a locale that finds no memory is a `ServiceConfigurationError`. Allocates nothing.
    public static boolean isCausedByFatal(Throwable fault) {
        return fatalCause(fault) != null;
    }

    private static @Nullable Throwable fatalCause(Throwable fault) {
        Throwable cause = fault;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (isFatal(cause)) return cause;
            cause = cause.getCause();
        }
        return null;
    }

    /// A stack that is too small costs what was being done. Direct memory has a limit of its own and only connections
    /// use it: the one that found none is closed.
    private static boolean isFatal(Throwable fault) {
        String message = fault.getMessage();
        if (fault instanceof ExceptionInInitializerError) return isOfMemory(message);
        if (!(fault instanceof VirtualMachineError) || fault instanceof StackOverflowError) return false;
        return message == null || !message.contains("direct ");
    }

    /// A class that found no memory for its first use never works in this process. From the second use on, the JVM
    /// keeps only the text of what happened.
    private static boolean isOfMemory(@Nullable String message) {
        return message != null && message.contains("java.lang.OutOfMemoryError");
    }
}
