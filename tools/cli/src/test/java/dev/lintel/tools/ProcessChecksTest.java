package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the process says of itself counts once, and as the line that has it in full does.
class ProcessChecksTest {
    private static final Finding HELD = Finding.warn("clock trust", "held: nothing has confirmed it", "set it");

    private static Finding health(String reason) {
        return Finding.fail("process", reason, "see its log");
    }

    @Test
    void aClockThatIsHeldIsOneWarning() {
        List<Finding> findings = ProcessChecks.once(List.of(health("clock: restored after the box was off"), HELD));
        assertThat(findings)
                .containsExactly(Finding.ok("process", "runs, and what it finds wrong is told by: clock trust"), HELD);
        assertThat(Verdict.of(findings).failed()).isFalse();
    }

    @Test
    void whatElseIsWrongStaysAFailure() {
        Finding doors = health("doors: the lane has stopped");
        List<Finding> findings = ProcessChecks.once(List.of(health("clock: restored"), doors, HELD));
        assertThat(findings).containsExactly(doors, HELD);
        assertThat(Verdict.of(findings).failed()).isTrue();
    }

    @Test
    void aLineThatSeesNothingWrongSpeaksForNothing() {
        List<Finding> findings = List.of(health("clock: wrong"), Finding.ok("clock trust", "trusted"));
        assertThat(ProcessChecks.once(findings)).isEqualTo(findings);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            disk: 90 MB are free                | disk space
            sync: no contact with the hub       | sync
            tls: the certificate has ended      | certificate
            bus north: not open: no such device | line
            serial readers: one: not open       | line
            """)
    void eachLineSpeaksForItsOwn(String reason, String check) {
        Finding own = Finding.warn(check, "so", "do");
        assertThat(ProcessChecks.once(List.of(health(reason), own)))
                .containsExactly(Finding.ok("process", "runs, and what it finds wrong is told by: " + check), own);
        assertThat(ProcessChecks.once(List.of(health(reason), HELD))).contains(health(reason));
    }

    @Test
    void aProcessThatIsReadyIsLeftAsItIs() {
        List<Finding> findings = List.of(Finding.ok("process", "runs as process 7 and is ready"), HELD);
        assertThat(ProcessChecks.once(findings)).isEqualTo(findings);
    }
}
