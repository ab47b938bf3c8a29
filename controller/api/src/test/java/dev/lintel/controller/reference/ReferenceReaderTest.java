package dev.lintel.controller.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.api.ReferenceResource;
import dev.lintel.controller.reference.Reference.Answer;
import dev.lintel.controller.reference.Reference.Chapter;
import dev.lintel.controller.reference.Reference.Form;
import dev.lintel.controller.reference.Reference.Operation;
import dev.lintel.controller.reference.Reference.Piece;
import dev.lintel.controller.reference.Reference.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceReaderTest {
    private static final String SMALL = """
            openapi: 3.1.0
            info: {title: Small, version: '3', summary: One thing., description: "First.\\n\\nThen `code`."}
            tags:
              - {name: Things here, description: What there is.}
            paths:
              /api/3/things/{id}:
                parameters:
                  - {name: id, in: path, required: true, schema: {type: integer}, description: Which}
                put:
                  operationId: changeThing
                  tags: [Things here]
                  summary: Changes it.
                  security:
                    - apiKey: []
                    - oauth: [account.thing]
                    - oauth: [account.part, account.whole]
                  requestBody:
                    content:
                      application/json:
                        schema:
                          anyOf:
                            - $ref: '#/components/schemas/Thing'
                            - type: object
                              required: [thing]
                              properties: {thing: {$ref: '#/components/schemas/Thing'}}
                  responses:
                    '200':
                      description: As it is now.
                      headers:
                        X-Request-Id: {schema: {type: string}}
                        Total: {schema: {type: integer}, description: How many}
                      content:
                        application/json:
                          schema:
                            oneOf:
                              - {x-lintel-shape: sdk, type: array, items: {$ref: '#/components/schemas/Thing'}}
                              - {x-lintel-shape: documented, $ref: '#/components/schemas/Thing'}
                    '401': {$ref: '#/components/responses/Unauthorized'}
            components:
              responses:
                Unauthorized:
                  description: Who?
                  headers:
                    X-Request-Id: {schema: {type: string}, description: For the log}
              schemas:
                Thing:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string, description: Its name}
                    size: {type: [integer, 'null']}
                    kind: {type: string, enum: [round, flat]}
                    parts:
                      type: array
                      items: {type: object, properties: {id: {type: integer}, ok: {type: boolean}}}
            """;

    private static final Operation CHANGE =
            ReferenceReader.read(SMALL).chapters().getFirst().operations().getFirst();

    private static List<String> named(List<Row> rows) {
        return rows.stream()
                .map(row -> " ".repeat(row.depth()) + row.name() + ": " + row.type() + (row.required() ? "!" : ""))
                .toList();
    }

    @Test
    void anOperationHasItsPathsParametersAndALineToTryItWith() {
        assertThat(CHANGE.method()).isEqualTo("PUT");
        assertThat(named(CHANGE.parameters())).containsExactly("id: whole number, in the path!");
        assertThat(CHANGE.curl())
                .isEqualTo("curl --cacert ca.crt -u \"$KEY:\" -X PUT -H 'Content-Type: application/json'"
                        + " -d '{\"name\": \"1234\"}' \"$BOX/api/3/things/1\"");
        assertThat(CHANGE.errors()).containsExactly("401");
    }

    @Test
    void anOperationSaysWhichScopesWouldDo() {
        assertThat(scopes(SMALL)).isEqualTo("Scopes of a token: account.thing, or account.part and account.whole.");
        String ways = "\n        - oauth: [account.thing]\n        - oauth: [account.part, account.whole]\n";
        assertThat(scopes(SMALL.replace(ways, "\n"))).isEqualTo("For API keys alone: no token will do.");
        assertThat(scopes(SMALL.replace(ways, "\n        - oauth: []\n"))).isEqualTo("Any token will do.");
    }

    private static String scopes(String description) {
        Operation one = ReferenceReader.read(description)
                .chapters()
                .getFirst()
                .operations()
                .getFirst();
        return String.join("", one.scopes().stream().map(Piece::text).toList());
    }

    @Test
    void eachFormOfABodyIsShownWithWhatIsWithinIt() {
        assertThat(CHANGE.body()).hasSize(2);
        assertThat(named(CHANGE.body().getFirst().rows()))
                .containsExactly(
                        "name: text!",
                        "size: whole number or null",
                        "kind: one of round, flat",
                        "parts: list of object",
                        " id: whole number",
                        " ok: true or false");
        assertThat(named(CHANGE.body().getLast().rows())).startsWith("thing: object!", " name: text!");
    }

    @Test
    void anAnswersFormsAreToldApartByTheClientsTheyAreFor() {
        Answer answer = CHANGE.answers().getFirst();
        assertThat(answer.forms()).extracting(Form::shape).containsExactly("sdk", "documented");
        assertThat(named(answer.forms().getFirst().rows())).startsWith(": list of object!", " name: text!");
        assertThat(named(answer.headers())).containsExactly("Total: whole number!"); // the other is every answer's
    }

    @Test
    void theWholeHasTextsChaptersErrorsAndTheHeadersOfEveryAnswer() {
        Reference small = ReferenceReader.read(SMALL);
        assertThat(small.title()).isEqualTo("Small 3");
        assertThat(small.text()).hasSize(3);
        assertThat(small.text().getLast())
                .containsExactly(
                        new Piece(Piece.Kind.PLAIN, "Then "),
                        new Piece(Piece.Kind.CODE, "code"),
                        new Piece(Piece.Kind.PLAIN, "."));
        assertThat(small.chapters()).extracting(Chapter::anchor).containsExactly("part-things-here");
        assertThat(small.errors()).extracting(Answer::code).containsExactly("401");
        assertThat(named(small.headers())).containsExactly("X-Request-Id: text!");
    }

    @Test
    void marksThatDoNotCloseAreText() {
        assertThat(Pieces.of("a `b and **c").stream().map(Piece::text)).hasSize(3);
        assertThat(String.join(
                        "", Pieces.of("a `b and **c").stream().map(Piece::text).toList()))
                .isEqualTo("a `b and **c");
        assertThat(Pieces.of("**x** `y`"))
                .containsExactly(
                        new Piece(Piece.Kind.STRONG, "x"),
                        new Piece(Piece.Kind.PLAIN, " "),
                        new Piece(Piece.Kind.CODE, "y"));
        assertThat(Pieces.of("")).isEmpty();
    }

    @Test
    void whatIsWrongWithTheFileIsAnException() {
        assertThatThrownBy(() -> ReferenceReader.read("[]")).isInstanceOf(IllegalStateException.class);
        String lost = SMALL.replace("'#/components/responses/Unauthorized'", "'#/components/responses/Gone'");
        assertThatThrownBy(() -> ReferenceReader.read(lost)).hasMessageContaining("#/components/responses/Gone");
    }

    @Test
    void theProgramsOwnDescriptionIsShownWhole() {
        String text = ReferenceResource.text();
        Reference whole = ReferenceReader.read(text);
        List<Operation> operations = whole.chapters().stream()
                .flatMap(chapter -> chapter.operations().stream())
                .toList();
        long written = text.lines()
                .filter(line -> line.startsWith("      operationId:"))
                .count();
        assertThat(operations).hasSize((int) written).doesNotHaveDuplicates();
        assertThat(operations).extracting(Operation::id).doesNotHaveDuplicates().doesNotContain("");
        assertThat(operations).allSatisfy(operation -> {
            assertThat(operation.summary()).isNotEmpty();
            assertThat(operation.answers()).isNotEmpty();
            assertThat(operation.errors()).contains("401");
            assertThat(operation.curl()).doesNotContain("{id}");
        });
        assertThat(whole.errors()).extracting(Answer::code).contains("401", "404", "422", "429", "503");
    }
}
