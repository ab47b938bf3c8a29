package dev.lintel.controller.commission;

import dev.lintel.reader.learn.Explanation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a learning session has come to at one moment. Immutable.
///
/// @param id names it at the desk
/// @param reader whose cards are learned: `channel 2, entry`, or `lines 14 and 15`
/// @param cards in the order in which they came; the last may wait for what is printed on it
/// @param ways how many explanations are left of all cards with a number
/// @param explanations the most likely ones, best first; [Explanation#yaml] is the piece of `controller.yaml`
/// @param remarks what else was seen on the lines, such as a read that was refused; newest last
/// @param settled whether another card would hardly help: one way is left, none, or three cards were learned
/// @param ended whether nothing is listened to any more
public record LearnState(
        long id,
        String reader,
        List<Card> cards,
        int ways,
        List<Explanation> explanations,
        List<String> remarks,
        boolean settled,
        boolean ended) {
    public LearnState {
        cards = List.copyOf(cards);
        explanations = List.copyOf(explanations);
        remarks = List.copyOf(remarks);
    }

    /// A card that was read.
    ///
    /// @param bits first sent first
    /// @param printed as it was typed; null as long as nobody has
    public record Card(String bits, @Nullable String printed) {}

    /// Whether the newest card waits for its number.
    public boolean asks() {
        return !ended && !cards.isEmpty() && cards.getLast().printed() == null;
    }

    /// Names an explanation in a form, so that the form writes the one that it showed.
    public static String mark(Explanation explanation) {
        return WiringFile.mark(explanation.toString());
    }

    /// The explanation that a form showed. Throws [CommissionException] when the cards no longer have it: other numbers
    /// were typed since.
    ///
    /// @param mark as [#mark] gave it
    public Explanation explanation(String mark) {
        for (Explanation one : explanations) if (mark(one).equals(mark)) return one;
        throw new CommissionException(
                "another card was learned since this page was shown, and the format that you chose"
                        + " is no longer among those below: choose again");
    }

    /// In words for who reads along: how many ways there are, and what to do next.
    public String sentence() {
        if (cards.isEmpty()) return "present a card";
        if (asks()) return "type the number printed on the card";
        if (ways == 0) {
            return "nothing explains these cards: some have a number printed on them that is not in them;"
                    + " enrol such a card by what the reader gives (formats: [raw])";
        }
        String left = ways == 1 ? "one way explains it" : ways + " ways explain it";
        return settled ? left : left + " so far; present another card of the same kind";
    }
}
