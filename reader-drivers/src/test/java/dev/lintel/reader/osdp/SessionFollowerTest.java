package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Followed.Mac;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SessionFollowerTest {
    static Stream<List<Vectors.Line>> cases() {
        return Vectors.cases()
                .filter(c -> !c.getFirst().text("case").startsWith("net-"))
                .map(c -> c.stream().filter(Vectors.Line::isFrame).toList())
                .filter(c -> !c.isEmpty());
    }

    static Stream<List<Vectors.Line>> secureCases() {
        return cases().filter(c -> c.stream().anyMatch(l -> l.has("mac")));
    }

    /// The key that the header of a line's case names.
    private static Scbk keyOf(Vectors.Line line) {
        String name = line.text("case");
        Vectors.Line header = Vectors.cases()
                .map(List::getFirst)
                .filter(h -> h.text("case").equals(name))
                .findFirst()
                .orElseThrow();
        // Sessions repeat the field's name: the header's own stands in front or behind them.
        String own = header.json().replaceAll("\"sessions\":\\[.*?]", "");
        String hex = new Vectors.Line("", own).text("scbk");
        return hex.isEmpty() || hex.equals("null") ? Scbk.standard() : Scbk.ofAnyHex(hex);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyFrameOfEveryCaseIsReadWithTheKeyOfItsHeader(List<Vectors.Line> lines) {
        var follower = new SessionFollower(List.of(keyOf(lines.getFirst())));
        for (Vectors.Line line : lines) check(line, follower);
    }

    /// What was lost on the line is missing in the capture as well.
    @ParameterizedTest
    @MethodSource("cases")
    void framesThatWereLostAreNotNeeded(List<Vectors.Line> lines) {
        var follower = new SessionFollower(List.of(keyOf(lines.getFirst())));
        for (Vectors.Line line : lines) if (!line.has("lost")) check(line, follower);
    }

    @ParameterizedTest
    @MethodSource("secureCases")
    void withoutAKeyDataStayEncrypted(List<Vectors.Line> lines) {
        var follower = new SessionFollower(List.of());
        for (Vectors.Line line : lines) {
            if (Vectors.damaged(line) || !line.has("mac")) continue;
            Followed followed = follower.follow(Vectors.frame(line));
            int type = Vectors.frame(line).blockType();
            Bytes payload = Vectors.frame(line).payload();
            assertThat(followed.mac()).isEqualTo(Mac.UNKNOWN);
            assertThat(followed.encrypted()).isEqualTo(SecureBlock.encrypts(type));
            assertThat(followed.payload()).isEqualTo(payload.slice(0, payload.size() - 4));
        }
    }

    @ParameterizedTest
    @MethodSource("secureCases")
    void anotherKeyReadsNothingAndSaysNothingOfTheMac(List<Vectors.Line> lines) {
        if (lines.getFirst().text("case").contains("install")
                || keyOf(lines.getFirst()).isStandard()) return;
        var follower = new SessionFollower(List.of(Scbk.ofHex("8f14e45fceea167a5a36dedd4bea2543")));
        for (Vectors.Line line : lines) {
            if (Vectors.damaged(line) || !line.has("mac")) continue;
            assertThat(follower.follow(Vectors.frame(line)).mac()).isEqualTo(Mac.UNKNOWN);
        }
    }

    @Test
    void sessionsOfSeveralAddressesDoNotDisturbEachOther() {
        var chosen = cases().filter(
                        c -> List.of("sc-traffic-crc", "sc-retransmit-crc", "sc-keyset-crc", "sc-install-mode-checksum")
                                .contains(c.getFirst().text("case")))
                .map(ArrayList::new)
                .toList();
        assertThat(chosen).hasSize(4);
        var keys = chosen.stream().map(c -> keyOf(c.getFirst())).toList();
        var follower = new SessionFollower(keys);
        var random = new Random(7);
        int frames = 0;
        while (chosen.stream().anyMatch(c -> !c.isEmpty())) {
            var lines = chosen.get(random.nextInt(chosen.size()));
            if (!lines.isEmpty()) {
                check(lines.removeFirst(), follower);
                frames++;
            }
        }
        assertThat(frames).isGreaterThan(250);
    }

    /// A reader that is moved to a key nobody gave us: its frames are not known, not wrong.
    @Test
    void aSessionUnderAnUnknownKeyEndsTheOneBeforeEvenWhenItsProofWasNotHeard() {
        var known = caseOf("sc-traffic-crc");
        var follower = new SessionFollower(List.of(keyOf(known.getFirst())));
        for (Vectors.Line line : known) follower.follow(Vectors.frame(line));
        OsdpFrame secured = Vectors.frame(known.getLast());
        var keys = new SessionKeys(Scbk.ofHex("8f14e45fceea167a5a36dedd4bea2543"), Bytes.of(1, 2, 3, 4, 5, 6, 7, 8));
        var other = new SecureSession(keys, Bytes.copyOf(new byte[16]));
        var rmac = OsdpFrame.reply(secured.pd(), 1, true, new Reply.InitialMac(Bytes.copyOf(new byte[16])).payload())
                .withBlock(SecureBlock.SCS_14, SecureBlock.ACCEPTED);
        follower.follow(rmac);
        var poll = other.sealCommand(secured.pd(), 2, true, Bytes.of(Command.POLL));
        assertThat(follower.follow(poll).mac()).isEqualTo(Mac.UNKNOWN);
    }

    @Test
    void encryptedDataThatAreNoWholeBlocksHaveABadLengthWithoutAnyKeyToo() {
        var frame = OsdpFrame.reply(1, 1, true, Bytes.of(Reply.RAW, 1, 2, 3, 4, 5, 9, 9, 9, 9))
                .withBlock(SecureBlock.SCS_18);
        assertThat(new SessionFollower(List.of()).follow(frame).mac()).isEqualTo(Mac.BAD_LENGTH);
    }

    @Test
    void quietFramesThatWereNotHeardAreBridged() {
        List<Vectors.Line> lines = caseOf("sc-traffic-crc");
        int quiet = 0;
        for (int skipped = 10; skipped < lines.size() - 1; skipped++) {
            String plain = lines.get(skipped).text("plain");
            if (!plain.equals("60") && !plain.equals("40")) continue;
            quiet++;
            var follower = new SessionFollower(List.of(keyOf(lines.getFirst())));
            for (int i = 0; i < lines.size(); i++) if (i != skipped) check(lines.get(i), follower);
        }
        assertThat(quiet).isGreaterThan(20);
    }

    @Test
    void whatWasNotHeardAndWasNoPollBreaksTheChainUntilTheNextHandshake() {
        List<Vectors.Line> lines = caseOf("sc-keyset-crc");
        var follower = new SessionFollower(List.of(keyOf(lines.getFirst())));
        boolean skipped = false;
        int wrong = 0;
        for (Vectors.Line line : lines) {
            if (!skipped && line.text("plain").startsWith("75")) {
                skipped = true;
                continue;
            }
            Followed followed = follower.follow(Vectors.frame(line));
            if (followed.mac() == Mac.WRONG) wrong++;
        }
        assertThat(wrong).isEqualTo(1);
    }

    @Test
    void aForgedFrameIsSaidToBeAndTheSessionIsReadOn() {
        List<Vectors.Line> lines = caseOf("sc-traffic-crc");
        var follower = new SessionFollower(List.of(keyOf(lines.getFirst())));
        for (Vectors.Line line : lines) {
            OsdpFrame frame = Vectors.frame(line);
            check(line, follower);
            if (!line.has("mac")) continue;
            byte[] payload = frame.payload().toArray();
            payload[payload.length - 1] ^= 1;
            var forged = new OsdpFrame(frame.address(), frame.control(), frame.block(), Bytes.copyOf(payload));
            Followed followed = follower.follow(forged);
            assertThat(followed.mac()).isEqualTo(Mac.WRONG);
            assertThat(followed.encrypted()).isEqualTo(SecureBlock.encrypts(frame.blockType()));
        }
    }

    @Property
    void anyFramesAreFollowedWithoutThrowing(@ForAll List<@Size(max = 40) byte[]> frames) {
        var follower = new SessionFollower(List.of(Scbk.standard()));
        for (byte[] bytes : frames) {
            if (bytes.length < 4) continue;
            Bytes payload = Bytes.copyOf(bytes, 3, bytes.length);
            var frame = new OsdpFrame(bytes[0] & 0xFF, 0x0C, Bytes.of(0x11 + (bytes[1] & 7), bytes[2] & 1), payload);
            assertThat(follower.follow(frame)).isNotNull();
            var single = new OsdpFrame(bytes[0] & 0xFF, 0x0C, Bytes.of(0x11 + (bytes[1] & 7)), payload);
            assertThat(follower.follow(single)).isNotNull();
        }
    }

    private static List<Vectors.Line> caseOf(String name) {
        return cases().filter(c -> c.getFirst().text("case").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void check(Vectors.Line line, SessionFollower follower) {
        CapturedFrame captured = CapturedFrame.read(line.hex());
        assertThat(captured.fault() != null).as(line.toString()).isEqualTo(Vectors.damaged(line));
        OsdpFrame frame = captured.frame();
        if (captured.fault() != null || frame == null) return;
        Followed followed = follower.follow(frame);
        boolean secured = SecureBlock.hasMac(frame.blockType());
        if (Vectors.forged(line)) {
            assertThat(followed.mac()).as(line.toString()).isEqualTo(Mac.WRONG);
        } else if (secured && line.has("plain")) {
            assertThat(followed).as(line.toString()).isEqualTo(new Followed(plain(line), Mac.RIGHT, false));
        } else if (!secured) {
            assertThat(followed).as(line.toString()).isEqualTo(new Followed(frame.payload(), Mac.NONE, false));
            if (line.has("plain")) assertThat(followed.payload()).isEqualTo(plain(line));
        }
    }

    private static Bytes plain(Vectors.Line line) {
        return Bytes.ofHex(line.text("plain"));
    }
}
