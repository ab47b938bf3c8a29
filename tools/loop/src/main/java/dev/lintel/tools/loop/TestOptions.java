package dev.lintel.tools.loop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options of `./lintel test`.
///
/// @param selected what to test, as `MODULE[#Class[.method]]`; empty for everything
/// @param changed only modules that differ from the branch main, and those that use them
/// @param fast without the static checks
/// @param slow with the tests tagged `slow`
/// @param forks the number of test JVMs; 0 for the default
/// @param allowedSkips the file that lists the tests that may be skipped; null when any may
record TestOptions(
        List<String> selected,
        boolean changed,
        boolean fast,
        boolean slow,
        int forks,
        @Nullable Path allowedSkips) {
    /// More test JVMs than this need more memory than a usual machine has.
    private static final int FORKS_MAX = 64;

    TestOptions {
        selected = List.copyOf(selected);
    }

    /// @throws LoopException when an option is unknown or lacks its value
    static TestOptions parse(List<String> words) {
        var selected = new ArrayList<String>();
        boolean changed = false;
        boolean fast = false;
        boolean slow = false;
        int forks = 0;
        Path allowedSkips = null;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "--changed" -> changed = true;
                case "--fast" -> fast = true;
                case "--slow" -> slow = true;
                case "--forks" -> forks = forks(value(words, ++i, word));
                case "--allowed-skips" -> allowedSkips = Path.of(value(words, ++i, word));
                default -> {
                    if (word.startsWith("-")) {
                        throw new LoopException(
                                LoopException.USAGE, "unknown option '" + word + "'; see ./lintel test --help");
                    }
                    selected.add(word);
                }
            }
        }
        if (changed && !selected.isEmpty()) {
            throw new LoopException(LoopException.USAGE, "--changed chooses the modules: name none, or leave it out");
        }
        return new TestOptions(selected, changed, fast, slow, forks, allowedSkips);
    }

    private static String value(List<String> words, int at, String option) {
        if (at >= words.size()) throw new LoopException(LoopException.USAGE, option + " needs a value");
        return words.get(at);
    }

    private static int forks(String value) {
        if (value.matches("[0-9]{1,3}")) {
            int forks = Integer.parseInt(value);
            if (forks >= 1 && forks <= FORKS_MAX) return forks;
        }
        throw new LoopException(
                LoopException.USAGE, "--forks must be a number from 1 to " + FORKS_MAX + ", not '" + value + "'");
    }
}
