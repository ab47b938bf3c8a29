package dev.lintel.controller.proof;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.EventHeadStore.Head;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A file on another disk, with a line for each head.
final class HeadFile implements HeadTarget {
    /// Folders for file systems that come and go. Without one, a file there is on the disk of the box.
    private static final List<Path> MOUNT_FOLDERS = List.of(Path.of("/mnt"), Path.of("/media"), Path.of("/run/media"));

    private final Path file;
    private final String box;
    private final List<Path> mountFolders;

    HeadFile(Path file, String box) {
        this(file, box, MOUNT_FOLDERS);
    }

    HeadFile(Path file, String box, List<Path> mountFolders) {
        this.file = file;
        this.box = box;
        this.mountFolders = List.copyOf(mountFolders);
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public void send(Head head) throws IOException {
        try {
            requireMount();
            append(Json.write(HeadLine.of(head, box)) + "\n");
        } catch (IOException e) {
            throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private void requireMount() throws IOException {
        for (Path folder : mountFolders) {
            if (!file.startsWith(folder) || !Files.exists(folder)) continue;
            Path parent = file.toAbsolutePath().getParent();
            Path above = folder.toAbsolutePath().getParent(); // the disk may be mounted at the folder itself
            if (parent == null || above == null || !Files.isDirectory(parent)) continue;
            if (Files.getFileStore(parent).equals(Files.getFileStore(above))) {
                throw new IOException("no disk is mounted there, and on the disk of this box a head proves nothing");
            }
        }
    }

    /// After a full disk or a power cut the file may end within a line.
    private void append(String line) throws IOException {
        String text = endsWithinALine() ? "\n" + line : line;
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
    }

    private boolean endsWithinALine() throws IOException {
        if (!Files.exists(file)) return false;
        try (FileChannel read = FileChannel.open(file, StandardOpenOption.READ)) {
            var last = ByteBuffer.allocate(1);
            return read.size() > 0 && read.read(last, read.size() - 1) == 1 && last.get(0) != '\n';
        }
    }
}
