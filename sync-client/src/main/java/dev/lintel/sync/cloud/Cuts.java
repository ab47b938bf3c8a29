package dev.lintel.sync.cloud;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What could not be taken over, counted while people are read, and told in words. One thread.
final class Cuts {
    /// Sentences of one kind: beyond them it is one problem, not many.
    private static final int SENTENCES_MAX = 20;

    /// What people refer to, and this box may not have.
    enum Kind {
        ROLE("Role"),
        GROUP("Group"),
        CHANNEL("Channel"),
        TYPE("Credential type");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    private final Map<Kind, Map<Long, Integer>> missing = new TreeMap<>();
    private int values;
    private int days;
    private int doubles;
    private int kept;
    private int keptPins;
    private int unknownPins;

    void missing(Kind kind, long id) {
        missing.computeIfAbsent(kind, _ -> new TreeMap<>()).merge(id, 1, Integer::sum);
    }

    /// A credential whose value is no number.
    void value() {
        values++;
    }

    /// A PIN that the service masks and that this box has from before.
    void keptPin() {
        keptPins++;
    }

    /// A PIN that the service masks and that this box does not have.
    void unknownPin() {
        unknownPins++;
    }

    /// A person whose days of validity cannot be read.
    void day() {
        days++;
    }

    /// A second credential of one type, of which a person has one.
    void twice() {
        doubles++;
    }

    /// Somebody whose cards stay as they are here, for nothing lists them.
    void kept() {
        kept++;
    }

    /// In words, the same for the same cuts.
    ///
    /// @param names of the service's roles and so on, as far as they are known
    List<String> sentences(Map<Kind, Map<Long, String>> names) {
        var sentences = new ArrayList<String>();
        missing.forEach((kind, ids) -> {
            Map<Long, String> known = names.getOrDefault(kind, Map.of());
            ids.keySet().stream().limit(SENTENCES_MAX).forEach(id -> {
                String name = known.containsKey(id) ? " (" + known.get(id) + ")" : "";
                sentences.add(kind.word + " " + id + name + " of the service is not in this box's site.yaml:"
                        + " who has it there gets nothing by it here");
            });
            int more = ids.size() - SENTENCES_MAX;
            if (more > 0) sentences.add(more + " more of the kind: " + kind.word);
        });
        if (values > 0) {
            sentences.add("Some credentials of the service are no plain numbers of at most 64 bits and are left out");
        }
        if (keptPins > 0) {
            sentences.add("The service masks PINs: PINs stay as this box has them, also those that are changed there");
        }
        if (unknownPins > 0) {
            sentences.add("The service masks PINs: some of them are not known here and open no door of this box");
        }
        if (days > 0) {
            sentences.add("Some people have a first or last day that cannot be read: they are let in nowhere here");
        }
        if (doubles > 0) {
            sentences.add("Some people have two credentials of one type: only the first of them counts here");
        }
        if (kept > 0) {
            sentences.add("The service lists nobody's cards any more: those that people have here stay as they are");
        }
        return sentences;
    }

    /// Credentials left out because their value is no number, or is masked and not known.
    int unreadableValues() {
        return values + unknownPins;
    }
}
