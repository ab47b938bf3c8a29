package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Ids of credential types in requests to a service and in its answers.
class CloudWriteTest {
    private static final Known.CredentialType CARD = new Known.CredentialType(1, "card", 200);
    private static final Known.CredentialType PIN = new Known.CredentialType(3, "pin", 10);
    /// By the service's ids: its 3 is the card, which is 1 here.
    private static final Map<Long, Known.CredentialType> TYPES = Map.of(3L, CARD, 8L, PIN);

    private static final View VIEW = new View(
            new Known.Facts(Set.of(), Set.of(), Set.of(), List.of(CARD, PIN), ZoneOffset.UTC),
            TYPES,
            Map.of("card", CARD, "pin", PIN),
            Set.of(),
            View.Cards.CARRIED,
            View.Reservations.UNKNOWN,
            _ -> null);

    private static CloudWrite.Answer answer(int status, String body) {
        return CloudWrite.answer(new Http.Reply(status, HttpHeaders.of(Map.of(), (_, _) -> true), body, 0), VIEW);
    }

    @Test
    void requestHasTheServicesIdsAndItsAnswerThoseOfThisBox() {
        var write = new CloudWrite(
                "POST", "/api/3/credentials", "{\"person_id\":3,\"credential_type_id\":1}", null, Set.of());
        assertThat(write.there(TYPES).body()).isEqualTo("{\"person_id\":3,\"credential_type_id\":3}");
        CloudWrite.Answer answer =
                answer(201, "[{\"id\":\"R1s\",\"person_id\":3,\"credential_type_id\":3,\"value\":\"77\"}]");
        assertThat(answer.body())
                .isEqualTo("[{\"id\":\"R1s\",\"person_id\":3,\"credential_type_id\":1,\"value\":\"77\"}]");
        assertThat(answer.plainTypes()).as("by the ids of the answer").containsExactly(1L);
        assertThat(write.people(answer)).containsExactly(3L);
    }

    @Test
    void answerHasNoByteOrderMark() {
        assertThat(answer(200, "\uFEFF{\"id\":7}").body()).isEqualTo("{\"id\":7}");
        assertThat(answer(204, "\uFEFF").body()).isNull();
    }

    @Test
    void typeThatThisBoxDoesNotHaveIsNull() {
        assertThat(answer(200, "{\"credentials\":[{\"credential_type_id\":\"8\"},{\"credential_type_id\":1}]}")
                        .body())
                .isEqualTo("{\"credentials\":[{\"credential_type_id\":3},{\"credential_type_id\":null}]}");
    }

    @Test
    void faultsAndTextsStayAsTheyAre() {
        for (String body : List.of(
                "{\"errors\": {\"credential_type_id\": [\"is invalid\", 3]}}",
                "{\"credential_type_id\": null}",
                "no credential_type_id",
                "{\"id\": 3}")) {
            assertThat(answer(422, body).body()).isEqualTo(body);
        }
        assertThat(answer(204, "").body()).isNull();
    }
}
