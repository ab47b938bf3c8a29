package dev.lintel.sync.wire;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One line of what a hub tells a box: a JSON object with one field that names its kind, so `{"gone":{"id":7,…}}`.
public sealed interface DownLine {
    /// The first line of each stream.
    ///
    /// @param hub names the hub, the same for ever
    /// @param from where this stream begins; of a snapshot, the revision to follow from once it stands
    /// @param version of the hub's program
    /// @param restored of a snapshot: the hub was restored from a backup and has never been where the box was last
    record Begin(String hub, Cursor from, String version, boolean restored) implements DownLine {
        public Begin(String hub, Cursor from, String version) {
            this(hub, from, version, false);
        }
    }

    /// The policy that holds at this box, whole, as the text of a `site.yaml` with this box's channels only. It comes
    /// before everybody whose rights refer to it.
    ///
    /// @param given the revision at which an operator last approved it after a restore; 0: never
    record PolicyLine(String siteYaml, long revision, long given) implements DownLine {
        public PolicyLine(String siteYaml, long revision) {
            this(siteYaml, revision, 0);
        }
    }

    /// A person as they are now.
    ///
    /// @param given the revision at which an operator last approved them after a restore; 0: never
    record PersonLine(PersonRow row, long revision, long given) implements DownLine {
        public PersonLine(PersonRow row, long revision) {
            this(row, revision, 0);
        }
    }

    /// Somebody is gone, or has nothing to do with this box's doors any more; the box may never have known them.
    record Gone(long id, long revision) implements DownLine {}

    /// The end of a snapshot's part: of the people of this part, in their order. Nobody of a higher id follows when
    /// `last`; else the next part goes on after `upTo`.
    ///
    /// @param sha256 hex: of the part's person lines as texts, each followed by a line feed
    record Part(long upTo, boolean last, long count, String sha256) implements DownLine {}

    /// The end of changes: all up to `cursor` was told, unless there is `more` to be asked for.
    ///
    /// @param timeMs the hub's clock, Unix milliseconds
    /// @param check of all that this box has then, where it was asked for
    record Head(
            Cursor cursor,
            boolean more,
            long timeMs,
            @Nullable Check check) implements DownLine {}

    /// A kind that this version does not know: passed over, and told of.
    record Unknown(String kind) implements DownLine {}

    /// What a box has, in a number that two sides can compare: see [StateHash].
    record Check(long count, String hash) {}

    /// Throws [WireException] for what is no such line. Of a newer hub's, what this version does not know is
    /// passed over.
    static DownLine parse(String line) {
        return parse(line, _ -> {});
    }

    /// As above. `passedOver` hears of each kind of line and field of rows that is passed over, as often as
    /// it comes by: `weather`, `person.credentials.colour`.
    static DownLine parse(String line, Consumer<String> passedOver) {
        Tree tree = Tree.parse(line);
        String kind = tree.kind();
        return switch (kind) {
            case "begin" -> {
                Tree begin = tree.object(kind);
                Cursor from = Cursor.parse(begin.text("from"));
                yield new Begin(begin.text("hub"), from, begin.text("version"), isRestored(begin));
            }
            case "policy" -> {
                Tree policy = tree.object(kind);
                policy.others(Set.of("site_yaml", "revision", "given"), passedOver);
                yield new PolicyLine(policy.text("site_yaml"), policy.number("revision"), given(policy));
            }
            case "person" -> person(tree.object(kind), passedOver);
            case "gone" -> {
                Tree gone = tree.object(kind);
                gone.others(Set.of("id", "revision"), passedOver);
                yield new Gone(gone.number("id"), gone.number("revision"));
            }
            case "part" -> {
                Tree part = tree.object(kind);
                yield new Part(part.number("up_to"), part.flag("last"), part.number("count"), part.text("sha256"));
            }
            case "head" -> head(tree.object(kind));
            default -> {
                passedOver.accept(kind);
                yield new Unknown(kind);
            }
        };
    }

    private static PersonLine person(Tree person, Consumer<String> passedOver) {
        return new PersonLine(PersonRow.read(person, passedOver), person.number("revision"), given(person));
    }

    /// Older hubs do not say so.
    private static boolean isRestored(Tree begin) {
        return begin.map().containsKey("restored") && begin.flag("restored");
    }

    private static long given(Tree line) {
        return line.map().containsKey("given") ? line.number("given") : 0;
    }

    private static Head head(Tree head) {
        Tree check = head.nullableObject("check");
        return new Head(
                Cursor.parse(head.text("cursor")).with(head.nullableText("proof")),
                head.flag("more"),
                head.number("time"),
                check == null ? null : new Check(check.number("count"), check.text("hash")));
    }

    /// Without a line feed.
    default String toJson() {
        return switch (this) {
            case Begin(String hub, Cursor from, String version, boolean restored) -> {
                var fields = new Fields()
                        .with("hub", hub)
                        .with("from", from.toString())
                        .with("version", version);
                if (restored) fields.with("restored", true);
                yield line("begin", fields.map());
            }
            case PolicyLine(String text, long revision, long given) -> {
                var fields = new Fields().with("site_yaml", text).with("revision", revision);
                if (given > 0) fields.with("given", given);
                yield line("policy", fields.map());
            }
            case PersonLine(PersonRow row, long revision, long given) -> {
                Map<String, Object> map = row.toMap();
                if (given > 0) map.put("given", given);
                map.put("revision", revision); // last, so that a line can be passed over where it is too long
                yield line("person", map);
            }
            case Gone(long id, long revision) -> line("gone", Map.of("id", id, "revision", revision));
            case Part(long upTo, boolean last, long count, String sha256) ->
                line("part", Map.of("up_to", upTo, "last", last, "count", count, "sha256", sha256));
            case Head head -> {
                var fields = new Fields()
                        .with("cursor", head.cursor.toString())
                        .with("proof", head.cursor.proof())
                        .with("more", head.more)
                        .with("time", head.timeMs);
                if (head.check != null) {
                    fields.with("check", Map.of("count", head.check.count, "hash", head.check.hash));
                }
                yield line("head", fields.map());
            }
            case Unknown(String kind) -> throw new IllegalArgumentException("never sent: " + kind);
        };
    }

    private static String line(String kind, Map<String, Object> fields) {
        return Tree.write(Map.of(kind, fields));
    }
}
