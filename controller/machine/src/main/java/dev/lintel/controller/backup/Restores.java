package dev.lintel.controller.backup;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.files.LinkFree;
import dev.lintel.controller.reset.Erasing;
import dev.lintel.controller.store.HeldDeliveries;
import dev.lintel.controller.store.WholeCopy;
import dev.lintel.controller.time.Time;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/// Opens backups, and puts them where a box finds them. Everything is unpacked and checked beside the
/// data folder before anything in it is touched; what was there stays, in a folder of its own.
public final class Restores {
    /// A box's files: pictures of 200,000 people, and room.
    private static final int FILES_MAX = 500_000;
    /// More than any card holds.
    private static final long BYTES_MAX = 256L << 30;

    private static final int CONTENTS_BYTES_MAX = 4096;
    /// A path inside the folder, whatever the system makes of it.
    static final Pattern NAME = Pattern.compile("(?=.{1,200}$)[A-Za-z0-9_@(+,=~ -][A-Za-z0-9._ @()+,=~-]*"
            + "(?:/[A-Za-z0-9_@(+,=~ -][A-Za-z0-9._ @()+,=~-]*)*");

    /// A box with all its doors needs some kilobytes.
    private static final int WIRING_BYTES_MAX = 1 << 20;

    private static final String WIRING = "controller.yaml";
    /// As the emails have it that a restore holds: what waited fails with this reason.
    public static final String LETTERS =
            "it waited when the backup was made that this box was restored from, and may have gone out then";

    private final Consumer<String> progress;
    private final Exchange.Step step;
    private final BackupKeys keys;

    /// @param progress hears what is being done, in a few words
    public Restores(Consumer<String> progress) {
        this(progress, _ -> {}, Sealing::key);
    }

    Restores(Consumer<String> progress, Exchange.Step step, BackupKeys keys) {
        this.progress = progress;
        this.step = step;
        this.keys = keys;
    }

    /// What is in a backup.
    ///
    /// @param files in it, databases included
    public record Checked(Contents contents, int files) {}

    /// Takes one file of a backup.
    @FunctionalInterface
    private interface Each {
        void file(String name, InputStream content) throws IOException;
    }

    /// Looks whether all of it opens. Throws [BackupException].
    public Checked check(Path backup, String passphrase) {
        return check(opened(backup), passphrase);
    }

    /// The same of one that is being made. `backup` is closed.
    Checked check(InputStream backup, String passphrase) {
        return each(backup, passphrase, (_, content) -> content.transferTo(OutputStream.nullOutputStream()));
    }

    /// Throws [BackupException] for what is no backup at all, before somebody is asked for its passphrase.
    public static void require(Path backup) {
        if (!Files.isRegularFile(backup)) throw new BackupException("there is no file " + backup);
        try (InputStream in = Files.newInputStream(backup)) {
            if (Arrays.equals(in.readNBytes(Sealing.MAGIC.length), Sealing.MAGIC)) return;
        } catch (IOException e) {
            throw new BackupException(backup + " cannot be read: " + e.getMessage(), e);
        }
        throw new BackupException(backup + " is no backup: it does not begin with LINTEL BACKUP 1");
    }

