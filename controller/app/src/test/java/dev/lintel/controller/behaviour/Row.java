package dev.lintel.controller.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One story, and the kinds of events that the log must have of it, in order.
///
/// @param situation in a sentence
record Row(String situation, Place place, Consumer<Story> steps, List<String> kinds) {
    static Row row(String situation, Place place, Consumer<Story> steps, String... kinds) {
        return new Row(situation, place, steps, List.of(kinds));
    }

    static Row row(String situation, Consumer<Story> steps, String... kinds) {
        return row(situation, Place.USUAL, steps, kinds);
    }

    /// Plays the story and checks the events; returns the row of the page.
    String play(String test) {
        Path folder = temporary();
        var story = new Story(folder, place);
        try {
            steps.accept(story);
            Journal journal = story.journal();
            assertThat(journal.kinds())
                    .as("%s%n%s%n%s", situation, journal.seen(), journal.events())
                    .isEqualTo(kinds);
            return "| %s | %s | %s | %s |"
                    .formatted(
                            situation,
                            or(journal.seen(), "nothing"),
                            or(String.join("; ", journal.events()), "none"),
                            test);
        } finally {
            story.end();
            delete(folder);
        }
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("lintel-behaviour-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
