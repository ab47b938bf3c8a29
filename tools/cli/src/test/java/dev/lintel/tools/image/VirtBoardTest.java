package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.box.LogFile;
import dev.lintel.tools.box.SyncFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The arm64 image, unmodified, on an emulated board, seen from outside only: over its network, at its GPIO lines.
@Tag("slow")
class VirtBoardTest {
    private static final int STORM_EVENTS = 60;
    private static final int STORM_TURNS_MAX = 3_000;
    /// Longer than a contact bounces.
    private static final long STORM_TURN_NS = TimeUnit.MILLISECONDS.toNanos(150);

    private static final int PEOPLE_AT_HUB = 3_000;
    private static final long SYNC_STARTED = 100;
    private static final long SYNC_STARTS_NS = TimeUnit.MINUTES.toNanos(20);
    /// Of a first sync of so many people here, the first part.
    private static final long INTO_SYNC_NS = TimeUnit.MILLISECONDS.toNanos(700);

    private static final String WIRING = """
            hardware: board
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 0, d1: 1, formats: [H10301]}}
                strike: {line: 2, active: high, fail: secure}
                contact: {line: 4, closed: low}
                egress: mechanical
            """;
    private static final String SITE = """
            account: {name: North, time_zone: UTC}
            sites: [{id: 1, name: North, time_zone: UTC}]
            roles: [{id: 1, name: Always, channels: [1]}]
            groups: [{id: 1, name: Staff, roles: [1]}]
            channels: [{unit: 1, id: 1, name: Gate, site: 1, untrusted_clock: {held: allow, wrong: allow}}]
            """;
    private static final String STATUS = "lintel bundle status --json";
    private static final String PEOPLE = "first_name,last_name,card,groups\nAda,North,66537,Staff\n";
    private static final Map<String, String> ADMINISTRATOR =
            Map.of("email", "ada@example.com", "password", "quiet hinges by the hundred");

    @TempDir
    Path folder;

    private static VirtImages images;

    private final SystemTime time = new SystemTime();

    @BeforeAll
    static void build() throws IOException {
        images = VirtImages.get();
    }

    @Test
    void aCardBecomesABoxThatOpensItsDoorAndOutlivesAPowerCutInAStorm() throws Exception {
        VirtBox box = standing();
        Shown shown;
        try (Qemu board = box.start()) {
            VirtDoor.idle(board);
            box.started("first boot");
            assertThat(box.inside("ls /efi/lintel/card"))
                    .as("what the card was given is taken")
                    .isEmpty();
            assertThat(box.inside("hostname")).isEqualTo("north-gate\n");
            assertThat(box.inside("touch /usr/x 2>&1 || true")).contains("Read-only");
            assertThat(box.inside("lsblk --noheadings --raw --output PARTLABEL /dev/vda")
                            .lines())
                    .contains("lintel-boot", "lintel-root-a", "lintel-root-b", "lintel-data");
            isSetUp(box);
            people(box);
            VirtDoor.opens(box, board);
            makesItsOwnCache(box);
            shown = storm(box, board);
        } // its power is gone
        shown.close();
        assertThat(shown.count()).isGreaterThanOrEqualTo(STORM_EVENTS);
        try (Qemu board = box.start()) {
            VirtDoor.idle(board);
            box.started("second boot");
            assertThat(box.inside("journalctl --list-boots --quiet").lines())
                    .as("one machine")
                    .hasSize(2);
            assertThat(new Visitor(box, "again").fillsIn("/sign-in", ADMINISTRATOR))
                    .as("whoever was made is there")
                    .contains("id=\"doors\"");
            VirtDoor.opens(box, board);
            Path log = box.database().resolve("lintel.db");
            long newest = LogFile.requireWhole(log);
            System.out.println("storm: " + shown.count() + " events shown, " + newest + " in the log");
            Map<Long, Long> codes = LogFile.codes(log);
            shown.events()
                    .forEach((id, event) -> assertThat(event)
                            .as("event " + id + ", which was shown")
                            .containsEntry("event_code", codes.get(id)));
        }
    }

