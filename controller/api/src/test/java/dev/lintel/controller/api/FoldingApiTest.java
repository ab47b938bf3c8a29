package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.peoplefile.CellFault;
import dev.lintel.controller.peoplefile.PeopleFile;
import dev.lintel.controller.peoplefile.Progress;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.Watcher;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// People in other alphabets than ASCII: found, kept apart, exported and imported.
class FoldingApiTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String TAKEN = "has already been taken";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private final List<String> refused = new ArrayList<>();

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static String person(String first, String last, String more) {
        return "{\"first_name\":\"" + first + "\",\"last_name\":\"" + last + "\"" + more + "}";
    }

    private List<Object> found(String path, String name, String value) {
        String query = "?" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        return client.get(path + query).column("id");
    }

    @Test
    void peopleAreFoundWhateverTheCaseAndTheComposition() throws Exception {
        long id = client.create(
                PEOPLE,
                person("Jörg", "Müller", ",\"email\":\"jörg.müller@müller.example\",\"system_id\":\"Straße 7\""));
        client.create(PEOPLE, person("Jorg", "Muller", ",\"email\":\"jorg.muller@muller.example\""));
        long event = box.append(new EventDraft(
                EventKind.ADMITTED_CARD, 1, 1, new Subject(1L, id, "Jörg Müller", null, "1001", false), Map.of()));
        for (String email : List.of("JÖRG.MÜLLER@MÜLLER.EXAMPLE", "jo\u0308rg.mu\u0308ller@müller.example")) {
            assertThat(found(PEOPLE, "email", email)).as(email).containsExactly(id);
            assertThat(found("/api/3/events", "email", email)).as(email).containsExactly(event);
        }
        for (String systemId : List.of("STRASSE 7", "straße\u00A07", "Straße 7 ")) {
            assertThat(found(PEOPLE, "system_id", systemId)).as(systemId).containsExactly(id);
        }
        assertThat(found(PEOPLE, "system_id", "Strase 7")).isEmpty();
        for (String name : List.of("MÜLLER", "müller", "Mu\u0308ller")) {
            assertThat(found("/api/3/events", "last_name", name)).as(name).containsExactly(event);
        }
        assertThat(found("/api/3/events", "first_name", "JÖRG")).containsExactly(event);
        assertThat(found("/api/3/events", "last_name", "Muller")).isEmpty();
    }

    @Test
    void anAddressAndAnIdAreTakenWhateverTheCase() {
        long id =
                client.create(PEOPLE, person("Jörg", "Müller", ",\"email\":\"jörg@x.example\",\"system_id\":\"Ä-1\""));
        assertThat(client.post(PEOPLE, person("A", "B", ",\"email\":\"JÖRG@x.example\""))
                        .object())
                .containsEntry("errors", Map.of("email", List.of(TAKEN)));
        assertThat(client.post(PEOPLE, person("A", "B", ",\"system_id\":\"ä-1\u00A0\""))
                        .object())
                .containsEntry("errors", Map.of("system_id", List.of(TAKEN)));
        assertThat(client.put(PEOPLE + "/" + id, "{\"email\":\"Jörg@X.example\"}")
                        .object())
                .as("their own")
                .containsEntry("email", "Jörg@X.example");
        client.delete(PEOPLE + "/" + id);
        client.create(PEOPLE, person("A", "B", ",\"email\":\"JÖRG@x.example\",\"system_id\":\"ä-1\""));
    }

    @Test
    void invisibleCharactersAreRefusedWhereTheyMakeAnotherIdentity() {
        assertThat(client.post(PEOPLE, person("A", "B", ",\"email\":\"a\\u200bda@x.example\""))
                        .object())
                .containsEntry("errors", Map.of("email", List.of("is invalid: it has the invisible character U+200B")));
        assertThat(client.post(PEOPLE, person("A", "B", ",\"system_id\":\"7\\u00ad\""))
                        .object())
                .containsEntry(
                        "errors", Map.of("system_id", List.of("is invalid: it has the invisible character U+00AD")));
        assertThat(client.post(PEOPLE, person("A\\u202e", "B", "")).object())
                .containsEntry(
                        "errors", Map.of("first_name", List.of("is invalid: it has the invisible character U+202E")));
        assertThat(client.post(PEOPLE, person("A", "B", ",\"email\":\"a\\u00a0b@x.example\""))
                        .status())
                .isEqualTo(422);
        assertThat(client.post(PEOPLE, person("\\u00a0", "B", "")).object())
                .containsEntry("errors", Map.of("first_name", List.of("can't be blank")));
        client.create(PEOPLE, person("علی\u200Cرضا", "رضایی", ",\"notes\":\"\\u200b\""));
    }

    @Test
    void aTextOfBeforeStaysAsItIs() {
        long id = client.create(PEOPLE, person("A", "B", ",\"system_id\":\"7\""));
        box.database.write(sql -> sql.run("UPDATE person SET system_id = '7\u200B' WHERE id = ?", id));
        assertThat(client.put(PEOPLE + "/" + id, "{\"system_id\":\"7\\u200b\",\"notes\":\"x\"}")
                        .status())
                .isEqualTo(200);
        assertThat(client.put(PEOPLE + "/" + id, "{\"system_id\":\"8\\u200b\"}").status())
                .isEqualTo(422);
    }

    private Progress bring(String text) {
        refused.clear();
        var people = new PeopleImport(box.database, box.time).by("ops@example.com", "session");
        return PeopleFile.bring(CsvFile.of(text.getBytes(StandardCharsets.UTF_8)), people, new Watcher() {
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

    private void unchanged(String file, int people) {
        assertThat(bring(file)).as("%s%n%s", refused, file).isEqualTo(new Progress(people, people, 0, 0, people, 0));
    }

    private String exported() throws IOException {
        var text = new StringBuilder();
        new PeopleExport(box.database).write(text);
        return text.toString();
    }

    private int many() {
        box.database.write(sql -> {
            sql.run("INSERT INTO people_group (id, account_id, name, created_at, updated_at) VALUES"
                    + " (2, 1, 'Ärzte', 0, 0), (3, 1, 'ΌΔΥΣΣΕΎΣ', 0, 0)");
            return null;
        });
        client.create(
                PEOPLE,
                person("Jörg", "Müller", ",\"email\":\"jörg@x.example\",\"group_ids\":[2,3],\"card\":\"4711\""));
        client.create(PEOPLE, person("İbrahim", "Yıldız", ",\"system_id\":\"İ\",\"enabled\":false"));
        client.create(PEOPLE, person("Женя", "Ёлкина", ",\"system_id\":\"Ё\",\"valid_from\":\"2026-03-31\""));
        client.create(PEOPLE, person("Ναυσικά", "Ὀδυσσεύς", ",\"notes\":\"a;b\\n\\\"c\\\"\""));
        client.create(PEOPLE, person("علی\u200Cرضا", "رضایی", ""));
        client.create(PEOPLE, person("さくら", "か\u3099", ",\"first_responder\":true"));
        client.create(PEOPLE, person("Groß", "STRASSE", ",\"email\":\"groß@x.example\""));
        return 7;
    }

    @Test
    void anExportIsImportedUnchangedInAnyAlphabet() throws Exception {
        int people = many();
        unchanged(exported(), people);
        String byKeys = exported()
                .replaceFirst("^id,", "refused,")
                .replaceAll("(?m)^([0-9]+),", ",")
                .replace("jörg@x.example", "JÖRG@X.example")
                .replace("Ärzte", "ÄRZTE");
        Progress progress = bring(byKeys);
        assertThat(progress.refused()).as(refused.toString()).isZero();
        assertThat(progress.changed())
                .as("by address, whose letters it changes")
                .isEqualTo(1);
        assertThat(client.get(PEOPLE).column("groups").getFirst()).isEqualTo(List.of(2L, 3L));
    }

    @Test
    void anExportIsImportedUnchangedAfterAGermanExcelSavedIt() throws Exception {
        int people = many();
        String german = CsvOfExcel.saved(exported());
        assertThat(german).contains(";WAHR;").contains(";FALSCH;").contains("31.03.2026");
        unchanged("\uFEFF" + german, people);
        unchanged("\uFEFFsep=;\r\n" + german, people);
        unchanged("sep=;\n" + german, people);
        String wide = german.replaceAll("(?m)(?<=[^\\n\"])\\r\\n", ";;\r\n");
        unchanged(wide, people);
    }

    @ParameterizedTest
    @ValueSource(strings = {"VRAI", "verdadero", "Vero", "WAAR", "SANT", "PRAWDA", "ИСТИНА", "true", "1"})
    void trueIsReadInOtherLanguagesOfExcel(String word) {
        assertThat(bring("first_name,last_name,enabled,extended_unlock\nA,B,1," + word + "\n"))
                .isEqualTo(new Progress(1, 1, 1, 0, 0, 0));
        assertThat(client.get(PEOPLE).column("extended_unlock")).containsExactly(true);
    }

    @Test
    void aSeparatorThatIsNoneIsRefusedWithItsLine() {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> bring("sep=x\na,b\n")))
                .hasMessage("line 1: sep= names another character than a comma, a semicolon or a tab");
        bring("sep=,\nfirst_name,last_name,email\nA,,x\n");
        assertThat(refused).first().asString().startsWith("line 3, ");
    }

    /// Older versions allowed such pairs.
    @Test
    void aRowThatNamesTwoPeopleIsRefused() {
        long one = client.create(PEOPLE, person("A", "B", ",\"system_id\":\"ABC1\",\"email\":\"ÄÜ@x.example\""));
        long other = client.create(PEOPLE, person("A", "B", ",\"system_id\":\"other\",\"email\":\"other@x.example\""));
        box.database.write(sql -> {
            sql.run("UPDATE person SET system_id = 'Abc1', email = 'äü@x.example' WHERE id = ?", other);
            sql.run("UPDATE person_key SET system_id = 'abc1', email = 'äü@x.example' WHERE person_id = ?", other);
            return null;
        });
        assertThat(bring("""
                system_id,email,notes
                abc1,,n
                ,Äü@x.example,n
                """)).isEqualTo(new Progress(2, 2, 0, 0, 0, 2));
        assertThat(refused)
                .containsExactly(
                        "line 2, system_id: names two people: use id", "line 3, email: names two people: use id");
        assertThat(bring("system_id,notes\nAbc1,exact\n")).isEqualTo(new Progress(1, 1, 0, 1, 0, 0));
        assertThat(client.get("/api/3/people/" + one).array().getFirst()).containsEntry("notes", null);
        assertThat(client.get("/api/3/people/" + other).array().getFirst()).containsEntry("notes", "exact");
        assertThat(bring("id,system_id,notes\n" + one + ",ABC1,n\n")).isEqualTo(new Progress(1, 1, 0, 1, 0, 0));
    }
}
