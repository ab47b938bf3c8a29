package dev.lintel.tools.tidy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The table of `docs/contract.md`: each sentence of the specification that states behaviour, and the tests that
/// say by `@Spec` that they would fail without it.
final class ContractTable {
    private static final Pattern SPEC =
            Pattern.compile("@Spec\\((?<ids>[^)]*)\\)(?<between>[^{;]*?)\\bvoid (?<method>\\w+)\\(");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern RANGE = Pattern.compile("(?<section>[\\d.]+)-(?<from>\\d+) to [\\d.]+-(?<to>\\d+)");

    private final List<Sentence> sentences;
    private final Map<String, Set<String>> tests = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /// @param later what it waits for, or why it is not held; empty where it is tested
    private record Sentence(String id, String words, String later) {}

    /// @param csv `id|sentence|later` a line, after a heading
    ContractTable(String csv, List<SourceFile> sources) {
        this.sentences = csv.lines()
                .skip(1)
                .map(line -> line.split("\\|", -1))
                .map(cells -> new Sentence(cells[0], cells[1], cells[2]))
                .toList();
        for (Sentence sentence : sentences) tests.put(sentence.id, new TreeSet<>());
        for (SourceFile source : sources) if (!source.isMain()) collect(source);
        for (Sentence sentence : sentences) check(sentence);
    }

    private void collect(SourceFile source) {
        String name = source.fileName().replace(".java", "");
        Matcher spec = SPEC.matcher(source.text());
        while (spec.find()) {
            for (String id : ids(spec.group("ids"))) {
                Set<String> of = tests.get(id);
                long line = source.text().substring(0, spec.start()).lines().count() + 1;
                if (of == null)
                    problems.add(new Problem(source.path(), line, "the specification has no sentence " + id));
                else of.add(name + "." + spec.group("method"));
            }
        }
    }

    /// Each of `"2.1-3", "6.2-3 to 6.2-5"`.
    private static List<String> ids(String written) {
        var ids = new ArrayList<String>();
        Matcher texts = TEXT.matcher(written);
        while (texts.find()) {
            Matcher range = RANGE.matcher(texts.group(1));
            if (!range.matches()) {
                ids.add(texts.group(1));
                continue;
            }
            for (int i = Integer.parseInt(range.group("from")); i <= Integer.parseInt(range.group("to")); i++) {
                ids.add(range.group("section") + "-" + i);
            }
        }
        return ids;
    }

    private void check(Sentence sentence) {
        boolean tested = !of(sentence).isEmpty();
        if (tested && !sentence.later.isEmpty()) problems.add(problem(sentence, "is tested, and said to come later"));
        if (!tested && sentence.later.isEmpty()) problems.add(problem(sentence, "has no test"));
    }

    private static Problem problem(Sentence sentence, String what) {
        return new Problem("sentences.csv", 1, sentence.id + " (" + sentence.words + ") " + what);
    }

    private Set<String> of(Sentence sentence) {
        return tests.getOrDefault(sentence.id, new TreeSet<>());
    }

    /// Sentences without a test that do not wait for anything, and tests of none.
    List<Problem> problems() {
        return List.copyOf(problems);
    }

    /// In Markdown, section by section.
    String markdown() {
        var text = new StringBuilder();
        String section = "";
        for (Sentence sentence : sentences) {
            String of = sentence.id.substring(0, sentence.id.indexOf('-'));
            if (!of.equals(section)) {
                section = of;
                text.append("\n## ")
                        .append(section)
                        .append("\n\n| id | the specification says | shown by |\n|---|---|---|\n");
            }
            text.append("| ")
                    .append(sentence.id)
                    .append(" | ")
                    .append(sentence.words)
                    .append(" | ");
            text.append(shown(sentence)).append(" |\n");
        }
        return text.toString();
    }

    private String shown(Sentence sentence) {
        if (sentence.later.startsWith("not held")) return sentence.later;
        if (!sentence.later.isEmpty()) return "later, with " + sentence.later;
        return String.join(
                ", ", of(sentence).stream().map(test -> "`" + test + "`").toList());
    }
}
