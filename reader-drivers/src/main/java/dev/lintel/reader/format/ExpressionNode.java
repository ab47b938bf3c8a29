package dev.lintel.reader.format;

import dev.lintel.reader.format.NumberExpression.Variable;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;

/// The tree of a number expression. `bits` bounds the size of what a node can give; its sign is apart from that.
sealed interface ExpressionNode {
    int bits();

    record Literal(BigInteger value) implements ExpressionNode {
        @Override
        public int bits() {
            return value.bitLength();
        }
    }

    record Field(Variable variable, int bits) implements ExpressionNode {}

    record Binary(Operator operator, ExpressionNode left, ExpressionNode right) implements ExpressionNode {
        @Override
        public int bits() {
            int l = left.bits();
            int r = right.bits();
            return switch (operator) {
                case TIMES -> l + r;
                case DIVIDED, MODULO, RIGHT -> l;
                case PLUS, MINUS -> Math.max(l, r) + 1;
                case LEFT -> l + ((Literal) right).value.intValueExact();
                case AND, XOR, OR -> Math.max(l, r);
            };
        }
    }

    /// The low `size` units of `of`, in the opposite order; a unit is a byte or a bit.
    record Reversed(ExpressionNode of, int size, int unitBits) implements ExpressionNode {
        @Override
        public int bits() {
            return size * unitBits;
        }
    }

    enum Operator {
        TIMES("*", 6),
        DIVIDED("/", 6),
        MODULO("%", 6),
        PLUS("+", 5),
        MINUS("-", 5),
        LEFT("<<", 4),
        RIGHT(">>", 4),
        AND("&", 3),
        XOR("^", 2),
        OR("|", 1);

        final String sign;
        final int rank;

        Operator(String sign, int rank) {
            this.sign = sign;
            this.rank = rank;
        }
    }

    default BigInteger evaluate(Map<Variable, BigInteger> variables) {
        return switch (this) {
            case Literal l -> l.value;
            case Field f -> variables.getOrDefault(f.variable, BigInteger.ZERO);
            case Binary b -> apply(b.operator, b.left.evaluate(variables), b.right.evaluate(variables));
            case Reversed r -> reverse(r.of.evaluate(variables), r.size, r.unitBits);
        };
    }

    default void addUses(Set<Variable> uses) {
        switch (this) {
            case Literal _ -> {}
            case Field f -> uses.add(f.variable);
            case Binary b -> {
                b.left.addUses(uses);
                b.right.addUses(uses);
            }
            case Reversed r -> r.of.addUses(uses);
        }
    }

    /// The low `size` units of `unitBits` bits each, the last first.
    static BigInteger reverse(BigInteger value, int size, int unitBits) {
        BigInteger unit = BigInteger.TWO.pow(unitBits).subtract(BigInteger.ONE);
        BigInteger reversed = BigInteger.ZERO;
        for (int i = 0; i < size; i++) {
            reversed = reversed.shiftLeft(unitBits)
                    .or(value.shiftRight(i * unitBits).and(unit));
        }
        return reversed;
    }

    private static BigInteger apply(Operator operator, BigInteger left, BigInteger right) {
        return switch (operator) {
            case TIMES -> left.multiply(right);
            case DIVIDED -> left.divide(right);
            case MODULO -> left.mod(right);
            case PLUS -> left.add(right);
            case MINUS -> left.subtract(right);
            case LEFT -> left.shiftLeft(right.intValueExact());
            case RIGHT -> left.shiftRight(right.intValueExact());
            case AND -> left.and(right);
            case XOR -> left.xor(right);
            case OR -> left.or(right);
        };
    }
}