    @Test
    void anUpdateIsKeptOneThatFailsIsLeftAndAPowerCutHarmsNeither() throws Exception {
        VirtBox box = standing();
        Path broken = images.broken(folder);
        try (Qemu board = box.start()) {
            VirtDoor.idle(board);
            box.answering();
            people(box);
            box.send(images.bundle(), "/var/tmp/bundle");
            box.inside("systemd-run --quiet lintel bundle install /var/tmp/bundle --yes");
            box.updated(board, "WRITING");
        } // its power is gone
        try (Qemu board = box.start()) {
            VirtDoor.idle(board);
            box.answering();
            assertThat(box.inside(STATUS)).contains("\"slot\":\"a\"", "\"slots\":{\"a\":\"good\"}");
            VirtDoor.opens(box, board);
            long events = box.inside(VirtDoor.EVENTS).lines().count();
            long begunNs = time.nowNs();
            assertThat(box.inside("lintel bundle install /var/tmp/bundle --yes --no-restart"))
                    .contains("is in slot b");
            System.out.printf("install: %.0f s%n", (time.nowNs() - begunNs) / VirtBox.NS);
            restarted(box, board, "KEPT");
            assertThat(box.inside(STATUS)).contains("\"slot\":\"b\"", "\"release\":2");
            System.out.printf("install, restart, test: %.0f s%n", (time.nowNs() - begunNs) / VirtBox.NS);
            assertThat(box.inside(VirtDoor.EVENTS).lines().count())
                    .as("no event is lost")
                    .isGreaterThanOrEqualTo(events);
            VirtDoor.idle(board);
            VirtDoor.opens(box, board);
            box.send(broken, "/var/tmp/bundle");
            box.inside("lintel bundle install /var/tmp/bundle --yes --no-restart");
            restarted(box, board, "FAILED");
            assertThat(box.inside(STATUS)).contains("\"slot\":\"b\"", "\"a\":\"failed\"");
            VirtDoor.idle(board);
            VirtDoor.opens(box, board);
            isLeftWithItsTables(box, board);
        }
    }

    /// A version that starts, changes the tables, and does not reach its doors: its own test finds that, and the
    /// version before goes on from the database of before, with all the events since.
    private void isLeftWithItsTables(VirtBox box, Qemu board) throws Exception {
        long events = box.inside(VirtDoor.EVENTS).lines().count();
        box.send(images.doorless(folder), "/var/tmp/bundle");
        box.inside("lintel bundle install /var/tmp/bundle --yes --no-restart");
        long begunNs = time.nowNs();
        restarted(box, board, "FAILED");
        System.out.printf("a version without doors was left after %.0f s%n", (time.nowNs() - begunNs) / VirtBox.NS);
        assertThat(box.inside(STATUS)).contains("\"slot\":\"b\"", "\"a\":\"failed\"");
        assertThat(box.inside("ls /var/lib/lintel"))
                .as("the tables were other ones, and are those of before")
                .containsPattern("lintel[.]db[.]newer-schema-\\d+");
        VirtDoor.idle(board);
        VirtDoor.opens(box, board);
        assertThat(box.inside(VirtDoor.EVENTS).lines().count())
                .as("no event is lost")
                .isGreaterThan(events);
    }

