package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.BusScan.Found;
import dev.lintel.reader.osdp.BusScan.Round;
import dev.lintel.reader.osdp.LineTest.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The installer's questions on a line, in virtual time: single ones, scans and line tests.
class OsdpProbeTest {
    private static final long S = 1_000_000_000;
    private final ToolsLine line = new ToolsLine();
    private final List<Found> found = new ArrayList<>();
    private int steps;
    private final Set<Round> rounds = EnumSet.noneOf(Round.class);

    private BusScan scan() {
        return new BusScan(line::at, line::nowNs, new BusScan.Progress() {
            @Override
            public void at(int baud, int address, int step, int of, Round round) {
                steps++;
                rounds.add(round);
                assertThat(step).isBetween(1, of);
            }

            @Override
            public void found(Found reader) {
                found.add(reader);
            }
        });
    }

    @Test
    void anAnswerIsTimedAndSilenceEnds() {
        line.pds.put(4, BusBench::polite);
        var probe = new OsdpProbe(line, line::nowNs);
        var answer = probe.ask(4, new Command.Id(0), OsdpProbe.REPLY_NS);
        assertThat(answer.reply()).isInstanceOf(Reply.Identity.class);
        assertThat(answer.replyNs()).isBetween(3_000_000L, 40_000_000L);
        long beforeNs = line.nowNs();
        assertThat(probe.ask(5, new Command.Id(0), OsdpProbe.REPLY_NS).frame()).isNull();
        assertThat(line.nowNs() - beforeNs).isLessThan(S);
    }

    @Test
    void everyReaderOfTheLineIsFoundWithItsSpeed() {
        line.pdBaud = 38_400;
        line.pds.put(0, BusBench::polite);
        line.pds.put(77, BusBench::polite);
        line.pds.put(126, f -> BusBench.reply(f, new Reply.Nak(Reply.Nak.SECURITY_REQUIRED)));
        BusScan.Result result = scan().run(BusScan.SPEEDS, false);
        assertThat(result.readers()).isEqualTo(found).extracting(Found::address).containsExactly(0, 77, 126);
        assertThat(found).allMatch(f -> f.baud() == 38_400);
        assertThat(found.getFirst().identity()).isNotNull();
        assertThat(found.getLast().identity()).isNull();
        assertThat(found.getLast().said()).isEqualTo(new Reply.Nak(Reply.Nak.SECURITY_REQUIRED));
        assertThat(steps).isEqualTo(127 * BusScan.SPEEDS.size() * 2 - 3 + 124);
        assertThat(line.nowNs()).isLessThan(115 * S); // as its help says: under two minutes
    }

    @Test
    void whereNobodyAnswersAScanEndsInFourMinutes() {
        assertThat(scan().run(BusScan.SPEEDS, false).readers()).isEmpty();
        assertThat(rounds).containsExactlyInAnyOrder(Round.values());
        assertThat(line.nowNs()).isLessThan(245 * S);
    }

    private static byte @Nullable [] checksumOnly(OsdpFrame f) {
        if (!f.crc()) return BusBench.polite(f);
        return OsdpCodec.encode(
                OsdpFrame.reply(f.pd(), f.sequence(), false, new Reply.Nak(Reply.Nak.BAD_CHECK).payload()));
    }

    @Test
    void aReaderThatKnowsNoCrcIsAskedWithAChecksum() {
        line.pds.put(7, OsdpProbeTest::checksumOnly);
        BusScan.Result result = scan().run(List.of(9_600), false);
        assertThat(result.readers()).singleElement().satisfies(reader -> {
            assertThat(reader.address()).isEqualTo(7);
            assertThat(reader.identity()).isNotNull();
            assertThat(reader.capabilities()).isNotNull();
        });
        line.pds.put(0, OsdpProbeTest::checksumOnly);
        assertThat(test(100).verdict()).isEqualTo(Verdict.GOOD);
    }

    @Test
    void aQuestionThatAReaderCannotMakeOutIsDamaged() {
        var asked = new AtomicInteger();
        line.pds.put(
                0,
                f -> asked.incrementAndGet() % 10 == 0
                        ? BusBench.reply(f, new Reply.Nak(Reply.Nak.BAD_CHECK))
                        : BusBench.polite(f));
        LineTest.Result result = test(100);
        assertThat(result.damaged()).isEqualTo(10);
        assertThat(result.silent()).isZero();
        assertThat(result.verdict()).isEqualTo(Verdict.BAD);
    }

    @Test
    void oneLostAnswerHidesNoReader() {
        var asked = new HashSet<Integer>();
        Function<OsdpFrame, byte @Nullable []> deafAtFirst = f -> asked.add(f.pd()) ? null : BusBench.polite(f);
        line.pds.put(3, deafAtFirst);
        line.pds.put(9, deafAtFirst);
        assertThat(scan().run(List.of(9_600), true).readers())
                .extracting(Found::address)
                .containsExactly(3, 9);
    }

    @Test
    void aSlowReaderIsFoundBesideAQuickOne() {
        line.pds.put(2, BusBench::polite);
        line.pds.put(60, BusBench::polite);
        line.slowNs.put(60, 170_000_000L);
        BusScan.Result result = scan().run(List.of(115_200, 9_600), false);
        assertThat(result.readers()).extracting(Found::address).containsExactly(2, 60);
    }

