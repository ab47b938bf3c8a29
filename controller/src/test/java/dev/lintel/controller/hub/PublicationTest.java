package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.HubSite;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.LinkMessage.Urgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The guard against taking very many people away at once.
class PublicationTest {
    @TempDir
    Path path;

    @ParameterizedTest
    @CsvSource({
        "0,0,false",
        "10,0,false",
        "11,0,true",
        "11,43,true",
        "11,44,false",
        "20,80,false",
        "21,79,true",
        "20000,80000,false",
        "20001,79999,true"
    })
    void moreThanTenAndAFifthAreTooMany(long taken, long stillEnabled, boolean tooMany) {
        assertThat(Publication.isTooMany(taken, () -> stillEnabled)).isEqualTo(tooMany);
    }

    private static void disable(HubRig rig, long first, long last) {
        rig.database.write(sql -> {
            for (long id = first; id <= last; id++) {
                PersonStore.update(sql, id, Map.of("enabled", false), rig.time.nowMs());
            }
            return true;
        });
    }

    private static List<DownLine> changes(TestBoxClient box, Cursor after) {
        return TestBoxClient.lines(box.get("/sync/1/changes?check=1&after=" + after));
    }

    private static Cursor end(List<DownLine> lines) {
        return ((Head) lines.getLast()).cursor();
    }

    @Test
    void aMassOfPeopleIsHeldBackUntilAnOperatorLetsItThrough() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            TestLink link = gate.link();
            link.greet();

            disable(rig, 100, 120);
            List<DownLine> held = changes(gate, before);
            assertThat(held).noneMatch(PersonLine.class::isInstance);
            assertThat(end(held)).isEqualTo(before);
            assertThat(((Head) held.getLast()).check()).isNull();
            HubRig.await(() -> rig.hub.fault() != null);
            assertThat(rig.hub.fault()).contains("21 people", "lintel hub publish");
            assertThat(gate.get("/sync/1/snapshot").statusCode()).isEqualTo(503);
            rig.time.advance(Duration.ofHours(1)); // it stays so
            rig.hub.look();
            assertThat(end(changes(gate, before))).isEqualTo(before);
            assertThat(link.isSilent()).isTrue();

            disable(rig, 121, 121); // singly, after that
            rig.database.write(sql -> PersonStore.delete(sql, 122, rig.time.nowMs()));
            rig.hub.look();
            List<Long> urgent = LongStream.of(0, 1)
                    .mapToObj(_ -> ((Urgent) link.hears()).line())
                    .map(line -> line instanceof PersonLine one ? one.row().id() : ((Gone) line).id())
                    .toList();
            assertThat(urgent).containsExactly(121L, 122L);
            link.close();
            TestLink again = gate.link();
            again.greet();
            rig.hub.look();
            assertThat(again.hears()).isInstanceOf(Urgent.class); // who comes later hears of them, too
            assertThat(again.hears()).isInstanceOf(Urgent.class);

            assertThat(rig.hub.desk().publish("olga")).isEqualTo(21);
            LinkMessage news = again.hears();
            List<DownLine> let = changes(gate, before);
            assertThat(((News) news).latest()).isEqualTo(end(let));
            assertThat(let.stream().filter(PersonLine.class::isInstance)).hasSize(22);
            assertThat(rig.hub.fault()).isNull();
            assertThatThrownBy(() -> rig.hub.desk().publish("olga")).hasMessage("nothing is held back");
        }
    }

    @Test
    void itIsHeldBackOverARestartAndAlsoWhenTheProcessEndedBeforeItWasSeen() {
        TestBoxClient gate;
        Cursor before;
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 30);
            gate = rig.join("Gate");
            before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            rig.hub.close(); // its thread sees nothing any more
            disable(rig, 100, 120);
        }
        try (var rig = new HubRig(path)) {
            assertThat(end(changes(gate.at(rig.server.publicUrl()), before)).revision())
                    .isEqualTo(before.revision());
            HubRig.await(() -> rig.hub.fault() != null);
        }
        try (var rig = new HubRig(path)) {
            rig.time.advance(Duration.ofDays(1));
            assertThat(end(changes(gate.at(rig.server.publicUrl()), before)).revision())
                    .isEqualTo(before.revision());
        }
    }

    @Test
    void fewerGoThroughAtOnce() {
        try (var rig = new HubRig(path)) {
            HubSite.guests(rig.database, 100, 100);
            TestBoxClient gate = rig.join("Gate");
            Cursor before = end(TestBoxClient.lines(gate.get("/sync/1/changes")));
            disable(rig, 100, 119);
            assertThat(changes(gate, before).stream().filter(PersonLine.class::isInstance))
                    .hasSize(20);
        }
    }
}
