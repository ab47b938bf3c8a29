package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The line between a hub and a box breaks wherever it can.
class BrokenLineTest {
    /// People whose change goes down in one answer.
    private static final int BATCH = 10;
    /// Ten people in ten columns, packed and within TLS, are more than this.
    private static final long ROUND_BYTES_MIN = 500;
    /// What a change of so many people takes with the handshakes of all connections is below.
    private static final int BYTES_MAX = 40_000;
    /// A prime, so that over the rounds each kind of place is met.
    private static final int STEP = 601;

    private static final int STEP_OF_MANY = 97;

    private static final int STORMS = 9;
    private static final int STORMS_OF_MANY = 25;
    private static final int LOST_ANSWERS = 4;
    private static final int LOST_ANSWERS_OF_MANY = 10;
    private static final long SEED = 8;

    @TempDir
    Path folder;

    @Test
    void cutInManyPlacesOfABatch() {
        cutEvery(STEP);
    }

    @Test
    @Tag("slow")
    void cutInManyMorePlacesOfABatch() {
        cutEvery(STEP_OF_MANY);
    }

    @Test
    @Tag("slow")
    void cutAtEveryByteOfABatch() {
        cutEvery(1);
    }

    /// Each round begins without connections, and changes ten people, and each kind of row of one of them and of the
    /// policy. It cuts all connections a little later than the round before, until a round ends before the cut.
    private void cutEvery(int step) {
        try (var pair = SyncPair.joined(folder)) {
            var each = new EachKind(pair.hub, 0);
            long cut = 0;
            int rounds = 0;
            for (long at = 0; at < BYTES_MAX; at += step) {
                pair.proxy.cutDownAfter(at);
                pair.proxy.drop(); // else a fast box has its connections before the round, a slow one does not
                pair.rename(1, BATCH, "Round " + at);
                each.change(1 + rounds % BATCH);
                var agreement = pair.agreement();
                Await.until("round " + at, () -> agreement.hubCheck().equals(agreement.boxCheck()));
                agreement.requireRows();
                rounds++;
                boolean over = pair.proxy.cuts.get() == cut;
                cut = pair.proxy.cuts.get();
                pair.proxy.heal();
                if (over) break;
            }
            // The rounds ended because a whole one came through, not because a cut was missed early on.
            assertThat(cut).isGreaterThan(5).isGreaterThanOrEqualTo(rounds - 1L);
            assertThat((rounds - 1L) * step).as("bytes of a round").isGreaterThan(ROUND_BYTES_MIN);
            System.out.printf("a round was cut at %d places, each %d bytes on%n", rounds - 1, step);
            pair.agree();
            assertThat(pair.agreement().boxRows())
                    .filteredOn(row -> row.id() <= BATCH)
                    .allMatch(row -> row.texts().getOrDefault("first_name", "").startsWith("Round"));
        }
    }

    @Test
    void aSlowLineBringsAll() {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.drop();
            pair.proxy.drip = 40;
            pair.people(100, 20, 1);
            new EachKind(pair.hub, 0).change(5);
            for (int i = 1; i <= 3; i++) pair.box.card(1, 10_000 + i);
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(50);
        }
    }

    @Test
    void stormsOfReconnectsInChangingOrder() {
        storms(STORMS);
    }

    @Test
    @Tag("slow")
    void manyStormsOfReconnectsInChangingOrder() {
        storms(STORMS_OF_MANY);
    }

    private void storms(int count) {
        var kinds = new TreeSet<Integer>();
        var dice = new Random(SEED);
        try (var pair = SyncPair.joined(folder)) {
            var each = new EachKind(pair.hub, 0);
            for (int i = 0; i < count; i++) {
                pair.rename(1 + dice.nextInt(20), BATCH, "Storm " + i);
                each.change(1 + dice.nextInt(20));
                pair.box.card(1 + dice.nextInt(2), 10_001 + dice.nextInt(30));
                int kind = dice.nextInt(4);
                kinds.add(kind);
                switch (kind) {
                    case 0 -> pair.proxy.drop();
                    case 1 -> pair.proxy.cutUpAfter(dice.nextInt(3_000));
                    case 2 -> pair.proxy.cutDownAfter(dice.nextInt(3_000));
                    default -> {
                        pair.proxy.close(true);
                        pair.box.card(1, 10_001);
                        pair.proxy.close(false);
                    }
                }
            }
            assertThat(kinds).as("each kind of break with this seed").hasSize(4);
            pair.proxy.heal();
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
        }
    }

    @Test
    void uploadsWhoseAnswerIsLostAreRepeatedAndTakenOnce() {
        loseAnswers(LOST_ANSWERS);
    }

    @Test
    @Tag("slow")
    void manyUploadsWhoseAnswerIsLostAreRepeatedAndTakenOnce() {
        loseAnswers(LOST_ANSWERS_OF_MANY);
    }

    private void loseAnswers(int count) {
        try (var pair = SyncPair.joined(folder)) {
            for (int i = 1; i <= count; i++) {
                pair.box.card(2, 10_000 + i);
                pair.agreement().requireEvents(); // over a connection that stands
                long before = pair.agreement().eventsAtHub();
                pair.proxy.cutDownAfter(0); // at the first byte of an answer
                pair.box.card(1, 10_000 + i);
                Await.until("it came up", () -> pair.agreement().eventsAtHub() > before);
            }
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
        }
    }
}
