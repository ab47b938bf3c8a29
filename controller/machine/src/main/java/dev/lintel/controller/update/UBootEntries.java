package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// U-Boot's, as the script `boot.scr` of the image reads them (`tools/image/src/main/image/rpi/boot.cmd`). U-Boot
/// renames nothing on FAT, so it takes a try away by writing one small file:
///
/// ```
///   lintel/b/entry    title=Lintel 0.2 (b)     options=root=PARTUUID=…
///   lintel/b/trial    generation=2  tries=3    to be tried; tries=0: it is bad
///   lintel/b/good     generation=2             it passed its test
/// ```
///
/// A slot with neither of the last two does not start; where both are there it is good. Each is written whole, under
/// another name first: what U-Boot reads is the old one or the new one.
final class UBootEntries implements BootEntries {
    /// Which boot loader a boot partition has.
    static final String SCRIPT = "boot.scr";

    /// The kernel's command line is the longest, with 1,500 characters and the box's own.
    private static final int BYTES_MAX = 8192;

    private static final String ENTRY = "entry";
    private static final String GOOD = "good";
    private static final String TRIAL = "trial";
    private static final Pattern TITLE = Pattern.compile("(?m)^title=(.*)$");
    private static final Pattern OPTIONS = Pattern.compile("(?m)^options=(.*)$");
    private static final Pattern GENERATION = Pattern.compile("(?m)^generation=(\\d{1,9})$");
    private static final Pattern TRIES = Pattern.compile("(?m)^tries=(\\d{1,3})$");

    private final Path boot;
    private final StateFiles files;

    UBootEntries(Path boot, StateFiles files) {
        this.boot = boot;
        this.files = files;
    }

    @Override
    public List<BootEntry> list() {
        var entries = new ArrayList<BootEntry>();
        try {
            for (char slot : new char[] {'a', 'b'}) {
                BootEntry entry = read(slot);
                if (entry != null) entries.add(entry);
            }
        } catch (IOException e) {
            throw new UpdateException("the boot entries cannot be read: " + e.getMessage(), e);
        }
        entries.sort(PREFERRED);
        return List.copyOf(entries);
    }

    /// Null for what the script would not start either.
    private @Nullable BootEntry read(char slot) throws IOException {
        String about = text(folder(slot).resolve(ENTRY));
        boolean good = Files.exists(folder(slot).resolve(GOOD));
        String state = text(folder(slot).resolve(good ? GOOD : TRIAL));
        String title = value(TITLE, about);
        String options = value(OPTIONS, about);
        String generation = value(GENERATION, state);
        if (title == null || options == null || generation == null) return null;
        int number = Integer.parseInt(generation);
        if (good) return BootEntry.of(slot, OptionalInt.empty(), number, title, options);
        String tries = value(TRIES, state);
        OptionalInt left = OptionalInt.of(tries == null ? 0 : Integer.parseInt(tries));
        return BootEntry.of(slot, left, number, title, options);
    }

    private static String text(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) > BYTES_MAX) return "";
        // U-Boot ends what it writes with a zero.
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace("\0", "");
    }

    private static @Nullable String value(Pattern pattern, String text) {
        Matcher line = pattern.matcher(text);
        return line.find() ? line.group(1) : null;
    }

    @Override
    public void add(BootEntry entry) throws IOException {
        Files.createDirectories(folder(entry.slot()));
        write(entry.slot(), ENTRY, "title=" + entry.title() + "\noptions=" + entry.options() + "\n");
        state(entry);
    }

    @Override
    public void removeAll(char slot) throws IOException {
        if (!Files.exists(folder(slot))) return;
        for (String file : List.of(TRIAL, GOOD, ENTRY)) remove(slot, file);
    }

    @Override
    public void rename(BootEntry from, BootEntry to) throws IOException {
        state(to);
    }

    @Override
    public void replace(BootEntry from, BootEntry to) throws IOException {
        state(to);
    }

    /// First the new state is there, then the old one goes.
    private void state(BootEntry entry) throws IOException {
        String generation = "generation=" + entry.generation() + "\n";
        if (entry.isCounted()) {
            write(entry.slot(), TRIAL, generation + "tries=" + entry.triesLeft().orElseThrow() + "\n");
            remove(entry.slot(), GOOD);
        } else {
            write(entry.slot(), GOOD, generation);
            remove(entry.slot(), TRIAL);
        }
    }

    private void write(char slot, String file, String text) throws IOException {
        files.write(folder(slot).resolve(file), text);
    }

    private void remove(char slot, String file) throws IOException {
        files.remove(folder(slot).resolve(file));
    }

    private Path folder(char slot) {
        return boot.resolve("lintel").resolve(String.valueOf(slot));
    }
}
