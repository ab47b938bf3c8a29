package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clocks that are years off, and certificates that have ended.
class ClockTest {
    private static final Instant EMPTY_BATTERY = Instant.parse("1970-01-02T00:00:00Z");
    private static final Duration LATER = Duration.ofDays(3 * 365);
    /// Longer than both certificates hold.
    private static final Duration ENDED = Duration.ofDays(400);

    private static final Duration AUTHORITY_ENDED = Duration.ofDays(14 * 365);

    @TempDir
    Path folder;

    private static void clock(SyncPair pair, String trust) {
        assertThat(pair.box.ask(Map.of("command", "sim clock", "trust", trust))).contains(trust);
    }

    private static long movedByHub(SyncPair pair) {
        return Agreement.told(pair.box.database(), EventKind.CLOCK_STATE_CHANGED.number(), "\"set_by\":\"hub\"");
    }

    private static long newestMs(SyncPair pair) {
        return pair.box
                .database()
                .read(sql -> sql.get("SELECT occurred_at FROM event ORDER BY id DESC LIMIT 1", row -> row.number(1)));
    }

    @Test
    void aBoxThatBelievesToBeIn1970JoinsAndTheHubSetsItsClock() {
        try (var pair = SyncPair.begun(folder, 12)) {
            pair.box.time.setWall(EMPTY_BATTERY);
            clock(pair, "wrong");
            pair.join();
            Await.until("the hub has set the clock", () -> movedByHub(pair) == 1);
            pair.agree();
            pair.box.card(1, 10_001);
            long offMs = newestMs(pair) - pair.hub.time.nowMs();
            assertThat(Math.abs(offMs)).isLessThan(60_000);
        }
    }

