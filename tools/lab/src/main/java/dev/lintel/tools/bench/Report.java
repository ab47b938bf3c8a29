package dev.lintel.tools.bench;

import dev.lintel.tools.bench.Figure.Aim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The figures of one run with the machine they belong to. Filled by the benches, printed by the command line.
public final class Report {
    private static final double US = 1e3;
    private static final double MS = 1e6;

    private final Machine machine;
    private final List<Figure> figures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String bench = "";

    Report(Machine machine) {
        this.machine = machine;
    }

    void begin(String name) {
        bench = name;
    }

    void add(String what, double value, String unit, @Nullable Aim aim) {
        figures.add(new Figure(bench, what, value, unit, aim));
    }

    void addUs(String what, long ns, @Nullable Aim aimUs) {
        add(what, ns / US, "µs", aimUs);
    }

    void addMs(String what, long ns, @Nullable Aim aimMs) {
        add(what, ns / MS, "ms", aimMs);
    }

    /// What a reader of the figures must know: how it was measured, or what could not be.
    void note(String sentence) {
        notes.add(bench + ": " + sentence);
    }

    List<Figure> figures() {
        return List.copyOf(figures);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /// How many figures miss their aim.
    public int missed() {
        return (int) figures.stream().filter(Figure::missed).count();
    }

    /// One line a figure; a missed aim is marked at its end.
    public String table() {
        int what = figures.stream().mapToInt(f -> f.what().length()).max().orElse(0);
        int value = figures.stream().mapToInt(f -> f.valueText().length()).max().orElse(0);
        int aim = figures.stream().mapToInt(f -> f.aimText().length()).max().orElse(0);
        var text = new StringBuilder(machine.text());
        String row =
                "%-9s %-" + Math.max(1, what) + "s  %" + Math.max(1, value) + "s   %-" + Math.max(1, aim) + "s  %s%n";
        for (Figure figure : figures) {
            String verdict = figure.aim() == null ? "" : figure.missed() ? "MISSED" : "ok";
            text.append(row.formatted(figure.bench(), figure.what(), figure.valueText(), figure.aimText(), verdict));
        }
        for (String note : notes) text.append("- ").append(note).append('\n');
        int missed = missed();
        text.append(missed == 0 ? "Every aim is met." : missed + " of the aims are missed.")
                .append('\n');
        return text.toString();
    }

    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>(machine.json());
        json.put("figures", figures.stream().map(Figure::json).toList());
        json.put("notes", notes());
        json.put("missed", (long) missed());
        return json;
    }
}
