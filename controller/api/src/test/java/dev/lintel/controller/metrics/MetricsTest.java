package dev.lintel.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.metrics.Metrics.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    private Scrape scrape() {
        return Scrape.of(metrics.text());
    }

    @Test
    void theTextIsAsPrometheusDescribesIt() {
        metrics.gauge("lintel_up_seconds", "Since the start.", () -> 12.25);
        metrics.counter("lintel_events_total", "Events.", () -> 9_007_199_254_740_992L);
        metrics.gauges(
                "lintel_channels",
                "Channels: a \"\\\" and\na line.",
                () -> List.of(
                        new Row(Map.of("status", "open", "side", "C:\\a\"b\"\nc"), 2),
                        new Row(Map.of("status", "secure", "side", ""), 0)));
        assertThat(metrics.text()).isEqualTo("""
                # HELP lintel_channels Channels: a "\\\\" and\\na line.
                # TYPE lintel_channels gauge
                lintel_channels{side="C:\\\\a\\"b\\"\\nc",status="open"} 2
                lintel_channels{side="",status="secure"} 0
                # HELP lintel_events_total Events.
                # TYPE lintel_events_total counter
                lintel_events_total 9007199254740992
                # HELP lintel_up_seconds Since the start.
                # TYPE lintel_up_seconds gauge
                lintel_up_seconds 12.25
                # HELP lintel_metrics_faults_total How often a family of metrics was left out because its value could \
                not be read.
                # TYPE lintel_metrics_faults_total counter
                lintel_metrics_faults_total 0
                """);
    }

    @Test
    void everyNumberIsWrittenAsItIsRead() {
        double[] values = {Double.NaN, 1 / 0.0, -1 / 0.0, 0, -3, 0.1, 1e-12, 1e300, -1.5e-300, 1L << 54, 0x1p-1074};
        for (int i = 0; i < values.length; i++) {
            double value = values[i];
            metrics.gauge("value_" + i, "A value.", () -> value);
        }
        assertThat(metrics.text()).contains("value_0 NaN\n", "value_1 +Inf\n", "value_2 -Inf\n", "value_4 -3\n");
        Scrape scrape = scrape();
        for (int i = 0; i < values.length; i++)
            assertThat(scrape.value("value_" + i)).isEqualTo((Double) values[i]);
    }

    @Test
    void aSupplierThatThrowsCostsItsOwnFamilyAlone() {
        metrics.gauge("a", "A.", () -> 1);
        metrics.gauge("b", "B.", () -> {
            throw new IllegalStateException("the disk is gone");
        });
        metrics.gauges("c", "C.", () -> List.of(new Row(Map.of("__name__", "x"), 1)));
        metrics.counter("d_total", "D.", () -> 4);
        assertThat(scrape().families().keySet()).containsExactly("a", "d_total", Metrics.FAULTS);
        assertThat(scrape().value(Metrics.FAULTS)).isEqualTo(4); // two in each scrape, those of this one too
    }

    @Test
    void aFamilyThatIsWellAgainIsToldAgain() {
        var good = new AtomicLong();
        metrics.gauge("a", "A.", () -> 12.0 / (good.get() == 0 ? Math.toIntExact(1L << 40) : 3));
        assertThat(scrape().families()).containsOnlyKeys(Metrics.FAULTS);
        good.set(1);
        assertThat(scrape().value("a")).isEqualTo(4);
        assertThat(scrape().value(Metrics.FAULTS)).isEqualTo(1);
    }

    @Test
    void aFamilyOfTooManyRowsIsLeftOutWhole() {
        var rows = new ArrayList<Row>();
        metrics.gauges("a", "A.", () -> rows);
        assertThat(scrape().family("a").values()).isEmpty();
        for (int i = 0; i < Metrics.ROWS_MAX; i++) rows.add(new Row(Map.of("n", "" + i), i));
        assertThat(scrape().family("a").values()).hasSize(Metrics.ROWS_MAX);
        rows.add(new Row(Map.of("n", "one more"), 0));
        assertThat(scrape().families()).doesNotContainKey("a");
        assertThat(scrape().value(Metrics.FAULTS)).isEqualTo(2);
    }

    @Test
    void twoRowsWithTheSameLabelsAreNeverTold() {
        metrics.gauge("a", "A.", () -> 1);
        var same = new Row(Map.of("x", "1", "y", "2"), 5);
        metrics.gauges("b", "B.", () -> List.of(same, new Row(Map.of("y", "2", "x", "1"), 6)));
        assertThat(scrape().families()).containsOnlyKeys("a", Metrics.FAULTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a b", "a-b", "a.b", "ä", "a\n", "a{", Metrics.FAULTS, "there"})
    void aNameThatIsNoneOrThereAlreadyIsRefused(String name) {
        metrics.gauge("there", "There.", () -> 1);
        assertThatThrownBy(() -> metrics.gauge(name, "A.", () -> 1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(scrape().families()).containsOnlyKeys("there", Metrics.FAULTS);
    }

    @Test
    void aCounterIsNamedLikeOne() {
        assertThatThrownBy(() -> metrics.counter("events", "A.", () -> 1)).hasMessageContaining("events");
        metrics.gauge("a:b_C1", "Any other name is good.", () -> 1);
        assertThat(scrape().value("a:b_C1")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a:b", "a-b", "__a", "a\"", "ä"})
    void aLabelsNameThatIsNoneIsRefused(String name) {
        assertThatThrownBy(() -> new Row(Map.of(name, ""), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void labelsAndFamiliesHaveLimits() {
        var longest = "x".repeat(Metrics.LABEL_CHARS_MAX);
        assertThat(new Row(Map.of("a", longest), 1).labels()).containsEntry("a", longest);
        assertThatThrownBy(() -> new Row(Map.of("a", longest + "x"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("xxx");
        for (int i = 0; i < Metrics.FAMILIES_MAX; i++) metrics.gauge("a" + i, "A.", () -> 1);
        assertThatThrownBy(() -> metrics.gauge("b", "B.", () -> 1)).isInstanceOf(IllegalStateException.class);
    }

    @Property(tries = 500)
    void whateverALabelOrAHelpSaysComesBackAndNothingElse(
            @ForAll("hostile") String one, @ForAll("hostile") String two, @ForAll("hostile") String help) {
        var anew = new Metrics();
        anew.gauges("a", help, () -> List.of(new Row(Map.of("x", one, "y", two), 1)));
        anew.gauge("b", "B.", () -> 2);
        // as it goes over the wire
        var wire = new String(anew.text().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        Scrape scrape = Scrape.of(wire);
        assertThat(scrape.families().keySet()).containsExactly("a", "b", Metrics.FAULTS);
        assertThat(scrape.labels("a")).containsExactly(Map.of("x", wellFormed(one), "y", wellFormed(two)));
        assertThat(scrape.family("a").help()).isEqualTo(wellFormed(help));
        assertThat(scrape.value("b")).isEqualTo(2);
        assertThat(scrape.value(Metrics.FAULTS)).isZero();
    }

    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<String> hostile() {
        Arbitrary<String> parts = Arbitraries.of(
                "\\",
                "\"",
                "\n",
                "\\n",
                "\r\n",
                "\r",
                "{",
                "}",
                "=",
                ",",
                " 1\n",
                "# TYPE a counter",
                "\0",
                "\uD83D",
                "\uDE00",
                "日本",
                "\u2028",
                "\u0085",
                "b 3");
        return Arbitraries.oneOf(parts, Arbitraries.strings().ofMaxLength(5))
                .list()
                .ofMaxSize(6)
                .map(list -> String.join("", list));
    }
}
