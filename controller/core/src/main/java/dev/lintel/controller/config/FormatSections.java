package dev.lintel.controller.config;

import dev.lintel.controller.yaml.Section;
import dev.lintel.reader.format.BitField;
import dev.lintel.reader.format.BitRanges;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.NumberExpression;
import dev.lintel.reader.format.NumberExpression.Variable;
import dev.lintel.reader.format.Parity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `formats:` of `controller.yaml`: card formats of an installer's own. One reading, one instance.
final class FormatSections {
    /// Far more than the cards of one site.
    static final int FORMATS_MAX = 64;

    private static final int PARITIES_MAX = 64;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,39}");

    private enum Reverse {
        NONE,
        BITS,
        BYTES
    }

    private final Section root;
    private final Map<String, Integer> lines = new HashMap<>();
    private final Map<String, CardFormat> formats = new LinkedHashMap<>();

    FormatSections(Section root) {
        this.root = root;
    }

    /// By name, in the file's order. A format with faults is not among them: see [#told].
    Map<String, CardFormat> read() {
        List<Section> sections = root.sections("formats").or(List.of());
        if (sections.size() > FORMATS_MAX) root.fault("formats", "has more than " + FORMATS_MAX + " formats");
        for (Section section : sections) {
            CardFormat format = new One(section, name(section)).read();
            if (format != null) formats.putIfAbsent(format.name(), format);
        }
        return formats;
    }

    /// Whether a format of that name stands in the file, be it with faults: a reader that names it is not at fault.
    boolean told(String name) {
        return lines.containsKey(name.toLowerCase(Locale.ROOT));
    }

    private String name(Section section) {
        String name = section.text("name").required("");
        if (name.isEmpty()) return name;
        if (!NAME.matcher(name).matches()) {
            section.fault("name", "must be 1 to 40 letters, digits, '-', '_' or '.', not '" + name + "'");
        }
        for (String known : CardFormats.names()) {
            if (known.equalsIgnoreCase(name)) section.fault("name", "is the name of a known format already");
        }
        Integer first = lines.putIfAbsent(name.toLowerCase(Locale.ROOT), section.line());
        if (first != null) section.fault("name", "is the name of the format in line " + first + " already");
        return name;
    }

    /// One format while it is read.
    private static final class One {
        private final Section section;
        private final String name;
        private boolean broken;

        One(Section section, String name) {
            this.section = section;
            this.name = name;
            this.broken = name.isEmpty();
        }

        @Nullable
        CardFormat read() {
            int bits = section.integer("bits", 1, dev.lintel.reader.CardBits.BITS_MAX)
                    .required(0);
            Reverse reverse = section.choice(
                            "reverse", Map.of("none", Reverse.NONE, "bits", Reverse.BITS, "bytes", Reverse.BYTES))
                    .or(Reverse.NONE);
            boolean decimal = section.choice("digits", Map.of("binary", false, "decimal", true))
                    .or(false);
            boolean numbered = section.has("number");
            var layout = new CardFormat.Layout(
                    field("facility", false), field("number", decimal), field("issue", false), field("oem", false));
            List<Section> paritySections = section.sections("parity").or(List.of());
            List<Parity> parities = parities(paritySections);
            Map<Integer, Boolean> fixed = fixed();
            NumberExpression value = expression(section, "value", layout);
            if (reverse == Reverse.BYTES && bits % 8 != 0) {
                fault("reverse", "bytes needs whole bytes, and " + bits + " bits are not");
            }
            if (bits == 0 || (numbered && layout.number() == null)) broken = true; // told already
            if (broken) return null;
            for (CardFormat.Flaw flaw : CardFormat.flaws(bits, layout, parities, fixed)) place(flaw, paritySections);
            if (broken) return null;
            return new CardFormat(name, bits, layout, parities, fixed, value).moved(order(reverse, bits));
        }

        private static IntUnaryOperator order(Reverse reverse, int bits) {
            return switch (reverse) {
                case NONE -> position -> position;
                case BITS -> position -> bits - 1 - position;
                case BYTES -> position -> bits - 8 - position / 8 * 8 + position % 8;
            };
        }

        private @Nullable BitField field(String key, boolean decimal) {
            List<Integer> positions = ranges(section, key);
            return positions.isEmpty() ? null : new BitField(positions, decimal);
        }

        private List<Parity> parities(List<Section> sections) {
            if (sections.size() > PARITIES_MAX) fault("parity", "has more than " + PARITIES_MAX + " parity bits");
            List<Parity> parities = new ArrayList<>();
            for (Section parity : sections) {
                int bit = parity.integer("bit", 0, dev.lintel.reader.CardBits.BITS_MAX - 1)
                        .required(-1);
                boolean even = parity.has("even");
                if (even == parity.has("odd")) {
                    parity.fault("", "needs either 'even' or 'odd' with the bits that it covers");
                    broken = true;
                }
                List<Integer> covered = ranges(parity, even ? "even" : "odd");
                if (even) parity.known("odd");
                else parity.known("even");
                if (bit < 0 || covered.isEmpty()) broken = true;
                else parities.add(new Parity(bit, even, covered));
            }
            return parities;
        }

        private Map<Integer, Boolean> fixed() {
            Map<Integer, Boolean> fixed = new HashMap<>();
            for (int position : ranges(section, "ones")) fixed.put(position, true);
            for (int position : ranges(section, "zeros")) {
                if (fixed.put(position, false) != null) fault("zeros", "names bit " + position + ", which is in ones");
            }
            return fixed;
        }

        private List<Integer> ranges(Section from, String key) {
            String text = from.text(key).orNull();
            if (text == null) {
                if (from.has(key)) broken = true;
                return List.of();
            }
            try {
                return BitRanges.parse(text);
            } catch (IllegalArgumentException e) { // the ranges' own words
                from.fault(key, String.valueOf(e.getMessage()));
                broken = true;
                return List.of();
            }
        }

        private void place(CardFormat.Flaw flaw, List<Section> parities) {
            broken = true;
            if (flaw.part().startsWith("parity[")) {
                String index =
                        flaw.part().substring("parity[".length(), flaw.part().length() - 1);
                parities.get(Integer.parseInt(index)).fault("", flaw.sentence());
            } else if (flaw.part().equals("fixed")) {
                section.fault(section.has("ones") ? "ones" : "zeros", flaw.sentence());
            } else {
                section.fault(flaw.part(), flaw.sentence());
            }
        }

        private void fault(String key, String sentence) {
            section.fault(key, sentence);
            broken = true;
        }
    }

    /// The expression at `key`, or null when there is none or it will not do for a card with these fields.
    static @Nullable NumberExpression expression(Section section, String key, CardFormat.Layout layout) {
        String text = section.text(key).orNull();
        if (text == null) return null;
        try {
            NumberExpression expression = NumberExpression.parse(text);
            Map<Variable, @Nullable BitField> fields = new HashMap<>();
            fields.put(Variable.FACILITY, layout.facility());
            fields.put(Variable.ISSUE, layout.issue());
            fields.put(Variable.OEM, layout.oem());
            for (Variable used : expression.uses()) {
                if (!fields.containsKey(used) || fields.get(used) != null) continue;
                section.fault(key, "uses " + used.name().toLowerCase(Locale.ROOT) + ", which such a card has not");
            }
            return expression;
        } catch (IllegalArgumentException e) { // the expression's own words
            section.fault(key, String.valueOf(e.getMessage()));
            return null;
        }
    }
}
