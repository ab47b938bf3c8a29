package dev.lintel.reader.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Jazzer at each target for a while, from the kept corpus on: a part of `./lintel test --slow`.
///
/// ```
///   mvn test -pl reader-drivers -DexcludedGroups=none -Dtest=FuzzingTest -Dfuzz.seconds=600 [-Dfuzz.keep=true]
/// ```
///
/// `fuzz.keep` adds to the kept corpus what reaches code that nothing kept reaches; `fuzz.only` names one target.
@Tag("slow")
class FuzzingTest {
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 30);
    private static final boolean KEEP = Boolean.getBoolean("fuzz.keep");
    private static final String ONLY = System.getProperty("fuzz.only", "");
    private static final Path FINDINGS = Path.of("target", "fuzz");

    /// Start, end and the kept corpus take their time too.
    private static final int SECONDS_BESIDE = 120;

    /// Parsers whose memory is bounded live on little; one whose is not soon has none left.
    private static final String HEAP = "-Xmx192m";

    /// Far longer than any frame, line or expression.
    private static final int INPUT_BYTES_MAX = 4_096;

    /// No input of that size takes a thousandth of it, but on a busy machine the first one waits for its classes.
    private static final int INPUT_SECONDS_MAX = 30;

    private static final int LINES_SHOWN = 30;

    @ParameterizedTest
    @EnumSource(FuzzTarget.class)
    void noBytesBreakAPromise(FuzzTarget target) throws IOException, InterruptedException {
        assumeTrue(ONLY.isEmpty() || ONLY.equals(target.word()));
        Path folder = Files.createDirectories(FINDINGS.resolve(target.word()));
        Path found = Files.createDirectories(folder.resolve("found"));
        Path kept = Files.createDirectories(Corpus.folder(target));
        Path log = folder.resolve("log");
        int exit = jazzer(target, log, "-max_total_time=" + SECONDS, found.toString(), kept.toString());
        assertThat(exit).as(() -> failure(target, folder, log)).isZero();
        assertThat(log)
                .as("Jazzer saw what its inputs reach")
                .content(ISO_8859_1)
                .contains("INITED cov: ");
        if (!KEEP) return;
        assertThat(jazzer(
                        target,
                        folder.resolve("merge.log"),
                        "-merge=1",
                        "-use_counters=0",
                        kept.toString(),
                        found.toString()))
                .as("merge of " + found + " into " + kept)
                .isZero();
    }

    private static int jazzer(FuzzTarget target, Path log, String... arguments)
            throws IOException, InterruptedException {
        String folder = log.toAbsolutePath().getParent() + "/";
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:-OmitStackTraceInFastThrow",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dfuzz.target=" + target.word(),
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + FuzzEntry.class.getName(),
                "--instrumentation_includes=dev.lintel.**",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder,
                "-max_len=" + INPUT_BYTES_MAX,
                "-timeout=" + INPUT_SECONDS_MAX));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (process.waitFor(SECONDS + SECONDS_BESIDE, TimeUnit.SECONDS)) return process.exitValue();
            throw new AssertionError("fuzzing " + target.word() + " does not end; see " + log);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String failure(FuzzTarget target, Path folder, Path log) {
        try (Stream<Path> files = Files.list(folder)) {
            String inputs = files.map(Path::toString)
                    .filter(name -> name.matches(".*/(crash|oom|timeout)-[0-9a-f]+"))
                    .sorted()
                    .collect(Collectors.joining(" "));
            String end = Files.readString(log, ISO_8859_1)
                    .lines()
                    .dropWhile(l -> !l.startsWith("== "))
                    .limit(LINES_SHOWN)
                    .collect(Collectors.joining("\n"));
            return "target " + target.word() + " breaks its promise:\n" + end + "\n"
                    + "Keep the input so that CorpusTest holds it for good, in reader-drivers:\n"
                    + "    cp " + inputs + " " + Corpus.folder(target) + "/\n"
                    + "All that Jazzer said is in " + log;
        } catch (IOException e) {
            return "target " + target.word() + " breaks its promise; see " + log;
        }
    }
}
