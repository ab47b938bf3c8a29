package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `people import` and `people export` against a running box.
class PeopleBoxTest {
    private static final String HEADER = "first_name,last_name,email,group_ids,card\n";
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(2);
    /// For 100,000 people: on two busy cores it takes a quarter of it.
    private static final Duration IMPORT_MAX = Duration.ofMinutes(4);

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String crowd(int people) {
        var text = new StringBuilder(HEADER);
        for (int i = 1; i <= people; i++) {
            text.append("Person,No ").append(i).append(",p").append(i).append("@example.com,Staff,");
            text.append(1_000_000 + i).append('\n');
        }
        return text.toString();
    }

    private static long total(BoxApi api) {
        String total = api.get("/api/3/people?per_page=1")
                .headers()
                .firstValue("Total")
                .orElse("");
        assertThat(total).isNotEmpty();
        return Long.parseLong(total);
    }

    @Test
    void peopleComeInAndWhoIsRefusedIsToldAndMended() throws IOException {
        try (Box box = Box.start(Box.prepared(folder.resolve("data")))) {
            BoxApi api = box.api();
            file("staff.csv", HEADER + "Cyd,C,cyd@example.com,Staff,77\nDee,D,dee@example.com,Staf,1001\n,E,,,\n");
            String staff = folder.resolve("staff.csv").toString();
            String mend = folder.resolve("mend.csv").toString();
            String faults = """
                    line 3, group_ids: names a group that is not there, or whose name another has too
                    line 3, card: has already been taken
                    line 4, first_name: can't be blank
                    """;
            CommandRun trial = box.lintel("people import " + staff + " --dry-run");
            assertThat(trial.out())
                    .isEqualTo(faults + "3 rows: 1 would be created, 0 would be changed, 0 unchanged, 2 refused\n");
            assertThat(trial.exit()).isEqualTo(1);
            assertThat(total(api)).isEqualTo(2);
            CommandRun json = box.lintel("people import " + staff + " --dry-run --json");
            assertThat(json.out().lines().map(Json::parseObject))
                    .hasSize(4)
                    .first()
                    .isEqualTo(Map.of(
                            "line", 3L,
                            "column", "group_ids",
                            "message", "names a group that is not there, or whose name another has too"));

            CommandRun real = box.lintel("people import " + staff + " --refused " + mend);
            assertThat(real.out()).isEqualTo(faults + "3 rows: 1 created, 0 changed, 0 unchanged, 2 refused\n");
            assertThat(real.err()).isEmpty();
            assertThat(real.exit()).isEqualTo(1);
            assertThat(box.lintel("present --channel 1 --card 77 --json").json())
                    .containsEntry("decision", "admitted");
            assertThat(Files.getPosixFilePermissions(Path.of(mend)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));

            Path file = file("program.csv", "first_name,last_name,barcode\nA,B,1234567890123400\n");
            assertThat(box.lintel("people import --dry-run " + file).out())
                    .startsWith("line 2, barcode: 1234567890123400 may be rounded");
            assertThat(box.lintel("people import --dry-run --exact-numbers " + file)
                            .out())
                    .startsWith("1 row: 1 would be created");

            CommandRun twice = box.lintel("people import " + staff + " --refused " + mend);
            assertThat(twice.exit()).isEqualTo(1);
            assertThat(twice.err()).contains("mend.csv is there already");

            String mended = Files.readString(Path.of(mend))
                    .replace("Staf,1001", "Staff,78")
                    .replace("\n,E", "\nEve,E");
            CommandRun rest = box.lintel("people import " + file("mended.csv", mended) + " --json");
            assertThat(rest.json()).containsEntry("created", 2L).containsEntry("refused", 0L);
            assertThat(rest.exit()).isZero();
            assertThat(String.valueOf(api.events("event_code=350&n=1&form=extended")))
                    .contains("by=command line", "credential=people import", "what=person");
        }
    }

