package dev.lintel.reader.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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
    private final Map<String, String> descriptions;

    private FormatTable(Map<String, CardFormat> formats, Map<String, String> descriptions) {
        this.formats = Collections.unmodifiableMap(formats);
        this.descriptions = Map.copyOf(descriptions);
    }

    /// The formats in the jar.
    static FormatTable shipped() {
        return SHIPPED;
    }

    /// `csv` has a header row; columns as in the package's page, in any order.
    static FormatTable parse(String csv) {
        Map<String, CardFormat> formats = new LinkedHashMap<>();
        Map<String, String> descriptions = new HashMap<>();
        for (Map<String, String> row : Csv.rows(csv)) {
            CardFormat format = new Row(row).format();
            if (formats.put(format.name(), format) != null) {
                throw new IllegalArgumentException("card format " + format.name() + " is in the table twice");
            }
            descriptions.put(format.name(), row.getOrDefault("description", ""));
        }
        return new FormatTable(formats, descriptions);
    }

    @Nullable
    CardFormat find(String name) {
        return formats.get(name);
    }

    List<CardFormat> formats() {
        return List.copyOf(formats.values());
    }

    @Nullable
    String description(String name) {
        return descriptions.get(name);
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
                var layout = new CardFormat.Layout(field("facility"), field("number"), field("issue"), field("oem"));
                return new CardFormat(name, bits, layout, parities(), fixed(), null);
            } catch (IllegalArgumentException fault) {
                String sentence = String.valueOf(fault.getMessage());
                String prefix = "card format " + name + ": ";
                throw new IllegalArgumentException(sentence.startsWith(prefix) ? sentence : prefix + sentence, fault);
            }
        }

        private String cell(String column) {
            String cell = cells.get(column);
            if (cell == null) throw new IllegalArgumentException("column " + column + " is missing");
            return cell;
        }

        private @Nullable BitField field(String name) {
            List<Integer> positions = BitRanges.parse(cell(name + "_bits"));
            boolean decimal = name.equals("number") && cell("encoding").equals("bcd8");
            return positions.isEmpty() ? null : new BitField(positions, decimal);
        }

        private List<Parity> parities() {
            List<Parity> parities = new ArrayList<>();
            for (String text : words(cell("parity"), "\\|")) {
                String[] parts = text.split(":", -1);
                if (parts.length != 3 || !(parts[1].equals("even") || parts[1].equals("odd"))) {
                    throw new IllegalArgumentException("parity '" + text + "' is not position:even|odd:covered");
                }
                parities.add(
                        new Parity(Integer.parseInt(parts[0]), parts[1].equals("even"), BitRanges.parse(parts[2])));
            }
            return parities;
        }

        private Map<Integer, Boolean> fixed() {
            Map<Integer, Boolean> fixed = new HashMap<>();
            for (String text : words(cell("fixed"), " ")) {
                if (!text.matches("\\d+=[01]")) throw new IllegalArgumentException("fixed '" + text + "'");
                int equals = text.indexOf('=');
                fixed.put(Integer.parseInt(text.substring(0, equals)), text.charAt(equals + 1) == '1');
            }
            return fixed;
        }

        private static List<String> words(String text, String separator) {
            return text.isEmpty() ? List.of() : List.of(text.split(separator, -1));
        }
    }
}
