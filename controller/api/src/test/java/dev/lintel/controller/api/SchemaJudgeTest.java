package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// That the judge of answers finds what is wrong: else a description that is not true would pass.
class SchemaJudgeTest {
    private static final String TYPE = "{\"id\":1,\"label\":\"Card\",\"slug\":\"card\",\"code\":200}";

    private static final OpenApi API = OpenApi.ofProgram();

    private static List<String> problems(String schema, String json) {
        return problems(schema, json, "documented");
    }

    private static List<String> problems(String schema, String json, String shape) {
        return new SchemaJudge(API, shape).problems(Json.parse(json), API.at("#/components/schemas/" + schema));
    }

    private static List<String> inline(String schema, String json, String shape) {
        Object parsed = OpenApi.parse(schema).root();
        return new SchemaJudge(API, shape).problems(Json.parse(json), parsed);
    }

    @Test
    void whatFitsIsFoundFitting() {
        assertThat(problems("CredentialType", TYPE)).isEmpty();
    }

    @Test
    void aFieldTooManyOrTooFewIsFound() {
        assertThat(problems("CredentialType", TYPE.replace("}", ",\"more\":1}")))
                .containsExactly("$.more is not known");
        assertThat(problems("CredentialType", TYPE.replace("\"code\":200", "\"cod\":200")))
                .containsExactlyInAnyOrder("$.cod is not known", "$.code is missing");
        assertThat(problems(
                        "EventPage", "{\"events\":[],\"pagination\":{\"page\":1,\"per_page\":1,\"total_pages\":1}}"))
                .containsExactly("$.pagination.total_count is missing");
        assertThat(problems("Person", "{\"nickname\":\"x\"}"))
                .contains("$.id is missing")
                .anyMatch(problem -> problem.startsWith("$.nickname does not fit"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: integer}                         | "1"
            {type: integer}                         | 1.5
            {type: string}                          | null
            {type: [string, 'null']}                | 1
            {type: boolean}                         | "true"
            {type: array, items: {type: integer}}   | [1,"2"]
            {type: array, minItems: 1}              | []
            {type: array, maxItems: 0}              | [1]
            {type: object}                          | []
            {type: object, minProperties: 1}        | {}
            {type: string, pattern: '^[0-9]+$'}     | "12x"
            {type: string, format: date}            | "2026-02-30"
            {type: string, format: date-time}       | "2026-02-03T10:00:00"
            {type: string, minLength: 1}            | ""
            {type: string, maxLength: 2}            | "abc"
            {type: integer, minimum: 1}             | 0
            {type: integer, maximum: 60}            | 61
            {type: string, const: ok}               | "OK"
            {type: integer, enum: [10, 11]}         | 12
            {oneOf: [{type: string}, {type: 'null'}]} | 1
            {oneOf: [{type: integer}, {minimum: 1}]}  | 2
            {anyOf: [{type: string}, {type: 'null'}]} | []
            {type: object, additionalProperties: {type: integer}} | {"a":"b"}
            """)
    void whatDoesNotFitIsFound(String schema, String json) {
        assertThat(inline(schema, json, "documented")).as(schema).hasSize(1);
    }

    @Test
    void whatIsMarkedForTheOtherKindOfClientDoesNotCount() {
        String schema = "{oneOf: [{x-lintel-shape: sdk, type: integer}, {x-lintel-shape: documented, type: string}]}";
        assertThat(inline(schema, "1", "sdk")).isEmpty();
        assertThat(inline(schema, "1", "documented")).hasSize(1);
        assertThat(inline(schema, "\"1\"", "documented")).isEmpty();
        assertThat(inline(schema, "\"1\"", "sdk")).hasSize(1);
    }

    @Test
    void aKeywordThatNobodyJudgesIsAFaultOfTheDescription() {
        assertThatThrownBy(() -> inline("{multipleOf: 2}", "1", "sdk")).hasMessageContaining("multipleOf");
        assertThatThrownBy(() -> inline("{type: string, format: uri}", "\"a\"", "sdk"))
                .hasMessageContaining("uri");
    }
}
