package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The shipped formats against the golden table, and every golden card through them.
class GoldenCardsTest {
    private static final Set<String> BROKEN = new HashSet<>();
    private static final Map<String, Map<String, String>> FORMATS = formats();

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
        assertThat(fields).isEqualTo(fields(card));
        CardNumber number = Objects.requireNonNull(format.decode(bits));
        BigInteger facility = number(card, "facility");
        assertThat(number.facility()).isEqualTo(facility == null ? null : facility.longValueExact());
        assertThat(number.number()).isEqualTo(CardFormat.fit(Objects.requireNonNull(number(card, "number"))));
    }

    @ParameterizedTest
    @MethodSource("cards")
    void aRefusedCardsFieldsAreReadAllTheSameAndWhatIsWrongIsTold(Map<String, String> card) {
        CardReading reading = Objects.requireNonNull(format(card).reading(CardBits.of(cell(card, "bits"))));
        assertThat(reading.valid()).isEqualTo(cell(card, "valid_parity").equals("true"));
        assertThat(reading.wrong().isEmpty()).isEqualTo(reading.valid());
        assertThat(reading.fields()).isEqualTo(fields(card));
        assertThat(format(card).reading(CardBits.of(cell(card, "bits") + "0"))).isNull();
    }

    @ParameterizedTest
    @MethodSource("cardsToEncode")
    void fieldsEncodeToTheirCard(Map<String, String> card) {
        assertThat(format(card).encode(fields(card))).hasToString(cell(card, "bits"));
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
        assertThat(CardFormats.all()).hasSize(53);
        assertThat(cards().map(c -> c.get("format")).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(
                        CardFormats.all().stream().map(CardFormat::name).toList());
        assertThat(cardsToEncode().count()).isGreaterThan(300);
    }

    /// The largest values are what the bits hold, less where fixed bits lie in a field.
    @Test
    void theShippedTableSaysWhatTheGoldenOneSays() {
        FORMATS.forEach((name, row) -> {
            if (BROKEN.contains(name)) {
                assertThat(CardFormats.find(name)).isNull();
                return;
            }
            CardFormat format = CardFormats.known(name);
            assertThat(format.bits()).isEqualTo(Integer.parseInt(cell(row, "total_bits")));
            for (String field : List.of("facility", "number", "issue", "oem")) {
                BitField bits = format.layout().fields().get(field);
                if (bits == null) {
                    assertThat(cell(row, field + "_bits")).isEmpty();
                    continue;
                }
                assertThat(bits.positions()).isEqualTo(BitRanges.parse(cell(row, field + "_bits")));
                if (!format.fixed().keySet().containsAll(bits.positions())) {
                    assertThat(bits.max()).isEqualTo(new BigInteger(cell(row, field + "_max")));
                }
            }
        });
    }

    @Test
    void aFieldOfFixedBitsHasOneValue() {
        CardFormat simplex = CardFormats.known("S12906b");
        CardBits card = simplex.encode(new CardFields(null, BigInteger.ONE, null, null));
        assertThat(Objects.requireNonNull(simplex.fields(card)).facility()).isEqualTo(BigInteger.valueOf(217));
        assertThatThrownBy(() -> simplex.encode(new CardFields(BigInteger.TWO, BigInteger.ONE, null, null)))
                .hasMessage("facility of S12906b is always 217, not 2");
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
        return CardFormats.known(cell(card, "format"));
    }

    private static String cell(Map<String, String> card, String column) {
        return Objects.requireNonNull(card.get(column));
    }

    private static @Nullable BigInteger number(Map<String, String> card, String column) {
        String text = cell(card, column);
        return text.isEmpty() ? null : new BigInteger(text);
    }

    private static CardFields fields(Map<String, String> card) {
        return new CardFields(
                number(card, "facility"), number(card, "number"), number(card, "issue"), number(card, "oem"));
    }

    private static Map<String, Map<String, String>> formats() {
        Map<String, Map<String, String>> formats = new LinkedHashMap<>();
        for (Map<String, String> row : Csv.rows(resource("/vectors/wiegand-formats.csv"))) {
            formats.put(cell(row, "name"), row);
            if (cell(row, "confidence").equals("broken")) BROKEN.add(cell(row, "name"));
        }
        return formats;
    }

    private static String resource(String path) {
        try (InputStream in = GoldenCardsTest.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
