package dev.lintel.tools;

import dev.lintel.controller.proof.HeadLine;
import dev.lintel.controller.proof.HeadLine.Kept;
import dev.lintel.controller.proof.KeptHeads;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.proof.LogVerifier;
import dev.lintel.controller.proof.LogVerifier.Found;
import dev.lintel.controller.proof.ProofException;
import dev.lintel.controller.store.ChainedEvents;
import dev.lintel.controller.store.LostEvents.Range;
import dev.lintel.controller.store.StoreException;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lintel events verify`: all events, all heads that the box signed, and heads that were kept elsewhere. Works while
/// the box runs and while it does not.
@Command(
        name = "verify",
        description = {
            "Verifies that no event of the log was changed or removed: all events, and all signed heads.",
            "Exit code 1 when something is wrong; " + EventsVerifyCommand.LOST
                    + " when nothing was changed, and the disk lost events that the box has recorded as lost."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExamples:", "  lintel events verify", "  lintel events verify --heads /mnt/usb/lintel-heads"})
final class EventsVerifyCommand implements Callable<Integer> {
    @Option(
            names = "--heads",
            paramLabel = "FILE",
            description = "Heads that a witness kept, or what 'lintel hub heads' printed at the hub, one a line. Those"
                    + " of this box must lead to this log. Those of other boxes are left out with --key or --box;"
                    + " else they are a fault.")
    @Nullable
    Path heads;

    @Option(
            names = "--box",
            paramLabel = "NAME",
            description = "The name of this box in FILE. Needed where a hub's hashes of several boxes are in it, which"
                    + " have no key. Names that it had before need not be given where signed heads have them.")
    @Nullable
    String box;

    @Option(
            names = "--key",
            paramLabel = "FINGERPRINT",
            description = "The fingerprint that `lintel events key` showed earlier: the box's key must be that one.")
    @Nullable
    String fingerprint;

    @Option(
            names = "--former-key",
            paramLabel = "FINGERPRINT",
            description = "A key that this box had before, which was lost or replaced. Signatures of it cannot be"
                    + " verified; what it signed must still be in the log. May be repeated.")
    List<String> formerKeys = new ArrayList<>();

    @Option(
            names = "--names-from",
            paramLabel = "EVENT",
            description =
                    "The first event whose name of a person is verified, for a box whose keys/event-names was lost"
                            + " or replaced: names of earlier events cannot be verified.")
    long namesFrom;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    CommandSpec spec;

    @Override
    public Integer call() {
        Found found = found();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("verified", found.fault() == null);
        json.put("fault", found.fault());
        json.put("events", found.count());
        json.put("first", found.first());
        json.put("first_verified", found.provesFirst());
        json.put("last", found.last());
        json.put("signed", found.signed());
        json.put("kept", found.kept());
        json.put("former_key_heads", found.former());
        json.put("other_box_heads", found.others());
        json.put("lost_events", found.lostEvents());
        json.put("lost", pairs(found.lost()));
        json.put("unproven", pairs(found.unproven()));
        json.put("names_from", Math.max(namesFrom, 1));
        json.put("other_boxes", otherBoxes);
        json.put("incomplete_lines", List.copyOf(incomplete));
        output.print(json, _ -> sentence(found, namesFrom) + others(found) + incompleteLines());
        if (found.fault() != null) return 1;
        return found.lost().isEmpty() ? 0 : LOST;
    }

    private Found found() {
        var progress = new TerminalProgress(spec);
        try (var events = ChainedEvents.open(data.folder.resolve("lintel.db"), nameKey())) {
            PublicKey key = LogKey.publicOf(data.folder);
            String here = LogKey.fingerprint(key).hex();
            if (fingerprint != null && !fingerprint.replace(":", "").equalsIgnoreCase(here)) {
                throw new CommandFailed("the key of this box is another one: " + here);
            }
            var keys = new LogVerifier.Keys(key, former(), namesFrom);
            return LogVerifier.verify(events, keys, attributed(keys), count -> {
                if (count % PROGRESS_EVENTS == 0) progress.show("verifying events: " + count);
            });
        } catch (StoreException | ProofException e) {
            throw new CommandFailed(String.valueOf(e.getMessage()));
        } finally {
            progress.clear();
        }
    }

    private byte[] nameKey() {
        try {
            return ChainedEvents.nameKey(data.folder);
        } catch (IOException e) {
            throw new CommandFailed("names of people cannot be verified: keys/event-names cannot be read: "
                    + GivenFile.reason(e) + ". A box makes it at its start");
        }
    }

    private Set<Bytes> former() {
        var former = new HashSet<Bytes>();
        for (String text : formerKeys) {
            String hex = text.replace(":", "").toLowerCase(Locale.ROOT);
            if (!hex.matches("[0-9a-f]{64}")) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(), "--former-key: " + text + " is no fingerprint of 64 hexadecimal digits");
            }
            former.add(Bytes.copyOf(HexFormat.of().parseHex(hex)));
        }
        return former;
    }

    private static final int PROGRESS_EVENTS = 10_000;

    /// Names of other boxes whose heads were left out. If this box had such a name before, the heads are its own.
    private List<String> otherBoxes = List.of();

    /// Numbers of lines that a full disk or a power cut left incomplete.
    private final List<Integer> incomplete = new ArrayList<>();
    /// Exit code where events are lost and the log records it.
    static final int LOST = 3;

    private List<Kept> kept() {
        Path file = heads;
        var kept = new ArrayList<Kept>();
        if (file == null) return kept;
        try {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (line.isBlank()) continue;
                Kept head = HeadLine.read(line);
                if (head == null) incomplete.add(number);
                else kept.add(head);
            }
        } catch (IOException e) {
            throw new CommandFailed(file + " cannot be read: " + GivenFile.reason(e));
        }
        if (kept.isEmpty() && !incomplete.isEmpty()) throw new CommandFailed(file + ": there is no head in it");
        return kept;
    }

    private String others(Found found) {
        String end = found.fault() == null ? "" : ".";
        return otherBoxes.isEmpty() ? "" : end + " Those are the heads of: " + String.join(", ", otherBoxes) + ".";
    }

    private KeptHeads attributed(LogVerifier.Keys keys) {
        var heads = KeptHeads.of(kept(), keys, box, fingerprint != null);
        otherBoxes = heads.boxes();
        return heads;
    }

    private String incompleteLines() {
        if (incomplete.isEmpty()) return "";
        boolean one = incomplete.size() == 1;
        return " Line" + (one ? " " : "s ")
                + incomplete.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " of " + heads
                + (one ? " is" : " are") + " incomplete, as after a full disk or a power cut, and "
                + (one ? "was" : "were") + " left out.";
    }

    private static String sentence(Found found, long namesFrom) {
        if (found.fault() != null) return "NOT VERIFIED: " + found.fault();
        if (found.count() == 0) return "The log has no events yet.";
        String events = String.format(
                Locale.ROOT,
                "%,d events, %d to %d: none was changed or removed",
                found.count(),
                found.first(),
                found.last());
        String rest = found.signed() < found.last() ? " (the rest follows within seconds while the box runs)" : "";
        String signed = found.signed() == 0 ? "; none is signed here" : "; signed up to event " + found.signed() + rest;
        String kept = found.kept() == 0 ? "" : "; kept elsewhere up to event " + found.kept();
        String begins = found.first() == 1
                ? ""
                : " But the log begins at event " + found.first() + ": what was before is not in it. That is so after a"
                        + " damaged database was replaced; else it was removed."
                        + (found.provesFirst() ? "" : " The first event's own fields cannot be verified.");
        String former = found.former() == 0
                ? ""
                : " " + found.former() + " heads are of a former key: their signatures were not verified.";
        String others = found.others() == 0
                ? ""
                : " " + found.others() + " heads that were kept elsewhere are of other keys or boxes: they were left"
                        + " out.";
        String names = namesFrom <= 1 ? "" : " Names of people before event " + namesFrom + " were not verified.";
        return events + signed + kept + "." + former + others + names + lost(found) + begins;
    }

    private static String lost(Found found) {
        if (found.lost().isEmpty()) return "";
        String unproven = found.unproven().isEmpty()
                ? ""
                : " No head covers the events " + words(found.unproven()) + ": they are not verified.";
        return String.format(
                Locale.ROOT,
                " But %,d events are missing: %s. The disk lost them, and the box recorded that in a signed event."
                        + " The first event after each gap cannot be verified itself.%s",
                found.lostEvents(),
                words(found.lost()),
                unproven);
    }

    private static String words(List<Range> ranges) {
        return ranges.stream()
                .map(range ->
                        range.first() == range.last() ? "" + range.first() : range.first() + " to " + range.last())
                .collect(Collectors.joining(", "));
    }

    private static List<List<Long>> pairs(List<Range> ranges) {
        return ranges.stream()
                .map(range -> List.of(range.first(), range.last()))
                .toList();
    }
}
