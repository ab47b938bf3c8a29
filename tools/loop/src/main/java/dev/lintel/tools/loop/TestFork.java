package dev.lintel.tools.loop;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// The process that runs test classes, one after another, as [TestPool] asks for them over a socket. It runs in the
/// module's folder with the module's class path.
///
/// ```
///   pool ──  class, method, tags to leave out       ──> fork
///   pool <── FAILED test, trace | SKIPPED test, why ──  fork     any number of times
///   pool <── DONE tests                             ──  fork
/// ```
final class TestFork {
    static final int FAILED = 1;
    static final int SKIPPED = 2;
    static final int DONE = 3;

    /// The annotation of classes whose tests share nothing and wait for most of their time, for example for a serial
    /// line: they run at the same time. All other tests run one after another, on the process's own thread.
    private static final String CONCURRENT = "org.junit.jupiter.api.parallel.Execution";

    /// Of such a class at the same time: more would disturb each other on two cores.
    private static final int CONCURRENT_MAX = 4;

    private final DataOutputStream out;
    private final Launcher launcher = LauncherFactory.create();

    private TestFork(DataOutputStream out) {
        this.out = out;
    }

    /// Runs until the pool closes the connection.
    ///
    /// @param arguments the pool's port, and the word that proves to it who connects
    public static void main(String[] arguments) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]))) {
            socket.setTcpNoDelay(true);
            var in = new DataInputStream(socket.getInputStream());
            var fork = new TestFork(new DataOutputStream(socket.getOutputStream()));
            fork.out.writeUTF(arguments[1]);
            while (true) fork.run(in.readUTF(), in.readUTF(), in.readUTF());
        } catch (EOFException e) { // the pool has no more classes
        }
        System.exit(0); // threads that a test has left do not keep the process
    }

    private void run(String className, String method, String excludedTag) throws IOException {
        System.out.println("---- " + className);
        var request = LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(className));
        if (!method.isEmpty()) request.filters((PostDiscoveryFilter) test -> named(test, method));
        if (!excludedTag.isEmpty()) request.filters(TagFilter.excludeTags(excludedTag));
        if (isConcurrent(className)) {
            String parallel = "junit.jupiter.execution.parallel.";
            request.configurationParameter(parallel + "enabled", "true")
                    .configurationParameter(parallel + "config.strategy", "fixed")
                    .configurationParameter(parallel + "config.fixed.parallelism", String.valueOf(CONCURRENT_MAX))
                    .configurationParameter(parallel + "config.fixed.max-pool-size", String.valueOf(CONCURRENT_MAX));
        }
        var listener = new Listener();
        launcher.execute(request.build(), listener);
        System.out.flush();
        synchronized (out) {
            out.writeByte(DONE);
            out.writeInt(listener.tests.get());
            out.flush();
        }
    }

    private static boolean isConcurrent(String className) {
        try {
            Class<?> type = Class.forName(className, false, TestFork.class.getClassLoader());
            return Arrays.stream(type.getAnnotations())
                    .anyMatch(one -> one.annotationType().getName().equals(CONCURRENT));
        } catch (ClassNotFoundException | LinkageError e) { // JUnit reports it
            return false;
        }
    }

    private static FilterResult named(TestDescriptor test, String method) {
        TestSource source = test.getSource().orElse(null);
        return FilterResult.includedIf(
                !(source instanceof MethodSource of) || of.getMethodName().matches(method.replace("*", ".*")));
    }

    private void report(int what, String test, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            try {
                out.writeByte(what);
                out.writeUTF(test);
                out.writeInt(bytes.length);
                out.write(bytes);
            } catch (IOException e) {
                throw new IllegalStateException("the pool has gone away", e);
            }
        }
    }

    private final class Listener implements TestExecutionListener {
        private @Nullable TestPlan plan;
        private final AtomicInteger tests = new AtomicInteger(); // tests of one class can end at the same time

        @Override
        public void testPlanExecutionStarted(TestPlan started) {
            plan = started;
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skipped(test, reason);
        }

        /// A parameterized test that has not begun has no tests in it yet.
        private boolean isTemplate(TestIdentifier one) {
            return Objects.requireNonNull(plan).getChildren(one).isEmpty()
                    && one.getSource().filter(MethodSource.class::isInstance).isPresent();
        }

        /// A skipped class is one skip for each of its tests.
        private void skipped(TestIdentifier test, String reason) {
            List<TestIdentifier> inside = Objects.requireNonNull(plan).getDescendants(test).stream()
                    .filter(one -> one.isTest() || isTemplate(one))
                    .toList();
            List<TestIdentifier> all = inside.isEmpty() ? List.of(test) : inside;
            tests.addAndGet(all.size());
            for (TestIdentifier one : all) report(SKIPPED, name(one), reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            try {
                finished(test, result);
            } catch (RuntimeException e) { // JUnit would log it, and the test would count as passed
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }

        private void finished(TestIdentifier test, TestExecutionResult result) {
            boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
            boolean aborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
            if (failed || (test.isTest() && !aborted)) tests.incrementAndGet();
            if (failed) {
                String trace = trace(result);
                System.out.println("FAILED " + name(test) + "\n" + trace); // whole: the report shortens it
                report(FAILED, name(test), trace);
            }
            if (aborted) {
                String reason = result.getThrowable().map(Throwable::getMessage).orElse("aborted");
                skipped(test, reason);
            }
        }

        private String trace(TestExecutionResult result) {
            var text = new StringWriter();
            result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(new PrintWriter(text)));
            return text.toString();
        }

        /// `Class.method`, with the invocation of a parameterized test behind it.
        private String name(TestIdentifier test) {
            if (test.getSource().orElse(null) instanceof MethodSource of) {
                String type = of.getClassName().substring(of.getClassName().lastIndexOf('.') + 1);
                String name = type + "." + of.getMethodName();
                return test.getDisplayName().startsWith(of.getMethodName()) ? name : name + " " + test.getDisplayName();
            }
            return test.getDisplayName();
        }
    }
}
