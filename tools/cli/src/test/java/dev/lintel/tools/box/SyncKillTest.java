package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hub and box are killed in turns, again and again, while people change at the hub and cards are shown at the box.
/// Afterwards the box has what the hub has, row by row, and each event of the box is at the hub once.
class SyncKillTest {
    private static final int FIRST_CARD = 800_000;
    private static final int FIRST_PEOPLE = 100;
    private static final int PIN_FIRST = 10_000;
    /// Between two kills, of changes beside cards and groups.
    private static final int TURNS_MIN = 3;

    private static final long TURNS_NS_MAX = TimeUnit.SECONDS.toNanos(60);
    /// Kinds of changes beside cards and groups: see [#other].
    private static final int KINDS = 9;
    /// Pictures belong to the first people, so that they are replaced. These people stay.
    private static final int PICTURED = 5;
    /// Width and height of a picture, in pixels.
    private static final int SIDE = 100;

    @TempDir
    Path folder;

    private final AtomicInteger cards = new AtomicInteger(FIRST_CARD);
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    @Test
    void nothingIsLostOverAKillOfEitherSide() throws Exception {
        kill(2, 500);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void nothingIsLostOverTwoHundredKills() throws Exception {
        kill(200, 1_500); // a hundred on either side
    }

    /// @param spreadMs a kill comes up to so many milliseconds sooner or later
    private void kill(int kills, int spreadMs) throws Exception {
        long seed = Long.getLong("lintel.seed", new Random().nextLong(1_000_000));
        System.out.println("sync: seed " + seed + " (-Dlintel.seed)");
        var random = new Random(seed);
        try (SyncSite site = SyncSite.begin(folder, 1)) {
            BoxApi first = site.hub.api();
            site.addPeople(cards.getAndAdd(FIRST_PEOPLE) + 1, FIRST_PEOPLE);
            site.join(1);
            site.awaitAgreement();
            for (int i = 0; i < KINDS; i++) other(site, first, "/api/3/people/1", 1); // requireEachKind needs one each
            for (int kill = 0; kill < kills; kill++) {
                BoxApi api = site.hub.api();
                Box box = site.running.getFirst();
                var over = new AtomicBoolean();
                Thread changer = Thread.ofPlatform().start(() -> run(over, () -> change(site, api, random)));
                Thread shower = Thread.ofPlatform().start(() -> run(over, () -> show(box)));
                int before = turns.get();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300 + random.nextInt(spreadMs)));
                awaitTurns(before + TURNS_MIN);
                if (kill % 2 == 0) site.hub.kill();
                else box.kill();
                over.set(true);
                changer.join();
                shower.join();
                if (kill % 2 == 0) site.killHub(); // it is dead already: it starts
                else site.killBox(1);
                requireFine();
            }
            site.awaitAgreement();
            requireEachKind(site);
            site.awaitEvents();
            tell(site, kills);
        }
        LogFile.requireWhole(folder.resolve("hub/lintel.db"));
        LogFile.requireWhole(folder.resolve("box-1/lintel.db"));
    }

    /// However slow the machine, each kind of row is changed between some kills.
    private void awaitTurns(int wanted) {
        long deadline = System.nanoTime() + TURNS_NS_MAX;
        while (turns.get() < wanted && failure.get() == null) {
            assertThat(System.nanoTime()).as("people change").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void run(AtomicBoolean over, Runnable work) {
        try {
            while (!over.get()) work.run();
        } catch (UncheckedIOException e) { // killed
        } catch (RuntimeException | AssertionError e) {
            if (!over.get()) failure.compareAndSet(null, e);
        }
    }

    private void requireFine() {
        Throwable failed = failure.get();
        if (failed != null) throw new AssertionError("the storm failed", failed);
    }

    private void make(SyncSite site, BoxApi api) {
        var made = site.atHub(
                api,
                "POST",
                "/api/3/people",
                Map.of(
                        "first_name",
                        "P",
                        "last_name",
                        "Kill",
                        "group_ids",
                        List.of(1),
                        "card",
                        cards.incrementAndGet()));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    }

    /// People come, change, and go. Fewer go than a hub asks its operator about.
    private void change(SyncSite site, BoxApi api, Random random) {
        int among = cards.get() - FIRST_CARD;
        long person = 1L + random.nextInt(among);
        if (changes.incrementAndGet() % 2 == 0) {
            other(site, api, "/api/3/people/" + person, person);
            return;
        }
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> make(site, api);
            case 3 -> site.atHub(api, "PUT", "/api/3/people/" + person, Map.of("card", cards.incrementAndGet()));
            case 4 -> site.atHub(api, "PUT", "/api/3/people/" + person, Map.of("group_ids", List.of()));
            case 5 -> site.atHub(api, "PUT", "/api/3/people/" + person, Map.of("group_ids", List.of(1)));
            case 6 -> site.atHub(api, "PUT", "/api/3/people/" + person, Map.of("last_name", "N" + random.nextInt()));
            default -> {
                if (person > PICTURED && random.nextInt(20) == 0)
                    site.atHub(api, "DELETE", "/api/3/people/" + person, Map.of());
            }
        }
    }

    /// What people have beside cards and groups, one kind after the other, and the policy.
    private void other(SyncSite site, BoxApi api, String path, long person) {
        int turn = turns.getAndIncrement();
        String id = "/" + (1 + turn / (2 * KINDS));
        switch (turn % KINDS) {
            case 0 -> site.atHub(api, "PUT", path, Map.of("pin", String.valueOf(PIN_FIRST + turn)));
            case 1, 2 -> site.atHub(api, "POST", "/api/3/reservations", reserved(person, "channel_ids"));
            case 3, 4 -> site.atHub(api, "POST", "/api/3/group_reservations", reserved(person, "group_ids"));
            case 5 -> site.atHub(api, "DELETE", "/api/3/reservations" + id, Map.of());
            case 6 -> site.atHub(api, "DELETE", "/api/3/group_reservations" + id, Map.of());
            case 7 -> site.atHub(api, "PUT", "/api/3/people/" + (1 + turn / KINDS % PICTURED), picture(turn));
            default -> policy(site, turn);
        }
    }

    private static Map<String, Object> reserved(long person, String what) {
        Instant start = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
        String end = start.plus(1, ChronoUnit.HOURS).toString();
        return Map.of("person_id", person, what, List.of(1), "start_time", start.toString(), "end_time", end);
    }

    /// Three pictures come, then one goes.
    private static Map<String, Object> picture(int turn) {
        if (turn / KINDS % 4 == 3) return Map.of("image_remote_url", "");
        var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        var grain = new Random(turn);
        for (int i = 0; i < SIDE * SIDE; i++) image.setRGB(i % SIDE, i / SIDE, grain.nextInt(1 << 24));
        var png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException e) {
            throw new IllegalStateException("memory takes all", e);
        }
        return Map.of("image_base64", Base64.getEncoder().encodeToString(png.toByteArray()));
    }

    private static void policy(SyncSite site, int number) {
        try {
            site.applyPolicy(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// That each kind was among what agreed.
    private static void requireEachKind(SyncSite site) throws SQLException {
        var box = new SyncFiles(site.boxFolder(1));
        for (String kind : List.of(
                "credential WHERE pin_number IS NOT NULL",
                "reservation",
                "group_reservation",
                "person_image WHERE shown IS NOT NULL",
                "shift_holiday")) {
            assertThat(box.number("SELECT count(*) FROM " + kind)).as(kind).isPositive();
        }
    }

    private void show(Box box) {
        int card = FIRST_CARD + 1 + (int) (System.nanoTime() % 120);
        CommandRun shown = box.lintel("present --channel 1 --card " + card + " --json");
        if (shown.exit() != 0) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // killed meanwhile
    }

    private void tell(SyncSite site, int kills) throws SQLException {
        var hub = new SyncFiles(site.folder.resolve("hub"));
        System.out.printf(
                "sync: %d kills, %d people and %d credentials agree, %d events of the box at the hub%n",
                kills,
                hub.number("SELECT count(*) FROM person WHERE deleted_at IS NULL"),
                hub.number("SELECT count(*) FROM credential"),
                hub.eventsOf("Box-1").size());
    }
}