    @Test
    void aHeldClockIsSetAndATrustedOneIsLeftAlone() {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.time.setWall(pair.box.time.now().minus(Duration.ofDays(20)));
            pair.proxy.drop();
            pair.people(50, 1, 1);
            pair.agree();
            assertThat(movedByHub(pair)).isZero();
            clock(pair, "held");
            Await.until("the hub has set the clock", () -> movedByHub(pair) == 1);
            pair.people(60, 1, 1);
            pair.agree();
        }
    }

    @Test
    void aHubWhoseClockIsHeldSetsNobodysClock() {
        try (var pair = SyncPair.joined(folder)) {
            pair.away(); // what the hub said before is of a clock that is trusted
            assertThat(pair.hub.ask(Map.of("command", "sim clock", "trust", "held")))
                    .contains("held");
            pair.box.time.setWall(pair.box.time.now().minus(Duration.ofDays(20)));
            clock(pair, "held");
            pair.proxy.close(false);
            pair.people(50, 1, 1);
            pair.agree(); // by answers and by the link
            assertThat(movedByHub(pair)).isZero();
            assertThat(pair.hub.ask(Map.of("command", "sim clock", "trust", "trusted")))
                    .contains("trusted");
            Await.until("the hub has set the clock", () -> movedByHub(pair) == 1);
        }
    }

    @Test
    void aBoxYearsAheadBelievesNoCertificateUntilItsClockIsRight() {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.time.setWall(pair.box.time.now().plus(LATER));
            pair.box.hurry(); // anew: a TLS session that is resumed shows no certificate
            Await.until(
                    "it says so",
                    () -> String.valueOf(pair.status().get("problem")).contains("the hub's certificate ended on"));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.people(50, 1, 1);
            pair.box.time.right();
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(31);
        }
    }

    @Test
    void endedCertificatesAreRefusedInWordsAndRenewed() {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.time.pass(ENDED);
            pair.box.hurry(); // anew: a TLS session that is resumed shows no certificate
            Await.until(
                    "the hub's has ended",
                    () -> String.valueOf(pair.status().get("problem")).contains("the hub's certificate ended on"));
            pair.hub.stop();
            pair.hub.time.pass(ENDED);
            pair.startHub(); // it has made itself another
            Await.until(
                    "the box's has ended",
                    () -> String.valueOf(pair.status().get("problem")).contains("the certificate has ended"));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.people(50, 1, 1);
            String before = String.valueOf(pair.status().get("certificate_ends"));
            pair.box.renewCertificate();
            pair.agree();
            assertThat(String.valueOf(pair.status().get("certificate_ends"))).isGreaterThan(before);
            assertThat(pair.agreement().boxRows()).hasSize(31);
        }
    }

    /// What housekeeping does twice a day: nothing for most of the time, and long before its end a certificate is
    /// replaced.
    @Test
    void aCertificateIsRenewedLongBeforeItsEndAndNotSooner() {
        try (var pair = SyncPair.joined(folder)) {
            String first = ends(pair);
            later(pair, Duration.ofDays(200));
            pair.box.renewCertificate();
            assertThat(ends(pair)).isEqualTo(first);
            later(pair, Duration.ofDays(130));
            pair.box.renewCertificate();
            String second = ends(pair);
            assertThat(second).isGreaterThan(first);
            pair.box.renewCertificate();
            assertThat(ends(pair)).as("once is enough").isEqualTo(second);
            later(pair, Duration.ofDays(100)); // the first has ended
            pair.people(50, 1, 1);
            pair.agree();
            Await.until("nothing is wrong", () -> pair.status().get("problem") == null);
        }
    }

    private static String ends(SyncPair pair) {
        return String.valueOf(pair.status().get("certificate_ends"));
    }

    /// At both, whose own certificates are made at a start.
    private static void later(SyncPair pair, Duration time) {
        pair.box.stop();
        pair.hub.stop();
        pair.box.time.pass(time);
        pair.hub.time.pass(time);
        pair.startHub();
        pair.startBox();
        pair.agree();
    }

    /// The hub believes its clock, and says so.
    private static void setHub(SyncPair pair, Duration off) {
        assertThat(pair.hub.ask(Map.of("command", "sim clock", "trust", "trusted")))
                .contains("trusted");
        pair.hub.time.setWall(pair.hub.time.now().plus(off));
        pair.box.hurry(); // anew: a TLS session that is resumed shows no certificate
    }

    /// The box is in contact, shows how far they are apart, and goes by its own clock.
    private static void requireFollowed(SyncPair pair, Duration off, int person) {
        pair.people(person, 1, 1);
        pair.agree();
        Await.until(
                "it is in contact and shows the skew",
                () -> { // an answer may tell the skew before the link stands
                    Map<String, Object> shown = pair.status();
                    return Boolean.TRUE.equals(shown.get("online"))
                            && shown.get("problem") == null
                            && isNear(shown.get("clock_skew_ms"), off.negated());
                });
        Await.until("the hub shows it", () -> {
            Map<String, ?> shown = pair.hub.asked(Map.of("command", "hub boxes"));
            return isNear(shown.get("skew_ms"), off.negated());
        });
        assertThat(movedByHub(pair)).isZero();
        assertThat(pair.box.card(1, 10_000 + person)).containsEntry("decision", "admitted");
        assertThat(Math.abs(newestMs(pair) - pair.box.time.nowMs())).isLessThan(60_000);
    }

    private static boolean isNear(@Nullable Object skewMs, Duration wanted) {
        return skewMs instanceof Long ms && Math.abs(ms - wanted.toMillis()) < 60_000;
    }

    /// Whoever may pass until the day after tomorrow may pass today, whatever day it is at the hub.
    private static void until(SyncPair pair, int person, Instant last) {
        pair.hub
                .database()
                .write(sql -> sql.run(
                        "UPDATE person SET valid_to = ?, updated_at = updated_at + 1 WHERE id = ?",
                        last.toString().substring(0, 10),
                        person));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3 * 365, 300})
    void aHubWhoseClockIsFarOffIsFollowedAllTheSame(long days) {
        Duration off = Duration.ofDays(days);
        try (var pair = SyncPair.joined(folder)) {
            until(pair, 1, pair.box.time.now().plus(Duration.ofDays(2)));
            until(pair, 2, pair.box.time.now().minus(Duration.ofDays(2)));
            setHub(pair, off);
            requireFollowed(pair, off, 50);
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            assertThat(pair.box.card(1, 10_002)).containsEntry("decision", "rejected");
            pair.agree();

            pair.hub.time.right();
            pair.proxy.drop();
            requireFollowed(pair, Duration.ZERO, 60);
            assertThat(pair.agreement().branches()).isZero();
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE + 2);
        }
    }

    /// It takes the box's certificate for ended: the box, whose own clock says otherwise, has it sign another.
    @Test
    void aHubThatIsYearsAheadSignsTheBoxAnotherCertificateAndIsFollowed() {
        try (var pair = SyncPair.joined(folder)) {
            setHub(pair, LATER);
            Await.until(
                    "it takes the box's for ended",
                    () -> String.valueOf(pair.status().get("problem")).contains("the certificate has ended"));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.box.keepContact();
            requireFollowed(pair, LATER, 50);
            pair.agree();

            pair.hub.time.right();
            pair.proxy.drop();
            requireFollowed(pair, Duration.ZERO, 60);
            pair.hub.stop();
            pair.startHub();
            pair.people(70, 1, 1);
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE + 3);
        }
    }

    /// By then its authority has ended, and it makes itself another: that one is out of use when the clock is right.
    @Test
    void aHubThatWasBeyondItsAuthoritysEndForAWhileIsFollowedAsBefore() {
        try (var pair = SyncPair.joined(folder)) {
            pair.hub.stop();
            pair.hub.time.setWall(pair.hub.time.now().plus(AUTHORITY_ENDED));
            pair.startHub();
            Await.until(
                    "it is not taken for the hub",
                    () -> String.valueOf(pair.status().get("problem")).contains("is not this box's hub"));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.hub.stop();
            pair.hub.time.right();
            pair.startHub();
            pair.people(50, 1, 1);
            pair.agree();
            Await.until("nothing is wrong", () -> pair.status().get("problem") == null);
        }
    }
}
