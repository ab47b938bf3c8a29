package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.osdp.BusScan.Found;
import dev.lintel.reader.osdp.LineTest.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The installer's questions on a line, in virtual time: single ones, scans and line tests.
class OsdpProbeTest {
    private static final long S = 1_000_000_000;
    private final ToolsLine line = new ToolsLine();
    private final List<Found> found = new ArrayList<>();
    private int steps;
    private boolean patientOnce;

    private BusScan scan() {
        return new BusScan(line::at, line::nowNs, new BusScan.Progress() {
            @Override
            public void at(int baud, int address, int step, int of, boolean patient) {
                steps++;
                patientOnce |= patient;
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
        assertThat(steps).isEqualTo(127 * BusScan.SPEEDS.size());
        assertThat(line.nowNs()).isLessThan(90 * S);
    }

    @Test
    void aSlowReaderIsFoundByAskingPatiently() {
        line.answerNs = 150_000_000;
        line.pds.put(3, BusBench::polite);
        assertThat(scan().run(List.of(9_600), true).readers()).isEmpty();
        assertThat(scan().run(List.of(9_600), false).readers()).hasSize(1);
        assertThat(patientOnce).isTrue();
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
        assertThat(fair.damaged()).isBetween(1L, 30L);
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
    void aCountThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> test(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
