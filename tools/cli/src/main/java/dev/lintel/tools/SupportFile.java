package dev.lintel.tools;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.LinkFree;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.SupportFacts;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// What somebody needs who looks for a fault, as texts in a zip. A part that cannot be had says why,
/// and is no reason not to have the others.
final class SupportFile {
    /// Weeks of a quiet box, a day of a loud one.
    private static final int LOG_LINES = 5_000;

    /// As many as a box gives at once.
    private static final int EVENTS = 500;

    private static final int FILES_DEPTH = 3;
    private static final int FILES_MAX = 2_000;
    /// Of a file of its own; the end of a longer one says nothing more.
    private static final int FILE_BYTES_MAX = 1 << 20;
    /// Who it was, and with what.
    private static final List<String> OF_PEOPLE =
            List.of("person_name", "person_id", "credentials_number", "words", "additional_data");

    private static final Map<String, List<String>> PROGRAMS = new LinkedHashMap<>();

    static {
        PROGRAMS.put("machine/kernel.txt", List.of("uname", "-a"));
        PROGRAMS.put("machine/uptime.txt", List.of("uptime"));
        PROGRAMS.put("machine/memory.txt", List.of("free", "-m"));
        PROGRAMS.put("machine/disks.txt", List.of("lsblk", "-o", "NAME,SIZE,TYPE,FSTYPE,PARTLABEL,MOUNTPOINT,MODEL"));
        PROGRAMS.put("machine/room.txt", List.of("df", "-h"));
        PROGRAMS.put("machine/network.txt", List.of("ip", "-brief", "address"));
        PROGRAMS.put("machine/clock.txt", List.of("timedatectl", "status"));
        PROGRAMS.put("machine/service.txt", List.of("systemctl", "status", "--no-pager", "--lines=0", "lintel"));
        PROGRAMS.put("machine/unit.txt", List.of("systemctl", "cat", "--no-pager", "lintel"));
        PROGRAMS.put("machine/units.txt", List.of("systemctl", "--failed", "--no-pager"));
        PROGRAMS.put(
                "machine/devices.txt", List.of("sh", "-c", "ls -l /dev/gpiochip* /dev/tty[AUS]* /dev/serial/by-id"));
        PROGRAMS.put("log/kernel.txt", List.of("journalctl", "--dmesg", "--no-pager", "--lines", "500"));
        PROGRAMS.put(
                "log/lintel.txt",
                List.of("journalctl", "--unit", "lintel*", "--no-pager", "--lines", Integer.toString(LOG_LINES)));
    }

    private final Path data;
    private final Time time;
    private final Consumer<String> progress;
    private final ControlClient client;
    private final boolean withNames;

    /// @param withNames people's names and cards' numbers may be in it, where the log or a sentence has them
    SupportFile(Path data, Time time, Consumer<String> progress, boolean withNames) {
        this.withNames = withNames;
        this.data = data;
        this.time = time;
        this.progress = progress;
        this.client = new ControlClient(data);
    }

