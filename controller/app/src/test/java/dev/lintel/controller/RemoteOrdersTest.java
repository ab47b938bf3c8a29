package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.api.RealDoors;
import dev.lintel.controller.api.Reserving;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.ThreatStore;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Order;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a hub asks of real doors.
class RemoteOrdersTest {
    @TempDir
    Path folder;

    private ApiBox box;
    private RealDoors doors;
    private RemoteOrders orders;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        doors = RealDoors.hangInto(box);
        Reserving.addPerson(box);
        box.database.write(sql -> sql.run("INSERT INTO person_role VALUES (7, 2)"));
        orders = new RemoteOrders(new RemoteOrders.Parts(
                box.database,
                box.views.get(),
                new DoorOrders(box.lane.get(), box.database::awaitDisk, box.time),
                new AdmissionDesk(
                        new Admissions(box.byHand(), box.time),
                        box.database.events(),
                        box.lane.get(),
                        box.database::awaitDisk),
                box.approvals,
                MobileRig.asking(box.database, box.time),
                true,
                "Head Office",
                box.time));
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private Answer obey(String name, Map<String, ? extends @Nullable Object> arguments) {
        return orders.obey(new Order(5, 1, name, arguments, 900L, "ops@hub.example"));
    }

    private DoorView door() {
        return Objects.requireNonNull(box.views.get().of(1));
    }

    @Test
    void doorsDoWhatTheApisOwnCommandsDo() {
        assertThat(obey("unlock", Map.of("relock_at", "2026-03-02T12:00:00+01:00")))
                .isEqualTo(new Answer(5, "done", null));
        assertThat(door().mode()).isEqualTo("unlock");
        assertThat(door().standing().relockAtMs()).isEqualTo(box.time.nowMs() + 3_600_000 - 123);
        assertThat(obey("normal", Map.of("whatever", 1)).outcome()).isEqualTo("done");
        assertThat(door().mode()).isEqualTo("normal");
        assertThat(obey("secure", Map.of("until", "2026-03-02T12:00:00+01:00")).outcome())
                .isEqualTo("done");
        assertThat(door().standing().endsAtMs()).isEqualTo(box.time.nowMs() + 3_600_000 - 123);
        assertThat(obey("secure", Map.of()).outcome()).isEqualTo("done");
        assertThat(obey("normal", Map.of()).outcome()).isEqualTo("done");
        assertThat(door().standing().secure()).isNull();
        assertThat(obey("acknowledge", Map.of("note", "seen")))
                .isEqualTo(new Answer(5, "refused", "the door has no alarm"));
        assertThat(obey("lockdown", Map.of("rex_lockdown", true)).outcome()).isEqualTo("done");
        assertThat(door().standing().lockdown().rex()).isTrue();
        assertThat(obey("unlockdown", Map.of()).outcome()).isEqualTo("done");
        assertThat(door().standing().lockdown().any()).isFalse();
        assertThat(obey("evacuate", Map.of("note", "Gas leak")).outcome()).isEqualTo("done");
        assertThat(door().standing().evacuated()).isTrue();
        assertThat(obey("end_evacuation", Map.of()).outcome()).isEqualTo("done");
        assertThat(door().standing().evacuated()).isFalse();
        assertThat(obey("auto_unlock", Map.of("shift_id", 3L)).outcome()).isEqualTo("done");
        assertThat(door().standing().hours().overridden()).isTrue();
        assertThat(new EventStore(box.database).newest(1).getFirst().draft().additional())
                .containsEntry("by", "ops@hub.example");
    }

    @Test
    void whatIsAskedWronglyIsRefusedInWords() {
        assertThat(obey("unlock", Map.of("relok_at", "x")))
                .isEqualTo(new Answer(5, "refused", "relok_at is not known here; relock_at can be said"));
        assertThat(obey("unlock", Map.of("relock_at", "soon")).why()).contains("ISO 8601");
        assertThat(obey("auto_unlock", Map.of()).why()).contains("shift_id is missing");
        assertThat(obey("auto_unlock", Map.of("shift_id", 99L)).why()).contains("no shift 99");
        assertThat(obey("dance", Map.of()).outcome()).isEqualTo("refused");
        assertThat(orders.obey(new Order(6, 77, "normal", Map.of(), null, "x")))
                .isEqualTo(new Answer(6, "refused", "there is no such channel at the box"));
        assertThat(door().mode()).isEqualTo("normal");
    }

    private Answer threat(int level, long version) {
        return obey("threat_level", Map.of("level", (long) level, "version", version, "note", "smoke"));
    }

    @Test
    void threatLevelOfTheHub_isTakenOnce() {
        assertThat(threat(3, 10).outcome()).as("this box follows nobody").isEqualTo("refused");
        box.database.write(sql -> sql.run("INSERT INTO sync_cursor (id, upstream) VALUES (1, 'hub1/1')"));
        assertThat(threat(3, 10)).isEqualTo(new Answer(5, "done", null));
        assertThat(box.database.threats().levels().of(1)).isEqualTo(3);
        assertThat(new EventStore(box.database).newest(1).getFirst().draft().additional())
                .containsEntry("new", 3L)
                .containsEntry("by", "ops@hub.example")
                .containsEntry("note", "smoke");
        box.database.threats().set(1, new ThreatStore.Change(0, "here", ""));
        assertThat(threat(3, 10).outcome()).isEqualTo("done");
        assertThat(box.database.threats().levels().of(1)).as("set here since").isZero();
        assertThat(threat(6, 11).why()).contains("from 0 to 5");
        assertThat(obey("threat_level", Map.of("level", 1L)).outcome()).isEqualTo("refused");
    }

    @Test
    void anAdmissionBearsTheHubsIdOfIt() {
        assertThat(obey("admit", Map.of())).isEqualTo(new Answer(5, "done", null));
        assertThat(doors.front().released()).isTrue();
        var event = new EventStore(box.database).newest(1).getFirst();
        assertThat(event.kind()).isEqualTo(EventKind.ADMITTED_MANUAL);
        assertThat(event.draft().additional())
                .containsEntry("hub_request_id", 900L)
                .containsEntry("by", "ops@hub.example")
                .containsEntry("credential", "hub Head Office");
    }

    @Test
    void whoMayNotPassIsNotLetIn() {
        assertThat(obey("admit_person", Map.of("person_id", 7L)).outcome()).isEqualTo("done");
        box.database.write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = 7"));
        assertThat(obey("admit_person", Map.of("person_id", 7L)))
                .as("the log tells of it")
                .isEqualTo(new Answer(5, "done", null));
        assertThat(new EventStore(box.database).newest(1).getFirst().kind()).isEqualTo(EventKind.ADMISSION_DENIED);
        assertThat(obey("admit_person", Map.of("person_id", 999L)).why()).contains("does not know");
        obey("unlock", Map.of());
        assertThat(obey("admit", Map.of()).outcome()).isEqualTo("refused");
    }
}
