package dev.lintel.tools.tidy;

import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Calls that only one place may make, or none: clocks, sleeping, printing, threads without a name.
final class CallRules {
    private static final Set<String> CLOCKS = Set.of(
            "System.nanoTime",
            "System.currentTimeMillis",
            "Instant.now",
            "LocalDate.now",
            "LocalTime.now",
            "LocalDateTime.now",
            "ZonedDateTime.now",
            "OffsetDateTime.now",
            "Clock.systemUTC",
            "Clock.systemDefaultZone",
            "InstantSource.system");
    private static final Pattern NAMELESS_THREAD = Pattern.compile(
            "Thread\\.of(Virtual|Platform)\\(\\)(?!.*\\.name\\().*\\.(start|unstarted|factory)", Pattern.DOTALL);

    /// A file that starts or reads processes.
    private static final Pattern PROCESS = Pattern.compile("\\bProcessBuilder\\b|\\.(input|error)Reader\\(");

    /// Measures builds and tests, and is compiled before every other module.
    private static final String LOOP = "dev.lintel.tools.loop";

    private CallRules() {}

    static List<Problem> check(SourceFile file) {
        var problems = new ArrayList<Problem>();
        var parsed = file.parse();
        parsed.unit().accept(new Calls(file, parsed, problems), null);
        return problems;
    }

    private static final class Calls extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final SourceFile file;
        private final SourceFile.Parsed parsed;
        private final List<Problem> problems;

        Calls(SourceFile file, SourceFile.Parsed parsed, List<Problem> problems) {
            this.file = file;
            this.parsed = parsed;
            this.problems = problems;
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
            String name = shortName(call.getMethodSelect().toString());
            if (name.equals("Thread.sleep")) add(call, "Thread.sleep: wait for a condition with a deadline");
            if (name.equals("Thread.ofVirtual") && PROCESS.matcher(file.text()).find()) {
                add(call, "a process's output is read on a platform thread: a virtual one would keep its carrier");
            }
            if (file.isMain()) checkMain(call, name);
            return super.visitMethodInvocation(call, null);
        }

        private void checkMain(MethodInvocationTree call, String name) {
            if (CLOCKS.contains(name) && !file.isIn("dev.lintel.controller.time") && !file.isIn(LOOP)) {
                add(call, name + ": only dev.lintel.controller.time reads a clock");
            }
            if (name.equals("Thread.startVirtualThread")
                    || NAMELESS_THREAD.matcher(name).find()) {
                add(call, "a thread without a name");
            }
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void nothing) {
            String name = shortName(select.toString());
            if ((name.equals("System.out") || name.equals("System.err")) && file.isMain() && !mayPrint()) {
                add(select, name + ": only the command line and the log print");
            }
            return super.visitMemberSelect(select, null);
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree made, @Nullable Void nothing) {
            if (file.isMain() && made.getIdentifier().toString().equals("Thread")) {
                add(made, "new Thread: use Thread.ofPlatform().name(...)");
            }
            return super.visitNewClass(made, null);
        }

        private boolean mayPrint() {
            return file.isIn("dev.lintel.tools")
                    || file.isIn("dev.lintel.controller.log")
                    || file.path().endsWith("/dev/lintel/controller/Main.java");
        }

        private void add(Tree tree, String what) {
            problems.add(new Problem(file.path(), parsed.lineOf(tree), what));
        }

        private static String shortName(String name) {
            return name.replaceFirst("^java\\.(lang|time)\\.", "");
        }
    }
}
