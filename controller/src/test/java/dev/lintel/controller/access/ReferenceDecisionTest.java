package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.reader.CardNumber;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The rules against [ReferenceDecision] on random cases over random policies.
class ReferenceDecisionTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final List<String> ZONES = List.of("UTC", "Pacific/Auckland", "America/Los_Angeles");

    @Test
    void theyAgreeOnTenThousandCases() {
        Map<String, Integer> seen = agree(20_260_302, 10_000);
        assertThat(seen.keySet()).as("every outcome comes up").contains("admitted", "awaiting", "admitted duress");
        assertThat(seen).hasSizeGreaterThan(18);
    }

    @Test
    @Tag("slow")
    void theyAgreeOnAMillionCases() {
        assertThat(agree(4, 1_000_000)).isNotEmpty();
    }

    private static Map<String, Integer> agree(long seed, int cases) {
        var seen = new TreeMap<String, Integer>();
        for (int i = 0; i < cases; i++) {
            var dice = new Dice(new Random(seed + i));
            var rights = dice.rights();
            var question = dice.question();
            var circumstances = dice.circumstances();
            String expected = ReferenceDecision.of(rights, question, circumstances);
            String decided = words(new AccessRules(rights).decide(question, circumstances));
            assertThat(decided)
                    .as("seed %d: %s under %s", seed + i, question, circumstances)
                    .isEqualTo(expected);
            seen.merge(expected.replaceAll(" \\[.*", " at an elevator"), 1, Integer::sum);
        }
        return seen;
    }

    private static String words(Decision decision) {
        return switch (decision) {
            case Decision.Rejected r -> r.reason().word();
            case Decision.Awaiting _ -> "awaiting";
            case Decision.Admitted a ->
                "admitted" + (a.duress() ? " duress" : "") + (a.floors().isEmpty() ? "" : " " + a.floors());
        };
    }

    /// Cases in which most things are well, so that late reasons come up too.
    private record Dice(Random random) {
        private boolean one(int in) {
            return random.nextInt(in) == 0;
        }

        private <T> T of(List<T> all) {
            return all.get(random.nextInt(all.size()));
        }

        TestRights rights() {
            var rights = new TestRights();
            rights.cards.put(100L, holder(1, one(12) ? TestRights.MOBILE : TestRights.CARD));
            rights.cards.put(200L, holder(2, one(3) ? TestRights.PASS : TestRights.CARD));
            rights.pins.put(1000L, holder(1, TestRights.PIN));
            rights.pins.put(2000L, holder(2, TestRights.PIN));
            if (!one(8)) rights.secondPins.put(1L, of(List.of(1239L, 1000L, 4444L)));
            rights.secondPins.put(2L, 5555L);
            for (long door : List.of(1L, 11L, 12L)) rights.rights.put(door, held());
            return rights;
        }

        private Holder holder(long person, int type) {
            String from = one(6) ? of(List.of("2026-03-01", "2026-03-02", "2026-03-03")) : null;
            String to = one(6) ? of(List.of("2026-03-01", "2026-03-02", "2026-03-03")) : null;
            Holder holder = TestRights.holder(person, type, new TestRights.Validity(!one(15), !one(15), from, to));
            return one(5) ? TestRights.responder(holder) : holder;
        }

        private List<Right> held() {
            var rights = new ArrayList<Right>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Long shift = one(2) ? of(List.of(5L, 6L)) : null;
                Instant from = NOON.plusSeconds(random.nextInt(4) * 60L - 120);
                var reserved = new Right.Reservation(i, one(2), from, from.plusSeconds(60));
                switch (random.nextInt(3)) {
                    case 0 -> rights.add(Right.byRole(i, shift, one(2) ? 3L : null));
                    case 1 -> rights.add(new Right((long) i, shift, 3L, reserved));
                    default -> rights.add(new Right(null, null, null, reserved));
                }
            }
            return rights;
        }

        Question question() {
            Evidence first = one(2) ? card() : pin();
            Evidence second = one(2) ? null : first instanceof Evidence.Pin ? card() : pin();
            if (one(12)) first = code();
            if (one(12)) second = new Evidence.Code(null);
            return new Question(1, one(3) ? "exit" : "entry", first, second);
        }

        private Evidence code() {
            long number = of(List.of(100L, 200L, 200L));
            return new Evidence.Code(new CardNumber("code", null, number, number));
        }

        private Evidence card() {
            long number = of(List.of(100L, 100L, 100L, 200L, 300L));
            return new Evidence.Card(one(20) ? null : new CardNumber("raw", null, number, number));
        }

        private Evidence pin() {
            return new Evidence.Pin(of(List.of("1000", "1000", "2000", "1239", "1230", "1001", "4444", "4445", "9")));
        }

        Circumstances circumstances() {
            var policy = new TestPolicy();
            policy.zone = ZoneId.of(of(ZONES));
            if (one(2)) policy.covering.add(5L);
            if (one(2)) policy.covering.add(6L);
            if (one(6)) policy.floors = one(4) ? List.of(11L) : List.of(11L, 12L);
            policy.accepted = accepted();
            policy.untrusted = new UntrustedClock(one(2), one(2));
            policy.duress = one(2);
            policy.passback =
                    new Passback(of(List.of(Passback.Mode.values())), "out", "in", Duration.ofMinutes(2), null);
            var gate = new Gate(one(12), one(12), one(3), "normal");
            ClockTrust trust = one(3) ? of(List.of(ClockTrust.values())) : ClockTrust.TRUSTED;
            Instant now = NOON.plusSeconds(random.nextInt(7) * 30L - 90);
            Instant newest = NOON.plusSeconds(random.nextInt(7) * 30L - 90);
            Places.Place place = new Places.Place(
                    of(List.of("in", "out", "else", TestPolicy.RENAMED)), now.minusSeconds(random.nextInt(300) - 30L));
            Places places = one(2) ? Places.NONE : _ -> place;
            return new Circumstances(new ClockReading(now, trust, newest), policy, gate, one(12), places);
        }

        private List<Accepted> accepted() {
            var all = new ArrayList<Accepted>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Set<Means> means = EnumSet.noneOf(Means.class);
                for (Means one : Means.values()) if (one(2)) means.add(one);
                all.add(new Accepted(one(2) ? of(List.of(5L, 6L)) : null, means));
            }
            return all;
        }
    }
}
