package dev.lintel.sync.wire;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One text frame of the link: a JSON object with one field that names its kind.
///
/// ```
///   box                                   hub
///    |── hello ──────────────────────────► |
///    | ◄───────────────────────── welcome ─|
///    |── beat, every 20 s ───────────────► |   without one for 90 s it is out of contact
///    | ◄─────────────────────────── pulse ─|   one for each beat: its clock
///    | ◄──────────────────────────── news ─|   there is more than the cursor the box has told; a few
///    |                                     |   changes come with it
///    | ◄─────────────────────────── order ─|
///    |── answer, within 2 s ─────────────► |
///    | ◄────────────────────────── urgent ─|   one person, ahead of what the hub holds back
///    | ◄─────────────────────── dismissed ─|   it was turned away: it follows nobody any more
///    | ◄───────────────────────── new_key ─|   another box has its key: it makes another one
/// ```
public sealed interface LinkMessage {
    /// A box is there.
    ///
    /// @param units that the box's controller.yaml has
    /// @param cursor null: it has nothing yet
    record Hello(String version, List<Long> units, @Nullable Cursor cursor) implements LinkMessage {}

    /// How the box is.
    ///
    /// @param clock `trusted`, `held` or `wrong`
    /// @param skewMs its clock less the hub's, as it last measured; null before
    /// @param waiting events that the hub does not have yet
    /// @param problem what keeps it from following, in words; null: nothing
    /// @param held names a snapshot that it holds back until an operator lets it through; null: none
    record Beat(
            @Nullable Cursor cursor,
            String clock,
            @Nullable Long skewMs,
            long waiting,
            @Nullable String problem,
            @Nullable String held,
            List<DoorRow> doors,
            RevocationReport revocations)
            implements LinkMessage {
        /// Of a box that takes all of what the hub tells.
        public Beat(
                @Nullable Cursor cursor,
                String clock,
                @Nullable Long skewMs,
                long waiting,
                @Nullable String problem,
                @Nullable String held,
                List<DoorRow> doors) {
            this(cursor, clock, skewMs, waiting, problem, held, doors, RevocationReport.NOTHING);
        }
    }

    /// One door of a box, as it stands.
    ///
    /// @param unit the box's own number of its wiring
    /// @param status `online`, `offline` or `pending_encryption`
    /// @param state what the leaf and the strike make of it, such as `secure`, `open` or `forced`
    /// @param released whether the strike lets the leaf go
    /// @param open whether the leaf's contact says so
    /// @param mode `normal` or `unlock`
    /// @param relockAtMs when an unlock ends, Unix milliseconds
    /// @param changedAtMs when its mode last changed, Unix milliseconds
    /// @param secure whether an operator keeps it from unlocking by its hours, until `secureUntilMs` or null
    /// @param alarm `forced` or `extended_open`; null: none
    /// @param acknowledged whether an operator has acknowledged the alarm
    /// @param evacuated whether an evacuation unlocks it
    record DoorRow(
            long channelId,
            int unit,
            String status,
            String state,
            boolean released,
            boolean open,
            String mode,
            @Nullable Long relockAtMs,
            long changedAtMs,
            boolean cardLockdown,
            boolean rexLockdown,
            boolean auxLockdown,
            boolean secure,
            @Nullable Long secureUntilMs,
            @Nullable String alarm,
            boolean acknowledged,
            boolean evacuated) {
        /// Of an older box, or a door without an alarm that unlocks by its hours.
        public DoorRow(
                long channelId,
                int unit,
                String status,
                String state,
                boolean released,
                boolean open,
                String mode,
                @Nullable Long relockAtMs,
                long changedAtMs,
                boolean cardLockdown,
                boolean rexLockdown,
                boolean auxLockdown) {
            this(
                    channelId,
                    unit,
                    status,
                    state,
                    released,
                    open,
                    mode,
                    relockAtMs,
                    changedAtMs,
                    cardLockdown,
                    rexLockdown,
                    auxLockdown,
                    false,
                    null,
                    null,
                    false,
                    false);
        }
    }

