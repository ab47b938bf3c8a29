package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every kept input, once: what was found stays found.
class CorpusTest {
    private static final long CORPUS_BYTES_MAX = 1_000_000;

    @TestFactory
    Stream<DynamicTest> everyKeptInputHolds() {
        return Stream.of(FuzzTarget.values())
                .map(target -> DynamicTest.dynamicTest(target.word(), () -> replay(target, Corpus.inputs(target))));
    }

    private static void replay(FuzzTarget target, List<Path> inputs) throws IOException {
        assertThat(inputs).as("kept inputs of " + target.word()).isNotEmpty();
        for (Path input : inputs) {
            try {
                target.run(Files.readAllBytes(input));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("target " + target.word() + " breaks its promise on " + input, e);
            }
        }
        target.run(new byte[0]);
    }

    @Test
    void theCorpusStaysSmallAndIsOfTargetsThereAre() throws IOException {
        long bytes = 0;
        for (FuzzTarget target : FuzzTarget.values()) {
            for (Path input : Corpus.inputs(target)) bytes += Files.size(input);
        }
        assertThat(bytes).isLessThan(CORPUS_BYTES_MAX);
        assertThat(Corpus.folders())
                .isEqualTo(Stream.of(FuzzTarget.values())
                        .map(FuzzTarget::word)
                        .sorted()
                        .toList());
    }
}
