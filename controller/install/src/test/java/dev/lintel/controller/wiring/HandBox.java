package dev.lintel.controller.wiring;

import dev.lintel.controller.access.ReaderInbox;
import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A box's doors and decisions on a real database, on wires and clocks that a test moves by hand; its process ends, is
/// killed and starts again as the test wants. One thread.
final class HandBox implements AutoCloseable {
    /// As often the lane is asked while time passes.
    private static final Duration TICK = Duration.ofMillis(250);

    private static final String CREDENTIAL = "INSERT INTO credential (account_id, person_id, credential_type_id, value,"
            + " card_number, pin_number, status, created_at, updated_at)"
            + " VALUES (1, ?, ?, ?, ?, ?, 'active', 0, 0)";

    final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    final HandChip chip = new HandChip(time);
    private final Path folder;
    private final ControllerConfig config;
    private String site;
    private @Nullable OneRun process;
    private final Map<String, Long> shown = new HashMap<>(); // when a card was shown last at a reader
    private long seen;
    /// Whether the lane has no room for anything more.
    boolean full;
    /// Whether the decision thread is stuck.
    boolean stuck;
    /// Done at a start, once the database is open and before anything is read of it.
    Runnable onDatabase = () -> {};

    /// What ends with a process.
    private record OneRun(
            DataFolder data,
            Database database,
            DoorBoard board,
            DoorWorks works,
            ArrayDeque<LaneInput> lane,
            Map<String, ReaderInbox> readers,
            PolicyCatalog policy) {}

    /// `controller` and `site` are the texts of the two files.
    HandBox(Path folder, String controller, String site) {
        this.folder = folder;
        this.config = valid(ConfigFile.parse("controller.yaml", controller));
        this.site = site;
    }

    private static <T> T valid(Checked<T> checked) {
        return switch (checked) {
            case Checked.Valid<T>(T value) -> value;
            case Checked.Faulty<T> faulty -> throw new AssertionError(faulty.faults());
        };
    }

