package dev.lintel.tools.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Each package of the main sources has a page: what lives there, with a picture, and its null marking.
final class PackageRules {
    private static final int DOC_LINES_MIN = 3;

    private PackageRules() {}

    static List<Problem> check(List<SourceFile> sources) {
        Map<String, List<SourceFile>> filesOf = new TreeMap<>();
        for (SourceFile file : sources) {
            String folder = file.path().substring(0, file.path().lastIndexOf('/'));
            if (file.isMain())
                filesOf.computeIfAbsent(folder, _ -> new ArrayList<>()).add(file);
        }
        var problems = new ArrayList<Problem>();
        filesOf.forEach((folder, files) -> {
            SourceFile page = null;
            for (SourceFile file : files) if (file.fileName().equals("package-info.java")) page = file;
            if (page == null) problems.add(new Problem(folder, 1, "the package has no package-info.java"));
            else problems.addAll(checkPage(page));
        });
        return problems;
    }

    private static List<Problem> checkPage(SourceFile page) {
        var problems = new ArrayList<Problem>();
        long docLines =
                page.text().lines().filter(line -> line.startsWith("/// ")).count();
        if (!page.text().contains("@NullMarked\npackage ")) {
            problems.add(new Problem(page.path(), 1, "the package is not @NullMarked"));
        }
        if (docLines < DOC_LINES_MIN) problems.add(new Problem(page.path(), 1, "the package's page says too little"));
        if (!page.text().contains("/// ```")) problems.add(new Problem(page.path(), 1, "the page has no picture"));
        return problems;
    }
}
