package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.pack.Packages.Made;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DebianJdkTest {
    private static final String NEW = "25.0.5.1+2-1~deb13u1";
    private static final String OLD = "25.0.5+8-1~deb13u1";
    /// As apt-cache prints it.
    private static final String MADISON = """
            openjdk-25-jdk-headless:arm64 | 25.0.5.1+2-1~deb13u1 | http://mirror/security trixie-security/main
            openjdk-25-jdk-headless:arm64 | 25.0.5+8-1~deb13u1 | http://mirror/debian trixie/main
            """;

    @TempDir
    Path folder;

    @Test
    void versionsAreReadNewestFirst() {
        assertThat(DebianJdk.versions(MADISON)).containsExactly(NEW, OLD);
        assertThat(DebianJdk.versions("")).isEmpty();
    }

    /// A security fix may be there for one architecture some hours before it is for the other.
    @Test
    void newestVersionThatEveryArchitectureHasIsChosen() {
        assertThat(DebianJdk.common(offered(List.of(NEW, OLD), List.of(NEW, OLD))))
                .isEqualTo(NEW);
        assertThat(DebianJdk.common(offered(List.of(NEW, OLD), List.of(OLD)))).isEqualTo(OLD);
        assertThat(DebianJdk.common(offered(List.of(OLD), List.of(NEW, OLD)))).isEqualTo(OLD);
        assertThatThrownBy(() -> DebianJdk.common(offered(List.of(NEW), List.of(OLD))))
                .isInstanceOf(PackException.class)
                .hasMessageStartingWith("Debian has no version of openjdk-25-jdk-headless for all architectures now");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "true; E: The repository 'http://mirror trixie InRelease' is not signed.",
                "true; W: The following signatures couldn't be verified: NO_PUBKEY 6ED0E7B82643E131",
                "true; E: Release file for http://mirror/InRelease is expired (invalid since 3d).",
                "true; E: Release file for http://mirror/InRelease is not valid yet (invalid for another 2h).",
                "false; E: Failed to fetch http://mirror/InRelease  Temporary failure resolving 'mirror'",
                "false; E: Failed to fetch http://mirror/InRelease  Could not connect to 127.0.0.1:9"
            })
    void listsThatAptDoesNotAcceptAreNotAMissingNetwork(boolean refused, String said) {
        assertThat(DebianJdk.isRefused(said)).isEqualTo(refused);
    }

    private static Map<Arch, List<String>> offered(List<String> amd64, List<String> arm64) {
        return new EnumMap<>(Map.of(Arch.AMD64, amd64, Arch.ARM64, arm64));
    }

    @Test
    void packagesWithDifferentJavaAreAnError() {
        Packages.requireOneJava(List.of(made(Arch.AMD64, "25.0.5.1"), made(Arch.ARM64, "25.0.5.1")));
        assertThatThrownBy(() ->
                        Packages.requireOneJava(List.of(made(Arch.AMD64, "25.0.3"), made(Arch.ARM64, "25.0.5.1"))))
                .isInstanceOf(PackException.class)
                .hasMessage("the packages do not have the same Java: amd64 has 25.0.3, arm64 has 25.0.5.1");
    }

    private static Made made(Arch arch, String java) {
        return new Made(arch, Path.of("deb"), Path.of("tar"), Path.of("sbom"), java, 0, 0, false, 0);
    }

    @Test
    void withoutNetworkTheNewestThatIsKeptForAllIsChosen() throws Exception {
        for (String name : List.of(
                "openjdk-25-jdk-headless_25.0.11+8-1~deb13u1_amd64", // not for the other one
                "openjdk-25-jdk-headless_25.0.10+8-1~deb13u1_amd64",
                "openjdk-25-jdk-headless_25.0.10+8-1~deb13u1_arm64",
                "openjdk-25-jdk-headless_25.0.5+8-1~deb13u1_amd64",
                "openjdk-25-jdk-headless_25.0.5+8-1~deb13u1_arm64",
                "other")) {
            Files.createDirectories(folder.resolve("jmods").resolve(name));
        }
        var progress = new ArrayList<String>();
        assertThat(new DebianJdk(folder, progress::add).keptVersion(List.of(Arch.values())))
                .isEqualTo("25.0.10+8-1~deb13u1");
        assertThat(new DebianJdk(folder.resolve("none"), progress::add).keptVersion(List.of(Arch.values())))
                .isNull();
    }

    @Test
    void cacheInUseByAnotherProcess_waitsAndSaysSo() throws Exception {
        Path lock = folder.resolve("lock");
        var waits = new CountDownLatch(1);
        var jdk = new DebianJdk(folder, said -> {
            assertThat(said).isEqualTo("waiting for another process that uses " + folder);
            waits.countDown();
        });
        var command = new ProcessBuilder("python3", "-c", """
                import fcntl, sys
                file = open(sys.argv[1], "w")
                fcntl.lockf(file, fcntl.LOCK_EX)
                print("locked", flush=True)
                sys.stdin.readline()
                """, lock.toString());
        Process other = command.start();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(other.inputReader().readLine()).isEqualTo("locked");
            var locked = threads.submit(jdk::locked);
            assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(locked.isDone()).isFalse();
            other.getOutputStream().close();
            locked.get(20, TimeUnit.SECONDS).close();
        } finally {
            other.destroyForcibly();
        }
    }
}
