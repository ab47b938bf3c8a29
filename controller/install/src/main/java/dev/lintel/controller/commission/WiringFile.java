package dev.lintel.controller.commission;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import dev.lintel.controller.yaml.Faults;
import dev.lintel.controller.yaml.Yaml;
import dev.lintel.controller.yaml.YamlEdit;
import dev.lintel.controller.yaml.YamlEditException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// `controller.yaml` in the data folder, as pages and commands change it: the whole file is checked before a byte of it
/// is written, and what is written is on trial until a box has started with it. Any thread; changes come one at a time
/// (`this` guards the files).
///
/// ```
///   controller.yaml            what the next start takes
///   controller.yaml.before     what this box was started with; only while the other is on trial
///   controller.yaml.tried      names the text on trial with which a start has begun, and not come up so far
///   controller.yaml.refused    what no box could start with, and why in its first line
/// ```
public final class WiringFile {
    public static final String FILE = "controller.yaml";

    private static final String BEFORE = ".before";
    private static final String TRIED = ".tried";
    private static final String REFUSED = ".refused";
    private static final String WHY = "# refused: ";
    private static final Logger LOG = System.getLogger(WiringFile.class.getName());

    private final Path file;
    private final String first;
    private final @Nullable String started;
    private final Function<ControllerConfig, List<String>> beside;
    private @Nullable String parsedText; // what `parsed` is of
    private @Nullable Checked<YamlEdit> parsed;

    private WiringFile(
            Path file, String first, @Nullable String started, Function<ControllerConfig, List<String>> beside) {
        this.file = file;
        this.first = first;
        this.started = started;
        this.beside = beside;
    }

    /// In the data folder `folder`, of a box that is just being started with it; `first` is the text of one that has no
    /// file yet. A file that cannot be read stops that box, and is nothing to go back to. `beside` says, in
    /// sentences, what of a file that is right by itself is not so on this machine: readers' keys, ports.
    public static WiringFile of(Path folder, String first, Function<ControllerConfig, List<String>> beside) {
        Path file = folder.resolve(FILE);
        String started = Files.exists(file) ? Yaml.read(file, new Faults(FILE)) : null;
        return new WiringFile(file, first, started, beside);
    }

    public Path path() {
        return file;
    }

    /// What stands in it, or would be begun with.
    public synchronized String text() {
        if (!Files.exists(file)) return first;
        var faults = new Faults(FILE);
        String text = Yaml.read(file, faults);
        if (text == null)
            throw new CommissionException(faults.toList().getFirst().toString());
        return text;
    }

    /// Its parts. Throws [CommissionException] where it is no YAML.
    public synchronized YamlEdit parts() {
        String text = text();
        Checked<YamlEdit> parts = parsed;
        if (parts == null || !text.equals(parsedText)) {
            parts = YamlEdit.of(FILE, text);
            parsed = parts; // pages and trials ask some times a second
            parsedText = text;
        }
        return switch (parts) {
            case Checked.Valid<YamlEdit>(YamlEdit edit) -> edit;
            case Checked.Faulty<YamlEdit>(var faults) -> throw refused(faults);
        };
    }

    /// Names a text: whoever changes it has seen this one.
    public static String mark(String text) {
        return Integer.toHexString(text.hashCode());
    }

    /// What it says. Throws [CommissionException] with every fault.
    public ControllerConfig read() {
        return checked(text());
    }

    /// A key that is missing since before is no fault of a change; nor is a device that has had two names.
    private ControllerConfig checked(String text) {
        ControllerConfig config = parsed(text);
        var missing = new ArrayList<>(beside.apply(config));
        if (!missing.isEmpty() && started != null) {
            if (ConfigFile.parse(FILE, started) instanceof Checked.Valid<ControllerConfig>(ControllerConfig runs)) {
                missing.removeAll(beside.apply(runs));
            }
        }
        if (!missing.isEmpty()) throw new CommissionException(missing);
        return config;
    }

