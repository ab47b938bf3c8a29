package dev.lintel.controller;

import dev.lintel.controller.door.EmergencyStop;
import dev.lintel.controller.door.Watchdog;
import dev.lintel.controller.log.FatalErrors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What becomes of the process when one of its threads ends by a fault.
///
/// ```
///   a platform thread, by an error of the JVM (no memory, no thread)  locks at rest, then halt(3): see [EmergencyStop]
///   a platform thread of the box, by an exception                     an orderly end: exit code 1
///   a request's thread, an event loop, by an exception                a line on standard error
/// ```
///
/// A box without one of its threads must not go on. systemd, or the launcher on a terminal, starts a new process.
final class LastWords implements Thread.UncaughtExceptionHandler {
    private final Runnable orderlyEnd;
    private volatile @Nullable EmergencyStop emergency;

    LastWords(Runnable orderlyEnd) {
        this.orderlyEnd = orderlyEnd;
        isFatal(new IllegalStateException()); // loads its classes while there is memory
    }

    /// Sets what knows the locks from now on: before the first lock of a box is driven, at each start in this
    /// process. While there is none, or one of doors that are out of service, every lock rests already.
    void of(EmergencyStop stop) {
        emergency = stop;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable fault) {
        if (isFatal(fault) && !thread.isVirtual()) endAtOnce();
        try {
            Main.tellEnd(thread, fault);
            if (isOurs(thread)) orderlyEnd.run();
        } catch (VirtualMachineError e) { // no memory for a sentence
            endAtOnce();
        }
    }

    /// Ends the process at once: the main thread has met an error of the JVM. Does not return.
    Error end() {
        endAtOnce();
        while (true) LockSupport.park(this);
    }

    private void endAtOnce() {
        EmergencyStop now = emergency;
        if (now != null) now.trigger();
        else Runtime.getRuntime().halt(Watchdog.EXIT_CODE);
    }

    /// Errors of the JVM itself, also of a stack that was too small: a box must not go on without the thread.
    private static boolean isFatal(Throwable fault) {
        return fault instanceof VirtualMachineError || FatalErrors.isCausedByFatal(fault);
    }

    /// Not a request's own thread, which only costs its client an answer, nor the web server's.
    private static boolean isOurs(Thread thread) {
        return !thread.isVirtual() && !thread.getName().startsWith("vert.x-");
    }
}