    private static InputStream opened(Path backup) {
        try {
            return Files.newInputStream(backup);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static BackupException unreadable(IOException e) {
        return new BackupException("the backup cannot be read: " + e.getMessage(), e);
    }

    private Checked each(InputStream backup, String passphrase, Each each) {
        try (InputStream file = new BufferedInputStream(backup);
                var sealed = new SealedInput(file, passphrase, keys);
                var zip = new ZipInputStream(sealed, StandardCharsets.UTF_8)) {
            Contents contents = contents(zip);
            int files = 0;
            var counted = new Counted(zip);
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (!NAME.matcher(name).matches()) throw new BackupException("the backup has a file '" + name + "'");
                if (++files > FILES_MAX) throw new BackupException("the backup has more than " + FILES_MAX + " files");
                if (files % 100 == 0) progress.accept("reading files: " + files);
                each.file(name, counted);
            }
            // What follows the zip's last file has to be whole as well.
            sealed.transferTo(OutputStream.nullOutputStream());
            return new Checked(contents, files);
        } catch (ZipException e) {
            throw new BackupException("the backup is damaged: " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static Contents contents(ZipInputStream zip) throws IOException {
        ZipEntry first = zip.getNextEntry();
        if (first == null || !first.getName().equals(Contents.FILE)) {
            throw new BackupException("the backup does not say what it is");
        }
        return Contents.parse(new String(zip.readNBytes(CONTENTS_BYTES_MAX), StandardCharsets.UTF_8));
    }

    /// What was put back.
    ///
    /// @param before where the files went that were there; null where there were none
    /// @param cut what became of a restore that had been cut off before, in a sentence; null where none had
    public record Restored(
            Contents contents,
            int files,
            @Nullable Path before,
            @Nullable String cut) {}

    /// What is asked for.
    private record Order(Path backup, String passphrase, Path data, boolean keepWiring, long nowMs) {
        /// A record prints all it holds; this one holds a passphrase.
        @Override
        public String toString() {
            return "Order[backup=" + backup + "]";
        }
    }

    /// Makes `data` what the backup holds. Nobody may run on it. Throws [BackupException], and leaves it as it
    /// was; of what a power cut leaves the next start makes one of the two boxes ([Exchange]).
    ///
    /// @param keepWiring the folder's own `controller.yaml` stays: the hardware is another
    public Restored restore(Path backup, String passphrase, Path data, boolean keepWiring, Time time) {
        try (DataFolder folder = DataFolder.open(data)) {
            if (Erasing.of(data).isMarked()) { // a start would erase what comes here, mark and all
                throw new BackupException("the backup was not restored: this box was reset and has not begun anew yet;"
                        + " start it, stop it again, and restore then");
            }
            Exchange exchange = Exchange.of(folder.path(), step);
            String cut = exchange.takeBack();
            try {
                return restore(exchange, new Order(backup, passphrase, folder.path(), keepWiring, time.nowMs()), cut);
            } finally {
                exchange.removeFresh();
            }
        } catch (DataFolderException e) {
            String stop = e.inUse() ? ": stop it first (systemctl stop lintel)" : "";
            throw new BackupException("the backup was not restored: " + e.getMessage() + stop, e);
        } catch (IOException e) {
            throw new BackupException("the backup was not restored: " + e.getMessage(), e);
        }
    }

    private Restored restore(Exchange exchange, Order order, @Nullable String cut) throws IOException {
        Path fresh = order.data.resolve(Exchange.FRESH);
        exchange.removeFresh();
        DataFolder.makePrivate(fresh);
        Checked checked = each(opened(order.backup), order.passphrase, (name, content) -> write(fresh, name, content));
        for (Path database : databases(fresh)) judge(database);
        if (!Files.exists(fresh.resolve("lintel.db"))) throw new BackupException("the backup has no lintel.db");
        WholeCopy.endLetters(fresh.resolve("lintel.db"), LETTERS, order.nowMs);
        HeldDeliveries.hold(fresh);
        if (order.keepWiring) keep(order.data, fresh.resolve(WIRING));
        DataFolder.force(fresh.resolve("lintel.db"));
        for (Path one : folders(fresh)) DataFolder.force(one);
        Contents contents = checked.contents();
        String at = contents.made().toString().replaceAll("[^0-9TZ]", "");
        Path before = exchange.run(contents.box() + " of " + contents.made(), at);
        return new Restored(contents, checked.files(), before, cut);
    }

    /// Wherever they are: the test account has a folder of its own.
    private static List<Path> databases(Path fresh) throws IOException {
        try (Stream<Path> all = Files.walk(fresh)) {
            return all.filter(file -> file.getFileName().toString().endsWith(".db"))
                    .sorted()
                    .toList();
        }
    }

    private void judge(Path database) {
        progress.accept("checking " + database.getFileName());
        String fault = WholeCopy.fault(database);
        if (fault != null) throw new BackupException(database.getFileName() + " in the backup: " + fault);
    }

    /// Wiring that no start has seen yet is not what is kept: there would be nothing to go back to.
    private static void keep(Path data, Path fresh) throws IOException {
        String kept = WIRING + ".before";
        if (!Files.exists(data.resolve(kept), LinkOption.NOFOLLOW_LINKS)) kept = WIRING;
        // An attempt before this one was cut, or it was begun without any: the backup's is better than none.
        if (!Files.exists(data.resolve(kept), LinkOption.NOFOLLOW_LINKS)) return;
        byte[] wiring;
        try (InputStream in = LinkFree.open(data, kept)) {
            wiring = in.readNBytes(WIRING_BYTES_MAX + 1);
        }
        if (wiring.length > WIRING_BYTES_MAX) throw new BackupException(kept + " is too large for a wiring");
        if (wiring.length == 0) return;
        Files.deleteIfExists(fresh);
        DataFolder.writePrivate(fresh, wiring);
    }

    private static void write(Path fresh, String name, InputStream content) throws IOException {
        Path file = fresh.resolve(name);
        for (Path folder = fresh; !folder.equals(file.getParent()); ) {
            folder = folder.resolve(folder.relativize(file).getName(0));
            DataFolder.makePrivate(folder);
        }
        DataFolder.writePrivate(file, new byte[0]);
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                OutputStream out = Channels.newOutputStream(channel)) {
            content.transferTo(out);
            channel.force(true);
        }
    }

    private static List<Path> folders(Path fresh) throws IOException {
        try (Stream<Path> all = Files.walk(fresh)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    /// Counts what a backup unpacks to, all files together.
    private static final class Counted extends InputStream {
        private final InputStream in;
        private long left = BYTES_MAX;

        Counted(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            if (count > 0) left -= count;
            if (left < 0) throw new BackupException("the backup unpacks to more than any box holds");
            return count;
        }
    }
}
