package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The table of card formats, read from CSV. Immutable. A row that makes no sense throws `IllegalArgumentException`
/// with the row's name: a format half understood would let the wrong card in.
final class FormatTable {
    private static final FormatTable SHIPPED = parse(resource());

    private final Map<String, CardFormat> formats;

    private FormatTable(Map<String, CardFormat> formats) {
        this.formats = Collections.unmodifiableMap(formats);
    }

    /// The formats in the jar.
    static FormatTable shipped() {
        return SHIPPED;
    }

    /// `csv` has a header row; columns as in the package's page, in any order.
    static FormatTable parse(String csv) {
        Map<String, CardFormat> formats = new LinkedHashMap<>();
        for (Map<String, String> row : Csv.rows(csv)) {
            CardFormat format = new Row(row).format();
            if (formats.put(format.name(), format) != null) {
                throw new IllegalArgumentException("card format " + format.name() + " is in the table twice");
            }
        }
        return new FormatTable(formats);
    }

    @Nullable
    CardFormat find(String name) {
        return formats.get(name);
    }

    Set<String> names() {
        return formats.keySet();
    }

    private static String resource() {
        try (InputStream in = FormatTable.class.getResourceAsStream("card-formats.csv")) {
            if (in == null) throw new IllegalStateException("card-formats.csv is missing from the jar");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadableJar) {
            throw new UncheckedIOException(unreadableJar);
        }
    }

    /// One row's text, turned into a format.
    private record Row(Map<String, String> cells) {
        CardFormat format() {
            String name = cell("name");
            try {
                int bits = Integer.parseInt(cell("total_bits"));
                if (bits < 1 || bits > CardBits.BITS_MAX) throw new IllegalArgumentException(bits + " bits");
                var layout = new CardFormat.Layout(field("facility"), field("number"), field("issue"), field("oem"));
                var format = new CardFormat(name, bits, layout, parities(), fixed());
                check(format);
                return format;
            } catch (IllegalArgumentException fault) {
                throw new IllegalArgumentException("card format " + name + ": " + fault.getMessage(), fault);
            }
        }

        private String cell(String column) {
            String cell = cells.get(column);
            if (cell == null) throw new IllegalArgumentException("column " + column + " is missing");
            return cell;
        }

        private @Nullable BitField field(String name) {
            List<Integer> positions = positions(cell(name + "_bits"));
            if (positions.isEmpty()) return null;
            boolean bcd8 = name.equals("number") && cell("encoding").equals("bcd8");
            BigInteger largest = bcd8
                    ? BigInteger.TEN.pow(positions.size() / 4).subtract(BigInteger.ONE)
                    : BigInteger.TWO.pow(positions.size()).subtract(BigInteger.ONE);
            String max = cell(name + "_max");
            return new BitField(positions, max.isEmpty() ? largest : new BigInteger(max).min(largest), bcd8);
        }

        private List<Parity> parities() {
            List<Parity> parities = new ArrayList<>();
            for (String text : words(cell("parity"), "\\|")) {
                String[] parts = text.split(":", -1);
                if (parts.length != 3 || !(parts[1].equals("even") || parts[1].equals("odd"))) {
                    throw new IllegalArgumentException("parity '" + text + "' is not position:even|odd:covered");
                }
                parities.add(new Parity(Integer.parseInt(parts[0]), parts[1].equals("even"), positions(parts[2])));
            }
            return parities;
        }

        private Map<Integer, Character> fixed() {
            Map<Integer, Character> fixed = new HashMap<>();
            for (String text : words(cell("fixed"), " ")) {
                if (!text.matches("\\d+=[01]")) throw new IllegalArgumentException("fixed '" + text + "'");
                int equals = text.indexOf('=');
                fixed.put(Integer.parseInt(text.substring(0, equals)), text.charAt(equals + 1));
            }
            return fixed;
        }

        private static List<Integer> positions(String ranges) {
            List<Integer> positions = new ArrayList<>();
            for (String range : words(ranges, " ")) {
                int dash = range.indexOf('-');
                int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
                int to = dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
                if (from < 0 || to < from || to >= CardBits.BITS_MAX) {
                    throw new IllegalArgumentException("bits '" + range + "'");
                }
                for (int position = from; position <= to; position++) positions.add(position);
            }
            return positions;
        }

        private static List<String> words(String text, String separator) {
            return text.isEmpty() ? List.of() : List.of(text.split(separator));
        }

        /// No position beyond the card, and decimal digits whole.
        private static void check(CardFormat format) {
            List<Integer> used = new ArrayList<>(format.fixed().keySet());
            for (Parity parity : format.parities()) {
                used.add(parity.position());
                used.addAll(parity.covered());
            }
            CardFormat.Layout l = format.layout();
            for (BitField field : new @Nullable BitField[] {l.facility(), l.number(), l.issue(), l.oem()}) {
                if (field == null) continue;
                used.addAll(field.positions());
                if (field.bcd8() && field.width() % 4 != 0) throw new IllegalArgumentException("digits of 4 bits");
            }
            if (l.number() == null) throw new IllegalArgumentException("no number");
            for (int position : used) {
                if (position >= format.bits()) throw new IllegalArgumentException("bit " + position + " is beyond it");
            }
        }
    }
}
