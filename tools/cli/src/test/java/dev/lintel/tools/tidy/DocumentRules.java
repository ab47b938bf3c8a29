package dev.lintel.tools.tidy;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Documents that must agree with the code, or have a shape.
final class DocumentRules {
    private static final Pattern CITED = Pattern.compile("sources\\.md#([a-z0-9-]+)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    private static final Pattern NAMED_TEST =
            Pattern.compile("`(?:([a-z]+)[.])?([A-Z][A-Za-z0-9]*Test)(?:[.]([A-Za-z0-9_]+))?`");
    private static final Pattern ROW = Pattern.compile("^\\|([^|\n]+)\\|.*$", Pattern.MULTILINE);
    private static final Pattern RELEASE = Pattern.compile("## \\d+\\.\\d+\\.\\d+ \\(\\d{4}-\\d{2}-\\d{2}\\)");
    private static final Pattern ENTRY = Pattern.compile("- .+|  \\S.*|### (New|Fixed|Changed|Upgraded)|");

    private DocumentRules() {}

    /// Anchors of `sources.md` that `text` cites and the document does not have.
    static List<Problem> citations(String file, String text, String sources) {
        Set<String> anchors = new HashSet<>();
        Matcher headings = HEADING.matcher(sources);
        while (headings.find()) anchors.add(anchor(headings.group(1)));
        var problems = new ArrayList<Problem>();
        Matcher cited = CITED.matcher(text);
        while (cited.find()) {
            if (anchors.contains(cited.group(1))) continue;
            problems.add(new Problem(file, lineOf(text, cited), "docs/sources.md has no anchor " + cited.group(1)));
        }
        return problems;
    }

    /// Tests that a page names and that are not in `sources`, as a class or as a method of it. Where several packages
    /// have a class of that name, the page names the last part of the package, as in `store.DoorTest`.
    static List<Problem> namedTests(String page, String text, List<SourceFile> sources) {
        Map<String, List<SourceFile>> tests = new HashMap<>();
        for (SourceFile source : sources) {
            String file = source.path().substring(source.path().lastIndexOf('/') + 1);
            tests.computeIfAbsent(file, _ -> new ArrayList<>()).add(source);
        }
        var problems = new ArrayList<Problem>();
        Matcher named = NAMED_TEST.matcher(text);
        while (named.find()) {
            String in = named.group(1);
            List<SourceFile> found = tests.getOrDefault(named.group(2) + ".java", List.of()).stream()
                    .filter(source -> in == null || source.packageName().endsWith("." + in))
                    .toList();
            String method = named.group(3);
            if (found.size() > 1) {
                problems.add(new Problem(page, lineOf(text, named), named.group() + " is in several packages"));
            } else if (found.isEmpty()
                    || (method != null && !found.getFirst().text().contains("void " + method + "("))) {
                problems.add(new Problem(page, lineOf(text, named), "there is no test " + named.group()));
            }
        }
        return problems;
    }

    /// Rows of tables whose first cell another row of the page has: a merge keeps both versions of a row.
    static List<Problem> repeatedRows(String page, String text) {
        Set<String> first = new HashSet<>();
        var problems = new ArrayList<Problem>();
        Matcher rows = ROW.matcher(text);
        while (rows.find()) {
            boolean isHeading =
                    text.startsWith("\n|--", rows.end()) || rows.group(1).startsWith("--");
            if (isHeading || first.add(rows.group(1))) continue;
            problems.add(new Problem(page, lineOf(text, rows), "this row is in the page twice: " + rows.group(1)));
        }
        return problems;
    }

    private static long lineOf(String text, Matcher found) {
        return 1
                + text.substring(0, found.start())
                        .chars()
                        .filter(character -> character == '\n')
                        .count();
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    }

    /// A changelog opens with what is not released yet, then a section a release, newest first, of short entries.
    static List<Problem> changelog(String text) {
        var problems = new ArrayList<Problem>();
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals("# Changelog")) {
            problems.add(new Problem("CHANGELOG.md", 1, "the first line is not '# Changelog'"));
        }
        int sections = 0;
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("## ")) {
                boolean wellFormed = sections++ == 0
                        ? line.equals("## Unreleased")
                        : RELEASE.matcher(line).matches();
                if (!wellFormed) problems.add(new Problem("CHANGELOG.md", i + 1, "not a section's heading: " + line));
            } else if (sections > 0 && !ENTRY.matcher(line).matches()) {
                problems.add(new Problem("CHANGELOG.md", i + 1, "not an entry ('- ...'): " + line));
            }
        }
        if (sections == 0) problems.add(new Problem("CHANGELOG.md", 1, "there is no section '## Unreleased'"));
        return problems;
    }

    /// The table of `docs/events.md`, as [EventKind] has it.
    static String eventTable() {
        var table = new StringBuilder("| kind | number | class | A | A with a PIN | B | label |\n");
        table.append("|---|---|---|---|---|---|---|\n");
        for (EventKind kind : EventKind.values()) {
            table.append("| ").append(kind.name());
            table.append(" | ").append(kind.number());
            table.append(" | ").append(kind.eventClass().name().toLowerCase(Locale.ROOT));
            table.append(" | ").append(code(kind.code(Listing.A, false)));
            table.append(" | ").append(code(kind.code(Listing.A, true)));
            table.append(" | ").append(code(kind.code(Listing.B, false)));
            table.append(" | ").append(kind.label(Listing.A, false)).append(" |\n");
        }
        return table.toString();
    }

    private static String code(@Nullable Integer code) {
        return code == null ? "–" : code.toString();
    }
}
