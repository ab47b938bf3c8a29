package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/// Lintel as it will be one day: today's code, and one change of tables more. Its own process has that change and the
/// class that counts them, compiled from today's source with the next number, before everything else.
public final class NextVersion {
    private static final Path STORE = Path.of("dev/lintel/controller/store");
    private static final Pattern LATEST = Pattern.compile("LATEST = (\\d+);");
    private static final String CHANGE = """
            ALTER TABLE event ADD COLUMN mood TEXT;
            ALTER TABLE person ADD COLUMN nickname TEXT;
            UPDATE person SET nickname = lower(first_name);
            CREATE TABLE novelty (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person (id)) STRICT;
            """;

    /// Of today's tables.
    final int today;
    private final Path folder;

    /// Makes it in `folder`.
    public NextVersion(Path folder) throws IOException {
        this.folder = folder;
        String source = Files.readString(project()
                .resolve("controller/store/src/main/java")
                .resolve(STORE)
                .resolve("Migrations.java"));
        Matcher latest = LATEST.matcher(source);
        assertThat(latest.find()).as("the number of the newest migration").isTrue();
        this.today = Integer.parseInt(latest.group(1));
        Path store = Files.createDirectories(folder.resolve(STORE));
        Files.writeString(store.resolve("%04d.sql".formatted(next())), CHANGE);
        String changed = latest.replaceFirst("LATEST = " + next() + ";");
        compile(Files.writeString(store.resolve("Migrations.java"), changed));
    }

    private static Path project() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("lintel"))) root = Objects.requireNonNull(root.getParent(), "the project");
        return root;
    }

    private void compile(Path source) {
        var said = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        said,
                        said,
                        "-nowarn",
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(failed).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }

    /// Puts it into the place of today's in a jar.
    public void into(Path jar) {
        int failed = java.util.spi.ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--update", "--file", jar.toString(), "-C", folder.toString(), "dev");
        assertThat(failed).isZero();
    }

    /// Of its tables.
    public int next() {
        return today + 1;
    }

    /// The command line of a start of it.
    List<String> command(Path data) {
        String before = "";
        var command = Box.command(data);
        for (int i = 0; i < command.size(); i++) {
            if (before.equals("-cp")) command.set(i, folder + File.pathSeparator + command.get(i));
            before = command.get(i);
        }
        return command;
    }
}
