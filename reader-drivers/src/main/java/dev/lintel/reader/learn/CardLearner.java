package dev.lintel.reader.learn;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.learn.CardView.Base;
import dev.lintel.reader.learn.FieldSearch.Field;
import dev.lintel.reader.learn.PrintedNumber.Meaning;
import dev.lintel.reader.learn.PrintedNumber.Pair;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps what explains every card so far. Add a card or three of one kind with what is printed on them; of many
/// explanations of the first, the second leaves a few.
///
/// Tried in this order, and told in it: known formats whose rules hold, with the number, facility and number,
/// and what makers do to them (bytes or bits turned round, only the low or high part); all bits; the same with
/// D0 and D1 exchanged; last, fields that no known format has, anywhere on the card.
public final class CardLearner {
    /// A facility is short; in a pair it stands beside a number that is not.
    private static final int FACILITY_WIDTH_MIN = 4;

    /// Halves of one number that fobs show as a pair: the low 16 bits after 8 or 16 of those above.
    private static final int LOW_BITS = 16;

    private static final List<Integer> HIGH_BITS = List.of(8, 16);

    private final List<CardFormat> known;
    private @Nullable Set<Explanation> left;
    private int cards;
    private int bits;

    /// `known` formats, best first.
    public CardLearner(List<CardFormat> known) {
        // One with rules says more when it fits.
        var ordered = new ArrayList<CardFormat>();
        for (CardFormat format : known) if (!format.parities().isEmpty()) ordered.add(format);
        for (CardFormat format : known) if (format.parities().isEmpty()) ordered.add(format);
        this.known = List.copyOf(ordered);
    }

    /// How many cards were added.
    public int cards() {
        return cards;
    }

    /// What explains all cards, best first; empty when nothing does, or when there is no card.
    public List<Explanation> explanations() {
        return left == null ? List.of() : List.copyOf(left);
    }

    /// Throws `IllegalArgumentException` in words for a card of another length than those before.
    public void add(CardBits card, PrintedNumber printed) {
        if (cards > 0 && card.count() != bits) {
            throw new IllegalArgumentException("this card has " + card.count() + " bits, those before had " + bits
                    + ": learn each kind of card by itself");
        }
        bits = card.count();
        cards++;
        Set<Explanation> explained = new LinkedHashSet<>(explain(card, printed, false));
        explained.addAll(explain(inverted(card), printed, true));
        explained.addAll(fields(card, printed));
        if (left == null) left = explained;
        else left.retainAll(explained);
    }

    private List<Explanation> explain(CardBits card, PrintedNumber printed, boolean exchanged) {
        var found = new ArrayList<Explanation>();
        var views = new ArrayList<CardView>();
        for (CardFormat format : known) {
            // Exchanged, a format without rules fits whatever the card is.
            boolean ruled = !format.parities().isEmpty() || !format.fixed().isEmpty();
            CardView view = ruled || !exchanged ? CardView.of(format, card) : null;
            if (view != null) views.add(view);
        }
        if (!exchanged) views.add(CardView.raw(card));
        for (CardView view : views) {
            Pair pair = printed.pair();
            if (pair != null) pair(view, pair, exchanged, found);
            else for (Meaning meaning : printed.values()) value(view, meaning, exchanged, found);
        }
        // A part of what is printed is the poorer explanation, and so is more arithmetic; formats keep their order.
        found.sort(Comparator.comparing((Explanation e) -> !e.whole()).thenComparingInt(CardLearner::effort));
        return found;
    }

    private static int effort(Explanation explanation) {
        String expression = explanation.expression();
        return (explanation.lastByteFirst() ? 1 : 0) + (expression == null ? 0 : expression.length());
    }

    private static void value(CardView view, Meaning meaning, boolean exchanged, List<Explanation> found) {
        if (view.hasFacility() && meaning.whole()) {
            String digits = "facility*" + BigInteger.TEN.pow(view.numberDigits()) + "+number";
            if (view.evaluate(digits).equals(meaning.value())) {
                found.add(
                        explanation(view, digits, meaning.how() + " is facility and number in a row", true, exchanged));
            }
        }
        for (Base base : view.bases()) {
            for (Base variant : meaning.bits() == 0 ? CardView.variants(base) : List.of(base)) {
                if (meaning.bits() != 0 && meaning.bits() != variant.bits()) continue;
                if (!view.evaluate(variant.expression()).equals(meaning.value())) continue;
                found.add(explanation(view, variant.expression(), how(base, meaning), meaning.whole(), exchanged));
            }
        }
    }

