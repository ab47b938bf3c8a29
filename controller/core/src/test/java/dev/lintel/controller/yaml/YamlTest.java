package dev.lintel.controller.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTest {
    private final Faults faults = new Faults("f.yaml");

    @Test
    void valuesOfTheRightKindAreRead() {
        Section root = root("""
                name: Lobby
                count: 7
                open: on
                time: 2m
                list: [1, 2]
                below: {word: one}
                items: [{a: x}, {a: y}]
                """);
        assertThat(root.text("name").orNull()).isEqualTo("Lobby");
        assertThat(root.integer("count", 0, 10).orNull()).isEqualTo(7);
        assertThat(root.flag("open").orNull()).isTrue();
        assertThat(root.duration("time", Duration.ZERO, Duration.ofHours(1)).orNull())
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(root.numbers("list", 1, 9).orNull()).containsExactly(1L, 2L);
        assertThat(root.section("below").required(root).text("word").orNull()).isEqualTo("one");
        assertThat(root.sections("items").or(List.of()))
                .extracting(item -> item.text("a").orNull())
                .containsExactly("x", "y");
        root.done();
        assertThat(faults.toList()).isEmpty();
    }

    @Test
    void everyWrongValueIsToldWithItsLineAndPath() {
        Section root = root("""
                name: [a]
                count: eleven
                open: maybe
                time: 5 s
                below: {word: }
                items: [one]
                """);
        root.text("name").orNull();
        root.integer("count", 0, 10).orNull();
        root.flag("open").orNull();
        root.duration("time", Duration.ZERO, Duration.ofHours(1)).orNull();
        root.section("below").required(root).text("word").orNull();
        root.sections("items").orNull();
        root.text("site").required("");
        root.done();
        assertThat(faults.toList())
                .extracting(Fault::toString)
                .containsExactly(
                        "f.yaml:1: name: must be a text, not a list",
                        "f.yaml:1: site: is missing",
                        "f.yaml:2: count: must be a whole number from 0 to 10, not 'eleven'",
                        "f.yaml:3: open: must be one of false, off, on, true, not 'maybe'",
                        "f.yaml:4: time: must be a number and a unit (ms, s, m, h, d) such as 5s, not '5 s'",
                        "f.yaml:5: below.word: has no value",
                        "f.yaml:6: items[0]: must be keys with values, not a single value");
    }

    @ParameterizedTest
    @CsvSource({"nmae, name", "Name, name", "naem, name", "nam, name", "contacts, contact"})
    void aSlipOfTheHandIsAnsweredWithTheNearestKey(String written, String meant) {
        Section root = root(written + ": x");
        root.text("name").orNull();
        root.text("contact").orNull();
        root.done();
        assertThat(faults.toList())
                .extracting(Fault::sentence)
                .containsExactly("is not a known key; did you mean '" + meant + "'?");
    }

    @Test
    void aTabInTheIndentationIsToldByName() {
        assertThat(Yaml.parse("a:\n  b: 1\n\tc: 2\n", faults)).isNull();
        assertThat(faults.toList())
                .containsExactly(new Fault("f.yaml", 3, "", "is indented with a tab character; YAML wants spaces"));
    }

    @Test
    void brokenYamlIsToldWithItsLine() {
        assertThat(Yaml.parse("a: 1\nb: [1, 2\nc: 3\n", faults)).isNull();
        assertThat(faults.toList()).singleElement().satisfies(fault -> {
            assertThat(fault.line()).isBetween(2, 4);
            assertThat(fault.sentence()).startsWith("is not valid YAML: ");
        });
    }

    @Test
    void aCharacterThatYamlForbidsIsToldWithItsLine() {
        assertThat(Yaml.parse("a: 1\nb: \u0007\n", faults)).isNull();
        assertThat(faults.toList())
                .containsExactly(new Fault("f.yaml", 2, "", "holds the character U+0007, which YAML forbids"));
    }

    @Test
    void aKeyThatStandsTwiceIsAFault() {
        root("a: 1\nb: 2\na: 3\n");
        assertThat(faults.toList())
                .containsExactly(new Fault("f.yaml", 3, "a", "stands here a second time (first in line 1)"));
    }

    @Test
    void aBillionLaughsAreCutShort() {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i <= 9; i++) {
            String below = "*a" + (i - 1);
            text.append("a%d: &a%d [".formatted(i, i))
                    .append((below + ", ").repeat(9))
                    .append(below)
                    .append("]\n");
        }
        assertThat(Yaml.parse(text.toString(), faults)).isNull();
        assertThat(faults.toList())
                .singleElement()
                .satisfies(fault -> assertThat(fault.sentence()).contains("more than 200000 values"));
    }

    @Test
    void depthAndSelfReferenceAreBounded() {
        assertThat(Yaml.parse("a: " + "[".repeat(100_000), faults)).isNull();
        assertThat(Yaml.parse("a: &x [*x]", faults)).isNull();
        assertThat(faults.toList())
                .hasSize(2)
                .extracting(Fault::sentence)
                .satisfiesExactly(
                        first -> assertThat(first).contains("levels deep"),
                        second -> assertThat(second).contains("before the end"));
    }

    @Test
    void anEmptyFileIsARootWithoutKeysAndAListIsNone() {
        assertThat(root("# nothing\n").keys()).isEmpty();
        assertThat(Yaml.parse("- a\n- b\n", faults)).isNull();
        assertThat(Yaml.parse("a: 1\n---\nb: 1\n", faults)).isNull();
        assertThat(faults.toList()).hasSize(2);
    }

    @Test
    void filesThatCannotBeReadAreFaultsOfTheWholeFile(@TempDir Path folder) throws Exception {
        assertThat(Yaml.read(folder.resolve("none.yaml"), faults)).isNull();
        assertThat(Yaml.read(folder, faults)).isNull();
        Path latin =
                Files.write(folder.resolve("latin.yaml"), "a: 1\nb: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(Yaml.read(latin, faults)).isNull();
        Path large = Files.write(folder.resolve("large.yaml"), new byte[Yaml.FILE_BYTES_MAX + 1]);
        assertThat(Yaml.read(large, faults)).isNull();
        assertThat(faults.toList()).extracting(Fault::line).containsExactly(0, 0, 0, 2);
    }

    @Property
    void anyTextGivesARootOrFaults(@ForAll("texts") String text) {
        var found = new Faults("f.yaml");
        Section root = Yaml.parse(text, found);
        if (root == null) assertThat(found.isEmpty()).isFalse();
        else root.done();
    }

    @Property
    void everyDurationIsWrittenAsItIsRead(@ForAll @LongRange(min = 0, max = 999_999_999) long ms) {
        Duration duration = Duration.ofMillis(ms);
        assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }

    /// Half noise, half pieces that YAML gives a meaning.
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                ": ",
                "\n",
                "  ",
                "- ",
                "[",
                "]",
                "{",
                "}",
                ", ",
                "\"",
                "'",
                "&x",
                "*x",
                "!t ",
                "|",
                ">",
                "#",
                "---",
                "...",
                "\t",
                "%YAML 1.2",
                "%YAML 99999999999.1",
                "\"\\UFFFFFFFF\"",
                "\"\\x",
                "? ",
                "null",
                "<<",
                "\uFEFF",
                "\u0000",
                "\uD800",
                "@",
                "`",
                "1",
                "\\");
        Arbitrary<String> mixed = pieces.list().ofMaxSize(40).map(list -> String.join("", list));
        return Combinators.combine(
                        mixed,
                        Arbitraries.strings().ofMaxLength(20),
                        Arbitraries.integers().between(0, 2))
                .as((a, b, which) -> which == 0 ? a : which == 1 ? b : a + b);
    }

    private Section root(String text) {
        Section root = Yaml.parse(text, faults);
        assertThat(root).as("%s", faults.toList()).isNotNull();
        return Objects.requireNonNull(root);
    }
}
