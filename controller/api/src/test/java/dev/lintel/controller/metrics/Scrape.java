package dev.lintel.controller.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A strict reader of the exposition format 0.0.4, written from its description: what it takes, Prometheus takes.
/// Throws `IllegalArgumentException` for anything else.
public final class Scrape {
    private static final String NAME = "([a-zA-Z_:][a-zA-Z0-9_:]*)";
    private static final Pattern HELP = Pattern.compile("# HELP " + NAME + " ((?:[^\\\\\\n]|\\\\\\\\|\\\\n)*)");
    private static final Pattern TYPE = Pattern.compile("# TYPE " + NAME + " (gauge|counter)");
    private static final Pattern VALUE = Pattern.compile("NaN|[+-]Inf|-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");
    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /// The rows under one name.
    ///
    /// @param values by labels
    public record Family(String help, String type, Map<Map<String, String>, Double> values) {}

    private final Map<String, Family> families = new LinkedHashMap<>();

    private Scrape(String text) {
        if (!text.endsWith("\n")) throw new IllegalArgumentException("the last line has no end");
        String[] lines = text.split("\n", -1);
        int at = 0;
        while (at < lines.length - 1) {
            Matcher help = matched(HELP, lines[at++]);
            Matcher type = matched(TYPE, lines[at++]);
            String name = help.group(1);
            if (!type.group(1).equals(name)) throw new IllegalArgumentException("the type of another: " + type.group());
            var values = new LinkedHashMap<Map<String, String>, Double>();
            while (at < lines.length - 1 && !lines[at].startsWith("#")) {
                if (!lines[at].startsWith(name)) throw new IllegalArgumentException("of no family: " + lines[at]);
                new Sample(lines[at++], name.length()).into(values);
            }
            var family = new Family(unescaped(help.group(2)), type.group(2), values);
            if (families.put(name, family) != null) throw new IllegalArgumentException("twice: " + name);
        }
    }

    public static Scrape of(String text) {
        return new Scrape(text);
    }

    public Map<String, Family> families() {
        return families;
    }

    public Family family(String name) {
        return Objects.requireNonNull(families.get(name), name);
    }

    /// The value of a family's only row, which has no labels.
    public double value(String name) {
        return value(name, Map.of());
    }

    /// The value of a family's only row, which has these labels.
    public double value(String name, Map<String, String> labels) {
        var values = family(name).values;
        if (values.size() != 1) throw new IllegalArgumentException(name + " has " + values.size() + " rows");
        return Objects.requireNonNull(values.get(labels), name);
    }

    /// The labels of a family's rows.
    public List<Map<String, String>> labels(String name) {
        return List.copyOf(family(name).values.keySet());
    }

    private static Matcher matched(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) throw new IllegalArgumentException("not as " + pattern + ": " + line);
        return matcher;
    }

    private static String unescaped(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') out.append(text.charAt(++i) == 'n' ? '\n' : text.charAt(i));
            else out.append(c);
        }
        return out.toString();
    }

    /// One line with a value, read character by character.
    private static final class Sample {
        private final String line;
        private int at;

        Sample(String line, int at) {
            this.line = line;
            this.at = at;
        }

        void into(Map<Map<String, String>, Double> values) {
            var labels = new LinkedHashMap<String, String>();
            if (line.charAt(at) == '{') {
                do {
                    at++;
                    label(labels);
                } while (line.charAt(at) == ',');
                take('}');
            }
            take(' ');
            String value = line.substring(at);
            matched(VALUE, value);
            if (values.put(labels, number(value)) != null) throw new IllegalArgumentException("twice: " + line);
        }

        private void label(Map<String, String> labels) {
            int equals = line.indexOf('=', at);
            String name = line.substring(at, equals);
            matched(LABEL_NAME, name);
            at = equals + 1;
            take('"');
            var text = new StringBuilder();
            while (line.charAt(at) != '"') {
                text.append(line.charAt(at) == '\\' ? escape() : line.charAt(at));
                at++;
            }
            take('"');
            if (labels.put(name, text.toString()) != null) throw new IllegalArgumentException("twice: " + name);
        }

        private char escape() {
            at++;
            return switch (line.charAt(at)) {
                case '\\' -> '\\';
                case '"' -> '"';
                case 'n' -> '\n';
                default -> throw new IllegalArgumentException("no escape: " + line);
            };
        }

        private void take(char wanted) {
            if (line.charAt(at++) != wanted)
                throw new IllegalArgumentException("no " + wanted + " at " + at + ": " + line);
        }

        private static double number(String text) {
            return switch (text) {
                case "+Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(text);
            };
        }
    }
}