    /// Starts a process. [#told] begins with what it reports.
    HandBox start() {
        var data = DataFolder.open(folder);
        Database database = TestDatabase.open(data, time);
        var onPolicy = new AtomicReference<@Nullable DoorWorks>();
        var policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {
            DoorWorks running = onPolicy.get();
            if (running != null) running.onPolicy();
        });
        apply(policy, site);
        database.write(_ -> 0);
        seen = database.events().head();
        var board = new DoorBoard();
        var lane = new ArrayDeque<LaneInput>();
        var ground = new DoorWorks.Ground(
                config, database, database.events(), policy, chip, board, () -> ClockReading.trusted(time.now()), time);
        var works = new DoorWorks(ground, input -> !full && lane.add(input), fault -> {
            throw new AssertionError(fault);
        });
        onPolicy.set(works);
        var readers = new HashMap<String, ReaderInbox>();
        process = new OneRun(data, database, board, works, lane, readers, policy);
        onDatabase.run();
        works.open(wired -> {
            Map<Long, Map<String, Reader>> opened = new HashMap<>();
            for (WiredReader one : wired) {
                readers.put(one.channelId() + " " + one.side(), one.inbox());
                opened.computeIfAbsent(one.channelId(), _ -> new HashMap<>()).put(one.side(), new Dark());
            }
            return opened;
        });
        works.doors().lookAgain();
        works.start();
        settle();
        return this;
    }

    private static void apply(PolicyCatalog policy, String text) {
        Policy wanted = valid(SiteFile.parse("site.yaml", text));
        if (!policy.apply(wanted, "test").refusals().isEmpty()) throw new AssertionError(text);
    }

    /// Another `site.yaml`; the next start has this one, too.
    void apply(String text) {
        site = text;
        apply(running().policy, text);
        settle();
    }

    /// A reader that nobody looks at; its inbox says whether it is online.
    private static final class Dark implements Reader {
        @Override
        public void show(ReaderSignal signal, int holdMs) {
            // Nobody looks.
        }

        @Override
        public boolean online() {
            return false;
        }
    }

    private OneRun running() {
        return Objects.requireNonNull(process, "it is started");
    }

    /// An orderly end.
    void stop() {
        settle();
        running().works.actions().stop();
        running().works.doors().stop();
        end();
    }

    /// As `kill -9`; what was reported before is on disk.
    void kill() {
        settle();
        end();
    }

    private void end() {
        OneRun ended = running();
        process = null;
        ended.database.close();
        ended.data.close();
        chip.forget();
    }

    /// Moves an input, and lets the doors hear of it.
    void drive(int line, boolean active) {
        chip.drive(line, active);
        settle();
    }

    /// Lets time pass.
    void pass(Duration duration) {
        for (Duration left = duration; left.isPositive(); left = left.minus(TICK)) {
            time.advance(left.compareTo(TICK) < 0 ? left : TICK);
            settle();
        }
    }

    /// What a reader reports of itself.
    void reader(long channel, String side, ReaderEvent event) {
        Objects.requireNonNull(running().readers.get(channel + " " + side)).on(event);
        settle();
    }

    /// Holds a card of 32 bits to a reader.
    /// The same one again was taken away before.
    void card(long channel, String side, long number) {
        Long shownNs = shown.get(channel + side + number);
        long awayNs = shownNs == null ? 0 : shownNs + Doors.APART_NS - time.nowNs();
        time.advance(Duration.ofNanos(Math.max(1_000, awayNs)));
        shown.put(channel + side + number, time.nowNs());
        reader(channel, side, new ReaderEvent.Card(CardBits.ofNumber(BigInteger.valueOf(number), 32), time.nowNs()));
    }

    /// Types digits at a keypad.
    void type(long channel, String side, String keys) {
        time.advance(Duration.ofNanos(1_000));
        reader(channel, side, new ReaderEvent.Keys(keys + "#", time.nowNs()));
    }

    /// Adds a person with role 1, a card (type 1) and a PIN (type 2), which is the second factor, too.
    void person(long id, long card, String pin) {
        database().write(sql -> {
            sql.run(
                    "INSERT INTO person (id, account_id, first_name, last_name, enabled, extended_unlock,"
                            + " first_responder, created_at, updated_at) VALUES (?, 1, 'Person', ?, 1, 0, 0, 0, 0)",
                    id,
                    Long.toString(id));
            sql.run("INSERT INTO person_role VALUES (?, 1)", id);
            sql.run(CREDENTIAL, id, 1, Long.toString(card), card, null);
            sql.run(CREDENTIAL, id, 2, pin, null, Long.valueOf(pin));
            return 0;
        });
    }

    /// As an operator; the refusal, or null.
    @Nullable
    String command(long channel, DoorCommand command) {
        var answer = new AtomicReference<@Nullable String>("no answer");
        running().lane.add(new LaneInput.Commanded(channel, time.nowNs(), command, "ada@example.com", answer::set));
        settle();
        return answer.get();
    }

    /// Hands the lane something else.
    void offer(LaneInput input) {
        running().lane.add(input);
        settle();
    }

    private void settle() {
        OneRun now = running();
        boolean more = true;
        while (more) {
            more = !stuck && now.works.decisions().decideNext();
            LaneInput input = now.lane.poll();
            if (input != null) now.works.doors().on(input);
            now.works.doors().tick();
            now.works.actions().step();
            more |= input != null || !now.lane.isEmpty();
        }
    }

    DoorView door(long channel) {
        return Objects.requireNonNull(running().board.of(channel));
    }

    /// Whether the strike on that line lets go.
    boolean released(int line) {
        return chip.output(line);
    }

    /// For /health: what its inputs say.
    DoorWorks works() {
        return running().works;
    }

    Database database() {
        return running().database;
    }

    /// Events since this was asked last, or since the start of the process.
    List<Event> told() {
        Database database = running().database;
        database.write(_ -> 0);
        List<Event> events = new EventStore(database).after(seen, EventStore.BATCH_MAX);
        if (!events.isEmpty()) seen = events.getLast().id();
        return events;
    }

    /// As [#told], those of some kinds.
    List<Event> told(EventKind... kinds) {
        List<EventKind> wanted = List.of(kinds);
        return told().stream().filter(event -> wanted.contains(event.kind())).toList();
    }

    @Override
    public void close() {
        if (process != null) end();
    }
}
