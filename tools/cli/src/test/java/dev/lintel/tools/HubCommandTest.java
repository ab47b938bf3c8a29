package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HubCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    hub              | Missing required subcommand
                    hub code         | Missing required argument (specify one of these)
                    hub code --withdraw Gate --may-write | --everything, --may-write and --read-only are of a code
                    hub code --withdraw Gate --days 3 | --days, --everything, --may-write and --read-only are of
                    hub code --box Gate --may-write --read-only | mutually exclusive
                    hub writes       | Missing required parameter: 'NAME'
                    hub code --box Gate --days some   | 'some' is not a whole number
                    hub revoke       | Missing required parameter: 'NAME'
                    hub approve      | Missing required parameter: 'NAME'
                    hub publish Gate | unknown command or argument 'Gate'
                    """)
    void aMistakeIsNamedAndExitsWithTwo(String line, String said) {
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }

    @Test
    void nobodyIsTurnedAwayUnasked() {
        CommandRun run = CommandRun.of("hub", "revoke", "Gate", "--data", folder.toString());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("nothing was done", "--yes");
    }

    @Test
    void whatABoxWroteIsListedWithWhatTheBoxSays() {
        var write =
                Map.of("at", "2026-11-28T10:00:00Z", "words", "delete person 7 (Ada Byron), for eve as the box says");
        Map<String, @Nullable Object> answer = Map.of("name", "Gate", "writes", 3, "newest", List.of(write));
        assertThat(HubWritesCommand.lines(answer))
                .isEqualTo("it wrote 3 times; users are what the box says:\n  2026-11-28T10:00:00Z  delete person 7"
                        + " (Ada Byron), for eve as the box says\n  and older ones, in the event log");
        assertThat(HubWritesCommand.lines(Map.of("writes", 0))).isEqualTo("it wrote nothing here");
        assertThat(HubWritesCommand.lines(
                        Map.of("writes", 0, "log_begins_with", 4711, "log_begins_at", "2026-11-28T10:00:00Z")))
                .startsWith("it wrote nothing here\nthe event log begins with event 4711 of 2026-11-28T10:00:00Z")
                .contains("earlier writes are not listed", "lintel.db.damaged-");
    }

    private static String said(String by, @Nullable Long minutes) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>(Map.of("expected", "Gate", "by", by));
        if (minutes != null) one.put("minutes", minutes);
        one.put("let_in_by", "olga");
        return HubCommand.Boxes.sentence(one);
    }

    /// Whoever else has the code comes in by it as well.
    @Test
    void whoMayComeYetIsListedWithHowLongTheirCodeHolds() {
        assertThat(said("code", 4_320L))
                .isEqualTo("Gate  not here yet: a code stands for 3 days, made by olga; 'lintel hub code --withdraw"
                        + " Gate' ends that");
        assertThat(said("certificate", 4_320L))
                .isEqualTo("Gate  not here yet: has joined by a code and has not come yet; until it comes the code"
                        + " lets in whoever has it, for 3 days more, made by olga; 'lintel hub code --withdraw Gate'"
                        + " ends that");
        assertThat(said("certificate", null))
                .isEqualTo("Gate  not here yet: has joined by a code and has not come yet, made by olga; 'lintel hub"
                        + " code --withdraw Gate' ends that");
    }
}
