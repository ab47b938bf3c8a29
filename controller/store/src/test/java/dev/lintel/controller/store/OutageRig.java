package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.Outage.Origin;
import dev.lintel.controller.store.Recovery.Before;
import dev.lintel.controller.store.Recovery.Known;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A box's database on a disk that fails, and in memory. A folder in the place of the log of writes is a disk that
/// cannot be used; one in the place of the database is a disk that does not give it.
final class OutageRig implements AutoCloseable {
    static final int EVENTS = 20;
    static final long PLENTY = 64 << 20;

    final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    final Path folder;
    private final Path memory;
    private @Nullable DataFolder data;
    private @Nullable OpenedDatabase opened;

    OutageRig(Path folder, Path memory) {
        this.folder = folder;
        this.memory = memory;
        fill(EVENTS);
    }

    /// Makes a database with some events.
    void fill(int events) {
        if (data != null) data.close();
        data = DataFolder.open(folder);
        try (var database = Database.open(data, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
            append(database, events);
        }
    }

    DataFolder data() {
        return Objects.requireNonNull(data);
    }

    void append(Database database, int count) {
        for (int i = 0; i < count; i++)
            append(database, EventKind.REX_PRESSED, EventDraft.Subject.channel(1), Map.of());
    }

    /// Appends an event and waits until it is written.
    void append(Database database, EventKind kind, EventDraft.Subject of, Map<String, Object> additional) {
        database.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), of, additional));
        try {
            assertThat(database.awaitDisk(60_000)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The disk fails so that a copy in memory is made of that.
    void fail(Origin origin) throws IOException {
        if (origin == Origin.OLDER) {
            Files.move(folder.resolve("lintel.db"), folder.resolve("elsewhere"));
            Files.createDirectory(folder.resolve("lintel.db"));
        } else Files.createDirectories(folder.resolve("lintel.db-wal/in-the-way"));
    }

    /// The disk works again.
    void work() throws IOException {
        Files.deleteIfExists(folder.resolve("lintel.db-wal/in-the-way"));
        if (Files.isDirectory(folder.resolve("lintel.db-wal"))) Files.delete(folder.resolve("lintel.db-wal"));
        if (!Files.exists(folder.resolve("elsewhere"))) return;
        Files.delete(folder.resolve("lintel.db"));
        Files.move(folder.resolve("elsewhere"), folder.resolve("lintel.db"));
    }

    OpenedDatabase start(@Nullable MemoryLeft left) {
        return start(PLENTY, left);
    }

    OpenedDatabase start(long roomBytes, @Nullable MemoryLeft left) {
        var room = new MemoryRoom(List.of(memory), _ -> roomBytes);
        OpenedDatabase started = Recovery.open(data(), room, time, new Before(Known.NOTHING, left, 0));
        opened = started;
        return started;
    }

    /// Starts on a disk that fails, with a copy of that kind.
    OpenedDatabase outage(Origin origin) throws IOException {
        if (origin == Origin.OLDER) new Snapshots(data(), time).take();
        fail(origin);
        OpenedDatabase started = start(origin == Origin.POLICY ? policyBytes() : PLENTY, null);
        assertThat(Objects.requireNonNull(started.outage()).outage().origin()).isEqualTo(origin);
        return started;
    }

    /// The room of a copy without history.
    private long policyBytes() {
        return folder.resolve("lintel.db").toFile().length() * 3 / 2;
    }

    MemoryLeft leave(OpenedDatabase ended) {
        return Objects.requireNonNull(leave(ended, false));
    }

    /// Leaves memory for a disk that is `sound`, as a box does that returns to it.
    @Nullable
    MemoryLeft leave(OpenedDatabase ended, boolean sound) {
        opened = null; // it is closed
        return ended.leave(sound);
    }

    /// Starts after the disk's database has proven damaged.
    OpenedDatabase startDamaged(@Nullable MemoryLeft left) {
        var room = new MemoryRoom(List.of(memory), _ -> PLENTY);
        OpenedDatabase started = Recovery.open(data(), room, time, new Before(Known.DAMAGED, left, 0));
        opened = started;
        return started;
    }

    /// Changes the database on the disk.
    void change(String... statements) {
        try (var database = Database.open(data(), time)) {
            run(database, statements);
        }
    }

    static void run(Database database, String... statements) {
        database.write(sql -> {
            for (String each : statements) sql.run(each);
            return true;
        });
    }

    static String doorState(int channel, int lockdown, int hours, long atMs) {
        return "INSERT OR REPLACE INTO door_state (channel_id, unlock, card_lockdown, rex_lockdown, aux_lockdown,"
                + " hours_overridden, hours_first_card, hours_on, changed_at) VALUES (" + channel + ", 0, " + lockdown
                + ", 0, 0, 0, 0, " + hours + ", " + atMs + ")";
    }

    static long number(Database database, String query) {
        return database.read(sql -> sql.get(query, row -> row.number(1)));
    }

    /// Ids of the events that [#append(Database, int)] appended, ascending.
    static List<Long> ids(Database database) {
        return new EventStore(database)
                .newest(1_000).stream()
                        .filter(event -> event.kind() == EventKind.REX_PRESSED)
                        .map(Event::id)
                        .sorted()
                        .toList();
    }

    /// What is in memory.
    List<Path> inMemory() throws IOException {
        try (Stream<Path> files = Files.list(memory)) {
            return files.toList();
        }
    }

    void leaveForGood(OpenedDatabase ended) {
        opened = null;
        ended.leaveForGood(time);
    }

    /// Closes the database that was opened last.
    void stop() {
        if (opened != null) opened.close();
        opened = null;
    }

    @Override
    public void close() {
        stop();
        if (data != null) data.close();
    }
}
