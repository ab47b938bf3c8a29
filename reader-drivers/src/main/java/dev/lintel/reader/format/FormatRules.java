package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.CardFormat.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What makes a format whole: every bit on the card, none in two places, parity bits in an order that can be
/// computed. A format half understood would let the wrong card in.
final class FormatRules {
    private final int bits;
    private final List<CardFormat.Flaw> flaws = new ArrayList<>();
    private final Map<Integer, String> owners = new HashMap<>();

    private FormatRules(int bits) {
        this.bits = bits;
    }

    static List<CardFormat.Flaw> flaws(int bits, Layout layout, List<Parity> parities, Map<Integer, Boolean> fixed) {
        if (bits < 1 || bits > CardBits.BITS_MAX) {
            return List.of(new CardFormat.Flaw("bits", "must be 1 to " + CardBits.BITS_MAX + ", not " + bits));
        }
        var rules = new FormatRules(bits);
        layout.fields().forEach(rules::field);
        if (layout.number() == null) rules.flaw("number", "is missing: a card is known by its number");
        rules.parities(parities);
        rules.fixed(fixed);
        return List.copyOf(rules.flaws);
    }

    private void field(String name, BitField field) {
        if (field.positions().isEmpty()) flaw(name, "names no bits");
        if (field.decimal() && field.width() % 4 != 0) {
            flaw(name, "has " + field.width() + " bits; decimal digits have four each");
        }
        for (int position : onCard(name, field.positions())) {
            String owner = owners.putIfAbsent(position, name);
            if (owner == null) continue;
            flaw(name, "takes bit " + position + ", which is " + (owner.equals(name) ? "named before" : "of " + owner));
        }
    }

    private void parities(List<Parity> parities) {
        Set<Integer> later = new HashSet<>();
        for (int i = 0; i < parities.size(); i++) {
            String name = "parity[" + i + "]";
            int position = parities.get(i).position();
            onCard(name, List.of(position));
            String owner = owners.putIfAbsent(position, name);
            if (owner != null) flaw(name, "is at bit " + position + ", which is of " + owner);
            later.add(position);
        }
        for (int i = 0; i < parities.size(); i++) {
            Parity parity = parities.get(i);
            String name = "parity[" + i + "]";
            if (parity.covered().isEmpty()) flaw(name, "covers no bits");
            if (parity.covered().contains(parity.position())) {
                flaw(name, "covers bit " + parity.position() + ", which is itself");
            }
            later.remove(parity.position());
            for (int covered : onCard(name, parity.covered())) {
                if (!later.contains(covered)) continue;
                flaw(name, "covers bit " + covered + ", a parity bit computed after it: put that one first");
            }
        }
    }

    private void fixed(Map<Integer, Boolean> fixed) {
        for (int position : onCard("fixed", fixed.keySet().stream().sorted().toList())) {
            String owner = owners.getOrDefault(position, "");
            if (owner.startsWith("parity")) flaw("fixed", "takes bit " + position + ", which is of " + owner);
        }
    }

    /// Those of `positions` that are on the card; the first that is not is told.
    private List<Integer> onCard(String name, List<Integer> positions) {
        var inside = new ArrayList<Integer>();
        boolean told = false;
        for (int position : positions) {
            if (position >= 0 && position < bits) inside.add(position);
            else if (!told) {
                flaw(name, "names bit " + position + "; the last of " + bits + " bits is " + (bits - 1));
                told = true;
            }
        }
        return inside;
    }

    private void flaw(String part, String sentence) {
        flaws.add(new CardFormat.Flaw(part, sentence));
    }
}
