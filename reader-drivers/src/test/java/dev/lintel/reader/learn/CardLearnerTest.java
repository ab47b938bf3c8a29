package dev.lintel.reader.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.NumberExpression;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardLearnerTest {
    private final CardLearner learner = new CardLearner(CardFormats.all());

    @Test
    void facilityAndNumberOfA26BitCardAreFoundAndTypedAsTheyStand() {
        learn(CardFormats.encode("H10301", 62, 45_709), "0020886157 062,45709");
        learn(CardFormats.encode("H10301", 63, 7), "063,00007");
        Explanation best = learner.explanations().getFirst();
        assertThat(best.format()).isEqualTo("H10301");
        assertThat(best.expression()).isEqualTo("facility*100000+number");
        assertThat(best.yaml()).contains("formats: [H10301, raw]", "values: {H10301: \"facility*100000+number\"}");
        assertThat(learner.explanations()).noneMatch(Explanation::exchanged);
    }

    @Test
    void theUsualNumberNeedsNoExpression() {
        learn(CardFormats.encode("H10301", 62, 45_709), String.valueOf(62 * 65_536 + 45_709));
        Explanation best = learner.explanations().getFirst();
        assertThat(best.format()).isEqualTo("H10301");
        assertThat(best.expression()).isNull();
        assertThat(best.yaml()).containsExactly("# controller.yaml, at the reader:", "formats: [H10301, raw]");
    }

    @Test
    void theNumberAloneWithoutTheFacility() {
        learn(CardFormats.encode("H10301", 62, 45_709), "45709");
        learn(CardFormats.encode("H10301", 62, 45_710), "45710");
        assertThat(learner.explanations().getFirst().expression()).isEqualTo("number");
        assertThat(learner.explanations().getFirst().yaml()).anyMatch(line -> line.contains("another facility"));
    }

    @Test
    void aReaderThatTurnsTheBytesOfAChipsNumberRound() {
        // 1E A6 86 71, which this reader sends last byte first
        learn(CardBits.ofNumber(new BigInteger("7186A61E", 16), 32), "1EA68671");
        learn(CardBits.ofNumber(new BigInteger("04030201", 16), 32), "01:02:03:04");
        Explanation best = learner.explanations().getFirst();
        assertThat(best.format()).isEqualTo("W32CSN"); // all of its bits, as raw
        assertThat(best.lastByteFirst()).isTrue();
        assertThat(best.yaml()).contains("formats: [W32CSN, raw]", "byte_order: lsb");
    }

    @Test
    void aShortReaderThatGivesOnlyTheLowBitsOfAFobSaysSo() {
        BigInteger fob = new BigInteger("20886157");
        learn(CardFormats.encode("H10301", 62, 45_709), fob.toString()); // 0x13EB28D: 62 and 45709 are its low 24 bits
        Explanation best = learner.explanations().getFirst();
        assertThat(best.whole()).isFalse();
        assertThat(best.sentence()).contains("low 24 bits").contains("does not give all");
    }

    @Test
    void exchangedLinesAreRecognisedByAPrintedNumber() {
        learn(inverted(CardFormats.encode("H10301", 21, 15_890)), "21,15890");
        learn(inverted(CardFormats.encode("H10301", 21, 15_891)), "21,15891");
        Explanation best = learner.explanations().getFirst();
        assertThat(best.exchanged()).isTrue();
        assertThat(best.format()).isEqualTo("H10301");
        assertThat(best.yaml().getFirst()).contains("exchange d0 and d1");
    }

    @Test
    void aFormatThatNobodyKnowsIsWorkedOutFromAFewCards() {
        var random = new Random(11);
        for (int i = 0; i < 3; i++) {
            int number = 600_000 + random.nextInt(400_000);
            String bits = "1" + binary(random.nextInt(4096), 12) + binary(number, 20) + binary(random.nextInt(8), 3);
            learn(CardBits.of(bits), String.valueOf(number));
        }
        assertThat(learner.explanations()).isNotEmpty().allMatch(e -> e.format().equals("Learned36"));
        Explanation best = learner.explanations().getFirst();
        assertThat(best.own()).isEqualTo("{name: Learned36, bits: 36, number: 13-32}");
        assertThat(best.yaml()).contains("formats:", "  - " + best.own());
    }

    @Test
    void facilityAndNumberOfAnUnknownFormat() {
        for (int i = 0; i < 3; i++) {
            int number = 40_000 + 7_919 * i;
            learn(CardBits.of("10" + binary(1_234, 11) + binary(number, 17) + "011" + binary(i, 2)), "1234-" + number);
        }
        assertThat(learner.explanations())
                .anyMatch(e -> e.own() != null && e.own().contains("facility: 2-12, number: 13-29"));
    }

    @Test
    void nothingIsMadeUpWhereNothingExplainsTheCards() {
        learn(CardFormats.encode("H10301", 1, 1_000), "987654321012");
        assertThat(learner.explanations()).isEmpty();
    }

    @Test
    void aCardOfAnotherLengthIsAnotherKind() {
        learn(CardFormats.encode("H10301", 1, 1), "1,1");
        assertThatThrownBy(() -> learn(CardBits.of("0101010101"), "5")).hasMessageContaining("10 bits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "card 12", "12.5", "-7", "1,2,3", "0x", "12,3x"})
    void whatIsNoPrintedNumberIsRefusedInWords(String typed) {
        assertThatThrownBy(() -> PrintedNumber.parse(typed)).isInstanceOf(IllegalArgumentException.class);
    }

    /// Whatever a card of a known format has printed on it in the usual ways, it is explained, and the expression
    /// gives the number for other cards too.
    @Property(tries = 150)
    void theUsualPrintsOfEveryKnownFormatAreExplained(@ForAll("formats") CardFormat format, @ForAll long seed) {
        var random = new Random(seed);
        var fresh = new CardLearner(CardFormats.all());
        CardBits last = CardBits.of("0");
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 2; i++) {
            BigInteger number =
                    below(Objects.requireNonNull(format.layout().number()).max(), random);
            last = format.encode(new CardFields(null, number, null, null));
            expected = Objects.requireNonNull(
                    Objects.requireNonNull(format.fields(last)).number());
            fresh.add(last, PrintedNumber.parse(expected.toString()));
        }
        assertThat(fresh.explanations()).as(format.name()).isNotEmpty();
        for (Explanation explanation : fresh.explanations()) {
            if (explanation.expression() != null) NumberExpression.parse(explanation.expression());
        }
        boolean itself = fresh.explanations().stream().anyMatch(e -> e.format().equals(format.name()));
        assertThat(itself).as(format.name() + " " + expected).isTrue();
    }

    @Property(tries = 300)
    void anyTextIsParsedOrRefused(@ForAll String typed) {
        try {
            PrintedNumber.parse(typed);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<CardFormat> formats() {
        return Arbitraries.of(CardFormats.all());
    }

    private void learn(CardBits card, String printed) {
        learner.add(card, PrintedNumber.parse(printed));
    }

    private static BigInteger below(BigInteger max, Random random) {
        return new BigInteger(max.bitLength(), random).min(max);
    }

    private static CardBits inverted(CardBits card) {
        return CardBits.of(card.toString().replace('0', 'x').replace('1', '0').replace('x', '1'));
    }

    private static String binary(int value, int width) {
        return CardBits.ofNumber(BigInteger.valueOf(value), width).toString();
    }
}
