package dev.lintel.controller.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Plays each row, and compares docs/door-behaviour.md with what was seen.
class PageTest {
    private static final String PAGE = "docs/door-behaviour.md";
    private static final int ROWS_MIN = 150;
    private static final String HEAD = """
            # What a door does

            Each row is a test: a whole box lives through it on virtual time, from the reader's bits to the strike and
            the event log. This page is generated from what was seen (`controller#PageTest`). It is a Monday at 10:00.
            The door has readers on both sides, a contact, REX, an auxiliary input, a tamper line and a sounder, and is
            as [site.md](site.md) describes it without further keys (`times`: 5 s, 15 s, 20 s, 30 s), unless the row
            says otherwise. Times count in seconds from the first step. "entry shows admitted" is what the lamp and the
            buzzer of the entry reader show. Events are explained in [events.md](events.md).
            """;

    /// By the heading of the page.
    private static final Map<String, Part> PARTS = parts();

    private record Part(String name, List<Row> rows) {}

    private static Map<String, Part> parts() {
        var parts = new LinkedHashMap<String, Part>();
        parts.put("Admissions", new Part("CardRows.ADMISSIONS", CardRows.ADMISSIONS));
        parts.put("Cards that stay at the reader", new Part("HeldRows.HELD", HeldRows.HELD));
        parts.put("Refusals", new Part("CardRows.REFUSALS", CardRows.REFUSALS));
        parts.put("Limits of credentials", new Part("LimitRows.CREDENTIALS", LimitRows.CREDENTIALS));
        parts.put("PINs, two factors, duress", new Part("CardRows.PINS", CardRows.PINS));
        parts.put("The leaf and its alarms", new Part("LeafRows.ALARMS", LeafRows.ALARMS));
        parts.put("Exits", new Part("LeafRows.EXITS", LeafRows.EXITS));
        parts.put("Several persons", new Part("UnlockRows.SEVERAL", UnlockRows.SEVERAL));
        parts.put("Openings of which nobody can tell whose they are", new Part("SharedRows.WHOSE", SharedRows.WHOSE));
        parts.put("Exits and other unlocks", new Part("SharedRows.OUTLASTS", SharedRows.OUTLASTS));
        parts.put("Exits, and unlocks that are left over", new Part("LeftRows.LEFT", LeftRows.LEFT));
        parts.put("Modes", new Part("StandingRows.MODES", StandingRows.MODES));
        parts.put("Hours", new Part("StandingRows.HOURS", StandingRows.HOURS));
        parts.put("Lockdown", new Part("StandingRows.LOCKDOWNS", StandingRows.LOCKDOWNS));
        parts.put("Fire", new Part("StandingRows.FIRE", StandingRows.FIRE));
        parts.put("Evacuation", new Part("EvacuationRows.EVACUATIONS", EvacuationRows.EVACUATIONS));
        parts.put("Delays", new Part("AlarmRows.DELAYS", AlarmRows.DELAYS));
        parts.put("Alarms that go on", new Part("AlarmRows.ALARMS", AlarmRows.ALARMS));
        parts.put("Secured doors", new Part("AlarmRows.SECURED", AlarmRows.SECURED));
        parts.put("PINs that are tried, and duress", new Part("AlarmRows.TRIED", AlarmRows.TRIED));
        parts.put("Many unknown cards", new Part("TriedRows.UNKNOWN_CARDS", TriedRows.UNKNOWN_CARDS));
        parts.put("Rests of PINs", new Part("TriedRows.RESTS", TriedRows.RESTS));
        parts.put("Two persons, visitors and hosts", new Part("CompanyRows.PAIRS", CompanyRows.PAIRS));
        parts.put("Rights that end while people wait", new Part("WaitRows.WAITS", WaitRows.WAITS));
        parts.put("Approval by an operator", new Part("ApprovalRows.ALL", ApprovalRows.ALL));
        parts.put("What happens while an operator is asked", new Part("ApprovalRows.AGAIN", ApprovalRows.AGAIN));
        parts.put(
                "Waits that end by an admission elsewhere",
                new Part("ElsewhereRows.ELSEWHERE", ElsewhereRows.ELSEWHERE));
        parts.put("Double taps", new Part("TapRows.DOUBLE_TAPS", TapRows.DOUBLE_TAPS));
        parts.put("Threat levels", new Part("ThreatRows.LEVELS", ThreatRows.LEVELS));
        parts.put("Passback", new Part("PassbackRows.PASSBACK", PassbackRows.PASSBACK));
        parts.put(
                "Passback: places that are forgotten, and areas apart", new Part("TriedRows.PLACES", TriedRows.PLACES));
        parts.put("People in an area: maximum", new Part("OccupancyRows.MAXIMUM", OccupancyRows.MAXIMUM));
        parts.put("People in an area: minimum", new Part("MinimumRows.GROUPS", MinimumRows.GROUPS));
        parts.put(
                "People in an area: minimum, and persons who have not passed yet",
                new Part("MinimumRows.PENDING", MinimumRows.PENDING));
        parts.put("Interlock", new Part("PassbackRows.TOGETHER", PassbackRows.TOGETHER));
        parts.put("Airlocks", new Part("AirlockRows.AIRLOCKS", AirlockRows.AIRLOCKS));
        parts.put("Airlocks: who is between the doors", new Part("BetweenRows.BETWEEN", BetweenRows.BETWEEN));
        parts.put("Airlocks: the second door follows", new Part("SequenceRows.SEQUENCES", SequenceRows.SEQUENCES));
        parts.put("Actions: outputs", new Part("ActionRows.OUTPUTS", ActionRows.OUTPUTS));
        parts.put("Actions: commands", new Part("ActionRows.COMMANDS", ActionRows.COMMANDS));
        parts.put("Buttons, keys and fire zones", new Part("SwitchRows.SWITCHES", SwitchRows.SWITCHES));
        parts.put("Decisions that come too late", new Part("LateRows.LATE", LateRows.LATE));
        parts.put("Waits that a kill interrupts", new Part("TriedRows.KILLS", TriedRows.KILLS));
        parts.put("Restarts and faults", new Part("PassbackRows.FAULTS", PassbackRows.FAULTS));
        return parts;
    }

