package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One at a time changes what this box starts: a second one would write into the same slot. Held until its file is
/// closed, or the process ends.
final class UpdateLock {
    /// Whoever else is at it is done with a look, or stays for minutes.
    private static final int ATTEMPTS = 60;

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Path folder;

    /// @param folder made when it is needed
    UpdateLock(Path folder) {
        this.folder = folder;
    }

    /// Throws [UpdateException] where another one has it.
    FileChannel take() throws IOException {
        FileChannel file = tryTake();
        if (file == null) throw new UpdateException("another update is being installed");
        return file;
    }

    /// The same for what must not be left out because somebody looks at that moment.
    FileChannel takeSoon() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            FileChannel file = tryTake();
            if (file != null) return file;
            LockSupport.parkNanos(PAUSE_NS);
        }
        return take();
    }

    private @Nullable FileChannel tryTake() throws IOException {
        Files.createDirectories(folder);
        var file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            locked = file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // by another thread of this process
        } finally {
            if (!locked) file.close();
        }
        return locked ? file : null;
    }
}
