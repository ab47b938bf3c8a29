package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.board.ProcessFacts;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.Scrape;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.ClientTrust;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BoxMetricsTest {
    private static final Pattern PAGE = Pattern.compile("(https://localhost:[0-9]+)/\\n");

    @TempDir
    Path folder;

    private static String url(Lintel lintel) {
        var out = new ByteArrayOutputStream();
        lintel.welcome(new PrintStream(out, true, StandardCharsets.UTF_8));
        Matcher page = PAGE.matcher(out.toString(StandardCharsets.UTF_8));
        assertThat(page.find()).isTrue();
        return page.group(1);
    }

    @Test
    @Timeout(60)
    void aRunningBoxTellsOfItself() throws Exception {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        var alone = new Surroundings(null, null, null, null, false, folder);
        try (Lintel lintel = Lintel.start(options, alone, new SystemTime())) {
            var client = new ApiClient(url(lintel), ClientTrust.in(folder.resolve("tls/ca.crt")), "");
            Scrape scrape = Scrape.of(client.get("/metrics").text());
            while (scrape.family("lintel_disk_free_bytes").values().isEmpty()) {
                scrape = Scrape.of(client.get("/metrics").text()); // housekeeping is about to ask
            }
            assertThat(scrape.value("lintel_disk_free_bytes")).isPositive();
            assertThat(scrape.labels("lintel_info")).containsExactly(Map.of("version", "unpackaged"));
            assertThat(scrape.value("lintel_up_seconds")).isPositive().isLessThan(60);
            assertThat(scrape.value("lintel_ready")).isEqualTo(1);
            assertThat(scrape.value("lintel_health_reasons")).isZero();
            assertThat(scrape.value("lintel_events_failing")).isZero();
            assertThat(scrape.value("lintel_events_lag_seconds")).isBetween(0.0, 60.0);
            assertThat(scrape.value("lintel_events_total"))
                    .isBetween(1.0, (double) lintel.database().events().head());
            assertThat(scrape.family("lintel_events_total").type()).isEqualTo("counter");
            assertThat(scrape.family("lintel_connections_refused_total").values())
                    .hasSize(7)
                    .containsEntry(Map.of("reason", "half_open_of_network"), 0.0);
            assertThat(scrape.family("lintel_connections_closed_total").values())
                    .hasSize(4)
                    .containsEntry(Map.of("reason", "unread_answer"), 0.0);
            var channels = scrape.family("lintel_channels").values();
            assertThat(channels).hasSize(6).containsEntry(Map.of("status", "secure"), 2.0);
            assertThat(channels.values().stream().mapToDouble(count -> count).sum())
                    .isEqualTo(2);
            double used = scrape.value("jvm_memory_used_bytes", Map.of("area", "heap"));
            double max = scrape.value("jvm_memory_max_bytes", Map.of("area", "heap"));
            assertThat(used).isPositive().isLessThan(max);
            assertThat(scrape.value(Metrics.FAULTS)).isZero();
        }
    }

    @Test
    void memoryAndThreadsAreTheKernels() throws Exception {
        Path status = Files.writeString(folder.resolve("status"), """
                Name:	java
                VmHWM:	  999999 kB
                VmRSS:	  123456 kB
                Threads:	31
                """);
        var metrics = new Metrics();
        BoxMetrics.process(metrics, new ProcessFacts(status));
        Scrape scrape = Scrape.of(metrics.text());
        assertThat(scrape.value("process_resident_memory_bytes")).isEqualTo(123_456 * 1024.0);
        assertThat(scrape.value("process_threads")).isEqualTo(31);

        Files.writeString(status, "Name:\tjava\n");
        assertThat(Scrape.of(metrics.text()).families()).doesNotContainKey("process_threads");
        assertThatThrownBy(() -> new ProcessFacts(status).threads()).hasMessageContaining("Threads:");
    }

    @Test
    void elsewhereThanOnLinuxTheyAreAbsent() {
        var metrics = new Metrics();
        BoxMetrics.process(metrics, new ProcessFacts(folder.resolve("none")));
        assertThat(Scrape.of(metrics.text()).families())
                .containsOnlyKeys("jvm_memory_used_bytes", "jvm_memory_max_bytes", Metrics.FAULTS);
    }

    @Test
    void aBoxWithoutChannelsTellsSo() {
        assertThat(BoxMetrics.channels(new DoorBoard())).hasSize(6).allMatch(row -> row.value() == 0);
    }
}
