package dev.lintel.controller.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects the faults of one file while it is read. Confined to the reading thread.
public final class Faults {
    /// More than anybody mends before trying again; keeps a hostile file from filling memory with complaints.
    public static final int FAULTS_MAX = 100;

    private final String file;
    private final List<Fault> found = new ArrayList<>();
    private final List<Fault> warnings = new ArrayList<>();
    private final boolean lenient;
    private int untold;

    public Faults(String file) {
        this(file, false);
    }

    private Faults(String file, boolean lenient) {
        this.file = file;
        this.lenient = lenient;
    }

    /// Those of a file that a newer version may have written: a key that is not known is a warning.
    public static Faults lenient(String file) {
        return new Faults(file, true);
    }

    /// Whether a newer or an earlier version may have written the file.
    public boolean isLenient() {
        return lenient;
    }

    /// Adds a fault at `line` (from 1; 0 for the whole file).
    public void add(int line, String key, String sentence) {
        if (found.size() < FAULTS_MAX) found.add(new Fault(file, line, key, sentence));
        else untold++;
    }

    /// Adds what is said of a key that this version does not act on: a fault, or a warning where the file may
    /// be a newer version's.
    void unknown(int line, String key, String sentence) {
        if (lenient) warn(line, key, sentence);
        else add(line, key, sentence);
    }

    /// Adds a warning: the file holds, but this is probably not meant. Told up to [#FAULTS_MAX].
    public void warn(int line, String key, String sentence) {
        if (warnings.size() < FAULTS_MAX) warnings.add(new Fault(file, line, key, sentence));
    }

    /// What is probably not meant, by line.
    public List<Fault> warnings() {
        return warnings.stream().sorted(Comparator.comparingInt(Fault::line)).toList();
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /// All of them by line; the last says how many more there are, if there are too many to tell.
    public List<Fault> toList() {
        var sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt(Fault::line));
        if (untold > 0) sorted.add(new Fault(file, 0, "", "and " + untold + " more faults"));
        return List.copyOf(sorted);
    }

    /// `value` when nothing was wrong, else the faults.
    public <T> Checked<T> check(T value) {
        return isEmpty() ? new Checked.Valid<>(value) : new Checked.Faulty<>(toList());
    }
}