    @Test
    void whatIsWrittenOutComesInAgainAndChangesNothing() throws IOException {
        try (Box box = Box.start(Box.prepared(folder.resolve("data")))) {
            Path people = folder.resolve("people.csv");
            CommandRun export = box.lintel("people export " + people + " --pins");
            assertThat(export.out()).isEqualTo("2 people in " + people + "\n");
            assertThat(Files.readString(people)).contains("Ada,Demo").contains("4711");
            assertThat(Files.getPosixFilePermissions(people)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(box.lintel("people import " + people + " --json").json())
                    .containsEntry("unchanged", 2L)
                    .containsEntry("changed", 0L);
            CommandRun piped = box.lintel("people export -");
            assertThat(piped.out())
                    .startsWith("id,first_name,")
                    .contains("Ada,Demo")
                    .doesNotContain("4711");
            CommandRun in = CommandRun.withInput(
                    piped.out(), "people", "import", "-", "--dry-run", "--json", "--data", box.data.toString());
            assertThat(in.json()).containsEntry("unchanged", 2L).containsEntry("dry_run", true);
            assertThat(box.lintel("people export " + people).exit()).isZero();
            assertThat(Files.readString(people)).as("with a mark, for Excel").isEqualTo("\uFEFF" + piped.out());
            Path link = Files.createSymbolicLink(folder.resolve("link.csv"), people);
            assertThat(box.lintel("people export " + link + " --pins").exit()).isZero();
            assertThat(link).isSymbolicLink();
            assertThat(Files.readString(people)).contains("4711");
            CommandRun device = box.lintel("people export " + folder);
            assertThat(device.exit()).isEqualTo(1);
            assertThat(device.err()).contains("no regular file");
            try (var left = Files.list(folder)) {
                assertThat(left.map(path -> path.getFileName().toString())).doesNotContain("people.csv.part");
            }
        }
    }

    @Test
    void whatIsNoFileOfPeopleIsRefusedInWords() throws IOException {
        try (Box box = Box.start(Box.prepared(folder.resolve("data")))) {
            refused(box, "no.csv", "is not there");
            file("odd.csv", "first_name,lastname\nA,B\n");
            refused(box, "odd.csv", "there is no column lastname; did you mean last_name?");
            byte[] western = (HEADER + "Jos\u00e9,X,,,\n").getBytes(Charset.forName("windows-1252"));
            Files.write(folder.resolve("old.csv"), western);
            refused(box, "old.csv", "line 2: a letter that is not in UTF-8");
            file("torn.csv", HEADER + "Ada,A,,,\nBen,\"B,,,\n");
            refused(box, "torn.csv", "line 3: the quote of a cell is never closed");
            assertThat(total(box.api())).isEqualTo(2);
            CommandRun marked = CommandRun.withInput(
                    "\uFEFFfirst_name;last_name\r\nJosé;X\r\n", "people", "import", "-", "--data", box.data.toString());
            assertThat(marked.out()).isEqualTo("1 row: 1 created, 0 changed, 0 unchanged, 0 refused\n");
        }
        assertThat(CommandRun.of("people", "import").exit()).isEqualTo(2);
        assertThat(CommandRun.of("people", "export", "-", "--json").exit()).isEqualTo(2);
        CommandRun nobody = CommandRun.of("people", "export", "-", "--data", folder.toString());
        assertThat(nobody.exit()).isEqualTo(1);
        assertThat(nobody.err()).contains("no lintel runs on");
    }

    private void refused(Box box, String name, String why) {
        CommandRun run = box.lintel("people import " + folder.resolve(name));
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains(name).contains(why);
    }

    @Test
    void aKillInTheMiddleAndTheFileAgainIsTheSameEnd() throws Exception {
        int people = 10_000;
        Path data = Box.prepared(folder.resolve("data"));
        Path file = file("crowd.csv", crowd(people));
        long there;
        try (Box box = Box.start(data)) {
            BoxApi api = box.api();
            var broken = CompletableFuture.supplyAsync(() -> box.lintel("people import " + file));
            awaitTotal(api, 1_000);
            box.kill();
            CommandRun run = broken.get(1, TimeUnit.MINUTES);
            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.err()).contains("rows are done. Importing the file again changes nothing of those, save");
        }
        LogFile.requireWhole(data.resolve("lintel.db"));
        try (Box box = Box.start(data)) {
            there = total(box.api()) - 2;
            assertThat(there).isBetween(1_000L, people - 1L);
            CommandRun again = box.lintel("people import " + file + " --json");
            assertThat(again.exit()).as(again.err()).isZero();
            assertThat(again.json())
                    .containsEntry("unchanged", there)
                    .containsEntry("created", people - there)
                    .containsEntry("changed", 0L);
            assertThat(total(box.api())).isEqualTo(people + 2);
        }
        LogFile.requireWhole(data.resolve("lintel.db"));
    }

    private static void awaitTotal(BoxApi api, long people) {
        long deadline = System.nanoTime() + PATIENCE_NS;
        while (total(api) < people) {
            if (System.nanoTime() > deadline) throw new AssertionError("nobody comes in");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /// With the heap that a board gives the process. Half a minute and more: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void aHundredThousandPeopleComeInAndOutWithinABoardsHeap() throws IOException {
        int people = 100_000;
        Path data = Box.prepared(folder.resolve("data"));
        List<String> command = new ArrayList<>(Box.command(data));
        command.replaceAll(word -> word.equals("-Xmx96m") ? "-Xmx64m" : word);
        assertThat(command).contains("-Xmx64m");
        String text = crowd(people);
        Path file = file("crowd.csv", text);
        try (Box box = Box.start(command, Map.of(), _ -> data)) {
            long begin = System.nanoTime();
            CommandRun in = box.lintel("people import " + file + " --json");
            var took = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(in.exit()).as(in.out() + in.err()).isZero();
            assertThat(in.json()).containsEntry("created", (long) people);
            assertThat(took).isLessThan(IMPORT_MAX);
            CommandRun again = box.lintel("people import " + file + " --json");
            assertThat(again.json()).containsEntry("unchanged", (long) people);
            Path out = folder.resolve("out.csv");
            assertThat(box.lintel("people export " + out).exit()).isZero();
            assertThat(Files.readString(out, StandardCharsets.UTF_8).lines().count())
                    .isEqualTo(people + 3);
            assertThat(box.lintel("present --channel 1 --card 1100000 --json").json())
                    .containsEntry("decision", "admitted");
            System.getLogger("PeopleBoxTest").log(System.Logger.Level.INFO, "100,000 people came in in " + took);
        }
    }
}
