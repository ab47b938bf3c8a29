package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.ThreatStore.Change;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.Answer;
import dev.lintel.sync.wire.LinkMessage.Order;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Threat levels on their way from a hub to its boxes.
class ThreatOrdersTest {
    private static final long SITE = 1;

    @TempDir
    Path path;

    private static void set(HubRig rig, int level) {
        rig.database.threats().set(SITE, new Change(level, "olga@example.com", "smoke"));
    }

    /// The next order; news of other things in between is passed over.
    private static Order order(TestLink link) {
        while (true) {
            LinkMessage message = link.hears();
            if (message instanceof Order order) return order;
        }
    }

    private static void take(TestLink link, Order order) {
        link.say(new Answer(order.id(), "done", null));
    }

    @Test
    void levelReachesEachBoxOfTheSiteAtOnce() {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            TestLink barn = rig.join("Barn").link();
            gate.greet();
            barn.greet();
            set(rig, 3);
            Order toGate = order(gate);
            assertThat(toGate.name()).isEqualTo("threat_level");
            assertThat(toGate.channelId()).isEqualTo(2);
            assertThat(toGate.by()).isEqualTo("olga@example.com");
            assertThat(toGate.arguments().get("level")).isEqualTo(3L);
            assertThat(toGate.arguments().get("note")).isEqualTo("smoke");
            assertThat(rig.hub.threats().pending(SITE)).containsExactly("Barn", "Gate");
            take(gate, toGate);
            HubRig.await(() -> rig.hub.threats().pending(SITE).equals(List.of("Barn")));
            Order toBarn = order(barn);
            assertThat(toBarn.channelId()).isEqualTo(4);
            take(barn, toBarn);
            HubRig.await(() -> rig.hub.threats().pending(SITE).isEmpty());
        }
    }

    @Test
    void boxThatWasAway_hasTheLevelWhenItIsBack() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            set(rig, 4);
            set(rig, 2);
            assertThat(rig.hub.threats().pending(SITE)).contains("Gate");
            TestLink link = gate.link();
            link.greet();
            Order order = order(link);
            assertThat(order.arguments().get("level")).isEqualTo(2L);
            take(link, order);
            HubRig.await(() -> !rig.hub.threats().pending(SITE).contains("Gate"));
            link.close();
            HubRig.await(() -> rig.hub.links().all().isEmpty());
            TestLink next = gate.link();
            next.greet();
            assertThat(order(next).arguments().get("version"))
                    .as("it may have been reset meanwhile")
                    .isEqualTo(order.arguments().get("version"));
        }
    }

    @Test
    void orderWithoutAnAnswer_isSentAgainAndARefusedOneLater() {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            set(rig, 3);
            Order first = order(gate);
            rig.time.advance(Duration.ofSeconds(3));
            Order second = order(gate);
            assertThat(second.id()).isNotEqualTo(first.id());
            take(gate, first); // too late: nobody waits for it any more
            gate.say(new Answer(second.id(), "refused", "the box does not know 'threat_level'"));
            rig.time.advance(Duration.ofSeconds(4));
            rig.hub.look();
            assertThat(rig.hub.threats().pending(SITE)).contains("Gate");
            rig.time.advance(Duration.ofSeconds(6));
            Order third = order(gate);
            assertThat(third.id()).isGreaterThan(second.id());
        }
    }

    @Test
    void boxThatGetsItsDoorsAtTheSiteBack_hearsTheLevelAgain() {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            set(rig, 3);
            take(gate, order(gate));
            HubRig.await(() -> !rig.hub.threats().pending(SITE).contains("Gate"));
            rig.database.write(sql -> sql.run("UPDATE channel_box SET box = 'Shed' WHERE box = 'Gate'"));
            rig.hub.look();
            rig.database.write(sql -> sql.run("UPDATE channel_box SET box = 'Gate' WHERE box = 'Shed'"));
            assertThat(order(gate).arguments().get("level")).isEqualTo(3L);
        }
    }

    @Test
    void siteWhoseLevelWasNeverSetAtTheHub_isNotReported() {
        try (var rig = new HubRig(path)) {
            TestLink gate = rig.join("Gate").link();
            gate.greet();
            rig.hub.look();
            assertThat(gate.isSilent()).isTrue();
            assertThat(rig.hub.threats().pending(SITE)).isEmpty();
        }
    }
}