    @Test
    void aPowerCutInTheFirstSyncLeavesABoxThatAgreesWithItsHubAfterwards() throws Exception {
        try (var hub = VirtHub.start(folder, PEOPLE_AT_HUB)) {
            Files.writeString(folder.resolve("wiring.yaml"), WIRING);
            VirtBox box = VirtBox.flashed(folder, images.image(), "controller: wiring.yaml\n");
            try (Qemu board = box.start()) {
                VirtDoor.idle(board);
                box.answering();
                box.inside("systemctl stop lintel-cache"); // an emulated board has no time for two
                try (Shown shown = box.follow()) {
                    joins(box, hub);
                    assertThat(shown.await(SYNC_STARTED, SYNC_STARTS_NS))
                            .as("the first sync begins")
                            .isTrue();
                    LockSupport.parkNanos(INTO_SYNC_NS);
                }
            } // its power is gone
            assertThat(hub.isComplete()).as("the sync was cut").isFalse();
            try (Qemu board = box.start()) {
                VirtDoor.idle(board);
                box.answering();
                box.until("the box has all", hub::isComplete);
                VirtDoor.opens(box, board);
                var boxes = new SyncFiles(box.database());
                assertThat(boxes.held()).isEqualTo(hub.files().givenTo(VirtHub.BOX));
                hub.requireEvents(boxes.events());
            }
        }
    }

    /// As a card has it join, at a time when a code is sure to be good still.
    private static void joins(VirtBox box, VirtHub hub) {
        String given = "/var/lib/lintel-os/given";
        box.inside("mkdir -p " + given + " && echo '" + hub.invitation() + "' >" + given
                + "/join && systemctl start --no-block lintel-given");
    }

    /// A box by itself, with a door and nobody yet.
    private VirtBox standing() throws IOException {
        Files.writeString(folder.resolve("wiring.yaml"), WIRING);
        Files.writeString(folder.resolve("site.yaml"), SITE);
        return VirtBox.flashed(folder, images.image(), "controller: wiring.yaml\nsite: site.yaml\n");
    }

    /// The link on the card's paper makes the administrator, once, who then signs in and sees doors.
    private static void isSetUp(VirtBox box) {
        String link = box.identity.link();
        String path = link.substring(link.indexOf("/setup"));
        assertThat(new Visitor(box, "first").fillsIn(path, ADMINISTRATOR)).contains("id=\"doors\"");
        assertThat(new Visitor(box, "late").opens(path))
                .as("the link works once")
                .doesNotContain("name=\"password\"");
        var visitor = new Visitor(box, "ada");
        assertThat(visitor.opens("/")).doesNotContain("id=\"doors\"");
        assertThat(visitor.fillsIn("/sign-in", ADMINISTRATOR)).contains("id=\"doors\"");
        assertThat(visitor.opens("/")).as("the live page").contains("id=\"doors\"", "id=\"events\"");
    }

    /// None came along, unless from a machine of the same kind: the service that makes one is at it, or through.
    private static void makesItsOwnCache(VirtBox box) {
        String state = box.inside("systemctl show --property LoadState,ActiveState,Result lintel-cache");
        System.out.println("start-up cache: " + state.replace("\n", " "));
        assertThat(state).contains("LoadState=loaded", "Result=success");
        if (state.contains("ActiveState=inactive")) {
            assertThat(box.inside("ls /var/cache/lintel")).contains("start.aot.of");
        }
    }

    /// The door's contact moves as fast as it counts, and cards come in between, until enough of it was shown.
    private static Shown storm(VirtBox box, Qemu board) throws Exception {
        Shown shown = box.follow();
        for (int turn = 0; shown.count() < STORM_EVENTS; turn++) {
            if (turn > STORM_TURNS_MAX) throw new AssertionError("no storm: " + shown.count() + " events");
            board.set(VirtDoor.CONTACT, turn % 2 == 0);
            if (turn % 20 == 19) VirtDoor.present(board);
            LockSupport.parkNanos(STORM_TURN_NS);
        }
        return shown; // and then, at once, no power
    }

    private static void people(VirtBox box) throws Exception {
        box.until("the site is applied", () -> box.inside("lintel site export").contains("name: Gate"));
        box.inside("printf '" + PEOPLE.replace("\n", "\\n") + "' >/run/p.csv && lintel people import /run/p.csv");
    }

    /// Restarts the box, and waits until it says so of its last update.
    private static void restarted(VirtBox box, Qemu board, String state) throws Exception {
        box.inside("systemctl reboot");
        box.updated(board, state);
        box.answering();
    }
}