    private static ControllerConfig parsed(String text) {
        return switch (ConfigFile.parse(FILE, text)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig valid) -> valid;
            case Checked.Faulty<ControllerConfig>(var faults) -> throw refused(faults);
        };
    }

    /// Why the next start cannot take it, in sentences; empty when it can.
    public List<String> faults() {
        try {
            read();
            return List.of();
        } catch (CommissionException e) { // somebody is at it with an editor
            return e.sentences();
        }
    }

    /// Writes the file with a change, on trial from now on. Returns what it says then. Throws [CommissionException]
    /// with every fault of what it was to become: nothing is written then.
    public synchronized ControllerConfig change(UnaryOperator<YamlEdit> change) {
        try {
            return write(change.apply(parts()).text());
        } catch (YamlEditException e) {
            throw new CommissionException(String.valueOf(e.getMessage()));
        }
    }

    /// A change by somebody who had `seen` before; null: by somebody who changes whatever stands there.
    static UnaryOperator<YamlEdit> seen(@Nullable String seen, UnaryOperator<YamlEdit> change) {
        return edit -> {
            if (seen != null && !mark(edit.text()).equals(seen)) throw CommissionException.late();
            return change.apply(edit);
        };
    }

    /// Throws [CommissionException] as [#change], and writes nothing.
    public synchronized void check(UnaryOperator<YamlEdit> change) {
        try {
            checked(change.apply(parts()).text());
        } catch (YamlEditException e) {
            throw new CommissionException(String.valueOf(e.getMessage()));
        }
    }

    /// As [#write(String)], by somebody who had `seen` before: where it says something else by now, nothing is written.
    public synchronized ControllerConfig write(String text, String seen) {
        if (!mark(text()).equals(seen)) throw CommissionException.late();
        return write(text);
    }

    /// As [#change], with another text.
    public synchronized ControllerConfig write(String text) {
        ControllerConfig config = checked(text);
        try {
            stage();
            DataFolder.writeDurably(file, text.getBytes(StandardCharsets.UTF_8));
            Files.deleteIfExists(sibling(REFUSED));
            return config;
        } catch (IOException e) {
            throw new CommissionException(file + " cannot be written: " + e.getMessage());
        }
    }

    /// Whether the folder `folder` has wiring that no box has started with yet.
    public static boolean onTrial(Path folder) {
        return Files.exists(folder.resolve(FILE + BEFORE));
    }

    /// A start with what is on trial begins. Where one with the same text did not come up before, and left no word why,
    /// what was before stands again, and the reason is returned; else null.
    public synchronized @Nullable String tried() throws IOException {
        if (!Files.exists(sibling(BEFORE))) return null;
        String mark = Files.exists(file) ? exactMark(Files.readAllBytes(file)) : "";
        if (Files.exists(sibling(TRIED)) && mark.equals(text(Files.readAllBytes(sibling(TRIED))))) {
            String why = "a box that was started with it did not come up";
            goBack(why);
            return why;
        }
        DataFolder.writeDurably(sibling(TRIED), mark.getBytes(StandardCharsets.UTF_8));
        return null;
    }

    private static String exactMark(byte[] bytes) {
        return bytes.length + "-" + Integer.toHexString(Arrays.hashCode(bytes)) + "-"
                + mark(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Has what the box was started with beside it, to go back to: before a start with another text.
    private void stage() throws IOException {
        Files.deleteIfExists(sibling(TRIED));
        if (Files.exists(sibling(BEFORE))) return; // of an earlier change
        DataFolder.writeDurably(sibling(BEFORE), beforeBytes());
    }

    private byte[] beforeBytes() {
        return (started == null ? "" : started).getBytes(StandardCharsets.UTF_8);
    }

    /// Before a start with what somebody may have changed by hand. Throws [CommissionException] with every fault.
    public synchronized void tryOut() {
        read();
        haveWayBack();
    }

    /// Before a start that nobody here has asked for: whatever somebody is writing by then, the box comes back.
    public synchronized void haveWayBack() {
        try {
            if (changed()) stage();
        } catch (IOException e) {
            throw new CommissionException(file + " cannot be tried: " + e.getMessage());
        }
    }

    /// Whether what stands in it is not what the box was started with.
    public synchronized boolean changed() {
        if (!Files.exists(file)) return started != null;
        String text = Yaml.read(file, new Faults(FILE));
        return text == null || !text.equals(started); // what cannot be read is not what the box was started with
    }

    /// Why the last change was not kept, in a sentence; null when it was.
    public synchronized @Nullable String refusal() {
        try {
            if (!Files.exists(sibling(REFUSED))) return null;
            String line = text(Files.readAllBytes(sibling(REFUSED)))
                    .lines()
                    .findFirst()
                    .orElse("");
            return line.startsWith(WHY) ? line.substring(WHY.length()) : null;
        } catch (IOException e) {
            return sibling(REFUSED) + " cannot be read: " + e.getMessage();
        }
    }

    /// A box has come up with what it was started with: that stays. What was written since is on trial still, and would
    /// be gone back from to this.
    public synchronized void keep() {
        try {
            if (changed()) {
                if (!Files.exists(sibling(BEFORE))) return;
                DataFolder.writeDurably(sibling(BEFORE), beforeBytes());
            } else if (Files.deleteIfExists(sibling(BEFORE))) {
                DataFolder.force(file.resolveSibling("."));
            }
            Files.deleteIfExists(sibling(TRIED)); // last: without the other it says nothing
        } catch (IOException e) { // it would only be gone back to after a start that fails
            throw new CommissionException(sibling(BEFORE) + " cannot be removed: " + e.getMessage());
        }
    }

    /// A start came to nothing for another reason, or its box ended as it was told to: it says nothing about the
    /// wiring.
    public static void forgetTry(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(FILE + TRIED));
        } catch (IOException e) {
            throw new CommissionException(folder.resolve(FILE + TRIED) + " cannot be removed: " + e.getMessage());
        }
    }

    /// Whether a box with what is on trial would be reached otherwise than the one before: by other addresses or ports,
    /// or with another certificate. False where nothing is on trial.
    public synchronized boolean isReachedOtherwise() {
        try {
            if (!Files.exists(sibling(BEFORE)) || !Files.exists(file)) return false;
            String before = Files.size(sibling(BEFORE)) == 0 ? first : text(Files.readAllBytes(sibling(BEFORE)));
            ControllerConfig was = parsed(before);
            ControllerConfig is = parsed(text());
            return !was.listen().equals(is.listen()) || !was.tls().equals(is.tls());
        } catch (IOException | CommissionException e) {
            return false; // what cannot be read is nothing to compare
        }
    }

    /// No box could start with what is on trial: what was before stands again. Returns whether there was such a thing,
    /// so that a start with it is worth while. Cut short, it is done again by the next start.
    public synchronized boolean goBack(String why) throws IOException {
        if (!Files.exists(sibling(BEFORE))) return false;
        byte[] refused = Files.exists(file) ? Files.readAllBytes(file) : null;
        if (Files.size(sibling(BEFORE)) == 0) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(sibling(BEFORE));
        } else {
            Files.move(sibling(BEFORE), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        DataFolder.force(file.resolveSibling("."));
        Files.deleteIfExists(sibling(TRIED));
        if (refused != null) note(why, refused);
        return true;
    }

    /// A full disk keeps no box from going back: then there is no note of why.
    private void note(String why, byte[] refused) {
        var kept = new ByteArrayOutputStream();
        kept.writeBytes((WHY + why.replaceAll("\\s+", " ") + "\n").getBytes(StandardCharsets.UTF_8));
        kept.writeBytes(refused);
        try {
            DataFolder.writeDurably(sibling(REFUSED), kept.toByteArray());
        } catch (IOException e) {
            LOG.log(Level.ERROR, sibling(REFUSED) + " cannot be written: " + e.getMessage());
        }
    }

    /// Forgets a change that no box has started with yet. Returns whether there was one.
    public synchronized boolean drop() {
        try {
            if (changed()) stage(); // a person's change by hand, too
            boolean dropped = goBack("dropped");
            Files.deleteIfExists(sibling(REFUSED));
            return dropped;
        } catch (IOException e) {
            throw new CommissionException(file + " cannot be written: " + e.getMessage());
        }
    }

    private Path sibling(String suffix) {
        return file.resolveSibling(FILE + suffix);
    }

    private static CommissionException refused(List<Fault> faults) {
        return new CommissionException(faults.stream().map(Fault::toString).toList());
    }
}
