package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
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

    @BeforeEach
    void open() {
        box = new ApiBox(folder);
    }

    @AfterEach
    void close() {
        box.close();
    }

    private Progress bring(String text) {
        var intake = new PeopleImport(box.database, box.time).by("ops@example.com", "session");
        return PeopleFile.bring(CsvFile.of(text.getBytes(StandardCharsets.UTF_8)), intake, new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {
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
        box.database.write(sql -> sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                + " VALUES (77, 1, 'DESFire', 'desfire', 203)"));
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
                + " if it is exact (spreadsheets keep one of two apostrophes)";
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

    /// One of ten exact numbers of 16 digits ends with a zero.
    @Test
    void aColumnWhoseNumbersEndWithOtherDigitsWasNotRounded() {
        box.database.write(sql -> sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                + " VALUES (77, 1, 'DESFire', 'desfire', 203)"));
        assertThat(bring("""
                first_name,last_name,desfire
                Ada,North,1234567890123450
                Bea,North,1234567890123457
                Cem,North,1234567890123461
                """)).isEqualTo(new Progress(3, 3, 3, 0, 0, 0));
        assertThat(refused).isEmpty();
    }
}