    @Test
    void aSpeedAtWhichOnlyALateAnswerWasHeardIsAskedPatiently() {
        line.pds.put(60, BusBench::polite);
        line.pds.put(61, BusBench::polite);
        line.slowNs.put(60, 170_000_000L);
        line.slowNs.put(61, 170_000_000L);
        BusScan.Result result = scan().run(List.of(115_200, 9_600), true);
        assertThat(result.readers()).isEmpty();
        assertThat(result.noisy()).isEmpty(); // late answers are no noise
        assertThat(scan().run(List.of(115_200, 9_600), false).readers()).hasSize(2);
    }

    @Test
    void aSlowReaderIsFoundByAskingPatiently() {
        line.answerNs = 150_000_000;
        line.pds.put(3, BusBench::polite);
        assertThat(scan().run(List.of(9_600), true).readers()).isEmpty();
        assertThat(scan().run(List.of(9_600), false).readers()).hasSize(1);
        assertThat(rounds).contains(Round.PATIENT);
    }

    @Test
    void noiseIsToldBySpeed() {
        line.noise = new byte[] {0x12, 0x34};
        BusScan.Result result = scan().run(List.of(9_600, 19_200), true);
        assertThat(result.readers()).isEmpty();
        assertThat(result.noisy()).containsExactly(9_600);
    }

    private LineTest.Result test(int count) {
        return LineTest.run(line, 0, count, line::nowNs, (_, _) -> {});
    }

    @Test
    void aGoodLineIsCalledGood() {
        line.pds.put(0, BusBench::polite);
        LineTest.Result result = test(1_000);
        assertThat(result.verdict()).isEqualTo(Verdict.GOOD);
        assertThat(result.answered()).isEqualTo(1_000);
        assertThat(result.advice()).isEmpty();
        assertThat(result.quantileNs(0.5)).isBetween(2_900_000L, 4_200_000L);
        assertThat(result.quantileNs(1)).isGreaterThanOrEqualTo(result.quantileNs(0.5));
    }

    @Test
    void damagedAnswersAreToldApartFromMissingOnes() {
        line.pds.put(0, BusBench::polite);
        line.damagedShare = 0.005;
        LineTest.Result fair = test(2_000);
        assertThat(fair.verdict()).isEqualTo(Verdict.FAIR);
        assertThat(fair.damaged()).isBetween(1, 30);
        assertThat(fair.advice()).singleElement().asString().contains("120 ohm");
        line.damagedShare = 0;
        line.silentShare = 0.1;
        LineTest.Result bad = test(1_000);
        assertThat(bad.verdict()).isEqualTo(Verdict.BAD);
        assertThat(bad.silent()).isGreaterThan(50);
        assertThat(bad.advice()).singleElement().asString().contains("loose wire");
    }

    @Test
    void aDeadLineIsCalledSilentAndASlowOneSlow() {
        assertThat(test(20).verdict()).isEqualTo(Verdict.SILENT);
        assertThat(test(20).advice()).singleElement().asString().contains("supply");
        line.noise = new byte[] {1};
        assertThat(test(20).advice()).singleElement().asString().contains("another speed");
        line.noise = new byte[0];
        line.pds.put(0, BusBench::polite);
        line.answerNs = 60_000_000;
        assertThat(test(20).advice()).singleElement().asString().contains("61 ms");
    }

    @Test
    void anEchoAndDoubledAnswersAreCountedAndTold() {
        line.pds.put(0, BusBench::polite);
        line.echo = true;
        LineTest.Result echoed = test(50);
        assertThat(echoed.verdict()).isEqualTo(Verdict.FAIR);
        assertThat(echoed.heard().echoes()).isEqualTo(50);
        assertThat(echoed.heard().noiseBytes()).isZero();
        assertThat(echoed.words()).contains("50 of 50", "50 were heard back as an echo");
        assertThat(echoed.advice()).singleElement().asString().contains("adapter hears what it sends");
        line.echo = false;
        line.twice = true;
        LineTest.Result doubled = test(50);
        assertThat(doubled.answered()).isEqualTo(50);
        assertThat(doubled.heard().others()).isEqualTo(50);
        assertThat(doubled.verdict()).isEqualTo(Verdict.FAIR);
        assertThat(doubled.words()).contains("frames came that nobody waited for");
        assertThat(doubled.advice()).singleElement().asString().contains("two readers at one address");
        line.pds.clear();
        line.echo = true;
        assertThat(test(5).advice()).hasSize(2).first().asString().contains("supply");
    }

    /// A frame with several false starts in it counts several bad checks, and is one answer.
    @Test
    void aDamagedAnswerIsOneHoweverManyStartsAreInIt() {
        var asked = new AtomicInteger();
        byte[] starts = Bytes.ofHex("53000c000053000700000101").toArray();
        line.pds.put(0, f -> switch (asked.getAndIncrement() % 4) {
            case 0 -> starts.clone();
            case 1 -> null;
            default -> BusBench.polite(f);
        });
        LineTest.Result result = test(40);
        assertThat(result.answered()).isEqualTo(20);
        assertThat(result.damaged()).isEqualTo(10);
        assertThat(result.silent()).isEqualTo(10);
        assertThat(result.heard().damaged()).isGreaterThan(10);
    }

    @Test
    void aCountThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> test(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
