package dev.lintel.reader.format;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Whether one format takes every card that another would: then the other, after it in a list, never comes to its
/// turn. Parity and fixed bits are equations between bits (their sum, odd or even), so this is linear algebra: the
/// first format is no stricter than the second exactly if its equations follow from the second's.
final class FormatShadow {
    private FormatShadow() {}

    /// `first` fits wherever `second` does.
    static boolean hides(CardFormat first, CardFormat second) {
        if (first.bits() != second.bits()) return false;
        for (BitField field : first.layout().fields().values()) {
            // Digits are no such equations: only the very same digits are surely there.
            if (field.decimal() && !second.layout().fields().containsValue(field)) return false;
        }
        List<BigInteger> basis = new ArrayList<>();
        for (BigInteger equation : equations(second)) {
            BigInteger rest = reduce(equation, basis);
            if (rest.signum() != 0) basis.add(rest);
        }
        for (BigInteger equation : equations(first)) if (reduce(equation, basis).signum() != 0) return false;
        return true;
    }

    /// Bit `bits` of an equation is its sum, the others say which bits are summed.
    private static List<BigInteger> equations(CardFormat format) {
        var equations = new ArrayList<BigInteger>();
        for (Parity parity : format.parities()) {
            BigInteger equation = BigInteger.ZERO.setBit(parity.position());
            for (int covered : parity.covered()) equation = equation.flipBit(covered);
            equations.add(parity.even() ? equation : equation.setBit(format.bits()));
        }
        format.fixed().forEach((position, one) -> {
            BigInteger equation = BigInteger.ZERO.setBit(position);
            equations.add(one ? equation.setBit(format.bits()) : equation);
        });
        return equations;
    }

    /// What is left of `equation` when everything the basis says is taken out; each basis member leads with its
    /// lowest bit, which no later member has.
    private static BigInteger reduce(BigInteger equation, List<BigInteger> basis) {
        BigInteger rest = equation;
        for (BigInteger member : basis) if (rest.testBit(member.getLowestSetBit())) rest = rest.xor(member);
        return rest;
    }
}