    /// Writes it for its owner alone. Returns the parts' names.
    List<String> write(Path target) throws IOException {
        Map<String, Supplier<String>> parts = new LinkedHashMap<>();
        parts.put("about.txt", this::about);
        parts.put("doctor.txt", this::doctor);
        parts.put("wiring.yaml", () -> text("controller.yaml"));
        parts.put("site.yaml", () -> asked("site export", "text"));
        parts.put("sync.json", () -> Json.pretty(client.askOne(Map.of("command", "sync status"))));
        parts.put("health.json", () -> Json.pretty(client.askOne(Map.of("command", "trial"))));
        parts.put("event-counts.txt", this::counts);
        parts.put("events.jsonl", this::events);
        parts.put("files.txt", this::files);
        parts.put("crash.txt", () -> text("crash.log"));
        PROGRAMS.forEach((name, command) -> parts.put(name, () -> said(command)));
        Scrub scrub = scrub();
        DataFolder.writePrivate(target, new byte[0]);
        try (var zip = new ZipOutputStream(
                Files.newOutputStream(target, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                StandardCharsets.UTF_8)) {
            for (var part : parts.entrySet()) {
                progress.accept(part.getKey());
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(scrub.text(words(part.getValue())).getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return List.copyOf(parts.keySet());
    }

    /// Knows whom not to name, where the database can be read; it is said where it cannot.
    private Scrub scrub() {
        if (withNames) return Scrub.SECRETS;
        try {
            return new Scrub(SupportFacts.known(data.resolve("lintel.db")));
        } catch (StoreException e) { // damaged, or none: secrets and addresses are left out all the same
            return Scrub.SECRETS_AND_ADDRESSES;
        }
    }

    private String counts() {
        var text = new StringBuilder();
        for (SupportFacts.Count count : SupportFacts.counts(data.resolve("lintel.db"))) {
            text.append(String.format(
                    Locale.ROOT,
                    "%,12d  %-28s %s .. %s%n",
                    count.count(),
                    kind(count.kind()),
                    Instant.ofEpochMilli(count.firstMs()),
                    Instant.ofEpochMilli(count.lastMs())));
        }
        return text.isEmpty() ? "no events\n" : text.toString();
    }

    /// A newer version has kinds that this one does not know.
    private static String kind(int number) {
        for (EventKind kind : EventKind.values()) if (kind.number() == number) return kind.name();
        return "kind " + number;
    }

    /// Names and sizes, pictures as a sum: which files there are often says what happened.
    private String files() {
        var text = new StringBuilder();
        try (Stream<Path> all = Files.walk(data, FILES_DEPTH)) {
            for (Path file : all.sorted().limit(FILES_MAX).toList()) {
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) continue;
                if (file.startsWith(data.resolve("images"))) continue;
                text.append(String.format(Locale.ROOT, "%,14d  %s%n", Files.size(file), data.relativize(file)));
            }
        } catch (IOException | UncheckedIOException e) {
            text.append("not all: ").append(e.getMessage()).append('\n');
        }
        return text.toString();
    }

    private static String words(Supplier<String> part) {
        try {
            return part.get();
        } catch (RuntimeException e) { // whatever it is, it is worth a line in the file
            return "not there: " + e.getMessage() + "\n";
        }
    }

    private String about() {
        return "Lintel " + Version.text() + "\nJava " + System.getProperty("java.runtime.version") + "\n"
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch") + "\n" + time.now() + "\n";
    }

    private String doctor() {
        var text = new StringBuilder();
        var checks = new DoctorCommand.Checks(data, time, DatabaseChecks.LIMIT, progress);
        List<Finding> findings = checks.all();
        for (Finding finding : findings) text.append(finding.sentence()).append('\n');
        return text.append(Verdict.of(findings).sentence()).append('\n').toString();
    }

    private String asked(String command, String field) {
        return String.valueOf(client.askOne(Map.of("command", command)).get(field));
    }

    private String events() {
        var text = new StringBuilder();
        for (Map<String, @Nullable Object> event : client.ask(Map.of("command", "events tail", "n", EVENTS))) {
            Map<String, @Nullable Object> less = new LinkedHashMap<>(event);
            OF_PEOPLE.forEach(less::remove);
            text.append(Json.write(less)).append('\n');
        }
        return text.toString();
    }

    /// Root runs this, and the file is sent away: no link leads to one of root's files.
    private String text(String name) {
        if (!Files.exists(data.resolve(name), LinkOption.NOFOLLOW_LINKS)) return "there is none\n";
        try (var in = LinkFree.open(data, name)) {
            return new String(in.readNBytes(FILE_BYTES_MAX), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "not there: " + e.getMessage() + "\n";
        }
    }

    private static String said(List<String> command) {
        String said = Programs.said(command);
        return said == null ? "not there: " + command.getFirst() + " is not on this machine, or does not end\n" : said;
    }
}