    /// What came of an order.
    ///
    /// @param outcome `done`, `refused` or `unanswered`
    /// @param why in words, unless it is done
    /// @param door as it stands then; null: not told
    record Answer(
            long id,
            String outcome,
            @Nullable String why,
            @Nullable DoorRow door) implements LinkMessage {
        /// Of which no door is told.
        public Answer(long id, String outcome, @Nullable String why) {
            this(id, outcome, why, null);
        }

        /// The same, and how the door stands.
        public Answer with(@Nullable DoorRow door) {
            return new Answer(id, outcome, why, door);
        }
    }

    /// The hub has taken it in.
    ///
    /// @param timeMs the hub's clock, Unix milliseconds
    /// @param latest what the box can have
    /// @param uncertain the hub does not trust its own clock
    /// @param notice what an operator has to know about this box, in a sentence; null: nothing
    record Welcome(
            String hub,
            String version,
            long timeMs,
            Cursor latest,
            boolean uncertain,
            @Nullable String notice) implements LinkMessage {
        /// Of a hub that has nothing to say about the box.
        public Welcome(String hub, String version, long timeMs, Cursor latest, boolean uncertain) {
            this(hub, version, timeMs, latest, uncertain, null);
        }

        /// Of a hub whose clock is right.
        public Welcome(String hub, String version, long timeMs, Cursor latest) {
            this(hub, version, timeMs, latest, false);
        }
    }

    /// The hub is there, too.
    ///
    /// @param timeMs as [Welcome#timeMs()]
    /// @param uncertain as [Welcome#uncertain()]
    /// @param notice as [Welcome#notice()]
    record Pulse(long timeMs, boolean uncertain, @Nullable String notice) implements LinkMessage {
        /// Of a hub that has nothing to say about the box.
        public Pulse(long timeMs, boolean uncertain) {
            this(timeMs, uncertain, null);
        }

        /// Of a hub whose clock is right.
        public Pulse(long timeMs) {
            this(timeMs, false);
        }
    }

    /// There is something to be fetched, unless `few` is all there is.
    ///
    /// @param approved the snapshot that an operator has let through; null: none
    /// @param few what changed, for a box that stands where that begins; null: it is to be fetched
    record News(
            Cursor latest,
            @Nullable String approved,
            @Nullable Few few) implements LinkMessage {
        /// Of what is to be fetched.
        public News(Cursor latest, @Nullable String approved) {
            this(latest, approved, null);
        }
    }

    /// All that changed for a box after a cursor and up to that of the news: so little that it comes with them.
    ///
    /// @param lines people and who is gone, as a stream of changes has them
    record Few(Cursor after, List<DownLine> lines) {
        public Few {
            lines = List.copyOf(lines);
        }
    }

    /// Something a door is to do.
    ///
    /// @param id of this order; the answer bears it
    /// @param name as the API's commands: `admit`, `admit_person`, `lockdown`, `unlockdown`, `unlock`, `normal`,
    ///     `secure`, `acknowledge`, `auto_unlock`; and `phone` (`credential_id`, `phone_request`): one that has
    ///     proved at the hub who it is
    /// @param arguments the fields of that command's body
    /// @param request the hub's id of the admission request; null for other commands
    /// @param by the email of who asked
    /// @param timeMs the hub's clock when it was asked, Unix milliseconds; null: an older hub's, which does not say
    record Order(
            long id,
            long channelId,
            String name,
            Map<String, ? extends @Nullable Object> arguments,
            @Nullable Long request,
            String by,
            @Nullable Long timeMs)
            implements LinkMessage {
        /// Of an older hub.
        public Order(
                long id,
                long channelId,
                String name,
                Map<String, ? extends @Nullable Object> arguments,
                @Nullable Long request,
                String by) {
            this(id, channelId, name, arguments, request, by, null);
        }
    }

    /// A [DownLine.PersonLine] or [DownLine.Gone] that takes something away; the cursor stays.
    record Urgent(DownLine line) implements LinkMessage {}

    record Dismissed(String why) implements LinkMessage {}

    /// The box makes a new key and has the hub sign a certificate for it: its present key is also elsewhere.
    record NewKey() implements LinkMessage {}

