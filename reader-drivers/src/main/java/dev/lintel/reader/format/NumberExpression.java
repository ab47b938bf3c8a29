package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a card's fields become the number that credentials are compared with, as configuration writes it:
/// `fc*65536+number`, `swap(number, 4)`, `(issue << 40) | number`, `value & 0xFFFFFF`.
///
/// ```
///   fields     facility (fc)  number (cn)  issue  oem  raw = all bits  value = facility before number
///   numbers    65536  0xFFFF  0b1010
///   operators  * / %   then + -   then << >>   then &   then ^   then |      ( ) group; a row goes left to right
///   functions  swap(x, 4)       the low 4 bytes of x, last byte first
///              reverse(x, 32)   the low 32 bits of x, last bit first
/// ```
///
/// Exact at any size: what an expression may grow to is known when it is parsed, and one that may pass
/// [#RESULT_BITS_MAX] is refused there. What is divided or shifted by is a number in the text, so nothing can fail
/// when a card is read. A field that a format has not is 0. Immutable; any thread.
public final class NumberExpression {
    /// Longer than any sum of a card's fields.
    public static final int LENGTH_MAX = 200;

    /// Twice the longest card: room for every intermediate result that makes sense.
    public static final int RESULT_BITS_MAX = 2 * CardBits.BITS_MAX;

    private final String text;
    private final ExpressionNode root;

    private NumberExpression(String text, ExpressionNode root) {
        this.text = text;
        this.root = root;
    }

    /// Throws `IllegalArgumentException` saying at which character (from 1) what was expected.
    public static NumberExpression parse(String text) {
        return new NumberExpression(text, new ExpressionParser(text).parse());
    }

    /// What an expression can name.
    public enum Variable {
        FACILITY,
        NUMBER,
        ISSUE,
        OEM,
        RAW,
        VALUE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The fields that it needs.
    public Set<Variable> uses() {
        Set<Variable> uses = java.util.EnumSet.noneOf(Variable.class);
        root.addUses(uses);
        return uses;
    }

    /// The result, which may be negative or of any size up to [#RESULT_BITS_MAX]. What `variables` lacks is 0.
    public BigInteger evaluate(Map<Variable, BigInteger> variables) {
        return root.evaluate(variables);
    }

    static Map<Variable, BigInteger> variables(CardFields fields, BigInteger value, CardBits card) {
        Map<Variable, BigInteger> variables = new EnumMap<>(Variable.class);
        put(variables, Variable.FACILITY, fields.facility());
        put(variables, Variable.NUMBER, fields.number());
        put(variables, Variable.ISSUE, fields.issue());
        put(variables, Variable.OEM, fields.oem());
        put(variables, Variable.RAW, card.number());
        put(variables, Variable.VALUE, value);
        return variables;
    }

    private static void put(Map<Variable, BigInteger> variables, Variable variable, @Nullable BigInteger value) {
        if (value != null) variables.put(variable, value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NumberExpression e && text.equals(e.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /// The expression as it was written.
    @Override
    public String toString() {
        return text;
    }
}
