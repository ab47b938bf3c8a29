package dev.lintel.tools.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.lang.model.element.Name;
import org.jspecify.annotations.Nullable;

/// Words of the trade that `docs/glossary.md` replaces by one of ours, as whole words of declared names.
final class NameRules {
    private static final Map<String, String> BANNED = Map.of(
            "cardholder", "Person",
            "badge", "Credential",
            "portal", "Channel",
            "booking", "Reservation",
            "granted", "Admitted",
            "ajar", "ExtendedOpen",
            "sensor", "contact",
            "reed", "contact",
            "slave", "PD");

    private static final Pattern WORD_END = Pattern.compile("_|(?<=[a-z0-9])(?=[A-Z])");

    private NameRules() {}

    static List<Problem> check(SourceFile file) {
        var problems = new ArrayList<Problem>();
        var parsed = file.parse();
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                look(type, type.getSimpleName());
                return super.visitClass(type, null);
            }

            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                look(method, method.getName());
                return super.visitMethod(method, null);
            }

            @Override
            public @Nullable Void visitVariable(VariableTree variable, @Nullable Void nothing) {
                look(variable, variable.getName());
                return super.visitVariable(variable, null);
            }

            // The far end of a pseudo terminal has this name in the kernel's own functions.
            private boolean isKernelsWord(String word) {
                return word.equalsIgnoreCase("slave") && file.isIn("dev.lintel.reader.linux");
            }

            private void look(Tree tree, Name name) {
                for (String word : WORD_END.splitAsStream(name).toList()) {
                    String ours = BANNED.get(word.toLowerCase(Locale.ROOT));
                    if (ours == null || isKernelsWord(word)) continue;
                    problems.add(new Problem(file.path(), parsed.lineOf(tree), name + ": we say " + ours));
                }
            }
        }.scan(parsed.unit(), null);
        return problems;
    }
}
