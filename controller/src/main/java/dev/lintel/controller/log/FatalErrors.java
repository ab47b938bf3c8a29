package dev.lintel.controller.log;

/// Reports errors of the JVM that a library or an executor has caught, such as exhausted memory, to the handler of
/// uncaught exceptions: it ends the process as if the thread itself had ended by the error. Any thread.
public final class FatalErrors {
    private static final int CAUSES_MAX = 8;

    private FatalErrors() {}

    /// Reports `fault` where it, or a cause of it, is fatal. Allocates nothing.
    public static void report(Throwable fault) {
        Throwable cause = fault;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (isFatal(cause)) {
                Thread here = Thread.currentThread();
                here.getUncaughtExceptionHandler().uncaughtException(here, cause);
                return;
            }
            cause = cause.getCause();
        }
    }

    /// A stack that is too small costs what was being done. Direct memory has a limit of its own and only connections
    /// use it: the one that found none is closed.
    private static boolean isFatal(Throwable fault) {
        if (!(fault instanceof VirtualMachineError) || fault instanceof StackOverflowError) return false;
        String message = fault.getMessage();
        return message == null || !message.contains("direct ");
    }
}
