package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.Watcher;
import dev.lintel.controller.store.PersonStore;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Exports of people that a German Excel opens and saves before they are imported.
class SpreadsheetRoundTripTest {
    private static final int PEOPLE = 150;
    /// Values that some spreadsheet reads as something else, and their neighbours.
    private static final List<String> VALUES = List.of(
            "4006381333931",
            "491701234567",
            "111679644356",
            "12345678901",
            "12345678901234567",
            "12345678901234500",
            "0012",
            "01701234567",
            "0",
            "00",
            "7",
            "1-2",
            "1/2",
            "1.5",
            "1,5",
            "1,50",
            "1.234",
            "1.234.567",
            "12:30",
            "1:2",
            "3 PM",
            "12a",
            "1E5",
            "3e10",
            "1.23E+10",
            "1,23E+11",
            "1,23457E+11",
            "1E-3",
            "5 %",
            "5%",
            "5 €",
            "EUR 5",
            "(12)",
            "1 1/2",
            "true",
            "TRUE",
            "wahr",
            "Falsch",
            "vrai",
            "#N/A",
            "#NV",
            "#5",
            "Mai 5",
            "5. Mai",
            "5 März 2026",
            "MRZ26",
            "jan 2026",
            "dec-1",
            "2026-03-31",
            "31.03.2026",
            "31.3.",
            "2026-03-31T10:00:00Z",
            "Montag, 31. März 2026",
            "5月3日",
            "٣",
            "１２",
            "½",
            "²",
            "=1+1",
            "+49 170 1234567",
            "-5",
            "-",
            "--",
            "@home",
            "＝1",
            " =1",
            "Level 3",
            "Room 12",
            "A12345",
            "EMP-007",
            "AB-C 123",
            "R5",
            "x;y",
            "a,b",
            "\"q\"",
            "'",
            "''",
            "O'Neil",
            "€",
            "1_000",
            ".5",
            "5.",
            ",5",
            "1e",
            "e1",
            "1 2",
            "1\u00A02",
            "H30/1/1");
    private static final List<String> PARTS = List.of(
            "'", "0", "1", "12", "2026", "00", "E", "e+", "-", ".", ",", "/", ":", " ", "%", "€", "(", ")", "+", "=",
            "#", "Mai", "Mrz", "PM", "a", "ß", "é", "月", "٣", "true", "\"", ";", "x", "@", "'1", "''0", "\u00A0");

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
        refused.clear();
        var intake = new PeopleImport(box.database, box.time).by("ops@example.com", "session");
        return PeopleFile.bring(CsvFile.of(text.getBytes(StandardCharsets.UTF_8)), intake, new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {
                for (CellFault fault : why.faults()) refused.add(fault.sentence(why.line()) + " " + row);
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

    private List<String> people() {
        String texts = String.join(", ", PersonStore.TEXTS);
        return box.database.read(sql -> sql.list(
                "SELECT json_array(id, updated_at, enabled, first_responder, valid_from, valid_to, " + texts
                        + ", (SELECT json_group_array(value) FROM credential WHERE person_id = person.id),"
                        + " (SELECT json_group_array(group_id) FROM person_group WHERE person_id = person.id))"
                        + " FROM person ORDER BY id",
                row -> row.text(1)));
    }

    private static String value(Random random) {
        int kind = random.nextInt(10);
        if (kind < 5) {
            String apostrophes = "'".repeat(Math.max(0, random.nextInt(8) - 4));
            return apostrophes + VALUES.get(random.nextInt(VALUES.size()));
        }
        var text = new StringBuilder();
        int parts = 1 + random.nextInt(6);
        for (int i = 0; i < parts; i++) text.append(PARTS.get(random.nextInt(PARTS.size())));
        if (kind > 8) text.append(Character.toString(0x21 + random.nextInt(0x2F00)));
        return text.toString();
    }

    private void create(Random random, int index) {
        var person = new JsonObject();
        for (String field : PersonStore.TEXTS) if (random.nextInt(3) > 0) person.put(field, value(random));
        person.put("first_name", value(random) + "x").put("last_name", value(random) + "y");
        if (random.nextBoolean()) person.put("first_name", value(random));
        person.put("notes", value(random) + (random.nextBoolean() ? "\r\n" + value(random) : ""));
        person.put("email", random.nextBoolean() ? null : index + "e5@x.example");
        person.put("system_id", value(random) + (random.nextBoolean() ? "" : "" + index));
        person.put("enabled", random.nextBoolean()).put("first_responder", random.nextBoolean());
        person.put("valid_from", random.nextBoolean() ? null : "2026-03-%02d".formatted(1 + random.nextInt(31)));
        person.put("valid_to", random.nextBoolean() ? null : "9999-12-31");
        if (random.nextBoolean()) person.put("group_ids", List.of(10L + random.nextInt(6)));
        if (random.nextBoolean()) person.put("desfire", "" + (111_679_644_356L + index));
        if (random.nextBoolean()) person.put("card", "" + (1 + index));
        // The API refuses some, such as a control character or an id that is taken.
        box.client().post("/api/3/people", person.encode());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anExportWithAnyContentIsImportedUnchangedAfterExcelSavedIt(long seed) throws IOException {
        box.database.write(sql -> {
            sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                    + " VALUES (77, 1, 'DESFire', 'desfire', 203)");
            List<String> names = List.of("0012", "1-2", "WAHR", "'5", "Mai 5", "Staff");
            for (int i = 0; i < names.size(); i++) {
                sql.run(
                        "INSERT INTO people_group (id, account_id, name, created_at, updated_at)"
                                + " VALUES (?, 1, ?, 0, 0)",
                        10L + i,
                        names.get(i));
            }
            return null;
        });
        var random = new Random(seed);
        for (int i = 0; i < PEOPLE; i++) create(random, i);
        List<String> before = people();
        int count = before.size();
        assertThat(count).isGreaterThan(PEOPLE / 2);
        String file = exported();
        String saved = CsvOfExcel.saved(file);
        assertThat(saved).isNotEqualTo(file);
        for (String one : List.of(file, saved, CsvOfExcel.saved(saved), "\uFEFFsep=;\r\n" + saved)) {
            Progress progress = bring(one);
            assertThat(people()).as("seed %d", seed).isEqualTo(before);
            assertThat(progress).as("seed %d: %s", seed, refused).isEqualTo(new Progress(count, count, 0, 0, count, 0));
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "4006381333931, '4006381333931",
                "0012, '0012",
                "1-2, '1-2",
                "2026-03-31, '2026-03-31",
                "3E10, '3E10",
                "true, 'true",
                "Mai 5, 'Mai 5",
                "12, 12",
                "12345678901, 12345678901",
                "Level 3, Level 3",
                "EMP-007, EMP-007",
                "A12345, A12345",
                "O'Neil, O'Neil",
            })
    void anExportMarksOnlyWhatASpreadsheetChanges(String text, String cell) throws IOException {
        box.client()
                .create(
                        "/api/3/people",
                        new JsonObject()
                                .put("first_name", "A")
                                .put("last_name", "B")
                                .put("barcode", text)
                                .encode());
        assertThat(exported()).contains("," + cell + ",");
    }

    @Test
    void aNumberWithAnExponentIsRefusedInEachColumnButNamesAndNotes() {
        assertThat(bring("""
                first_name,last_name,notes,barcode,telephone,custom_1
                1E+05,2E+05,"1,23E+11",,,
                A,B,,"4,00638E+12",,
                A,C,,,"4,91701E+11",
                A,D,,,,"1,1168E+11"
                A,E,,,,'1.2E+11
                """)).isEqualTo(new Progress(5, 5, 2, 0, 0, 3));
        assertThat(refused)
                .hasSize(3)
                .first()
                .asString()
                .startsWith("line 3, barcode: 4,00638E+12 is rounded: format the column as text");
        assertThat(box.client().get("/api/3/people").column("custom_1")).contains("1.2E+11");
    }
}
