package dev.lintel.controller.system;

import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.BoardFolder;
import dev.lintel.controller.update.Bundles;
import dev.lintel.controller.update.SigningKey;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;

/// A machine as a folder, made by an image, and both sides on it.
public final class MachineRig {
    static final Instant MADE = Instant.parse("2026-11-01T00:00:00Z");

    public final SystemFolders folders;
    public final BoardFolder board;
    public final Bundles bundles;
    public final HandMachine machine = new HandMachine();
    private final Time time;
    private int boots;

    /// @param root of the machine; made
    /// @param data the box's folder; made where it is not there
    public MachineRig(Path root, Path data, Time time) throws IOException {
        this.folders = new SystemFolders(root, data);
        this.time = time;
        SigningKey key = SigningKey.make("release 2026");
        Path work = Files.createDirectories(root.resolveSibling("bundles"));
        this.bundles = new Bundles(work, key);
        this.board = new BoardFolder(root, Bundles.trust(1, 1, List.of(key), List.of(key)));
        Files.createDirectories(data);
        for (String folder : List.of("proc/sys/kernel/random", "usr/lib/systemd/system")) {
            Files.createDirectories(root.resolve(folder));
        }
        Files.writeString(root.resolve("proc/sys/kernel/hostname"), "north\n");
        Files.createFile(root.resolve("usr/lib/systemd/systemd-timesyncd"));
        Files.createFile(root.resolve("usr/lib/systemd/system/lintel-system.path"));
        boot();
    }

    private void boot() throws IOException {
        boots++;
        Files.writeString(
                folders.root().resolve("proc/sys/kernel/random/boot_id"),
                "%08d-0000-4000-8000-000000000000%n".formatted(boots));
    }

    /// What a start of the machine forgets is gone, whenever the power went.
    void powerCut() throws IOException {
        removeTree(folders.root().resolve("run"));
        boot();
    }

    static void removeTree(Path tree) throws IOException {
        if (!Files.exists(tree)) return;
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes here) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, java.io.IOException fault) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Root's side, as a process of its own.
    public Works works() {
        return works(time);
    }

    Works works(Time other) {
        return new Works(folders, machine, () -> List.of("reader 2"), MADE, other);
    }

    /// The box's side.
    public SystemDesk desk() {
        return new SystemDesk(folders, time);
    }

    public Path own(String name) {
        return folders.own().resolve(name);
    }

    public Path inUse() {
        return folders.root().resolve("run/systemd/network/10-card.network");
    }

    /// A whole upload.
    void upload(Path bundle) throws IOException {
        try (var in = Files.newInputStream(bundle)) {
            desk().spool().take(in, Files.size(bundle));
        }
    }
}