    private static String how(Base base, Meaning meaning) {
        return switch (base.expression()) {
            case "value" -> meaning.how() + " is the card's number";
            case "number" -> meaning.how() + " is its number without the facility";
            case "raw" -> meaning.how() + " is all of its bits, parity too";
            default -> meaning.how() + " is its bits without the first and the last";
        };
    }

    private static void pair(CardView view, Pair pair, boolean exchanged, List<Explanation> found) {
        var fields = view.fields();
        if (fields != null
                && pair.first().equals(fields.facility())
                && pair.second().equals(fields.number())) {
            String typed = "facility*" + BigInteger.TEN.pow(view.numberDigits()) + "+number";
            found.add(explanation(view, typed, "facility and number; enter their digits in a row", true, exchanged));
        }
        for (Base base : view.bases()) {
            for (int high : HIGH_BITS) {
                if (base.bits() < high + LOW_BITS) continue;
                String e = base.expression().contains(" ") ? "(" + base.expression() + ")" : base.expression();
                String first = "((" + e + " >> " + LOW_BITS + ") & " + CardView.mask(high) + ")";
                String second = "(" + e + " & " + CardView.mask(LOW_BITS) + ")";
                boolean fits = view.evaluate(first).equals(pair.first())
                        && view.evaluate(second).equals(pair.second());
                if (!fits) continue;
                String how = "bits " + (high + LOW_BITS) + " to " + (LOW_BITS + 1) + " and the low " + LOW_BITS
                        + "; enter their digits in a row";
                found.add(explanation(view, first + "*100000+" + second, how, true, exchanged));
            }
        }
    }

    private static Explanation explanation(
            CardView view, String expression, String how, boolean whole, boolean exchanged) {
        Base usual = view.bases().getFirst();
        boolean plain = expression.equals(usual.expression());
        boolean turned = expression.equals("swap(" + usual.expression() + ", " + usual.bits() / 8 + ")")
                && usual.bits() % 8 == 0;
        return new Explanation(view.format(), null, plain || turned ? null : expression, turned, how, whole, exchanged);
    }

    /// A format of one's own: where on the card does the number stand?
    private List<Explanation> fields(CardBits card, PrintedNumber printed) {
        var found = new ArrayList<Explanation>();
        String name = "Learned" + card.count();
        Pair pair = printed.pair();
        if (pair == null) {
            for (Meaning meaning : printed.values()) {
                if (!meaning.whole() || meaning.bits() != 0) continue;
                for (Field field : FieldSearch.numbers(card, meaning.value())) {
                    String own = "{name: " + name + ", bits: " + card.count() + ", number: " + field.text() + "}";
                    found.add(new Explanation(
                            name, own, null, false, meaning.how() + " stands in these bits", true, false));
                }
            }
            return found;
        }
        Set<Field> facilities = FieldSearch.fields(card, pair.first(), FACILITY_WIDTH_MIN);
        for (Field number : FieldSearch.numbers(card, pair.second())) {
            for (Field facility : facilities) {
                if (number.overlaps(facility)) continue;
                String own = "{name: " + name + ", bits: " + card.count() + ", facility: " + facility.text()
                        + ", number: " + number.text() + "}";
                int digits = BigInteger.TWO
                        .pow(number.width())
                        .subtract(BigInteger.ONE)
                        .toString()
                        .length();
                String typed = "facility*" + BigInteger.TEN.pow(digits) + "+number";
                found.add(new Explanation(
                        name, own, typed, false, "facility and number stand in these bits", true, false));
            }
        }
        return found;
    }

    private static CardBits inverted(CardBits card) {
        var text = new StringBuilder(card.count());
        for (int i = 0; i < card.count(); i++) text.append(1 - card.bit(i));
        return CardBits.of(text.toString());
    }
}
