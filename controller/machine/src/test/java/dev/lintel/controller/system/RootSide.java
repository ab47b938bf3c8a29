package dev.lintel.controller.system;

import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What systemd does on a machine: whenever the box has left a request, root's side runs once.
public final class RootSide implements AutoCloseable {
    private static final long LOOK_NS = 2_000_000;

    private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final Thread thread;

    public RootSide(MachineRig rig) {
        rig.works().serve(); // at the start of the machine
        thread = Thread.ofPlatform().name("root's side").start(() -> {
            try {
                while (!ending.get()) {
                    if (Files.exists(rig.folders.requests().resolve("request.json")))
                        rig.works().serve();
                    LockSupport.parkNanos(LOOK_NS);
                }
            } catch (RuntimeException e) { // told by close
                fault.set(e);
            }
        });
    }

    @Override
    public void close() {
        ending.set(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Throwable thrown = fault.get();
        if (thrown != null) throw new AssertionError("root's side failed", thrown);
    }
}
