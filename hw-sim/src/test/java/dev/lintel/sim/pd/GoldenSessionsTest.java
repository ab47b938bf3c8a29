package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Recorded sessions of another maker's ACU and PD: told the same, our PD answers the same, byte by byte. Only
/// who it is (PDID) and what it can (PDCAP) are its own.
class GoldenSessionsTest {
    private static final long MS = 1_000_000;
    private static final Pattern SESSION = Pattern.compile("\\{[^{}]*\"pd_cryptogram\"[^{}]*}");
    private static final Set<Integer> EVENTS = Set.of(Reply.RAW, Reply.KEYPAD);

    /// How the PDs of the recordings are, where they are not as ours usually.
    private static final Map<String, PdTrait[]> TRAITS = Map.of(
            "sc-annex-e-scbkd-crc", new PdTrait[] {PdTrait.INSTALL_MODE},
            "sc-annex-e-scbkd-checksum", new PdTrait[] {PdTrait.INSTALL_MODE},
            "sc-traffic-crc", new PdTrait[] {PdTrait.OUT_ACKNOWLEDGED},
            "sc-install-mode-crc", new PdTrait[] {PdTrait.INSTALL_MODE, PdTrait.ANY_CHALLENGE_ANSWERED},
            "sc-install-mode-checksum", new PdTrait[] {PdTrait.INSTALL_MODE, PdTrait.ANY_CHALLENGE_ANSWERED},
            "sc-wrong-key", new PdTrait[] {PdTrait.ANY_CHALLENGE_ANSWERED, PdTrait.PLAIN_TOO},
            "plain-nak-enforce-secure", new PdTrait[] {PdTrait.ANY_CHALLENGE_ANSWERED},
            "sc-acu-restart", new PdTrait[] {PdTrait.PLAIN_TOO},
            "syn-keyset-ack-plain", new PdTrait[] {PdTrait.KEYSET_ACK_IN_CLEAR});

    record Line(String json) {
        String text(String key) {
            Matcher m = Pattern.compile("\"" + key + "\":(\"([^\"]*)\"|[^,}]*)").matcher(json);
            if (!m.find()) return "";
            String quoted = m.group(2);
            return quoted == null ? m.group(1) : quoted;
        }

        boolean has(String key) {
            return json.contains("\"" + key + "\":");
        }

        boolean isFrame(String dir) {
            return text("dir").equals(dir);
        }

        OsdpFrame frame() {
            byte[] bytes = Bytes.ofHex(text("hex")).toArray();
            var receiver = new FrameReceiver();
            receiver.add(bytes, bytes.length);
            return Objects.requireNonNull(receiver.next(), json);
        }
    }

    record Case(String name, List<Line> lines) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws IOException {
        var stream = Objects.requireNonNull(GoldenSessionsTest.class.getResourceAsStream("/vectors/osdp-pd.jsonl"));
        var cases = new LinkedHashMap<String, List<Line>>();
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines()
                    .map(Line::new)
                    .forEach(line -> cases.computeIfAbsent(line.text("case"), _ -> new ArrayList<>())
                            .add(line));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return cases.entrySet().stream().map(e -> new Case(e.getKey(), e.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void toldTheSameItAnswersTheSame(Case session) {
        List<Line> lines = session.lines.subList(1, session.lines.size());
        OsdpPd pd = pd(session);
        int compared = 0;
        String before = "";
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (!line.isFrame("acu") || line.has("lost")) continue;
            Line expected = i + 1 < lines.size() && lines.get(i + 1).isFrame("pd") ? lines.get(i + 1) : null;
            if (expected != null && expected.text("note").contains("BUSY")) pd.busy(1);
            if (expected != null && !line.text("hex").equals(before)) prepare(pd, expected, atNs(line, i));
            before = line.text("hex");
            OsdpFrame answer = pd.answer(line.frame(), atNs(line, i));
            if (expected == null) {
                // The end of a recording shows no more than that the ACU went on.
                if (i + 1 < lines.size()) assertThat(answer).as(line.json).isNull();
                continue;
            }
            assertThat(answer).as(line.json).isNotNull();
            if (isItsOwn(expected)) continue;
            String sent = Bytes.copyOf(OsdpCodec.encodeMarked(Objects.requireNonNull(answer)))
                    .hex();
            assertThat(sent).as(expected.json).isEqualTo(expected.text("hex"));
            compared++;
        }
        assertThat(compared).isPositive();
    }

    private static long atNs(Line line, int index) {
        return line.has("t") ? Long.parseLong(line.text("t")) * MS : index * 50L * MS;
    }

    /// What the recorded PD had to say of itself, ours has to say as well.
    private static void prepare(OsdpPd pd, Line expected, long nowNs) {
        String plain = expected.text("plain");
        if (plain.isEmpty()) return;
        Reply reply = Reply.decode(Bytes.ofHex(plain));
        if (EVENTS.contains(reply.payload().at(0))) pd.say(reply, nowNs);
    }

    private static boolean isItsOwn(Line expected) {
        int code = expected.frame().code();
        return code == Reply.PDID || code == Reply.PDCAP;
    }

    private static OsdpPd pd(Case session) {
        Line header = session.lines.getFirst();
        List<Line> handshakes = new ArrayList<>();
        Matcher m = SESSION.matcher(header.json);
        while (m.find()) handshakes.add(new Line(m.group()));
        Deque<Bytes> random = new ArrayDeque<>();
        for (Line handshake : handshakes) random.add(Bytes.ofHex(handshake.text("rnd_b")));
        String cuid = handshakes.isEmpty()
                ? "0000000000000000"
                : handshakes.getFirst().text("cuid");

        OsdpFrame first = session.lines.get(1).frame();
        int address = header.text("pds").isEmpty() ? first.pd() : Integer.parseInt(header.text("address"));
        PdTrait[] traits = TRAITS.getOrDefault(session.name, new PdTrait[0]);
        var spec = new PdSpec(address, key(header, handshakes)).with(PdSettings.of(traits));
        var pd = new OsdpPd(spec, Bytes.ofHex(cuid), random::remove, 0);
        // Some begin in the middle of a conversation.
        if (first.sequence() != 0) {
            pd.answer(OsdpFrame.command(first.pd(), 0, first.crc(), Bytes.of(0x60)), 0);
        }
        return pd;
    }

    private static @Nullable Scbk key(Line header, List<Line> handshakes) {
        String hex = header.text("pd_scbk");
        if (hex.isEmpty() || hex.equals("null")) {
            boolean has = header.text("mode").equals("scbk") && !handshakes.isEmpty();
            return has ? Scbk.ofAnyHex(handshakes.getFirst().text("scbk")) : null;
        }
        return Scbk.ofAnyHex(hex);
    }
}
