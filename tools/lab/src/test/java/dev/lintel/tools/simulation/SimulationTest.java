package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Simulation.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationTest {
    /// What a run of some size comes across; the rest needs what the simulation has not: mobiles, sync, a full disk.
    private static final Set<EventKind> SEEN = EnumSet.of(
            EventKind.CHANNEL_STARTED,
            EventKind.CHANNEL_STOPPED,
            EventKind.ADMITTED_CARD,
            EventKind.ADMITTED_PIN,
            EventKind.ADMITTED_MANUAL,
            EventKind.ADMISSION_REQUESTED,
            EventKind.ADMISSION_DENIED,
            EventKind.ADMISSION_OFFLINE,
            EventKind.ADMITTED_REQUEST_EXIT,
            EventKind.ADMITTED_AUXILIARY,
            EventKind.ADMITTED_UNLOCKED,
            EventKind.REJECTED_UNKNOWN_CARD,
            EventKind.REJECTED_NO_PERMISSION,
            EventKind.REJECTED_PERSON_DISABLED,
            EventKind.REJECTED_CREDENTIAL_DISABLED,
            EventKind.REJECTED_OUT_OF_HOURS,
            EventKind.REJECTED_LOCKDOWN,
            EventKind.REJECTED_TAMPER,
            EventKind.REJECTED_UNKNOWN_PIN,
            EventKind.REJECTED_TIMEOUT,
            EventKind.REJECTED_WRONG_FACTOR,
            EventKind.REJECTED_PIN_LOCKED,
            EventKind.REJECTED_NOT_READY,
            EventKind.REX_PRESSED,
            EventKind.DOOR_NORMAL,
            EventKind.FORCED_OPEN,
            EventKind.EXTENDED_OPEN,
            EventKind.DOOR_EXTENDED_WARNING,
            EventKind.FIRE_RELEASE_ON,
            EventKind.FIRE_RELEASE_OFF,
            EventKind.MODE_UNLOCK,
            EventKind.MODE_NORMAL,
            EventKind.MODE_SECURE,
            EventKind.ALARM_REMINDER,
            EventKind.ALARM_ACKNOWLEDGED,
            EventKind.LOCKDOWN_ON,
            EventKind.LOCKDOWN_OFF,
            EventKind.EVACUATION_STARTED,
            EventKind.EVACUATION_ENDED,
            EventKind.AUTO_UNLOCK_STARTED,
            EventKind.AUTO_UNLOCK_ENDED,
            EventKind.TAMPER,
            EventKind.TAMPER_CLEARED,
            EventKind.READER_OFFLINE,
            EventKind.READER_ONLINE,
            EventKind.MFA_STARTED,
            EventKind.DURESS,
            EventKind.FIRST_RESPONDER,
            EventKind.REJECTED_PASSBACK,
            EventKind.REJECTED_INTERLOCK,
            EventKind.REJECTED_OCCUPANCY,
            EventKind.AREA_EMPTY,
            EventKind.AREA_BELOW_MINIMUM,
            EventKind.ADMITTED_NOT_USED,
            EventKind.AREA_NORMAL,
            EventKind.AREA_FULL,
            EventKind.PASSBACK_FORGIVEN,
            EventKind.REJECTED_THREAT_LEVEL,
            EventKind.REJECTED_CLOCK,
            EventKind.CONFIGURATION_CHANGED,
            EventKind.PIN_GUESSING,
            EventKind.UNKNOWN_CARDS,
            EventKind.UNKNOWN_CARDS_OVER,
            EventKind.EXIT_HELD,
            EventKind.EXIT_LET_GO,
            EventKind.LINE_FAULT,
            EventKind.LINE_NORMAL,
            EventKind.POWER_FAIL,
            EventKind.POWER_RESTORED,
            EventKind.BATTERY_LOW,
            EventKind.BATTERY_NORMAL,
            EventKind.REJECTED_ALONE,
            EventKind.APPROVAL_REQUESTED,
            EventKind.REJECTED_NOT_APPROVED);

    /// How often such a run shows some rules at least: a third of what it shows.
    private static final Map<String, Long> RULES = Map.ofEntries(
            Map.entry("entered together", 44L),
            Map.entry("waits for person", 98L),
            Map.entry("waits for host", 44L),
            Map.entry("waits again", 34L),
            Map.entry("alone where the door is unlocked", 117L),
            Map.entry("approved", 52L),
            Map.entry("refused: alone", 89L),
            Map.entry("refused: approval_denied", 15L),
            Map.entry("refused: not_approved", 31L),
            Map.entry("double tap", 5L),
            Map.entry("refused: threat_level", 24L),
            Map.entry("refused: credential_not_yet_valid", 60L),
            Map.entry("refused: credential_expired", 176L),
            Map.entry("refused: credential_suspended", 98L),
            Map.entry("refused: credential_used_up", 303L),
            Map.entry("refused: credential_unused", 26L),
            Map.entry("action: command given again", 208L),
            Map.entry("action: LINE_FAULT of an output", 2L),
            Map.entry("action: LINE_NORMAL of an output", 2L),
            Map.entry("action: secure by input", 50L),
            Map.entry("action: unlock_once by input", 87L),
            Map.entry("waits for group", 72L),
            Map.entry("refused: area_minimum", 48L),
            Map.entry("refused: area_full", 77L),
            Map.entry("entry as a group", 21L),
            Map.entry("exit as a group", 3L),
            Map.entry("refused when the other person came", 1L),
            Map.entry("first responder above the level", 23L),
            Map.entry("airlock: second door follows", 26L),
            Map.entry("airlock: own card at the second door", 3L),
            Map.entry("airlock: exit follows", 24L),
            Map.entry("airlock: admitted elsewhere", 1L),
            Map.entry("airlock: an exit lets people out", 1L),
            Map.entry("airlock: nobody knows who has opened", 16L),
            Map.entry("asks again", 36L),
            Map.entry("tap refused by the door", 17L),
            Map.entry("an unlock survives another person's passage", 13L),
            Map.entry("a card that stays has no other answer", 3106L),
            Map.entry("held: another card was read in between", 1421L),
            Map.entry("held: decided on again after 5 s", 90L),
            Map.entry("exit: held as the process begins, and releases nothing", 1L),
            Map.entry("exit: pressed beside one that is used up", 1L),
            Map.entry("held: begins again after another card", 7L),
            Map.entry("waits for a group, as others have not passed yet", 1L),
            Map.entry("exit: held, and lasts no longer than its own time", 50L),
            Map.entry("admitted again without operator", 12L),
            Map.entry("admitted again without person", 3L),
            Map.entry("admitted again with the others", 3L),
            Map.entry("a request ends as the person passes", 1L),
            Map.entry("a request ends by an admission elsewhere", 11L),
            Map.entry("a wait ends by an admission elsewhere", 8L),
            Map.entry("PIN refused at a free exit", 39L),
            Map.entry("exit: active, and excuses an opening", 18L),
            Map.entry("exit: at an open leaf", 101L),
            Map.entry("decided on after the person was turned away", 7L),
            Map.entry("exit: excuses one opening", 12L),
            Map.entry("leaf: bounces after it was forced", 11L),
            Map.entry("leaf: opens while only the delay keeps the strike released", 29L));

    @TempDir
    Path temp;

    /// Where a life's database costs no disk: a file system in memory, if there is one.
    private Path work() throws Exception {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? Files.createTempDirectory(memory, "lintel-test-") : temp;
    }

    private Outcome run(long seed, double hours) throws Exception {
        Path work = work();
        try {
            return new Simulation(work, null).run(seed, hours, (_, _) -> {});
        } finally {
            if (!work.equals(temp)) Files.deleteIfExists(work);
        }
    }

    /// Boxes that come across each kind at least twice between them.
    @Test
    void boxesLiveWithoutAViolationAndComeAcrossNearlyEverything() throws Exception {
        comeAcrossNearlyEverything(300, 63_341, 63_317, 63_309, 63_398, 63_385, 63_324, 63_415, 63_378);
    }

    @Test
    @Tag("slow")
    void moreBoxesLiveLongerWithoutAViolationAndComeAcrossNearlyEverything() throws Exception {
        comeAcrossNearlyEverything(700, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000);
    }

    private void comeAcrossNearlyEverything(double hours, long... seeds) throws Exception {
        var kinds = new EnumMap<EventKind, Long>(EventKind.class);
        var rules = new TreeMap<String, Long>();
        for (long seed : seeds) {
            Outcome outcome = run(seed, hours);
            assertThat(outcome.fault()).as("seed %d", seed).isNull();
            assertThat(outcome.presentations()).isGreaterThan(500);
            assertThat(outcome.restarts()).isGreaterThan(2);
            outcome.kinds().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
            outcome.rules().forEach((rule, count) -> rules.merge(rule, count, Long::sum));
        }
        assertThat(kinds.keySet()).containsAll(SEEN);
        RULES.forEach((rule, least) ->
                assertThat(rules.getOrDefault(rule, 0L)).as(rule).isGreaterThanOrEqualTo(least));
    }

    @Test
    void theSameSeedDoesTheSame() throws Exception {
        sameSeedSameLife(70);
    }

    @Test
    @Tag("slow")
    void theSameSeedDoesTheSameForLonger() throws Exception {
        sameSeedSameLife(200);
    }

    private void sameSeedSameLife(double hours) throws Exception {
        Outcome first = run(77, hours);
        assertThat(run(77, hours)).isEqualTo(first);
        assertThat(run(78, hours).kinds()).isNotEqualTo(first.kinds());
    }

    /// Two at a time, for that is what a small machine has. A part has about twelve boxes, and not each has an airlock,
    /// say: all parts together show each rule as often as if each part did.
    @Test
    @Tag("slow")
    void aMillionDoorHoursPassWithoutAViolation() throws Exception {
        int parts = 20;
        var all = new ArrayList<Outcome>();
        try (var threads = Executors.newFixedThreadPool(2)) {
            List<Future<Outcome>> runs = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                long seed = 1_000_000L * (part + 1);
                runs.add(threads.submit(() -> run(seed, 1_000_000.0 / parts)));
            }
            for (Future<Outcome> each : runs) all.add(each.get());
        }
        assertThat(all).extracting(Outcome::fault).containsOnlyNulls();
        assertThat(all.stream().mapToDouble(Outcome::doorHours).sum()).isGreaterThanOrEqualTo(999_999);
        var kinds = EnumSet.noneOf(EventKind.class);
        var rules = new TreeMap<String, Long>();
        for (Outcome one : all) {
            kinds.addAll(one.kinds().keySet());
            one.rules().forEach((rule, count) -> rules.merge(rule, count, Long::sum));
        }
        assertThat(kinds).containsAll(SEEN);
        RULES.forEach((rule, least) ->
                assertThat(rules.getOrDefault(rule, 0L)).as(rule).isGreaterThanOrEqualTo(parts * least));
    }
}