    private final Map<String, String> played = new LinkedHashMap<>();

    @TestFactory
    List<DynamicTest> eachRowIsAsThePageSays() {
        var tests = new ArrayList<DynamicTest>();
        PARTS.forEach((heading, part) -> {
            for (Row row : part.rows) {
                tests.add(DynamicTest.dynamicTest(
                        row.situation(), () -> played.put(heading + row.situation(), row.play(part.name))));
            }
        });
        tests.add(DynamicTest.dynamicTest(PAGE, this::comparePage));
        return tests;
    }

    private void comparePage() throws IOException {
        var page = new StringBuilder(HEAD);
        Set<String> situations = new HashSet<>();
        int rows = 0;
        for (var part : PARTS.entrySet()) {
            page.append("\n## ").append(part.getKey()).append("\n\n");
            page.append("| situation | what happens | events | test |\n|---|---|---|---|\n");
            for (Row row : part.getValue().rows) {
                String line = played.get(part.getKey() + row.situation());
                page.append(Objects.requireNonNullElse(line, "| " + row.situation() + " | failed | | |"))
                        .append('\n');
                assertThat(situations.add(part.getKey() + row.situation()))
                        .as(row.situation())
                        .isTrue();
                rows++;
            }
        }
        Path root = Path.of("").toAbsolutePath();
        Path docs = Path.of(PAGE).getName(0);
        while (!Files.exists(root.resolve(docs))) root = Objects.requireNonNull(root.getParent());
        Path seen = root.resolve("target/door-behaviour.md");
        Files.createDirectories(seen.getParent());
        Files.writeString(seen, page);
        assertThat(Files.readString(root.resolve(PAGE)))
                .as("%s differs from what was seen; what was seen is in %s", PAGE, seen)
                .isEqualTo(page.toString());
        assertThat(rows).isGreaterThanOrEqualTo(ROWS_MIN);
    }
}
