package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeopleRefusalsTest {
    private static final String PEOPLE = "/api/3/people";

    @TempDir
    static Path folder;

    private static ApiBox box;
    private static ApiClient client;

    @BeforeAll
    static void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                       | first_name  | can't be blank
            {"first_name":null,"last_name":"x"}                      | first_name  | can't be blank
            {"first_name":"  ","last_name":"x"}                      | first_name  | can't be blank
            {"first_name":"x","last_name":"x","email":"nonsense"}    | email       | is invalid
            {"first_name":"x","last_name":"x","email":"a@b@c.de"}    | email       | is invalid
            {"first_name":"x\\u0007","last_name":"x"}                | first_name  | is invalid
            {"first_name":"x","last_name":"x\\ny"}                  | last_name   | is invalid
            {"first_name":"x","last_name":"x","job_title":"\\ud800"} | job_title   | is invalid
            {"first_name":"x","last_name":"x","custom_1":"a\\u2028b"}| custom_1    | is invalid
            {"first_name":"x","last_name":"x","notes":"a\\udc00b"}  | notes       | is invalid
            {"first_name":"x","last_name":"x","valid_from":"30.1."}  | valid_from  | is invalid
            {"first_name":"x","last_name":"x","valid_from":"2026-02-02","valid_to":"2026-02-01"} | valid_to | is invalid
            {"first_name":"x","last_name":"x","group_ids":[99]}      | group_ids   | is invalid
            {"first_name":"x","last_name":"x","role_ids":[2,99]}     | role_ids    | is invalid
            {"first_name":"x","last_name":"x","pin":"12a4"}          | pin         | is invalid
            {"first_name":"x","last_name":"x","pin":"999"}           | pin         | must be between 1000 and 32767
            {"first_name":"x","last_name":"x","mf_pin":"10000"}      | mf_pin      | must be between 1000 and 9999
            {"first_name":"x","last_name":"x","card":"4294967296"}   | card        | must be between 1 and 4294967295
            """)
    void whatIsWrongIsSaidByField(String body, String field, String message) {
        var answer = client.post(PEOPLE, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.object()).containsEntry("error", "validation_failed");
        assertThat((Map<?, ?>) answer.object().get("errors")).extracting(field).isEqualTo(List.of(message));
        assertThat(client.get(PEOPLE).array()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [1]                                                | object
            {"first_name":                                     | JSON
            {"first_name":{"a":1},"last_name":"x"}             | first_name
            {"first_name":"x","last_name":"x","enabled":"ja"}  | enabled
            {"first_name":"x","last_name":"x","enabled":2}     | enabled
            {"first_name":"x","last_name":"x","group_ids":7}   | group_ids
            {"first_name":"x","last_name":"x","group_ids":[{}]}| group_ids
            {"first_name":"x","last_name":"x","role_ids":["a"]}| role_ids
            {"first_name":1e-999999999,"last_name":"x"}        | first_name
            {"first_name":"x","last_name":1e999999999}         | last_name
            """)
    void whatCannotBeReadIs400NamingTheField(String body, String named) {
        var answer = client.post(PEOPLE, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.object()).containsEntry("error", "bad_request");
        assertThat(String.valueOf(answer.object().get("error_description"))).contains(named);
    }
}
