package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.ExpressionNode.Binary;
import dev.lintel.reader.format.ExpressionNode.Field;
import dev.lintel.reader.format.ExpressionNode.Literal;
import dev.lintel.reader.format.ExpressionNode.Operator;
import dev.lintel.reader.format.ExpressionNode.Reversed;
import dev.lintel.reader.format.NumberExpression.Variable;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads one number expression, from left to right. Every fault throws `IllegalArgumentException` with the character
/// at which it is, from 1, and what was expected there.
final class ExpressionParser {
    /// Parentheses in parentheses; more is no formula of a card.
    private static final int DEPTH_MAX = 16;

    private static final int LOWEST_RANK = 1;
    private static final int BYTES_MAX = CardBits.BITS_MAX / 8;
    private static final String WANTED = "a number, a field (facility, number, issue, oem, raw, value) or '('";

    private static final Map<String, Variable> VARIABLES = variables();

    private final String text;
    private int at;
    private int depth;

    ExpressionParser(String text) {
        this.text = text;
    }

    ExpressionNode parse() {
        if (text.length() > NumberExpression.LENGTH_MAX) {
            throw new IllegalArgumentException("is longer than " + NumberExpression.LENGTH_MAX + " characters");
        }
        ExpressionNode root = binary(LOWEST_RANK);
        skipSpace();
        if (at < text.length()) throw expected("an operator (* / % + - << >> & ^ |) or the end");
        return root;
    }

    /// A run of operators of at least `rank`, by precedence climbing.
    private ExpressionNode binary(int rank) {
        ExpressionNode left = operand();
        while (true) {
            skipSpace();
            int start = at;
            Operator operator = operator();
            if (operator == null || operator.rank < rank) {
                at = start;
                return left;
            }
            left = combine(operator, left, start);
        }
    }

    private ExpressionNode combine(Operator operator, ExpressionNode left, int start) {
        skipSpace();
        int rightStart = at;
        ExpressionNode right = binary(operator.rank + 1);
        switch (operator) {
            case DIVIDED, MODULO -> {
                if (!(right instanceof Literal by) || by.value().signum() == 0) {
                    throw fault(rightStart, "expected a number above 0 to divide by");
                }
            }
            case LEFT, RIGHT -> {
                if (!(right instanceof Literal by) || by.value().compareTo(BigInteger.valueOf(CardBits.BITS_MAX)) > 0) {
                    throw fault(
                            rightStart,
                            "expected a number of bits, 0 to " + CardBits.BITS_MAX + ", to shift by; put (a "
                                    + operator.sign + " n) in parentheses to go on with it");
                }
            }
            case TIMES, PLUS, MINUS, AND, XOR, OR -> {}
        }
        var node = new Binary(operator, left, right);
        if (node.bits() <= NumberExpression.RESULT_BITS_MAX) return node;
        throw fault(
                start,
                "the result of '" + operator.sign + "' may have more than " + NumberExpression.RESULT_BITS_MAX
                        + " bits");
    }

    private ExpressionNode operand() {
        skipSpace();
        if (at == text.length()) throw expected(WANTED);
        char c = text.charAt(at);
        if (c == '(') return group();
        if (isDigit(c)) return new Literal(number());
        if (isLetter(c)) return word();
        throw expected(WANTED);
    }

    private ExpressionNode group() {
        if (++depth > DEPTH_MAX) throw fault(at, "more than " + DEPTH_MAX + " parentheses in each other");
        take('(');
        ExpressionNode inner = binary(LOWEST_RANK);
        take(')');
        depth--;
        return inner;
    }

    private ExpressionNode word() {
        int start = at;
        while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) at++;
        String word = text.substring(start, at);
        if (word.equals("swap")) return reversed(8, BYTES_MAX);
        if (word.equals("reverse")) return reversed(1, CardBits.BITS_MAX);
        Variable variable = VARIABLES.get(word);
        if (variable != null) return new Field(variable, CardBits.BITS_MAX);
        throw fault(
                start,
                "'" + word + "' is not known; known are facility (fc), number (cn), issue, oem, raw, value, "
                        + "swap(x, bytes), reverse(x, bits)");
    }

    private ExpressionNode reversed(int unitBits, int sizeMax) {
        if (++depth > DEPTH_MAX) throw fault(at, "more than " + DEPTH_MAX + " parentheses in each other");
        take('(');
        ExpressionNode of = binary(LOWEST_RANK);
        take(',');
        skipSpace();
        int start = at;
        String what = unitBits == 1 ? "bits" : "bytes";
        boolean digits = at < text.length() && isDigit(text.charAt(at));
        BigInteger size = digits ? number() : BigInteger.ZERO;
        if (size.signum() == 0 || size.compareTo(BigInteger.valueOf(sizeMax)) > 0) {
            throw fault(start, "expected a number of " + what + ", 1 to " + sizeMax);
        }
        take(')');
        depth--;
        return new Reversed(of, size.intValueExact(), unitBits);
    }

    private BigInteger number() {
        int start = at;
        while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) at++;
        String digits = text.substring(start, at);
        BigInteger value;
        if (digits.matches("0x[0-9A-Fa-f]+")) value = new BigInteger(digits.substring(2), 16);
        else if (digits.matches("0b[01]+")) value = new BigInteger(digits.substring(2), 2);
        else if (digits.matches("[0-9]+")) value = new BigInteger(digits);
        else throw fault(start, "'" + digits + "' is not a number such as 65536, 0xFFFF or 0b1010");
        if (value.bitLength() > CardBits.BITS_MAX) {
            throw fault(start, "the number has more than " + CardBits.BITS_MAX + " bits");
        }
        return value;
    }

    private @Nullable Operator operator() {
        for (Operator operator : Operator.values()) {
            if (!text.startsWith(operator.sign, at)) continue;
            at += operator.sign.length();
            return operator;
        }
        return null;
    }

    private void take(char wanted) {
        skipSpace();
        if (at == text.length() || text.charAt(at) != wanted) throw expected("'" + wanted + "'");
        at++;
    }

    private void skipSpace() {
        while (at < text.length() && text.charAt(at) == ' ') at++;
    }

    private IllegalArgumentException expected(String what) {
        String found = at == text.length() ? "the end" : "'" + shown(text.codePointAt(at)) + "'";
        return fault(at, "expected " + what + ", not " + found);
    }

    private static String shown(int codePoint) {
        return Character.isISOControl(codePoint) ? "a control character" : Character.toString(codePoint);
    }

    private static IllegalArgumentException fault(int position, String sentence) {
        return new IllegalArgumentException("character " + (position + 1) + ": " + sentence);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static Map<String, Variable> variables() {
        Map<String, Variable> variables = new HashMap<>();
        for (Variable variable : Variable.values()) variables.put(variable.word(), variable);
        variables.put("fc", Variable.FACILITY);
        variables.put("cn", Variable.NUMBER);
        return Map.copyOf(variables);
    }
}
