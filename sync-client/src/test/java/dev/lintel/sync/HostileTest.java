package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a hub must never say: each time nothing is applied, the reason is told in words, and the box goes on.
class HostileTest {
    private FakeHub hub;
    private final FakeTarget target = new FakeTarget();

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
        for (int i = 1; i <= 5; i++) hub.put(i, "p" + i);
    }

    @AfterEach
    void end() {
        hub.close();
    }

    private static Arguments of(String name, String words, UnaryOperator<List<String>> spoil) {
        return Arguments.of(name, words, spoil);
    }

    private static UnaryOperator<List<String>> with(int at, String line) {
        return lines -> {
            var spoilt = new ArrayList<>(lines);
            spoilt.add(at < 0 ? lines.size() : Math.min(at, lines.size()), line);
            return spoilt;
        };
    }

    static Stream<Arguments> changes() {
        String gone = new DownLine.Gone(1, 9).toJson();
        String head = new DownLine.Head(new Cursor("e1", 9), false, 1, null).toJson();
        String policy = new DownLine.PolicyLine("site", 1).toJson();
        String begin = new DownLine.Begin(FakeHub.ID, new Cursor("e1", 0), "9").toJson();
        String other = new DownLine.Begin("hub-2", new Cursor("e1", 0), "9").toJson();
        return Stream.of(
                of("garbage", "cannot be read", with(3, "garbage")),
                of("half a line", "cannot be read", with(3, "{\"gone\":{\"id\":1")),
                of("a field too few", "gone.revision is missing", with(3, "{\"gone\":{\"id\":1}}")),
                of("an empty line", "cannot be read", with(3, "")),
                of("a deep line", "cannot be read", with(3, "{\"gone\":" + "[".repeat(5_000))),
                of("a number too long", "cannot be read", with(3, "{\"gone\":{\"id\":" + "9".repeat(50) + "}}")),
                of("no head", "ended too early", lines -> lines.subList(0, lines.size() - 1)),
                of("a head before all", "does not say how it begins", with(0, head)),
                of("two heads", "follows the hub's head", with(-1, head)),
                of("a line behind the head", "follows the hub's head", with(-1, gone)),
                of("no begin", "does not say how it begins", lines -> lines.subList(1, lines.size())),
                of("two begins", "began twice", with(3, begin)),
                of(
                        "another hub",
                        "another hub answered: hub-2",
                        lines -> with(0, other).apply(lines.subList(1, 7))),
                of("a late policy", "does not come first", with(3, policy)),
                of("a part", "part of a snapshot", with(3, new DownLine.Part(1, true, 1, "").toJson())),
                of("nothing", "cannot be read", _ -> List.of()),
                of("a long line", "more than", with(3, "{\"gone\":\"" + "x".repeat(300_000) + "\"}")),
                of("a longer policy", "more than", with(1, "{\"policy\":{\"site_yaml\":\"" + "x".repeat(17 << 20))),
                of("zeros without end", "more than", _ -> List.of("\0".repeat(40 << 20))),
                of("lines without end", "more than 100000 lines", lines -> {
                    var many = new ArrayList<>(Collections.nCopies(150_000, "{\"x\":1}"));
                    many.addFirst(lines.getFirst());
                    return many;
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void aSpoiltStreamIsNotApplied(String name, String words, UnaryOperator<List<String>> spoil) {
        target.stand(new Cursor("e1", 0));
        hub.spoil = spoil;
        hub.linkOn = false;
        try (var rig = new Rig(hub, target)) {
            Await.until("told: " + name, () -> target.count(Progress.Failed.class) == 1);
            assertThat(rig.follower.status().problem()).contains(words);
            assertThat(target.people()).isEmpty();
            assertThat(target.cursor(FakeHub.ID)).isEqualTo(new Cursor("e1", 0));
            hub.spoil = lines -> lines;
            rig.awaitAgreement();
        }
    }

    static Stream<Arguments> parts() {
        String gone = new DownLine.Gone(1, 9).toJson();
        return Stream.of(
                of("garbage", "cannot be read", with(3, "garbage")),
                of("no part", "ended too early", lines -> lines.subList(0, lines.size() - 1)),
                of("a change", "a change is in", with(3, gone)),
                of(
                        "somebody twice",
                        "not in order",
                        lines -> with(3, lines.get(2)).apply(lines)),
                of("one too few", "count and hash", lines -> without(lines, 4)),
                of("behind the end", "follows the end", with(-1, gone)),
                of("an empty part", "count and hash", lines -> List.of(lines.getFirst(), lines.getLast())));
    }

    private static List<String> without(List<String> lines, int at) {
        var less = new ArrayList<>(lines);
        less.remove(at);
        return less;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parts")
    void aSpoiltSnapshotDoesNotStand(String name, String words, UnaryOperator<List<String>> spoil) {
        hub.spoil = spoil;
        hub.linkOn = false;
        try (var rig = new Rig(hub, target)) {
            Await.until("told: " + name, () -> target.count(Progress.Failed.class) == 1);
            assertThat(rig.follower.status().problem()).contains(words);
            assertThat(target.people()).isEmpty();
            hub.spoil = lines -> lines;
            rig.awaitAgreement();
        }
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(500, "<html>", "the hub answered 500"),
                Arguments.of(302, "", "the hub answered 302"),
                Arguments.of(
                        401, "{\"error\":\"unauthorized\",\"error_description\":\"who are\\nyou\"}", "who are you"),
                Arguments.of(404, "{\"error\":\"not_found\"}", "the hub says: not_found"),
                Arguments.of(400, "{\"error\":7}", "the hub answered 400"),
                Arguments.of(503, "x".repeat(1_000_000), "the hub answered 503"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void aRefusalIsToldInWords(int status, String body, String words) {
        target.stand(new Cursor("e1", 0));
        hub.linkOn = false;
        hub.instead = _ -> new FakeHub.Canned(status, Map.of(), body);
        try (var rig = new Rig(hub, target)) {
            Await.until("told", () -> target.count(Progress.Failed.class) == 1);
            assertThat(rig.follower.status().problem()).contains(words).hasSizeLessThan(400);
            hub.instead = _ -> null;
            rig.awaitAgreement();
        }
    }

    /// What holds only for a time without contact must end though the hub answers, and says no.
    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {302, 400, 401, 403, 404, 500, 502})
    void aRefusalIsNoContact(int status) {
        target.stand(new Cursor("e1", 0));
        hub.linkOn = false;
        Map<String, String> date = Map.of("Date", "Mon, 02 Mar 2026 10:00:00 GMT");
        hub.instead = _ -> new FakeHub.Canned(status, date, "{\"error\":\"no\"}");
        try (var rig = new Rig(hub, target)) {
            Await.until("refused", () -> hub.asked.size() > 20);
            assertThat(rig.follower.status().lastContactNs()).isNull();
            assertThat(target.count(Progress.Contact.class)).isZero();
            assertThat(rig.follower.status().skewMs())
                    .as("measured all the same")
                    .isNotNull();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {200, 409, 410, 429, 503})
    void anAnswerOfAHubThatWorksForThisBoxIsAContact(int status) {
        target.stand(new Cursor("e1", 0));
        hub.linkOn = false;
        Map<String, String> date = Map.of("Date", "Mon, 02 Mar 2026 10:00:00 GMT");
        hub.instead = _ -> new FakeHub.Canned(status, date, "{}");
        try (var rig = new Rig(hub, target)) {
            Await.until("contact", () -> rig.follower.status().lastContactNs() != null);
            Await.until("told", () -> target.count(Progress.Contact.class) > 0);
        }
    }

    @Test
    void kindsOfANewerHubArePassedOverAndToldOfOnce() {
        target.stand(new Cursor("e1", 0));
        hub.spoil = lines -> with(2, "{\"weather\":{\"rain\":true}}")
                .apply(with(3, "{\"weather\":[1]}").apply(lines));
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            assertThat(target.told)
                    .filteredOn(Progress.Skipped.class::isInstance)
                    .containsExactly(new Progress.Skipped("weather"));
        }
    }

    @Test
    void fieldsOfANewerHubArePassedOverAndToldOfOnceAndTheRestStands() {
        target.stand(new Cursor("e1", 0));
        hub.spoil = lines -> lines.stream()
                .map(line -> line.replace("\"texts\":{", "\"shoes\":{\"size\":42},\"texts\":{"))
                .toList();
        try (var rig = new Rig(hub, target)) {
            rig.awaitAgreement();
            assertThat(target.told)
                    .filteredOn(Progress.Skipped.class::isInstance)
                    .containsExactly(new Progress.Skipped("person.shoes"));
        }
    }
}
