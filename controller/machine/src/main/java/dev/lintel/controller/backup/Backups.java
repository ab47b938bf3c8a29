package dev.lintel.controller.backup;

import dev.lintel.controller.files.LinkFree;
import dev.lintel.controller.store.WholeCopy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes backups, also of a box that runs: each database is copied whole, at one moment of its own. The
/// box's process is not asked, and not held up.
public final class Backups {
    /// Shorter ones are guessed from a file that was left somewhere.
    public static final int PASSPHRASE_MIN = 12;

    /// What belongs to this machine, to this run or to the past, and is of no use elsewhere:
    /// `snapshots/` are copies of what the backup holds. A key `keys/NAME.new` does belong: its reader may have
    /// it already.
    private static final Pattern LEFT_OUT =
            Pattern.compile("lintel[.]lock|copying[.]lock|control[.](sock|path)|crash[.]log|claim|resetting|restoring"
                    + "|snapshots(/.*)?|.*[.]db-(wal|shm|journal)|.*[.]db[.].*|(.*/)?[^/]*[.](part|restoring)"
                    + "|(?!keys/)(.*/)?[^/]*[.]new"
                    + "|before-restore.*|system(/.*)?|controller[.]yaml[.](before|tried|refused)");

    private static final Pattern DATABASE = Pattern.compile("(?:[a-z-]+/)?[a-z]+[.]db");

    private final Path data;
    private final Consumer<String> progress;
    private final BackupKeys keys;

    /// @param data the box's folder
    /// @param progress hears what is being done, in a few words
    public Backups(Path data, Consumer<String> progress) {
        this(data, progress, Sealing::key);
    }

    Backups(Path data, Consumer<String> progress, BackupKeys keys) {
        this.keys = keys;
        this.data = data;
        this.progress = progress;
    }

    /// What was made.
    ///
    /// @param files in it, databases included
    /// @param bytes of the backup's file
    /// @param passedOver names that no box writes, as an editor's, and links: they are not in it
    public record Made(Contents contents, int files, long bytes, List<String> passedOver) {}

    /// Writes a backup, reads it back and looks whether all of it opens; the file appears under its
    /// name only then. Throws [BackupException].
    public Made make(Path target, Contents contents, String passphrase) {
        if (passphrase.length() < PASSPHRASE_MIN) {
            throw new BackupException("a passphrase has at least " + PASSPHRASE_MIN + " characters");
        }
        require(target);
        try {
            Path here = data.toRealPath();
            // The room comes first: whoever finds another backup being made has touched nothing by then.
            try (CopyRoom room = CopyRoom.of(here);
                    PartFile part = PartFile.of(target)) {
                var passedOver = new ArrayList<String>();
                int files;
                try (var zip = new ZipOutputStream(
                        new SealedOutput(part.output(), passphrase, keys), StandardCharsets.UTF_8)) {
                    put(zip, Contents.FILE, contents.write().getBytes(StandardCharsets.UTF_8));
                    files = all(zip, here, room, passedOver);
                }
                part.force();
                progress.accept("reading it back");
                int read = new Restores(progress, _ -> {}, keys)
                        .check(part.input(), passphrase)
                        .files();
                if (read != files) throw new BackupException("of " + files + " files " + read + " can be read back");
                part.name(target);
                return new Made(contents, files, Files.size(target), passedOver);
            }
        } catch (IOException e) {
            throw new BackupException("the backup cannot be written: " + e.getMessage(), e);
        }
    }

    /// Throws [BackupException] for what somebody should hear before they are asked for a passphrase.
    public void require(Path target) {
        if (Exchange.of(data).isMarked()) {
            throw new BackupException(
                    "a restore into " + data + " was cut off: start Lintel there first, which brings it to an end");
        }
        Path database = data.resolve("lintel.db");
        if (!Files.exists(database)) throw new BackupException(data + " is no box's data folder");
        if (Files.isSymbolicLink(database)) throw new BackupException(LinkFree.words(database));
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) throw new BackupException("there is no folder " + folder);
        if (Files.isDirectory(target)) throw new BackupException(target + " is a folder: name a file in it");
        if (!Files.isWritable(folder)) throw new BackupException("nothing can be written into " + folder);
    }

    private int all(ZipOutputStream zip, Path here, CopyRoom room, List<String> passedOver) throws IOException {
        int count = 0;
        for (String name : names(here, passedOver)) {
            if (!Restores.NAME.matcher(name).matches()) {
                passedOver.add(name);
                continue;
            }
            if (DATABASE.matcher(name).matches()) {
                progress.accept("copying " + name);
                Path copy = room.of(name, here);
                try {
                    WholeCopy.of(here.resolve(name), copy);
                    copy(zip, name, copy.resolveSibling("."), copy.getFileName().toString());
                } finally {
                    Files.deleteIfExists(copy);
                }
            } else {
                if (count % 100 == 0) progress.accept("reading files: " + count);
                try {
                    copy(zip, name, here, name);
                } catch (NoSuchFileException e) {
                    continue; // a picture that was replaced meanwhile; the database, copied before, has it no more
                }
            }
            count++;
        }
        return count;
    }

    /// Databases last: whatever file they name is there before. A link is none of a box's files.
    private static List<String> names(Path here, List<String> passedOver) throws IOException {
        var names = new ArrayList<String>();
        Files.walkFileTree(here, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts) {
                String name = here.relativize(folder).toString();
                return LEFT_OUT.matcher(name).matches() ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
                String name = here.relativize(file).toString();
                if (LEFT_OUT.matcher(name).matches()) return FileVisitResult.CONTINUE;
                if (facts.isRegularFile()) names.add(name);
                if (!facts.isSymbolicLink()) return FileVisitResult.CONTINUE;
                if (DATABASE.matcher(name).matches()) throw LinkFree.isLink(file);
                passedOver.add(name);
                return FileVisitResult.CONTINUE;
            }
        });
        names.sort(java.util.Comparator.<String, Boolean>comparing(
                        name -> DATABASE.matcher(name).matches())
                .thenComparing(name -> name));
        return names;
    }

    private static void copy(ZipOutputStream zip, String name, Path folder, String file) throws IOException {
        try (var in = LinkFree.open(folder, file)) {
            zip.putNextEntry(new ZipEntry(name));
            in.transferTo(zip);
            zip.closeEntry();
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        zip.closeEntry();
    }
}
