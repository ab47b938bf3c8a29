package dev.lintel.tools.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How long files, methods, lines and parameter lists may be.
final class SizeRules {
    /// A file of more than 400 lines often holds two concepts, which a reviewer judges; one of 800 always does.
    static final int FILE_LINES_MAX = 800;
    static final int METHOD_LINES_MAX = 60;
    static final int WIDTH_MAX = 120;
    static final int PARAMETERS_MAX = 5;

    private SizeRules() {}

    static List<Problem> check(SourceFile file) {
        var problems = new ArrayList<Problem>();
        List<String> lines = file.text().lines().toList();
        if (lines.size() > FILE_LINES_MAX) {
            problems.add(new Problem(file.path(), lines.size(), "the file has more than " + FILE_LINES_MAX + " lines"));
        }
        for (int i = 0; i < lines.size(); i++) {
            int width = lines.get(i).codePointCount(0, lines.get(i).length());
            if (width > WIDTH_MAX) problems.add(new Problem(file.path(), i + 1, "the line is wider than " + WIDTH_MAX));
        }
        var parsed = file.parse();
        parsed.unit().accept(new Methods(file, parsed, problems), null);
        return problems;
    }

    private static final class Methods extends TreeScanner<@Nullable Void, @Nullable ClassTree> {
        private final SourceFile file;
        private final SourceFile.Parsed parsed;
        private final List<Problem> problems;

        Methods(SourceFile file, SourceFile.Parsed parsed, List<Problem> problems) {
            this.file = file;
            this.parsed = parsed;
            this.problems = problems;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable ClassTree outer) {
            return super.visitClass(type, type);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable ClassTree type) {
            long line = parsed.lineOf(method);
            long length = parsed.lastLineOf(method) - line + 1;
            if (length > METHOD_LINES_MAX) {
                String what = method.getName() + " has " + length + " lines, more than " + METHOD_LINES_MAX;
                problems.add(new Problem(file.path(), line, what));
            }
            int parameters = method.getParameters().size();
            if (parameters > PARAMETERS_MAX && !isTableRow(method, type)) {
                String what = method.getName() + " has " + parameters + " parameters, more than " + PARAMETERS_MAX;
                problems.add(new Problem(file.path(), line, what));
            }
            return super.visitMethod(method, type);
        }

        /// A record's constructor repeats its header, an enum's names the columns of a table.
        private static boolean isTableRow(MethodTree method, @Nullable ClassTree type) {
            if (type == null || !method.getName().contentEquals("<init>")) return false;
            return type.getKind() == Tree.Kind.ENUM || type.getKind() == Tree.Kind.RECORD;
        }
    }
}
