package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.hub.TestBoxClient;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The pages of a hub: operator Olga, and boxes that join and beat as real ones do.
final class BoxRig implements AutoCloseable {
    private static final long DEADLINE_NS = 10_000_000_000L;

    final Rig rig;
    private final Time time;

    BoxRig(Path data, Time time) {
        this.time = time;
        rig = new Rig(data, time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
    }

    /// Channel 2 hangs on a box of that name.
    void wire(String box) {
        rig.database.write(sql -> sql.run("INSERT INTO channel_box VALUES (2, ?, 1)", box));
    }

    TestBoxClient join(String code) {
        var box = new TestBoxClient(rig.url(""), rig.authority);
        box.join(code);
        assertThat(box.get("/sync/1/events").statusCode()).isEqualTo(200); // it is confirmed, and comes
        return box;
    }

    TestBoxClient joinAs(String name) {
        var box = new TestBoxClient(rig.url(""), rig.authority);
        box.admitted(rig.hub, name, new Terms(false, true));
        assertThat(box.get("/sync/1/events").statusCode()).isEqualTo(200); // it is confirmed, and comes
        return box;
    }

    /// Its link stands, and the hub knows what it tells.
    ///
    /// @param held names a snapshot that it holds back
    TestLink beat(TestBoxClient box, @Nullable Cursor cursor, long skewMs, @Nullable String problem, String held) {
        TestLink link = box.link();
        link.greet();
        link.say(new Beat(cursor, "trusted", skewMs, 0, problem, held.isEmpty() ? null : held, List.of()));
        while (!(link.hears() instanceof Pulse)) assertThat(link).isNotNull();
        return link;
    }

    /// A box's own log comes here.
    void told(String box, String snapshot, long people, long of) throws InterruptedException {
        rig.append(
                EventKind.CONFIGURATION_CHANGED,
                Subject.NOBODY,
                Map.of("what", "sync", "box", box, "snapshot", snapshot, "people", people, "of", of));
        assertThat(rig.database.awaitDisk(10_000)).isTrue();
    }

    /// Disables `disabled` guests and deletes another one at once; the hub has seen it.
    void massacre(int disabled) {
        rig.database.write(sql -> {
            for (int i = 0; i <= disabled; i++) {
                sql.run(
                        "INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                                + " VALUES (?, 1, ?, 'Guest', 1, 0, 0)",
                        100 + i,
                        i == 0 ? "<b>Zoë</b>" : "Number " + i);
            }
            return true;
        });
        rig.database.write(sql -> {
            PersonStore.delete(sql, 100, time.nowMs());
            for (int i = 1; i <= disabled; i++) {
                PersonStore.update(sql, 100 + i, Map.of("enabled", false), time.nowMs());
            }
            return true;
        });
        await(() -> rig.hub.desk().heldBack(0) != null);
    }

    static void await(BooleanSupplier so) {
        var clock = new SystemTime();
        long end = clock.nowNs() + DEADLINE_NS;
        while (!so.getAsBoolean()) {
            assertThat(clock.nowNs() - end).as("10 s are not over").isNegative();
            LockSupport.parkNanos(2_000_000);
        }
    }

    @Override
    public void close() {
        rig.close();
    }
}
