package dev.lintel.tools.loop;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// The pool's side of a [TestFork] process. Used by one thread.
final class TestProcess implements AutoCloseable {
    private static final int MS_PER_TICK = 10; // the kernel's USER_HZ is 100 on every architecture we run on
    /// A JVM starts in a second; a busy machine takes longer.
    private static final int START_MS_MAX = 60_000;
    private static final int STACKS_MS_MAX = 20_000; // jstack hangs where the process does not answer
    /// How much of a broken process's output is shown.
    private static final int LOG_TAIL_BYTES = 4_000;

    private static final int TRACE_BYTES_MAX = 16 << 20;

    private final String module;
    private final Process process;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Path log;
    private final Settings settings;

    /// @param excludedTag tests with this tag are not run; empty for none
    /// @param classMsMax how long one class may take, from its start to its last test
    /// @param jvmOptions options of the test JVMs
    /// @param launcher jars and folders that the fork needs in addition to the module's class path
    record Settings(String excludedTag, int classMsMax, List<String> jvmOptions, List<Path> launcher) {
        Settings {
            jvmOptions = List.copyOf(jvmOptions);
            launcher = List.copyOf(launcher);
        }
    }

    private TestProcess(SourceSet tests, Process process, Socket socket, Path log, Settings settings)
            throws IOException {
        this.module = tests.module();
        this.process = process;
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
        this.log = log;
        this.settings = settings;
    }

    static TestProcess start(SourceSet tests, Path log, Settings settings) throws IOException {
        var word = new byte[16];
        ThreadLocalRandom.current().nextBytes(word);
        String proof = HexFormat.of().formatHex(word);
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(START_MS_MAX);
            Process process = launch(tests, log, settings, List.of(Integer.toString(server.getLocalPort()), proof));
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(START_MS_MAX);
                var made = new TestProcess(tests, process, socket, log, settings);
                if (!made.in.readUTF().equals(proof)) throw new IOException("another program connected to the port");
                return made;
            } catch (IOException e) {
                kill(process);
                throw e instanceof SocketTimeoutException ? new IOException("the JVM did not start; see " + log, e) : e;
            }
        }
    }

    private static Process launch(SourceSet tests, Path log, Settings settings, List<String> arguments)
            throws IOException {
        var classpath = new ArrayList<Path>(List.of(tests.classes()));
        classpath.addAll(tests.classpath());
        for (Path more : settings.launcher) {
            boolean there =
                    classpath.stream().anyMatch(entry -> entry.getFileName().equals(more.getFileName()));
            if (!there || more.toFile().isDirectory()) classpath.add(more);
        }
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings.jvmOptions);
        command.add("-Dbasedir=" + tests.folder());
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator, classpath.stream().map(Path::toString).toList()));
        command.add(TestFork.class.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .directory(tests.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    boolean isFor(String name) {
        return module.equals(name);
    }

    boolean isAlive() {
        return process.isAlive() && !socket.isClosed();
    }

    /// Runs one class. A process that ends, or that has not ended the class in time, is a failure of the class.
    TestResult run(TestJob job) {
        long startNs = System.nanoTime();
        long endNs = startNs + settings.classMsMax * 1_000_000L;
        long startCpuMs = cpuMs();
        var failures = new ArrayList<TestResult.Failure>();
        var skips = new ArrayList<TestResult.Skip>();
        int tests = 0;
        try {
            out.writeUTF(job.className());
            out.writeUTF(job.method());
            out.writeUTF(settings.excludedTag);
            out.flush();
            for (int what = nextUntil(endNs); what != TestFork.DONE; what = nextUntil(endNs)) {
                String test = in.readUTF();
                String text = text();
                if (what == TestFork.FAILED) failures.add(new TestResult.Failure(test, text));
                else skips.add(new TestResult.Skip(test, text));
            }
            tests = in.readInt();
        } catch (IOException e) {
            failures.add(new TestResult.Failure(job.simpleName(), broken(e)));
            tests = failures.size();
        }
        long durationMs = (System.nanoTime() - startNs) / 1_000_000;
        return new TestResult(job, tests, failures, skips, durationMs, Math.max(0, cpuMs() - startCpuMs));
    }

    /// The next message. What a message consists of follows at once.
    private int nextUntil(long endNs) throws IOException {
        long leftMs = (endNs - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0) throw new SocketTimeoutException();
        socket.setSoTimeout((int) leftMs);
        return in.readByte();
    }

    /// User and system time of the process and its ended children; 0 where the system has no `/proc`.
    private long cpuMs() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1); // from the third on
            long ticks = 0;
            for (int field = 14; field <= 17; field++) ticks += Long.parseLong(fields[field - 3]);
            return ticks * MS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }

    private String text() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > TRACE_BYTES_MAX) throw new IOException("a message of " + length + " bytes");
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private String broken(IOException cause) {
        String what;
        if (cause instanceof SocketTimeoutException) {
            what = "the class did not end in time; the threads of its process:\n" + threads();
        } else {
            close();
            what = "the test process ended with exit code " + process.exitValue();
        }
        kill();
        closeSocket();
        return what + "\nThe end of " + log + ":\n" + tail();
    }

    private String threads() {
        Path file = log.resolveSibling(log.getFileName() + ".threads");
        try {
            Process jstack = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jstack")
                                    .toString(),
                            Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(file.toFile())
                    .start();
            if (!jstack.waitFor(STACKS_MS_MAX, TimeUnit.MILLISECONDS)) jstack.destroyForcibly();
            return Files.readString(file);
        } catch (IOException e) {
            return "jstack: " + e.getMessage();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while threads are listed", e);
        }
    }

    private String tail() {
        try (var file = new java.io.RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - LOG_TAIL_BYTES));
            var bytes = new byte[(int) Math.min(LOG_TAIL_BYTES, file.length())];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) { // nothing is left to do with it
        }
    }

    /// Ends the process and what it has started, by force. May be called from any thread.
    void kill() {
        kill(process);
    }

    private static void kill(Process process) {
        List<ProcessHandle> started = process.descendants().toList(); // unknown once the process has ended
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /// Ends the process: by itself, and by force after some seconds.
    @Override
    public void close() {
        closeSocket();
        try {
            if (process.waitFor(10, TimeUnit.SECONDS)) return;
            kill();
            process.waitFor();
        } catch (InterruptedException e) {
            kill();
        }
    }

    /// The jars and folders that a fork needs to run JUnit, taken from the loop's own class path.
    static List<Path> launcher(String ownClasspath) {
        var needed = new ArrayList<Path>();
        for (String entry : ownClasspath.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath();
            String name = path.getFileName().toString();
            boolean isPart = name.startsWith("junit-platform-") || name.startsWith("opentest4j-");
            if (isPart || path.toFile().isDirectory()) needed.add(path);
        }
        return needed;
    }
}
