package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.BoxOAuth.Pair;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Killed in the middle of renewing tokens, again and again: the pair that was answered last is good, or the one that
/// was being made; never none, and never two.
class TokenKillTest {
    /// What a renewal takes: the moment of the kill is anywhere in it.
    private static final long RENEWAL_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /// Below what the token endpoint takes of one address in a minute.
    private static final int RENEWALS_MAX = 40;

    @TempDir
    Path folder;

    private final Random random = new Random(20_261_122);
    /// Kills that found a pair on disk which nobody had been told of.
    private final AtomicInteger unanswered = new AtomicInteger();

    @Test
    void aKillDuringARenewalLeavesOneGoodPair() throws Exception {
        killWhileRenewing(2);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void twentyFiveKillsLeaveOneGoodPairEach() throws Exception {
        killWhileRenewing(25);
    }

    private void killWhileRenewing(int kills) throws Exception {
        Path data = Box.prepared(folder.resolve("data"));
        Box box = Box.start(data);
        try {
            BoxOAuth desk = BoxOAuth.register(box);
            Pair last = desk.connect();
            for (int kill = 0; kill < kills; kill++) {
                last = renewUntilKilled(box, desk, last);
                boolean good = TokenFile.isGood(data.resolve("oauth.db"), last);
                if (!good) unanswered.incrementAndGet();
                box = Box.start(data);
                desk = desk.at(box);
                last = agreesWithTheFile(desk, last, good);
            }
        } finally {
            box.close();
        }
        System.out.println(kills + " kills, " + unanswered + " after the commit and before the answer");
    }

    /// Renews in a loop while the process is killed; returns the last pair that was answered.
    private Pair renewUntilKilled(Box box, BoxOAuth desk, Pair first) throws InterruptedException {
        var answered = new AtomicReference<>(first);
        var enough = new CountDownLatch(1 + random.nextInt(RENEWALS_MAX));
        Thread renewing = Thread.ofPlatform().name("renewing").start(() -> {
            try {
                while (true) {
                    answered.set(Objects.requireNonNull(desk.renew(answered.get()), "the last pair is good"));
                    enough.countDown();
                }
            } catch (UncheckedIOException e) { // killed
            }
        });
        assertThat(enough.await(60, TimeUnit.SECONDS)).as("tokens are renewed").isTrue();
        long moment = System.nanoTime() + random.nextLong(RENEWAL_NS);
        while (System.nanoTime() < moment) Thread.onSpinWait();
        box.kill();
        renewing.join();
        return answered.get();
    }

    /// What the file says is what the box does; returns the pair to go on with.
    private static Pair agreesWithTheFile(BoxOAuth desk, Pair last, boolean good) {
        assertThat(desk.status(last)).isEqualTo(good ? 200 : 401);
        Pair next = desk.renew(last);
        assertThat(next != null).as("the old pair is renewed").isEqualTo(good);
        Pair going = next == null ? desk.connect() : next; // invalid_grant: the user allows it again
        assertThat(desk.status(going)).isEqualTo(200);
        return going;
    }
}
