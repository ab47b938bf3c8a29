package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The whole golden table through the one decoder, and every golden card of it.
class GoldenCardsTest {
    private static final Set<String> BROKEN = new HashSet<>();
    private static final FormatTable TABLE = table();

    static Stream<Map<String, String>> cards() {
        return Csv.rows(resource("/vectors/wiegand.csv")).stream().filter(c -> !BROKEN.contains(c.get("format")));
    }

    static Stream<Map<String, String>> cardsToEncode() {
        // A sample may carry unused bits that its reader set; an inverted or flipped one is no encoder's work.
        return cards().filter(c -> cell(c, "kind").matches("min|max|one|max_.*|random"));
    }

    @ParameterizedTest
    @MethodSource("cards")
    void aCardDecodesToItsFieldsOrIsRefused(Map<String, String> card) {
        CardBits bits = CardBits.of(cell(card, "bits"));
        CardFormat format = format(card);
        CardFields fields = format.fields(bits);
        if (cell(card, "valid_parity").equals("false")) {
            assertThat(fields).isNull();
            assertThat(format.decode(bits)).isNull();
            return;
        }
        assertThat(fields)
                .isEqualTo(new CardFields(
                        number(card, "facility"), number(card, "number"), number(card, "issue"), number(card, "oem")));
        CardNumber number = Objects.requireNonNull(format.decode(bits));
        BigInteger facility = number(card, "facility");
        assertThat(number.facility()).isEqualTo(facility == null ? null : facility.longValueExact());
        assertThat(number.number()).isEqualTo(CardFormat.fit(Objects.requireNonNull(number(card, "number"))));
    }

    @ParameterizedTest
    @MethodSource("cardsToEncode")
    void fieldsEncodeToTheirCard(Map<String, String> card) {
        var fields = new CardFields(
                number(card, "facility"), number(card, "number"), number(card, "issue"), number(card, "oem"));
        assertThat(format(card).encode(fields)).hasToString(cell(card, "bits"));
    }

    @ParameterizedTest
    @MethodSource("cards")
    void aCardsBitsAreTheSameNumberAndTheSameBytes(Map<String, String> card) {
        CardBits bits = CardBits.of(cell(card, "bits"));
        assertThat(bits.number()).isEqualTo(new BigInteger(cell(card, "hex"), 16));
        Bytes osdp = Bytes.ofHex(cell(card, "osdp_hex"));
        assertThat(bits.leftJustified()).isEqualTo(osdp);
        assertThat(CardBits.ofLeftJustified(osdp, bits.count())).isEqualTo(bits);
    }

    @Test
    void everyFormatOfTheTableHasCards() {
        assertThat(TABLE.names()).hasSize(53);
        assertThat(cards().map(c -> c.get("format")).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(TABLE.names());
        assertThat(cardsToEncode().count()).isGreaterThan(300);
    }

    @Test
    void decimalDigitsGoBothWaysAndOtherNibblesAreRefused() {
        FormatTable bcd = FormatTable.parse("""
                name,total_bits,facility_bits,facility_max,number_bits,number_max,\
                issue_bits,issue_max,oem_bits,oem_max,parity,fixed,encoding
                Digits,18,,,1-16,,,,,,0:even:1-16,17=1,bcd8
                """);
        CardFormat digits = Objects.requireNonNull(bcd.find("Digits"));
        CardBits card = digits.encode(new CardFields(null, BigInteger.valueOf(407), null, null));
        assertThat(card).hasToString("0" + "0000" + "0100" + "0000" + "0111" + "1");
        assertThat(digits.decode(card)).isEqualTo(new CardNumber("Digits", null, 407, 407));
        assertThat(digits.decode(CardBits.of("0" + "0000" + "0000" + "0000" + "1010" + "1")))
                .isNull();
        assertThat(digits.decode(CardBits.of("0" + "0000" + "0100" + "0000" + "0111" + "0")))
                .isNull();
    }

    private static CardFormat format(Map<String, String> card) {
        return Objects.requireNonNull(TABLE.find(cell(card, "format")));
    }

    private static String cell(Map<String, String> card, String column) {
        return Objects.requireNonNull(card.get(column));
    }

    private static @Nullable BigInteger number(Map<String, String> card, String column) {
        String text = cell(card, column);
        return text.isEmpty() ? null : new BigInteger(text);
    }

    private static FormatTable table() {
        String csv = resource("/vectors/wiegand-formats.csv");
        for (Map<String, String> row : Csv.rows(csv)) {
            if (cell(row, "confidence").equals("broken")) BROKEN.add(cell(row, "name"));
        }
        List<String> kept = csv.lines()
                .filter(line -> !BROKEN.contains(line.substring(0, line.indexOf(','))))
                .toList();
        return FormatTable.parse(String.join("\n", kept));
    }

    private static String resource(String path) {
        try (InputStream in = GoldenCardsTest.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
