package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardCommandTest {
    private static final String H10301 = "10001010100111110000100100";

    @Test
    void everyFormatOfTheLengthReadsTheBits() {
        CommandRun run = CommandRun.withInput(H10301 + "\n", "card", "decode", "--json");
        assertThat(run.exit()).isZero();
        assertThat(run.out().lines())
                .containsExactly(
                        "{\"bits\":\"" + H10301 + "\",\"format\":\"H10301\",\"facility\":21,\"number\":15890,"
                                + "\"issue\":null,\"valid\":true}",
                        "{\"bits\":\"" + H10301 + "\",\"format\":\"ind26\",\"facility\":339,\"number\":3602,"
                                + "\"issue\":null,\"valid\":true}");
    }

    @Test
    void wrongParityIsReadAllTheSameAndNotValid() {
        Map<String, @Nullable Object> card = decoded("0" + H10301.substring(1), "H10301");
        assertThat(card).containsEntry("valid", false).containsEntry("facility", 21L);
        CommandRun table = CommandRun.withInput("0" + H10301.substring(1), "card", "decode", "--formats", "H10301");
        assertThat(table.out()).contains("H10301").contains("no: even parity at bit 0");
    }

    @Test
    void aNumberWiderThanALongIsWhole() {
        assertThat(decoded("1".repeat(64), "W64CSN").get("number"))
                .hasToString(BigInteger.TWO.pow(64).subtract(BigInteger.ONE).toString());
    }

    @Test
    void onlyNamedFormatsAreTriedInTheirOrderAndRawWhereNamed() {
        CommandRun run = CommandRun.withInput(H10301, "card", "decode", "--formats", "raw,ind26,H10302", "--json");
        assertThat(formats(run)).containsExactly("ind26", "raw");
        assertThat(CommandRun.withInput(H10301, "card", "decode", "--formats", "H10302", "--json")
                        .out())
                .isEmpty();
    }

    @Test
    void bitsOfNoKnownLengthAreRaw() {
        CommandRun run = CommandRun.withInput("00101", "card", "decode", "--json");
        assertThat(run.json())
                .containsEntry("format", "raw")
                .containsEntry("number", 5L)
                .containsEntry("valid", true);
    }

    @Test
    void aLineThatIsNotBitsIsAnErrorAndTheOthersAreRead() {
        String input = "01x1\n" + H10301 + "\r\n\n" + "1".repeat(257) + "\n" + H10301;
        CommandRun run = CommandRun.withInput(input, "card", "decode", "--formats", "H10301", "--json");
        assertThat(run.exit()).isEqualTo(1);
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo("{\"bits\":\"01x1\",\"error\":\"bit 2 is 'x', not 0 or 1\"}");
        assertThat(lines.get(1)).contains("\"valid\":true").isEqualTo(lines.get(4));
        assertThat(lines.get(2)).isEqualTo("{\"bits\":\"\",\"error\":\"a card has 1 to 256 bits, not 0\"}");
        assertThat(lines.get(3)).contains("a card has 1 to 256 bits, not 257");
        CommandRun people = CommandRun.withInput("01x1", "card", "decode");
        assertThat(people.out()).contains("'01x1': bit 2 is 'x', not 0 or 1");
        assertThat(people.exit()).isEqualTo(1);
    }

    @Property(tries = 60)
    void whatIsEncodedIsDecoded(@ForAll("formats") CardFormat format, @ForAll long seed) {
        var random = new Random(seed);
        BigInteger max = Objects.requireNonNull(format.layout().number()).max();
        BigInteger number = new BigInteger(max.bitLength(), random).min(max);
        CommandRun encoded = CommandRun.of("card", "encode", "--format", format.name(), "--number", number.toString());
        assertThat(encoded.exit()).as(encoded.err()).isZero();
        String bits = encoded.out().strip();
        assertThat(format.encode(new CardFields(null, number, null, null))).isEqualTo(CardBits.of(bits));
        Map<String, @Nullable Object> card = decoded(bits, format.name());
        assertThat(card.get("number")).hasToString(number.toString());
        assertThat(card).containsEntry("valid", true);
    }

    @Provide
    Arbitrary<CardFormat> formats() {
        return Arbitraries.of(CardFormats.all());
    }

    @Test
    void encodingTakesEveryField() {
        CommandRun run =
                CommandRun.of("card encode --format Kastle --facility 204 --number 13396 --issue 28 --json".split(" "));
        assertThat(run.json())
                .containsEntry("bits", "01111001100110000110100010101001")
                .containsEntry("facility", 204L)
                .containsEntry("issue", 28L)
                .containsEntry("valid", true);
        assertThat(CommandRun.of("card encode --format C15001 --facility 48 --number 20115 --oem 313".split(" "))
                        .out()
                        .strip())
                .isEqualTo("101001110010011000001001110100100111");
    }

    @Test
    void theTableIsListedForPeopleAndPrograms() {
        CommandRun people = CommandRun.of("card", "formats", "--bits", "37");
        assertThat(people.out().lines().toList().getFirst())
                .matches("FORMAT +BITS +FACILITY +NUMBER +ISSUE +OEM +PARITY +DESCRIPTION");
        assertThat(people.out()).contains("H10302").doesNotContain("MDI37");
        CommandRun json = CommandRun.of("card", "formats", "--json");
        assertThat(json.out().lines()).hasSize(53);
        assertThat(json.out().lines().map(Json::parseObject))
                .filteredOn(f -> "H10301".equals(f.get("format")))
                .singleElement()
                .satisfies(f -> assertThat(f)
                        .containsEntry("bits", 26L)
                        .containsEntry("facility_max", 255L)
                        .containsEntry("number_max", 65_535L)
                        .containsEntry("issue_max", null));
    }

    @Test
    void formatsOfTheWiringFileAreKnownToo(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("controller.yaml");
        Files.writeString(file, "formats: [{name: Ours, bits: 26, number: 1-24, ones: 0}]\n");
        CommandRun run = CommandRun.withInput(H10301, "card", "decode", "--config", file.toString(), "--json");
        assertThat(formats(run)).containsExactly("H10301", "ind26", "Ours");
        Files.writeString(file, "formats: [{name: Ours, bits: 26}]\n");
        CommandRun faulty = CommandRun.of("card", "formats", "--config", file.toString());
        assertThat(faulty.exit()).isEqualTo(1);
        assertThat(faulty.err()).contains("controller.yaml:1: formats[0].number: is missing");
    }

    private static List<String> formats(CommandRun run) {
        return run.out()
                .lines()
                .map(line -> String.valueOf(Json.parseObject(line).get("format")))
                .toList();
    }

    private static Map<String, @Nullable Object> decoded(String bits, String format) {
        return CommandRun.withInput(bits, "card", "decode", "--formats", format, "--json")
                .json();
    }
}
