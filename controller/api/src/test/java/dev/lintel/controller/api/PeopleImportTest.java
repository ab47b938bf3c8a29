package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.Intake;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.PeopleFileException;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.RefusedRows;
import dev.lintel.controller.peoplefile.Watcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of people against a real database, looked at through the API.
class PeopleImportTest {
    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private PeopleImport people;
    private final List<String> refused = new ArrayList<>();

    @BeforeEach
    void open() {
        box = new ApiBox(folder);
        client = box.client();
        people = new PeopleImport(box.database, box.time);
    }

    @AfterEach
    void close() {
        box.close();
    }

    private Progress bring(String text) {
        return bring(text, people.by("ops@example.com", "session"));
    }

    private Progress tried(String text) {
        return bring(text, people.onTrial());
    }

    /// Puts what was refused into `refused`.
    private Progress bring(String text, Intake intake) {
        refused.clear();
        return PeopleFile.bring(CsvFile.of(text.getBytes(StandardCharsets.UTF_8)), intake, new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {
                for (CellFault fault : why.faults()) refused.add(fault.sentence(why.line()));
            }

            @Override
            public void progress(Progress now) {
                assertThat(now.done()).isLessThanOrEqualTo(now.rows());
            }
        });
    }

    private String exported() {
        try {
            var text = new StringBuilder();
            new PeopleExport(box.database).write(text);
            return text.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String exportedWithPins() {
        PeopleExport.Part part = new PeopleExport(box.database).first(true);
        return part.header() + part.rows();
    }

    private Map<String, Object> person(long id) {
        return client.get("/api/3/people/" + id).array().getFirst();
    }

    private long count() {
        return Long.parseLong(client.get("/api/3/people?per_page=1").header("Total"));
    }

    private static Progress all(int created, int changed, int unchanged, int refused) {
        int rows = created + changed + unchanged + refused;
        return new Progress(rows, rows, created, changed, unchanged, refused);
    }

    @Test
    void peopleComeInWithAllThatIsTheirs() {
        assertThat(bring("""
                First_Name,last_name,email,enabled,valid_from,groups,role_ids,card,pin,notes,first_responder
                Ada,Lovelace,ada@example.com,TRUE,2026-03-01,staff,Zebra; ALWAYS,00123,4711,"two
                lines",1
                Ben,Bolt,,false,,1,,456,,=NOW(),
                """)).isEqualTo(all(2, 0, 0, 0));
        assertThat(person(1))
                .containsEntry("email", "ada@example.com")
                .containsEntry("enabled", true)
                .containsEntry("valid_from", "2026-03-01")
                .containsEntry("groups", List.of(1L))
                .containsEntry("roles", List.of(1L, 2L))
                .containsEntry("card", "123")
                .containsEntry("pin", "4711")
                .containsEntry("first_responder", true)
                .containsEntry("notes", "two\nlines");
        assertThat(person(2)).containsEntry("enabled", false).containsEntry("notes", "=NOW()");
    }

    @Test
    void anEmptyCellSaysNothingAndALoneDashRemoves() {
        bring("first_name,last_name,email,job_title,group_ids,card,valid_to\nA,B,a@x.example,Chief,1,7,2027-01-01\n");
        assertThat(bring("email,last_name,job_title,group_ids,card\na@x.example,C,,,\n"))
                .isEqualTo(all(0, 1, 0, 0));
        assertThat(person(1))
                .containsEntry("last_name", "C")
                .containsEntry("job_title", "Chief")
                .containsEntry("groups", List.of(1L))
                .containsEntry("card", "7");
        assertThat(bring("email,job_title,group_ids,card,valid_to\na@x.example,-,-, - ,-\n"))
                .isEqualTo(all(0, 1, 0, 0));
        assertThat(person(1))
                .containsEntry("job_title", null)
                .containsEntry("groups", List.of())
                .containsEntry("card", null)
                .containsEntry("valid_to", null);
        assertThat(bring("email,job_title\na@x.example,'-\n")).isEqualTo(all(0, 1, 0, 0));
        assertThat(person(1)).containsEntry("job_title", "-");
        bring("email,first_name,enabled\na@x.example,-,-\n");
        assertThat(refused)
                .containsExactly("line 2, enabled: must be true or false", "line 2, first_name: can't be blank");
    }

    @Test
    void whomARowIsAboutIsSaidByTheFirstKeyItHas() {
        bring("first_name,last_name,system_id,email\nA,A,sys-1,a@x.example\n");
        assertThat(bring("id,system_id,email,last_name\n1,,new@x.example,B\n")).isEqualTo(all(0, 1, 0, 0));
        assertThat(bring("system_id,email,last_name\nsys-1,,C\n")).isEqualTo(all(0, 1, 0, 0));
        assertThat(bring("email,last_name\nNEW@X.example,D\n")).isEqualTo(all(0, 1, 0, 0));
        assertThat(person(1))
                .containsEntry("email", "NEW@X.example")
                .containsEntry("system_id", "sys-1")
                .containsEntry("last_name", "D");
        assertThat(bring("first_name,last_name\nE,E\n")).isEqualTo(all(1, 0, 0, 0));
        bring("id,last_name\n99,X\nx,X\n0x1,Y\n");
        assertThat(refused)
                .containsExactly(
                        "line 2, id: names nobody who is there",
                        "line 3, id: names nobody who is there",
                        "line 4, id: names nobody who is there");
        bring("system_id,email,first_name,last_name\nother,new@x.example,X,X\n");
        assertThat(refused).containsExactly("line 2, email: has already been taken");
    }

    @Test
    void theSystemIdOfSomebodyWhoIsThereStays() {
        bring("first_name,last_name,system_id\nA,A,sys-1\nB,B,\n");
        bring("id,system_id,last_name\n1,sys-2,X\n2,sys-3,X\n");
        String said = "of somebody who is there can only be changed through the API";
        assertThat(refused).containsExactly("line 2, system_id: " + said, "line 3, system_id: " + said);
        assertThat(bring("id,system_id\n1,sys-1\n2,-\n")).isEqualTo(all(0, 0, 2, 0));
        bring("id,system_id\n1,-\n");
        assertThat(refused).containsExactly("line 2, system_id: " + said);
    }

    @Test
    void anExportBroughtBackChangesNothing() {
        bring("first_name,last_name,email,notes,group_ids,role_ids,card,key_fob_number,pin,mf_pin,job_title,valid_to,"
                + "custom_1\n"
                + "Ada,=1+1,ada@x.example,\"a,\"\"b\"\"\nc \",Staff,Zebra;always,1,2,4711,1000,-x,2026-12-31,''=\n"
                + "Ben,O'Neil,,\"\n\",,,,,,,,,'-\n"
                + "-_-,@x,,,,,,,,,＝1,,+49 30 1\n");
        long page = box.database.events().head();
        List<Map<String, Object>> before = client.get("/api/3/people").array();
        box.time.advance(Duration.ofHours(1));
        for (String file : List.of(exported(), exportedWithPins())) {
            assertThat(tried(file)).isEqualTo(all(0, 0, 3, 0));
            assertThat(bring(file)).isEqualTo(all(0, 0, 3, 0));
        }
        assertThat(client.get("/api/3/people").array()).isEqualTo(before);
        assertThat(box.database.events().head()).isEqualTo(page);
        assertThat(exported()).doesNotContain("4711").doesNotContain("1000").contains("'=1+1", "O'Neil");
        assertThat(exportedWithPins()).contains("4711", "1000");
    }

    @Test
    void anExportMakesTheSamePeopleInAnEmptyBox() throws Exception {
        bring("first_name,last_name,email,group_ids,card\nAda,A,ada@x.example,Staff,1\nBen,'-,,,2\n");
        String file = exportedWithPins().replaceFirst("^id,", "refused,");
        try (var other = new ApiBox(folder.resolve("other"))) {
            var there = new PeopleImport(other.database, other.time);
            assertThat(bring(file, there.by("command line", "people import"))).isEqualTo(all(2, 0, 0, 0));
            PeopleExport.Part part = new PeopleExport(other.database).first(true);
            assertThat(part.header() + part.rows()).isEqualTo(exportedWithPins());
        }
    }

    @Test
    void groupsOfReservationsAreNotMadeToStay() {
        long ada = client.create("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"A\"}");
        client.create(
                "/api/3/group_reservations",
                "{\"person_id\":" + ada + ",\"group_ids\":[1],\"start_time\":\"2026-03-02T12:00:00Z\","
                        + "\"end_time\":\"2026-03-02T14:00:00Z\"}");
        box.time.advance(Duration.ofHours(3));
        assertThat(person(ada)).containsEntry("groups", List.of(1L));
        assertThat(bring(exported())).isEqualTo(all(0, 0, 1, 0));
        box.time.advance(Duration.ofHours(3));
        assertThat(person(ada)).containsEntry("groups", List.of());
    }

    @Test
    void aTrialWritesNothingAndTellsTheSame() {
        bring("first_name,last_name,email,card\nA,A,a@x.example,1\n");
        long events = box.database.events().head();
        String file = """
                first_name,last_name,email,card,pin,group_ids
                ,C,a@x.example,,******,
                D,D,d@x.example,1,,
                E,E,nonsense,2,12,Nobody
                F,F,f@x.example,3,,Staff
                """;
        Progress trial = tried(file);
        List<String> said = List.copyOf(refused);
        assertThat(trial).isEqualTo(all(1, 1, 0, 2));
        assertThat(count()).isEqualTo(1);
        assertThat(box.database.events().head()).isEqualTo(events);
        assertThat(person(1)).containsEntry("last_name", "A");
        assertThat(bring(file)).isEqualTo(trial);
        assertThat(refused)
                .isEqualTo(said)
                .containsExactly(
                        "line 3, card: has already been taken",
                        "line 4, group_ids: names a group that is not there, or whose name another has too",
                        "line 4, email: is invalid",
                        "line 4, pin: must be between 1000 and 32767");
    }

    @Test
    void theSameFileAgainChangesNothing() {
        String file = "first_name,last_name,email,card,pin\nA,A,a@x.example,1,******\nB,B,b@x.example,2,1357\n";
        assertThat(bring(file)).isEqualTo(all(2, 0, 0, 0));
        Object pin = person(1).get("pin");
        assertThat(String.valueOf(pin)).matches("[0-9]{4,5}");
        assertThat(bring(file)).isEqualTo(all(0, 0, 2, 0));
        assertThat(person(1)).containsEntry("pin", pin);
    }

    @Test
    void eachChangeIsInTheLogWithWhoBroughtItAndWithoutPins() {
        bring("first_name,last_name,email,pin\nA,A,a@x.example,1357\n");
        bring("email,pin,enabled\na@x.example,2468,0\n");
        var events =
                client.get("/api/3/events?event_code=350&form=extended&n=2").text();
        assertThat(events)
                .contains("\"by\":\"ops@example.com\"", "\"credential\":\"session\"", "\"action\":\"create\"")
                .contains("\"action\":\"update\"", "****")
                .doesNotContain("1357")
                .doesNotContain("2468");
    }

    @Test
    void noFaultShowsAPin() {
        bring("first_name,last_name,pin,mf_pin\nA,A,1357,2468\nB,B,1357,99999\nC,C,13579999,x2468\n"
                + "\"D\"\"\",D,01357,\n");
        assertThat(refused)
                .containsExactly(
                        "line 3, pin: stands in line 2 already",
                        "line 4, pin: must be between 1000 and 32767",
                        "line 4, mf_pin: is invalid",
                        "line 5, pin: stands in line 2 already");
        assertThat(bring("first_name,last_name,pin\nE,E,1357\n").refused()).isEqualTo(1);
        assertThat(refused).containsExactly("line 2, pin: has already been taken");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frist_name,last_name      | there is no column frist_name; did you mean first_name?",
                "First Name,last_name      | there is no column First Name; did you mean first_name?",
                "image_url                 | there is no column image_url; columns are id, first_name",
                "groups,group_ids          | groups and group_ids are the same column",
                "card,credentials_number   | card and credentials_number are the same column",
            })
    void aHeaderThatNamesNoColumnRefusesTheFile(String header, String why) {
        assertThatThrownBy(() -> bring(header + "\n" + "x,".repeat(9) + "\n"))
                .isInstanceOf(PeopleFileException.class)
                .hasMessageStartingWith(why);
        assertThat(count()).isZero();
    }

    @Test
    void namesOfGroupsAreTakenWhereTheySayWhich() {
        box.database.write(sql -> {
            sql.run("INSERT INTO people_group (id, account_id, name, created_at, updated_at) VALUES"
                    + " (2, 1, 'staff', 0, 0), (3, 1, '1', 0, 0), (4, 1, 'a;b', 0, 0), (5, 1, '=x', 0, 0),"
                    + " (6, 1, '-', 0, 0), (7, 1, 'Twin', 0, 0), (8, 1, 'Twin', 0, 0)");
            return true;
        });
        assertThat(bring("first_name,last_name,group_ids\nA,A,Staff;staff;3;4;=x\nB,B,=X;-;7\nC,C,'-\n"))
                .isEqualTo(all(3, 0, 0, 0));
        assertThat(refused).isEmpty();
        assertThat(person(2)).containsEntry("groups", List.of(5L, 6L, 7L));
        assertThat(person(3)).containsEntry("groups", List.of(6L));
        assertThat(bring(exported())).isEqualTo(all(0, 0, 3, 0));
        bring("first_name,last_name,group_ids,roles\nB,B,STAFF,\nC,C,Twin,5\nD,D,9,\n");
        assertThat(refused).hasSize(4).allMatch(line -> line.contains("that is not there, or whose name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"last_name", "email", "enabled", "valid_from", "group_ids", "card", "pin", "id", "notes"})
    void hostileCellsAreRefusedByTheirColumnOrAreOnlyTexts(String field) {
        for (String cell : HOSTILE) {
            String quoted = "\"" + cell.replace("\"", "\"\"") + "\"";
            String header = field.equals("last_name") ? "first_name,custom_1," : "first_name,last_name,";
            Progress end = bring(header + field + "\nX,Y," + quoted + "\n");
            assertThat(end.done()).as(field + " " + cell).isEqualTo(1);
            assertThat(end.refused()).isEqualTo(refused.isEmpty() ? 0 : 1);
            for (String line : refused) assertThat(line).startsWith("line 2, " + field + ": ");
        }
        long people = count();
        assertThat(bring(exported())).isEqualTo(all(0, 0, (int) people, 0));
    }

    @Test
    void aRoundedNumberSaysHowToSaveIt() {
        assertThat(bring("""
                first_name,last_name,card,pin,system_id
                Ada,North,1.23E+10,4711,
                Bea,North,"1,23457E+13",4712,
                Cem,North,4713,1E+04,12E3
                Dan,North,,,1.23E+10
                """)).isEqualTo(all(0, 0, 0, 4));
        assertThat(refused)
                .containsExactly(
                        "line 2, card: 1.23E+10 is rounded: format the column as text",
                        "line 3, card: 1,23457E+13 is rounded: format the column as text",
                        "line 4, pin: 1E+04 is rounded: format the column as text",
                        "line 5, system_id: 1.23E+10 is rounded: format the column as text");
    }

    private static final List<String> HOSTILE = List.of(
            "'; DROP TABLE person; --",
            "<script>alert(1)</script>",
            "=cmd|' /C calc'!A0",
            "\u202Egnp.exe",
            "\u0007\u001B[2J",
            "1e400",
            "99999999999999999999",
            "-1",
            "0x10",
            "a\nb",
            "😀".repeat(200),
            "x".repeat(10_001),
            ";;;;",
            "''''",
            "\u00A0",
            "true\n");

    @Test
    void refusedRowsAreMendedAndBroughtAgain() {
        String file = "first_name,last_name,email\nA,A,a@x.example\nB,B,bad\n'=C,C,worse\n";
        var csv = CsvFile.of(file.getBytes(StandardCharsets.UTF_8));
        var rows = new RefusedRows(csv);
        var mend = new StringBuilder(rows.header());
        PeopleFile.bring(csv, people.by("ops@example.com", "session"), new Watcher() {
            @Override
            public void refused(CsvRow row, RefusedRow why) {
                mend.append(rows.line(row, why));
            }

            @Override
            public void progress(Progress now) {
                assertThat(now.refused()).isEqualTo(2);
            }
        });
        assertThat(mend).contains("B,B,bad,email is invalid");
        String mended = mend.toString().replace("bad", "b@x.example").replace("worse", "c@x.example");
        assertThat(bring(mended)).isEqualTo(all(2, 0, 0, 0));
        assertThat(Objects.requireNonNull(person(3).get("first_name"))).isEqualTo("=C");
    }
}
