package dev.lintel.controller.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlEditTest {
    private static final String FILE = """
            # the lobby's box
            name: Lobby   # as the sign says
            listen: {address: 0.0.0.0}

            buses:
              rs485-1: {protocol: osdp, port: /dev/ttyAMA0}   # the grey cable

            # two doors
            channels:
              # the front one
              - unit: 1
                strike: {line: 17}   # brown
                egress: mechanical
              - unit: 2
                readers:
                  entry: {driver: wiegand, d0: 14, d1: 15}
                strike: {line: 18}

            # from the panel
            fire: {line: 25}
            """;

    private static YamlEdit of(String text) {
        return switch (YamlEdit.of("controller.yaml", text)) {
            case Checked.Valid<YamlEdit>(YamlEdit edit) -> edit;
            case Checked.Faulty<YamlEdit>(var faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static Map<String, Object> door(String unit, String line) {
        Map<String, Object> door = new LinkedHashMap<>();
        door.put("unit", unit);
        door.put("strike", Map.of("line", line));
        return door;
    }

    @Test
    void whatIsNotChangedStaysToTheLetter() {
        assertThat(of(FILE).text()).isEqualTo(FILE);
    }

    @Test
    void anItemIsReplacedAndWhatStandsAroundItStays() {
        String changed = of(FILE).withItem("channels", "unit", door("1", "4")).text();
        assertThat(changed).isEqualTo(FILE.replace("""
                  - unit: 1
                    strike: {line: 17}   # brown
                    egress: mechanical
                """.indent(0).replace("\n    ", "\n    "), """
                  - unit: 1
                    strike: {line: 4}
                """.indent(0)));
        assertThat(changed).contains("# the front one", "# from the panel", "the grey cable");
    }

    @Test
    void aNewItemComesBehindTheLastAndBeforeTheNextKeysComment() {
        String changed = of(FILE).withItem("channels", "unit", door("3", "19")).text();
        assertThat(changed).contains("""
                    strike: {line: 18}
                  - unit: 3
                    strike: {line: 19}

                # from the panel
                """.indent(0));
    }

    @Test
    void anItemGoesWithItsLines() {
        String changed = of(FILE).withoutItem("channels", "unit", "2").text();
        assertThat(changed).doesNotContain("unit: 2", "line: 18").contains("line: 17", "fire: {line: 25}");
    }

    @Test
    void theLastItemLeavesItsKeyAndTheCommentsAroundIt() {
        String two = FILE.replace("channels:\n", "channels:   # by unit\n");
        YamlEdit none = of(two).withoutItem("channels", "unit", "2").withoutItem("channels", "unit", "1");
        assertThat(none.text()).isEqualTo("""
                # the lobby's box
                name: Lobby   # as the sign says
                listen: {address: 0.0.0.0}

                buses:
                  rs485-1: {protocol: osdp, port: /dev/ttyAMA0}   # the grey cable

                # two doors
                channels: []   # by unit
                  # the front one

                # from the panel
                fire: {line: 25}
                """);
        YamlEdit one = none.withItem("channels", "unit", door("7", "1"));
        assertThat(one.items("channels")).containsExactly(door("7", "1"));
        assertThat(one.text()).contains("# two doors", "# by unit", "# the front one", "# from the panel");
    }

    @Test
    void anEntryGoesWithItsLinesAndTheLastLeavesItsKey() {
        YamlEdit two = of(FILE).withEntry("buses", "rs485-2", Map.of("port", "tcp://10.0.0.4:4001"));
        assertThat(two.withoutEntry("buses", "rs485-2").text()).isEqualTo(FILE);
        assertThat(of(FILE).withoutEntry("buses", "rs485-1").text())
                .isEqualTo(FILE.replace(
                        "buses:\n  rs485-1: {protocol: osdp, port: /dev/ttyAMA0}   # the grey cable", "buses: {}"));
        assertThat(of(FILE).withoutEntry("buses", "rs485-7").text()).isEqualTo(FILE);
        assertThat(of(FILE).withoutEntry("nothing", "rs485-7").text()).isEqualTo(FILE);
        assertThatThrownBy(() -> of("buses: {a: {port: x}, b: {port: y}}\n").withoutEntry("buses", "a"))
                .isInstanceOf(YamlEditException.class);
    }

    @Test
    void aKeyThatHoldsNothingGetsItsFirstPart() {
        for (String text : List.of("channels: []\n", "channels:\n", "")) {
            YamlEdit edit = of(text).withItem("channels", "unit", door("1", "2"));
            assertThat(edit.items("channels")).as(text).containsExactly(door("1", "2"));
        }
    }

    @Test
    void anEntryIsReplacedOrAdded() {
        YamlEdit edit = of(FILE).withEntry("buses", "rs485-1", Map.of("port", "/dev/ttyUSB0"))
                .withEntry("buses", "rs485-2", Map.of("port", "tcp://10.0.0.4:4001"));
        assertThat(edit.entries("buses"))
                .containsEntry("rs485-1", Map.of("port", "/dev/ttyUSB0"))
                .containsEntry("rs485-2", Map.of("port", "tcp://10.0.0.4:4001"));
        assertThat(edit.text()).contains("  rs485-2: {port: tcp://10.0.0.4:4001}\n\n# two doors");
    }

    @Test
    void aValueIsReplacedOnItsLineOrPutOnTop() {
        assertThat(of(FILE).withValue("name", "Gate: north").text())
                .contains("# the lobby's box\nname: \"Gate: north\"\nlisten:");
        assertThat(of("# about\nlisten: {https: 1}\n").withValue("name", "Gate").text())
                .isEqualTo("# about\nname: Gate\nlisten: {https: 1}\n");
    }

    @Test
    void aLongPartStandsOnLinesOfItsOwn() {
        Map<String, Object> reader = new LinkedHashMap<>();
        for (int i = 0; i < 12; i++) reader.put("a-key-" + i, "value-" + i);
        Map<String, Object> door = door("3", "1");
        door.put("readers", Map.of("entry", reader));
        YamlEdit edit = of(FILE).withItem("channels", "unit", door);
        assertThat(edit.text().lines()).allMatch(line -> line.length() <= 110).contains("        a-key-11: value-11");
        assertThat(edit.item("channels", "unit", "3")).isEqualTo(door);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "channels: [{unit: 1}, {unit: 2}]\n",
                "channels:\n  [{unit: 1},\n   {unit: 2}]\n",
                "{channels: [{unit: 1}]}\n",
                "channels: {unit: 1}\n",
                "channels: one\n"
            })
    void aFileInAnotherFormIsRefusedInWordsAndLeftAlone(String text) {
        YamlEdit edit = of(text);
        assertThatThrownBy(() -> edit.withItem("channels", "unit", door("1", "2")))
                .isInstanceOf(YamlEditException.class)
                .hasMessageStartingWith("controller.yaml:1: channels ")
                .hasMessageEndingWith("; change it by hand");
        assertThat(edit.text()).isEqualTo(text);
    }

    @Property
    void whateverTextStandsInAValueIsReadBack(
            @ForAll @StringLength(max = 40) String text, @ForAll @IntRange(min = 1, max = 3) int unit) {
        Map<String, Object> door = door(Integer.toString(unit), "5");
        String clean = text.codePoints()
                .filter(c -> Character.isDefined(c) && !Character.isSurrogate((char) c) && c != 0xFEFF)
                .filter(c -> c >= ' ' || c == '\n' || c == '\t')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        door.put("notes", clean);
        YamlEdit edit = of(FILE).withItem("channels", "unit", door);
        assertThat(of(edit.text()).item("channels", "unit", Integer.toString(unit)))
                .isEqualTo(door);
        assertThat(edit.text()).contains("# from the panel\nfire: {line: 25}\n");
    }

    @Property
    void whatIsAddedAndTakenAwayAgainLeavesTheFileAsItWas(
            @ForAll @AlphaChars @StringLength(min = 1, max = 8) String name) {
        YamlEdit edit = of(FILE).withItem("channels", "unit", door("x" + name, "1"));
        assertThat(edit.withoutItem("channels", "unit", "x" + name).text()).isEqualTo(FILE);
    }
}
