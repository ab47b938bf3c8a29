package dev.lintel.controller.reset;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Erases a data folder so that a power cut leaves the old box whole, or a new one:
///
/// ```
///   mark     resetting appears, whole and on disk     before: the old box.  From here on: a new one
///   finish   every other file goes; the folder is on disk; resetting goes; the folder is on disk
/// ```
///
/// [#mark] by the process that was asked; [#finish] by each start, before anything in the folder is read.
public final class Erasing {
    /// The file that says that everything else goes.
    public static final String MARKER = "resetting";

    private static final String WIRING = "controller.yaml";
    private static final String LOCK = "lintel.lock";
    private static final String KEEP_WIRING = "keep-wiring";
    private static final String EVERYTHING = "everything";

    /// What Lintel writes into a data folder. Whatever else lies in a developer's folder is somebody else's.
    private static final Pattern OURS = Pattern.compile("(lintel|oauth|webhooks|sync)[.]db([.-].*)?"
            + "|tls|acme|keys|images|sync|service|test-account|snapshots|claim|event-floor"
            + "|controller[.]yaml([.](before|tried|refused))?|commissioning[.]json([.]unread)?|system"
            + "|lintel[.]lock|copying[.]lock|control[.](sock|path)|crash[.]log.*|hs_err_pid.*"
            + "|before-restore-of-.*|files[.]restoring|restoring|doctor[.]scratch|resetting|.*[.]part");

    /// Of the file system itself, where the folder is one of its own.
    private static final String FOUND = "lost+found";

    private final Path folder;
    private final Consumer<Path> before;

    private Erasing(Path folder, Consumer<Path> before) {
        this.folder = folder;
        this.before = before;
    }

    /// Of that data folder.
    public static Erasing of(Path folder) {
        return new Erasing(folder, _ -> {});
    }

    /// `before` hears of each file before it goes: a test cuts the power there.
    static Erasing of(Path folder, Consumer<Path> before) {
        return new Erasing(folder, before);
    }

    /// What lies in the folder and is not Lintel's, by name. Throws [DataFolderException].
    public List<String> foreign() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(FOUND) && !OURS.matcher(name).matches())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new DataFolderException("the data folder " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// From when this returns, each start of a box in this folder begins with nothing. Throws [DataFolderException]:
    /// then nothing has changed.
    ///
    /// @param keepWiring `controller.yaml` stays
    /// @param everything also what is not Lintel's: the folder is a board's, and nothing else belongs there
    public void mark(boolean keepWiring, boolean everything) {
        requireErasable();
        String words = (keepWiring ? KEEP_WIRING + "\n" : "") + (everything ? EVERYTHING + "\n" : "");
        try {
            DataFolder.writeDurably(folder.resolve(MARKER), words.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new DataFolderException("the box cannot be reset: " + e.getMessage(), e);
        }
    }

    /// What root left in a folder of its own would keep the box from beginning anew.
    private void requireErasable() {
        try {
            for (Path file : going(List.of(EVERYTHING))) {
                try (Stream<Path> all = Files.walk(file)) {
                    all.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                            .forEach(Erasing::requireWritable);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new DataFolderException("the box cannot be reset: " + e.getMessage(), e);
        }
    }

    private static void requireWritable(Path inside) {
        if (Files.isWritable(inside)) return;
        throw new DataFolderException(inside + " cannot be erased by this process: remove it first", null);
    }

    /// Whether the folder was marked and not erased since.
    public boolean isMarked() {
        return Files.exists(folder.resolve(MARKER));
    }

    /// Erases a folder that was marked; returns whether it was. Throws [DataFolderException] when another process
    /// holds it, or when something cannot be erased: a box must not begin on half of an old one.
    public boolean finish() {
        if (!isMarked()) return false;
        try (DataFolder _ = DataFolder.open(folder)) {
            List<String> words = Files.readAllLines(folder.resolve(MARKER));
            if (words.contains(KEEP_WIRING)) keepTried();
            for (Path file : going(words)) erase(file);
            DataFolder.force(folder);
            before.accept(folder.resolve(MARKER));
            Files.delete(folder.resolve(MARKER));
            DataFolder.force(folder);
            return true;
        } catch (IOException e) {
            throw new DataFolderException(
                    "this box was reset, and what it knew cannot be erased: " + e.getMessage()
                            + "; nothing starts on the rest of it",
                    e);
        }
    }

    /// Wiring that no start has seen yet is not what is kept: there would be nothing to go back to.
    private void keepTried() throws IOException {
        Path before = folder.resolve(WIRING + ".before");
        if (!Files.exists(before)) return;
        if (Files.size(before) > 0) {
            Files.move(before, folder.resolve(WIRING), ATOMIC_MOVE, REPLACE_EXISTING);
        } else {
            Files.deleteIfExists(folder.resolve(WIRING));
            Files.deleteIfExists(before);
        }
        DataFolder.force(folder);
    }

    private List<Path> going(List<String> words) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> goes(file.getFileName().toString(), words))
                    .sorted()
                    .toList();
        }
    }

    private static boolean goes(String name, List<String> words) {
        if (name.equals(MARKER) || name.equals(LOCK) || name.equals(FOUND)) return false;
        if (name.equals(WIRING)) return !words.contains(KEEP_WIRING);
        return words.contains(EVERYTHING) || OURS.matcher(name).matches();
    }

    /// Links are removed, not followed.
    private void erase(Path top) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                before.accept(path);
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            if (Files.exists(top)) throw e; // else: a part that its own end took away
        }
    }
}
