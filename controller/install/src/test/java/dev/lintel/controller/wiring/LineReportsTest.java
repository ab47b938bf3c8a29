package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.osdp.BusStatistics;
import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The counters of a bus in words.
class LineReportsTest {
    private static final String RESET = "it was reset to its factory key: pair it again";

    private static PdStatistics pd(int address, int insecure, String insecureWhy, String offlineWhy) {
        boolean online = offlineWhy.isEmpty();
        return new PdStatistics(
                address, online, 1, 0, 0, 0, 0, 1, 0, insecure, insecureWhy, offlineWhy, 0, false, false, null);
    }

    @Test
    void doctorPrintsTheLastReasonOfEachReaderWhoseSecureChannelBroke() {
        var seen = new BusStatistics(
                true,
                "/dev/ttyUSB0",
                1,
                0,
                0,
                0,
                "",
                List.of(pd(3, 4, RESET, RESET), pd(4, 0, "", ""), pd(5, 1, "its MAC does not fit", "")));
        assertThat(LineReports.of("north", seen).toString())
                .contains("secure channel broken since the start at reader 3 (" + RESET
                        + ") and 5 (its MAC does not fit)");
        assertThat(LineReports.offlineWhy(seen, 3)).isEqualTo(RESET);
        assertThat(LineReports.offlineWhy(seen, 5)).isEmpty();
    }
}
