package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.format.NumberExpression.Variable;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberExpressionTest {
    private static final Map<Variable, BigInteger> CARD = Map.of(
            Variable.FACILITY, BigInteger.valueOf(123),
            Variable.NUMBER, BigInteger.valueOf(4567),
            Variable.ISSUE, BigInteger.TWO,
            Variable.RAW, new BigInteger("1EA68671", 16),
            Variable.VALUE, BigInteger.valueOf(123 * 65536L + 4567));

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            fc*65536+number             ; 8065495
            facility * 100000 + cn      ; 12304567
            (fc << 16) | number         ; 8065495
            fc << 16 | number           ; 8065495
            fc<<16                      ; 8060928
            value & 0xFFFF              ; 4567
            value >> 16                 ; 123
            value % 65536               ; 4567
            value / 65536               ; 123
            issue << 40 | value         ; 2199031321047
            raw                         ; 514229873
            swap(raw, 4)                ; 1904649758
            swap(raw, 4) & 0xFFFFFF     ; 8824350
            swap(raw & 0xFFFFFF, 3)     ; 7440038
            swap(swap(raw, 4), 4)       ; 514229873
            reverse(0b1101, 4)          ; 11
            reverse(1, 32)              ; 2147483648
            oem                         ; 0
            7                           ; 7
            2 + 3 * 4                   ; 14
            (2 + 3) * 4                 ; 20
            20 - 3 - 2                  ; 15
            100 / 10 / 2                ; 5
            6 | 1 ^ 3 & 2               ; 7
            6 ^ 5                       ; 3
            number - 5000               ; -433
            0xff + 0b11                 ; 258
            0                           ; 0
            """)
    void anExpressionIsWorkedOutAsInTheSchoolbookAndInC(String text, BigInteger result) {
        assertThat(NumberExpression.parse(text).evaluate(CARD)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            ""                 ; character 1: expected a number, a field (facility, number, issue, oem, raw, value)
            fc*                ; character 4: expected a number, a field (facility, number, issue, oem, raw, value)
            fc*65536 number    ; character 10: expected an operator (* / % + - << >> & ^ |) or the end, not 'n'
            fc * * 2           ; character 6: expected a number, a field (facility, number, issue, oem, raw, value)
            facilty*2          ; character 1: 'facilty' is not known; known are facility (fc), number (cn)
            (fc                ; character 4: expected ')', not the end
            fc)                ; character 3: expected an operator (* / % + - << >> & ^ |) or the end, not ')'
            0x                 ; character 1: '0x' is not a number such as 65536, 0xFFFF or 0b1010
            12ab               ; character 1: '12ab' is not a number
            0b12               ; character 1: '0b12' is not a number
            fc / 0             ; character 6: expected a number above 0 to divide by
            fc / number        ; character 6: expected a number above 0 to divide by
            fc % 0             ; character 6: expected a number above 0 to divide by
            fc << number       ; character 7: expected a number of bits, 0 to 256, to shift by
            fc << 16 + number  ; character 7: expected a number of bits, 0 to 256, to shift by
            fc << 257          ; character 7: expected a number of bits, 0 to 256, to shift by
            raw * raw * raw    ; character 11: the result of '*' may have more than 512 bits
            (raw << 256) << 1  ; character 14: the result of '<<' may have more than 512 bits
            swap(raw)          ; character 9: expected ',', not ')'
            swap(raw, 0)       ; character 11: expected a number of bytes, 1 to 32
            swap(raw, 33)      ; character 11: expected a number of bytes, 1 to 32
            swap raw           ; character 6: expected '(', not 'r'
            reverse(raw, 257)  ; character 14: expected a number of bits, 1 to 256
            fc ~ 2             ; character 4: expected an operator
            é                  ; character 1: expected a number
            ((((((((((((((((( 1 ; character 17: more than 16 parentheses in each other
            """)
    void aFaultIsNamedWithItsPlaceAndWhatWasExpected(String text, String said) {
        assertThatThrownBy(() -> NumberExpression.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(said);
    }

    @Test
    void lengthAndNumbersAreBounded() {
        assertThatThrownBy(() -> NumberExpression.parse("1+".repeat(100) + "1"))
                .hasMessage("is longer than 200 characters");
        assertThatThrownBy(() -> NumberExpression.parse("1" + "0".repeat(80)))
                .hasMessage("character 1: the number has more than 256 bits");
    }

    @Test
    void theFieldsItNeedsAreKnown() {
        assertThat(NumberExpression.parse("swap(fc, 2) << 16 | cn % 7 + issue").uses())
                .isEqualTo(Set.of(Variable.FACILITY, Variable.NUMBER, Variable.ISSUE));
    }

    @Property(tries = 3_000)
    void anyTextIsAnExpressionOrAFaultWithItsPlace(@ForAll("texts") String text) {
        NumberExpression expression;
        try {
            expression = NumberExpression.parse(text);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s)(character [0-9]+: |is longer than 200).*");
            return;
        }
        BigInteger huge = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);
        Map<Variable, BigInteger> largest = Map.of(Variable.FACILITY, huge, Variable.RAW, huge, Variable.NUMBER, huge);
        assertThat(expression.evaluate(largest).bitLength()).isLessThanOrEqualTo(NumberExpression.RESULT_BITS_MAX);
        assertThat(expression.evaluate(Map.of()).bitLength()).isLessThanOrEqualTo(NumberExpression.RESULT_BITS_MAX);
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> words = Arbitraries.of(
                "fc",
                "number",
                "raw",
                "0",
                "1",
                "65536",
                "0xFF",
                "256",
                "*",
                "/",
                "%",
                "+",
                "-",
                "<<",
                ">>",
                "&",
                "^",
                "|",
                "(",
                ")",
                ",",
                " ",
                "swap(",
                "reverse(",
                ", 4)",
                "\n",
                "ü");
        return words.list().ofMaxSize(30).map(list -> String.join("", list));
    }
}
