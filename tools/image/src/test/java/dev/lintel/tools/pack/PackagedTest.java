package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.pack.Packages.Made;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packages themselves, of what `./lintel test --slow` has built before the tests. Prints their sizes and times.
@Tag("slow")
class PackagedTest {
    private static final double MB = 1e6;
    private static final Pattern READY =
            Pattern.compile("Lintel is ready: doors worked after ([0-9.]+) s, HTTPS after ([0-9.]+) s\\.");
    /// The first two come with others, and are named nonetheless; the last one is for support.
    private static final List<String> NOT_SEEN = List.of("java.logging", "java.management", "jdk.jcmd");
    /// For annotation processors that some libraries bring along: nothing compiles on a board.
    private static final String NOT_NEEDED = "java.compiler";

    private static final int STARTS = 5;
    private static final Set<String> MACHINES = Set.of("Advanced Micro Devices X86-64", "AArch64");

    @TempDir
    Path folder;

    @BeforeAll
    static void print() {
        for (Made one : Packed.all()) {
            System.out.printf(
                    "%s: Java %s, runtime %.1f MB, installed %.1f MB, .deb %.1f MB, .tar.gz %.1f MB, made in %.0f s%n",
                    one.arch().debian(),
                    one.java(),
                    one.runtimeBytes() / MB,
                    one.installedBytes() / MB,
                    size(one.deb()) / MB,
                    size(one.tar()) / MB,
                    one.seconds());
        }
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    @Test
    void nothingHalfMadeIsLeftAndTheSumsAreRight() throws IOException {
        Path out = Packed.of(Arch.host()).deb().getParent();
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "lintel_0.1.0_amd64.deb",
                            "lintel_0.1.0_arm64.deb",
                            "lintel-0.1.0-linux-amd64.tar.gz",
                            "lintel-0.1.0-linux-arm64.tar.gz",
                            "lintel-0.1.0-linux-amd64.cdx.json",
                            "lintel-0.1.0-linux-arm64.cdx.json",
                            "SHA256SUMS");
        }
        assertThat(Programs.run("env", "--chdir=" + out, "sha256sum", "--check", "SHA256SUMS"))
                .contains("lintel_0.1.0_arm64.deb: OK");
        assertThat(Path.of("../../target/package")).doesNotExist();
    }

    @Test
    void eachNamesItsReleaseAndItsContents() throws IOException {
        for (Made one : Packed.all()) {
            String name = "lintel-0.1.0-linux-" + one.arch().debian();
            String sbom =
                    Programs.run("tar", "--extract", "--to-stdout", "--file=" + one.tar(), name + "/sbom.cdx.json");
            assertThat(sbom).isEqualTo(Files.readString(one.sbom()));
            assertThat(new JsonParser().validate(sbom, Version.VERSION_16)).isEmpty();
            assertThat(sbom).contains("\"pkg:deb/debian/openjdk-25@", "native/libsqlitejdbc.so", "/vertx-core@");
            String jars = Programs.run("tar", "--list", "--file=" + one.tar());
            assertThat(jars.lines()
                            .filter(line -> line.contains("/lib/netty-"))
                            .map(line -> line.replaceFirst(".*/", "").replaceFirst("-[0-9].*", "")))
                    .containsExactlyInAnyOrderElementsOf(ShippedNettyTest.USED);
            String release =
                    Programs.run("tar", "--extract", "--to-stdout", "--file=" + one.tar(), name + "/release.json");
            assertThat(release.replace(" :", ":"))
                    .contains(
                            "\"version\": \"0.1.0\"",
                            "\"board\": \"linux-" + one.arch().debian());
        }
    }

    @Test
    void eachHasWhatABoardNeedsAndNoSimulator() {
        for (Made one : Packed.all()) {
            String contents = Programs.run("dpkg-deb", "--contents", one.deb().toString());
            assertThat(contents)
                    .contains("./usr/bin/lintel -> ../lib/lintel/bin/lintel")
                    .contains("./usr/lib/systemd/system/lintel.service", "./usr/lib/udev/rules.d/60-lintel.rules")
                    .contains("./usr/lib/sysusers.d/lintel.conf", "./usr/share/doc/lintel/copyright")
                    .contains("./usr/lib/lintel/native/libsqlitejdbc.so", "./usr/lib/lintel/lib/vertx-core-")
                    .doesNotContain("hw-sim", "archunit", "junit", "/etc/", "/var/");
            assertThat(contents.lines()).allMatch(line -> line.contains(" root/root "));
            assertThat(contents.lines())
                    .as("what anybody may write, or runs as another")
                    .noneMatch(line -> !line.startsWith("l")
                            && (line.charAt(8) == 'w' || line.substring(0, 10).contains("s")));
            assertThat(contents.contains("start.aot")).isEqualTo(one.arch().isHost());
            String control = Programs.run("dpkg-deb", "--field", one.deb().toString());
            assertThat(control).contains("Architecture: " + one.arch().debian()).contains("libc6 (>= 2.");
        }
    }

    /// What each package's own runtime says, not what it was asked to be.
    @Test
    void allHaveTheSameJavaAndRunWithTheGlibcOfDebian12() throws IOException {
        Set<String> releases = new TreeSet<>();
        Set<String> controls = new TreeSet<>();
        for (Made one : Packed.all()) {
            Path tree =
                    Files.createDirectory(folder.resolve("java-" + one.arch().debian()));
            Programs.run("tar", "--extract", "--file=" + one.tar(), "--directory=" + tree, "--strip-components=1");
            releases.add(Files.readString(tree.resolve("jre/release")));
            controls.add(Programs.run("dpkg-deb", "--field", one.deb().toString(), "Built-Using"));
            assertThat(Libraries.of(tree).glibcMinor())
                    .as(one.arch().debian() + " needs no newer C library than Debian 12 has")
                    .isBetween(17, OlderGlibc.MINOR_MAX);
            assertThat(Programs.run("dpkg-deb", "--field", one.deb().toString(), "Depends"))
                    .contains("libc6 (>= 2." + Libraries.of(tree).glibcMinor() + ")");
            Trees.remove(tree);
        }
        assertThat(releases).hasSize(1);
        assertThat(releases.iterator().next()).contains("JAVA_VERSION=\"25.", "JAVA_RUNTIME_VERSION=\"25.");
        assertThat(controls).hasSize(1);
        assertThat(Packed.all().stream().map(Made::java).distinct()).hasSize(1);
    }

    @Test
    void everythingInItIsOfItsArchitecture() throws IOException {
        for (Made one : Packed.all()) {
            Path tree =
                    Files.createDirectory(folder.resolve("machine-" + one.arch().debian()));
            Programs.run("tar", "--extract", "--file=" + one.tar(), "--directory=" + tree);
            Set<String> machines;
            try (Stream<Path> walk = Files.walk(tree)) {
                machines = walk.filter(file -> file.toString().endsWith(".so") || file.endsWith("jre/bin/java"))
                        .flatMap(file -> Programs.run("readelf", "--file-header", file.toString())
                                .lines())
                        .filter(line -> line.strip().startsWith("Machine:"))
                        .map(line -> line.replaceFirst("\\s*Machine:\\s*", ""))
                        .collect(Collectors.toSet());
            }
            assertThat(machines).hasSize(1).isSubsetOf(MACHINES);
            assertThat(machines.contains("AArch64")).isEqualTo(one.arch() == Arch.ARM64);
            Trees.remove(tree);
        }
    }

    /// Unpacked in another folder than its cache was made in, without a configuration: no doors, no simulator, no chip.
    @Test
    void thisMachinesRunsWithItsCache() throws Exception {
        Path tree = Files.createDirectory(folder.resolve("run"));
        Programs.run("tar", "--extract", "--file=" + Packed.of(Arch.host()).tar(), "--directory=" + tree);
        Path home = tree.resolve("lintel-0.1.0-linux-" + Arch.host().debian());
        String lintel = home.resolve("bin/lintel").toString();
        var strict = Map.of("LINTEL_JAVA_OPTS", "-XX:AOTMode=on");
        assertThat(Programs.run(strict, List.of(lintel, "--version"))).contains("lintel 0.1.0");
        var with = new ArrayList<Double>();
        var without = new ArrayList<Double>();
        for (int i = 0; i < STARTS; i++) {
            with.add(httpsSeconds(home, "with", Map.of()));
            without.add(httpsSeconds(home, "without", Map.of("LINTEL_CACHE", "/dev/null")));
        }
        System.out.printf(
                "HTTPS answers after %.2f s with the cache, %.2f s without (medians of %d)%n",
                median(with), median(without), STARTS);
        assertThat(median(with)).isLessThan(median(without));
    }

    private static double median(List<Double> seconds) {
        return seconds.stream().sorted().toList().get(seconds.size() / 2);
    }

    private double httpsSeconds(Path home, String name, Map<String, String> environment) throws Exception {
        var builder = new ProcessBuilder(
                home.resolve("bin/lintel").toString(),
                "run",
                "--https-port",
                "0",
                "--http-port",
                "0",
                "--data",
                folder.resolve(name).toString());
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            var said = new StringBuilder();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher ready = READY.matcher(line);
                if (ready.matches()) {
                    System.out.println(name + " the cache: " + line);
                    return Double.parseDouble(ready.group(2));
                }
                said.append(line).append('\n');
            }
            throw new AssertionError(said.toString());
        } finally {
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /// What jdeps sees from Lintel's own classes on, and what it cannot see.
    @Test
    void theRuntimeHasTheModulesThatTheJarsNeedAndNoOthers() throws IOException {
        Path dist = Path.of("../cli/target/dist");
        String jars;
        try (Stream<Path> files = Files.list(dist.resolve("lib"))) {
            jars = files.map(Path::toString)
                    .filter(name -> !name.contains("hw-sim"))
                    .collect(Collectors.joining(":"));
        }
        String seen = Programs.run(
                Path.of(System.getProperty("java.home"), "bin/jdeps").toString(),
                "--ignore-missing-deps",
                "--multi-release=25",
                "--print-module-deps",
                "--class-path=" + jars,
                dist.resolve("lintel.jar").toString());
        Set<String> needed = new TreeSet<>(List.of(seen.strip().split(",", -1)));
        assertThat(needed).contains("java.sql", "java.desktop", "java.net.http", NOT_NEEDED);
        needed.addAll(NOT_SEEN);
        needed.remove(NOT_NEEDED);
        assertThat(RuntimeImage.MODULES).containsExactlyInAnyOrderElementsOf(needed);
    }

    /// Packages of a release have the list of the commit. Classes that it lacks make a start slower.
    @Test
    void listOfClassesForReleasesIsNotOld() throws IOException {
        List<String> now = Programs.run(
                        "tar", "-xzOf", Packed.of(Arch.host()).tar().toString(), "--wildcards", "*/classes.list")
                .lines()
                .toList();
        List<String> kept = Files.readAllLines(Packed.SOURCES.board().resolve(Packages.CLASS_LIST));
        assertThat(kept).isSorted().hasSizeGreaterThan(1_000);
        var missing = new TreeSet<>(now);
        missing.removeAll(Set.copyOf(kept));
        assertThat(missing)
                .as("loaded at a start and not in classes.list: run ./lintel package --class-list")
                .hasSizeLessThan(now.size() / 10);
    }
}
