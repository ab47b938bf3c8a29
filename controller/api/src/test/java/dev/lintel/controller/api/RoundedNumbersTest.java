package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.RefusedRows;
import dev.lintel.controller.peoplefile.Watcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of people in which a spreadsheet has rounded numbers of cards and ids.
class RoundedNumbersTest {
    @TempDir
    Path folder;

    private ApiBox box;
    private final List<String> refused = new ArrayList<>();
    private String refusedRows = "";

    @BeforeEach
    void open() {
        box = new ApiBox(folder);
    }

    @AfterEach
    void close() {
        box.close();
    }

    private void desfire() {
        box.database.write(sql -> sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                + " VALUES (77, 1, 'DESFire', 'desfire', 203)"));
    }

    private Progress bring(String text) {
        return bring(CsvFile.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Progress bring(CsvFile file) {
        refused.clear();
        var rows = new RefusedRows(file);
        refusedRows = rows.header();
        var intake = new PeopleImport(box.database, box.time).by("ops@example.com", "session");
        return PeopleFile.bring(file, intake, new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {
                refusedRows += rows.line(row, why);
                for (CellFault fault : why.faults()) refused.add(fault.sentence(why.line()));
            }

            @Override
            public void progress(Progress now) {}
        });
    }

    private String exported() throws IOException {
        var text = new StringBuilder();
        new PeopleExport(box.database).write(text);
        return text.toString();
    }

    @Test
    void aLongNumberWhoseLastDigitsASpreadsheetLostIsRefused() throws IOException {
        desfire();
        assertThat(bring("""
                first_name,last_name,desfire,id
                Ada,North,12345678901234500,
                Bea,North,1234567890123450,
                Cem,North,,1.23E+10
                Dan,North,'12345678901234600,
                Eva,North,'12345678901234600,
                Fin,North,12345678901234567,
                Gil,North,123456789012340,
                """)).isEqualTo(new Progress(7, 7, 3, 0, 0, 4));
        String why = " may be rounded: format the column as text and enter the number again, or write '' before it"
                + " if it is exact (spreadsheets keep one of two apostrophes); if a program wrote"
                + " the file, import it with"
                + " exact numbers";
        assertThat(refused)
                .containsExactly(
                        "line 2, desfire: 12345678901234500" + why,
                        "line 3, desfire: 1234567890123450" + why,
                        "line 4, id: 1.23E+10 is rounded: format the column as text",
                        "line 6, desfire: stands in line 5 already");
        assertThat(box.client().get("/api/3/people/1").array().getFirst())
                .containsEntry("desfire", "12345678901234600");
        String file = exported();
        assertThat(file).contains(",'12345678901234600\r\n");
        assertThat(bring(file)).isEqualTo(new Progress(3, 3, 0, 0, 3, 0));
    }

    /// It would find nobody, so that a second person is made, or somebody else.
    @Test
    void aSystemIdWhoseLastDigitsASpreadsheetLostIsRefused() throws IOException {
        assertThat(bring("""
                first_name,last_name,system_id,organisation_id,mobile
                Ada,North,12345678901234500,,
                Bea,North,,1234567890123450,
                Cem,North,,,4917012345678900
                Dan,North,'12345678901234600,'1234567890123450,
                Eva,North,'12345678901234600,,
                Fin,North,12345678901234567,,
                Gil,North,123456789012340,,
                """)).isEqualTo(new Progress(7, 7, 3, 0, 0, 4));
        assertThat(refused)
                .hasSize(4)
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("line 2, system_id: 12345678901234500 may be rounded"),
                        one -> assertThat(one).startsWith("line 3, organisation_id: 1234567890123450 may be rounded"),
                        one -> assertThat(one).startsWith("line 4, mobile: 4917012345678900 may be rounded"),
                        one -> assertThat(one).isEqualTo("line 6, system_id: stands in line 5 already"));
        assertThat(box.client().get("/api/3/people/1").array().getFirst())
                .containsEntry("system_id", "12345678901234600")
                .containsEntry("organisation_id", "1234567890123450");
        String file = exported();
        assertThat(file).contains("'12345678901234600,", "'1234567890123450,");
        assertThat(bring(file)).isEqualTo(new Progress(3, 3, 0, 0, 3, 0));
    }

    /// A spreadsheet rounds the one number that somebody types into a cell that is no text.
    @Test
    void aNumberThatMayBeRoundedIsRefusedWhateverTheOtherRowsHave() {
        desfire();
        String rows = """
                first_name,last_name,desfire
                Ada,North,71234567890123451
                Bea,North,71234567890123452
                Cem,North,71234567890123500
                Dan,North,'71234567890123600
                Eva,North,''71234567890123700
                """;
        assertThat(bring(rows)).isEqualTo(new Progress(5, 5, 4, 0, 0, 1));
        assertThat(refused).first().asString().startsWith("line 4, desfire: 71234567890123500 may be rounded");
        assertThat(box.client().get("/api/3/people").column("desfire"))
                .containsExactlyInAnyOrder(
                        "71234567890123451", "71234567890123452", "71234567890123600", "71234567890123700");
    }

    @Test
    void aPersonWhoHasTheNumberKeepsIt() {
        desfire();
        bring("""
                first_name,last_name,email,system_id,barcode,desfire
                Ada,North,ada@x.example,'61234567890123400,'51234567890123400,'71234567890123500
                Bea,North,bea@x.example,,,71234567890123452
                """);
        assertThat(bring("""
                id,email,system_id,barcode,desfire
                1,,61234567890123400,51234567890123400,71234567890123500
                2,,,,71234567890123600
                """)).isEqualTo(new Progress(2, 2, 0, 0, 1, 1));
        assertThat(refused).first().asString().startsWith("line 3, desfire: 71234567890123600 may be rounded");
        assertThat(bring("""
                first_name,last_name,system_id
                Ada,South,61234567890123400
                """)).as("the id may be a stranger's").isEqualTo(new Progress(1, 1, 0, 0, 0, 1));
    }

    @Test
    void aFileOfAProgramHasExactNumbersAndSoHaveItsRefusedRows() {
        desfire();
        CsvFile file = CsvFile.of("""
                first_name,last_name,system_id,desfire
                Ada,North,1234567890123400,71234567890123500
                ,North,,71234567890123600
                """.getBytes(StandardCharsets.UTF_8)).withExactNumbers();
        assertThat(bring(file)).isEqualTo(new Progress(2, 2, 1, 0, 0, 1));
        assertThat(box.client().get("/api/3/people/1").array().getFirst())
                .containsEntry("desfire", "71234567890123500")
                .containsEntry("system_id", "1234567890123400");
        assertThat(refusedRows.lines())
                .containsExactly(
                        "first_name,last_name,system_id,desfire,refused",
                        ",North,,'71234567890123600,first_name can't be blank");
        assertThat(bring(refusedRows.replace(",North", "Bea,North"))).isEqualTo(new Progress(1, 1, 1, 0, 0, 0));
    }

    @Test
    void refusedRowsAreRefusedAgainForTheSameReason() {
        desfire();
        bring("""
                first_name,last_name,desfire
                Ada,North,71234567890123451
                Cem,North,71234567890123500
                """);
        List<String> before = List.copyOf(refused);
        assertThat(bring(refusedRows)).isEqualTo(new Progress(1, 1, 0, 0, 0, 1));
        assertThat(refused.getFirst()).isEqualTo(before.getFirst().replace("line 3", "line 2"));
    }
}
