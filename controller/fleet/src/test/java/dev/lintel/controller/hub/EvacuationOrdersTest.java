package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.AllDoors;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.evacuation.Report;
import dev.lintel.controller.evacuation.Report.Result;
import dev.lintel.controller.evacuation.SiteDoors.Door;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.DoorRow;
import dev.lintel.sync.wire.LinkMessage.Order;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An evacuation of a site whose doors hang on several boxes: Gate has channels 2 and 3, Barn has channel 4. Channel 1
/// is the hub's own, where no door is wired.
class EvacuationOrdersTest {
    private static final long SITE = 1;

    @TempDir
    Path path;

    private static Evacuations evacuations(HubRig rig) {
        var elsewhere = new RemoteDoors(rig.hub);
        var orders = new DoorOrders(
                input -> {
                    ((LaneInput.Commanded) input).answer().accept("there is no door at this channel");
                    return true;
                },
                _ -> true,
                rig.time,
                elsewhere);
        return new Evacuations(rig.database, new AllDoors(new DoorBoard(), elsewhere, elsewhere), orders);
    }

    private static DoorRow row(long channel, boolean evacuated) {
        return new DoorRow(
                channel, 1, "online", "secure", evacuated, false, "normal", null, 0, false, false, false, false, null,
                null, false, evacuated);
    }

    private static List<Order> orders(TestLink link, int count) {
        var orders = new ArrayList<Order>();
        while (orders.size() < count) {
            LinkMessage message = link.hears();
            if (message instanceof Order order) orders.add(order);
        }
        orders.sort(Comparator.comparingLong(Order::channelId));
        return orders;
    }

    private static Map<Long, Result> results(Report report) {
        var results = new TreeMap<Long, Result>();
        for (Report.Line line : report.lines()) results.put(line.door().channelId(), line.result());
        return results;
    }

    private static CompletableFuture<Report> start(HubRig rig) {
        return CompletableFuture.supplyAsync(
                () -> Objects.requireNonNull(evacuations(rig).start(SITE, "Gas leak", "olga@example.com")));
    }

    @Test
    void orderReachesEachDoorOfTheSite_andTheAnswerSaysWhatCameOfIt() {
        try (var rig = new HubRig(path)) {
            rig.database.write(sql -> sql.run("UPDATE channel SET evacuation = 0 WHERE id = 1"));
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            gate.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(row(2, false), row(3, false))));
            CompletableFuture<Report> report = start(rig);
            List<Order> orders = orders(gate, 2);
            assertThat(orders).extracting(Order::channelId).containsExactly(2L, 3L);
            assertThat(orders).extracting(Order::name).containsOnly("evacuate");
            assertThat(orders).extracting(Order::by).containsOnly("olga@example.com");
            assertThat(orders.getFirst().arguments()).isEqualTo(Map.of("note", "Gas leak"));
            gate.say(new Answer(orders.get(0).id(), "done", null, row(2, true)));
            gate.say(new Answer(orders.get(1).id(), "refused", "the box does not know 'evacuate'"));
            assertThat(results(report.join()))
                    .isEqualTo(Map.of(1L, Result.OFF, 2L, Result.DONE, 3L, Result.REFUSED, 4L, Result.NOT_CONNECTED));
            assertThat(report.join().isComplete()).isFalse();
            assertThat(report.join().lines().get(2).why()).isEqualTo("the box does not know 'evacuate'");
            assertThat(Objects.requireNonNull(evacuations(rig).of(SITE)).doors())
                    .filteredOn(Door::evacuated)
                    .extracting(Door::channelId)
                    .containsExactly(2L);
        }
    }

    @Test
    void doorThatItsBoxKeepsByPolicy_isNoFailure() {
        try (var rig = new HubRig(path)) {
            rig.database.write(sql -> sql.run("UPDATE channel SET evacuation = 0 WHERE id IN (1, 2, 4)"));
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            CompletableFuture<Report> report = start(rig);
            Order order = orders(gate, 1).getFirst();
            assertThat(order.channelId()).isEqualTo(3);
            gate.say(new Answer(
                    order.id(), "refused", "site.yaml keeps this door as it is in an evacuation (evacuation: off)"));
            assertThat(results(report.join()).get(3L)).isEqualTo(Result.OFF);
            assertThat(report.join().isComplete()).isTrue();
        }
    }

    @Test
    void boxThatLosesContact_isListedWithItsDoors() {
        try (var rig = new HubRig(path)) {
            rig.database.write(sql -> sql.run("UPDATE channel SET evacuation = 0 WHERE id IN (1, 4)"));
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            gate.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(row(2, true), row(3, true))));
            var report = CompletableFuture.supplyAsync(
                    () -> Objects.requireNonNull(evacuations(rig).end(SITE, null, "olga@example.com")));
            List<Order> orders = orders(gate, 2);
            assertThat(orders).extracting(Order::name).containsOnly("end_evacuation");
            gate.close();
            assertThat(results(report.join()).get(2L)).isIn(Result.UNANSWERED, Result.NOT_CONNECTED);
            assertThat(report.join().isComplete()).isFalse();
        }
    }
}
