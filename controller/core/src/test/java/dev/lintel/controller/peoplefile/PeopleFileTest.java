package dev.lintel.controller.peoplefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeopleFileTest {
    private final List<Chunk> chunks = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<Progress> progress = new ArrayList<>();

    /// Takes each row as a new person, over JSON and back as over the control socket; columns are of the kind
    /// they are called. Who is called `bad` is refused.
    private final Intake intake = new Intake() {
        @Override
        public List<ColumnKind> open(List<String> columns) {
            List<ColumnKind> kinds = columns.stream()
                    .map(name -> name.equals("name") ? "plain" : name)
                    .map(name -> ColumnKind.valueOf(name.toUpperCase(Locale.ROOT)))
                    .toList();
            return ChunkForm.kinds(Json.parseObject(Json.write(ChunkForm.kinds(kinds))));
        }

        @Override
        public Outcome take(Chunk chunk) {
            Chunk came = ChunkForm.chunk(Json.parseObject(Json.write(ChunkForm.tree(chunk))));
            assertThat(came).isEqualTo(chunk);
            chunks.add(came);
            var bad = new ArrayList<RefusedRow>();
            for (CsvRow row : came.rows()) {
                if (!row.cells().getFirst().equals("bad")) continue;
                bad.add(new RefusedRow(row.line(), List.of(new CellFault("name", "is invalid"))));
            }
            var outcome = new Outcome(came.rows().size() - bad.size(), 0, 0, bad);
            return ChunkForm.outcome(Json.parseObject(Json.write(ChunkForm.tree(outcome))));
        }
    };

    private String bring(String text) {
        CsvFile file = CsvFile.of(text.getBytes(StandardCharsets.UTF_8));
        var mend = new RefusedRows(file);
        var lines = new StringBuilder(mend.header());
        PeopleFile.bring(file, intake, new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {
                lines.append(mend.line(row, why));
                for (CellFault fault : why.faults()) refused.add(fault.sentence(why.line()));
            }

            @Override
            public void progress(Progress now) {
                progress.add(now);
            }
        });
        return lines.toString();
    }

    @Test
    void aRowThatNamesWhomAnEarlierOneNamesIsRefused() {
        bring("""
                name,id,system_id,email,card,pin
                a,7,x,ada@example.com,0012,1234
                b,007,,,,
                c,,x,,,
                d,,X,ADA@example.com,,
                e,,,,12,01234
                f,,,,13,******
                g,,,-,14,******
                h,,,-,'15,
                i,,,,15,
                """);
        assertThat(refused)
                .containsExactly(
                        "line 3, id: stands in line 2 already",
                        "line 4, system_id: stands in line 2 already",
                        "line 5, system_id: stands in line 2 already",
                        "line 5, email: stands in line 2 already",
                        "line 6, card: stands in line 2 already",
                        "line 6, pin: stands in line 2 already",
                        "line 10, card: stands in line 9 already");
        assertThat(chunks).hasSize(1);
        assertThat(progress.getLast()).isEqualTo(new Progress(9, 9, 4, 0, 0, 5));
    }

    @Test
    void aNumberThatStandsTwiceInOneRowIsRefused() {
        CsvRow row = new CsvRow(2, List.of("5", "05"));
        var repeats = new Repeats(List.of("card", "fob"), List.of(ColumnKind.CARD, ColumnKind.CARD));
        assertThat(repeats.of(row)).containsExactly(new CellFault("fob", "stands twice in this row"));
    }

    @Test
    void aRowOfAnotherLengthIsRefusedAndTheOthersGoOn() {
        String mend = bring("name,email\na,a@x.example\nb\nbad,b@x.example\nc,c@x.example,more\n'=d,d@x.example\n");
        assertThat(refused)
                .containsExactly(
                        "line 3: has 1 cell, and the header has 2",
                        "line 4, name: is invalid",
                        "line 5: has 3 cells, and the header has 2");
        assertThat(mend).isEqualTo("""
                        name,email,refused\r
                        b,"has 1 cell, and the header has 2"\r
                        bad,b@x.example,name is invalid\r
                        c,c@x.example,more,"has 3 cells, and the header has 2"\r
                        """);
        assertThat(progress.getLast().sentence(true))
                .isEqualTo("2 would be created, 0 would be changed, 0 unchanged, 3 refused");
    }

    @Test
    void refusedRowsAreAFileOfTheSameSeparatorThatSaysTheSame() {
        CsvFile file = CsvFile.of("refused;name;pin\nold words;'=x;-\n;=y;1\n".getBytes(StandardCharsets.UTF_8));
        var mend = new RefusedRows(file);
        var lines = new StringBuilder(mend.header());
        var why = new RefusedRow(2, List.of(new CellFault("pin", "is invalid"), new CellFault("", "is odd")));
        file.each(row -> lines.append(mend.line(row, why)));
        assertThat(lines).hasToString("""
                name;pin;refused\r
                '=x;-;"pin is invalid; is odd"\r
                '=y;1;"pin is invalid; is odd"\r
                """);
    }

    @Test
    void chunksAreBoundInRowsAndInCharacters() {
        var text = new StringBuilder("name\n");
        for (int i = 0; i < 250; i++) text.append("n").append(i).append('\n');
        bring(text.toString());
        assertThat(chunks.stream().map(chunk -> chunk.rows().size())).containsExactly(100, 100, 50);
        assertThat(progress.stream().map(Progress::done)).containsExactly(100, 200, 250);

        chunks.clear();
        bring("name\n" + ("\u0001".repeat(9_000) + "\n").repeat(25));
        assertThat(chunks.stream().map(chunk -> chunk.rows().size())).containsExactly(12, 12, 1);
        for (Chunk chunk : chunks) {
            assertThat(Json.write(ChunkForm.tree(chunk)).getBytes(StandardCharsets.UTF_8).length)
                    .isLessThan(1 << 20);
        }
    }

    @Test
    void whatIsNoChunkIsRefused() {
        for (String json : List.of(
                "{}",
                "{\"columns\":[1],\"rows\":[]}",
                "{\"columns\":[\"a\"],\"rows\":[[1]]}",
                "{\"columns\":[\"a\"],\"rows\":[[\"1\",\"x\"]]}",
                "{\"columns\":[\"a\"],\"rows\":[[-1,\"x\"]]}",
                "{\"columns\":[\"a\"],\"rows\":[[99999999999,\"x\"]]}",
                "{\"columns\":[\"a\"],\"rows\":[[1,null]]}")) {
            assertThatThrownBy(() -> ChunkForm.chunk(Json.parseObject(json)))
                    .as(json)
                    .isInstanceOf(PeopleFileException.class);
        }
        var many = new ArrayList<Object>();
        for (int i = 0; i <= Chunk.ROWS_MAX; i++) many.add(List.of((long) i, "x"));
        assertThatThrownBy(() -> ChunkForm.chunk(Map.of("columns", List.of("a"), "rows", many)))
                .hasMessageContaining("more than 100 rows");
    }
}