    /// A kind that this version does not know: passed over.
    record Other(String kind) implements LinkMessage {}

    /// Throws [WireException] for what is no such message.
    static LinkMessage parse(String text) {
        return parse(text, _ -> {});
    }

    /// As above; `passedOver` as [DownLine#parse(String, Consumer)] has it.
    static LinkMessage parse(String text, Consumer<String> passedOver) {
        Tree tree = Tree.parse(text);
        String kind = tree.kind();
        return switch (kind) {
            case "hello" -> {
                Tree hello = tree.object(kind);
                yield new Hello(hello.text("version"), hello.numbers("units"), cursor(hello, "cursor"));
            }
            case "beat" -> beat(tree.object(kind));
            case "answer" -> {
                Tree answer = tree.object(kind);
                Tree door = answer.nullableObject("door");
                yield new Answer(
                        answer.number("id"),
                        answer.text("outcome"),
                        answer.nullableText("why"),
                        door == null ? null : door(door));
            }
            case "welcome" -> {
                Tree welcome = tree.object(kind);
                yield new Welcome(
                        welcome.text("hub"),
                        welcome.text("version"),
                        welcome.number("time"),
                        Cursor.parse(welcome.text("latest")),
                        welcome.flag("uncertain"),
                        welcome.nullableText("notice"));
            }
            case "pulse" -> {
                Tree pulse = tree.object(kind);
                yield new Pulse(pulse.number("time"), pulse.flag("uncertain"), pulse.nullableText("notice"));
            }
            case "news" -> {
                Tree news = tree.object(kind);
                Cursor latest = Cursor.parse(news.text("latest")).with(news.nullableText("proof"));
                yield new News(latest, news.nullableText("approved"), few(news, passedOver));
            }
            case "order" -> order(tree.object(kind));
            case "urgent" -> new Urgent(DownLine.parse(tree.object(kind).text("line"), passedOver));
            case "dismissed" -> new Dismissed(tree.object(kind).text("why"));
            case "new_key" -> new NewKey();
            default -> new Other(kind);
        };
    }

    /// Null also where a line is of a kind that this version does not know: then it is fetched, and told of.
    private static @Nullable Few few(Tree news, Consumer<String> passedOver) {
        if (!news.has("after")) return null;
        List<DownLine> lines = news.texts("lines").stream()
                .map(line -> DownLine.parse(line, passedOver))
                .toList();
        boolean known =
                lines.stream().allMatch(line -> line instanceof DownLine.PersonLine || line instanceof DownLine.Gone);
        return known ? new Few(Cursor.parse(news.text("after")), lines) : null;
    }

    private static Beat beat(Tree beat) {
        return new Beat(
                cursor(beat, "cursor"),
                beat.text("clock"),
                beat.nullableNumber("skew"),
                beat.number("waiting"),
                beat.nullableText("problem"),
                beat.nullableText("held"),
                beat.objects("doors", LinkMessage::door),
                RevocationReport.read(beat));
    }

    private static DoorRow door(Tree door) {
        return new DoorRow(
                door.number("channel"),
                door.smallNumber("unit"),
                door.text("status"),
                door.text("state"),
                door.flag("released"),
                door.flag("open"),
                door.text("mode"),
                door.nullableNumber("relock_at"),
                door.number("changed"),
                door.flag("card_lockdown"),
                door.flag("rex_lockdown"),
                door.flag("aux_lockdown"),
                door.flag("secure"),
                door.nullableNumber("secure_until"),
                door.nullableText("alarm"),
                door.flag("acknowledged"),
                door.flag("evacuated"));
    }

    private static Order order(Tree order) {
        return new Order(
                order.number("id"),
                order.number("channel"),
                order.text("name"),
                order.object("arguments").map(),
                order.nullableNumber("request"),
                order.text("by"),
                order.nullableNumber("time"));
    }

    private static @Nullable Cursor cursor(Tree tree, String name) {
        String text = tree.nullableText(name);
        return text == null ? null : Cursor.parse(text);
    }

    default String toJson() {
        return LinkJson.of(this);
    }
}
