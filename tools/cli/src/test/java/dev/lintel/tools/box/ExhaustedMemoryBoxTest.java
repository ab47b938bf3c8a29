package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose memory is exhausted from within ends with its locks at rest, and starts again.
class ExhaustedMemoryBoxTest {
    private static final Path RUN_AGAIN = Path.of("src/main/scripts/run-again").toAbsolutePath();
    private static final long WAIT_S = 180;
    /// Between two looks: each lists all processes of the machine.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void name() {
        data = Box.prepared(folder.resolve("data"));
    }

    private List<String> command(Path data) {
        return WatchedHardware.command(Box.command(data), folder, false);
    }

    /// A jar that makes [MemoryHog] an agent.
    private Path agent() throws IOException {
        Path manifest = folder.resolve("manifest");
        String name = MemoryHog.class.getName();
        Files.writeString(manifest, "Agent-Class: " + name + "\nPremain-Class: " + name + "\n");
        Path classes = Path.of(MemoryHog.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Path jar = folder.resolve("hog.jar");
        int exit = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--create",
                        "--file",
                        jar.toString(),
                        "--manifest",
                        manifest.toString(),
                        "-C",
                        classes.toString(),
                        name.replace('.', '/') + ".class");
        assertThat(exit).isZero();
        return jar;
    }

    @Test
    void locksRestAndTheBoxStartsAgain() throws Exception {
        Path agent = agent();
        var command = new ArrayList<>(List.of("bash", RUN_AGAIN.toString()));
        command.addAll(command(data));
        try (Box box = Box.start(command, Map.of(), _ -> data)) {
            ProcessHandle first = java(box);
            unlock(box);
            awaitTrue("the strike is released", () -> strike().released());
            long rests = strike().rests();
            exhaust(first, agent);
            first.onExit().get(WAIT_S, TimeUnit.SECONDS);
            // the next process may have released it again by now: the door is unlocked until 2099
            assertThat(strike().rests()).as("the strike has rested").isGreaterThan(rests);
            // run-again starts it for exit code 3 alone
            awaitTrue("the next process runs", () -> java(box).pid() != first.pid());
            awaitTrue(
                    "its doors work",
                    () -> box.lintel("present --channel 2 --card 1001 --json")
                            .out()
                            .contains("admitted"));
        }
    }

    private static void unlock(Box box) {
        var answer = box.api()
                .send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/channels/1/unlock"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"relock_at\": \"2099-01-01T00:00:00Z\"}")));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    }

    /// While the database is opened, before any door works.
    @Test
    void aStartWithoutMemoryEndsWithTheCodeThatStartsItAgain() throws Exception {
        Path unused = folder.resolve("new");
        List<String> command = command(unused);
        command.add(1, "-javaagent:" + agent() + "=" + unused.resolve("lintel.db"));
        Box.Refused ended = Box.refused(command, Map.of());
        assertThat(ended.exit()).as(ended.output()).isEqualTo(3);
    }

    /// A door is unlocked over a restart: its strike is released before the start is over.
    @Test
    void aLockThatAStartHasReleasedRestsToo() throws Exception {
        try (Box box = Box.start(command(data), Map.of(), _ -> data)) {
            unlock(box);
            awaitTrue("the strike is released", () -> strike().released());
        }
        assertThat(strike().released()).as("after an orderly end").isFalse();
        List<String> command = command(data);
        command.add(1, "-javaagent:" + agent() + "=" + WatchedHardware.strikes(folder));
        Box.Refused ended = Box.refused(command, Map.of());
        assertThat(ended.exit()).as(ended.output()).isEqualTo(3);
        assertThat(strike().releases()).as(ended.output()).isEqualTo(2);
        assertThat(strike().released()).as("the strike rests").isFalse();
    }

    private StrikeFile.Strike strike() {
        return StrikeFile.read(WatchedHardware.strikes(folder), 1);
    }

    /// The JVM, which run-again has started.
    private static ProcessHandle java(Box box) {
        var found = new AtomicReference<ProcessHandle>();
        awaitTrue("a JVM runs", () -> {
            ProcessHandle.of(box.pid())
                    .orElseThrow()
                    .descendants()
                    .filter(one -> one.info().command().orElse("").endsWith("/java"))
                    .forEach(found::set);
            return found.get() != null;
        });
        return found.get();
    }

    private static void exhaust(ProcessHandle process, Path agent) throws AttachNotSupportedException, IOException {
        VirtualMachine box = VirtualMachine.attach(Long.toString(process.pid()));
        try {
            box.loadAgent(agent.toString());
            box.detach();
        } catch (IOException | AgentLoadException | AgentInitializationException e) { // it has ended meanwhile
            assertThat(process.onExit()).succeedsWithin(WAIT_S, TimeUnit.SECONDS);
        }
    }

    private static void awaitTrue(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
