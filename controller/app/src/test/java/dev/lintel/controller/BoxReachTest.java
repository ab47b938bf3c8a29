package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.ForwardAnswer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is refused to somebody who has the key and certificate of a box. No case changes anything, so all
/// are sent to one hub: they are fewer than the 30 refusals after which a hub answers 429 for an hour.
class BoxReachTest {
    private static final String NEW = "'first_name':'Eve', 'last_name':'X'";
    private static final String TIMES = "'start_time':'2099-01-02T10:00:00Z', 'end_time':'2099-01-02T11:00:00Z'";

    @TempDir
    static Path folder;

    @TempDir
    static Path memory;

    private static StolenBox hub;

    @BeforeAll
    static void start() throws Exception {
        hub = new StolenBox(folder, memory);
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', emptyValue = "", nullValues = "none", textBlock = """
                    POST   | people                       | NEW, 'role_ids':[902]                     | 403
                    POST   | people                       | NEW, 'group_ids':[902]                    | 403
                    POST   | people                       | NEW, 'role_ids':[903]                     | 403
                    POST   | people                       | NEW, 'group_ids':[901], 'role_ids':[902]  | 403
                    POST   | people                       | NEW                                       | 403
                    PUT    | people/903                   |                                           | 404
                    PUT    | people/905                   | 'role_ids':[901]                          | 404
                    DELETE | people/903                   |                                           | 404
                    PUT    | people/901                   | 'role_ids':[902]                          | 403
                    PUT    | people/902                   | 'first_name':'Eve'                        | 403
                    PUT    | people/902                   | 'card':'666'                              | 403
                    PUT    | people/902                   | 'image_remote_url':'https://x.example/a'  | 403
                    PUT    | people/902                   | 'group_ids':[]                            | 403
                    PUT    | people/904                   | 'enabled':false                           | 403
                    DELETE | people/902                   |                                           | 403
                    DELETE | people/904                   |                                           | 403
                    POST   | people/903/forgive_passback  |                                           | 403
                    POST   | people/902/passport_invite   |                                           | 403
                    POST   | people/903/passport_invite   |                                           | 404
                    PUT    | credentials/90903            |                                           | 404
                    PUT    | credentials/90902            | 'value':'667'                             | 403
                    DELETE | credentials/90902            |                                           | 403
                    DELETE | people/903/credentials/90903 |                                           | 404
                    POST   | people/903/credentials       | 'credential_type_id':1, 'value':'668'     | 404
                    POST   | reservations                 | 'person_id':901, 'channel_ids':[1], TIMES | 403
                    POST   | reservations                 | 'person_id':903, 'channel_ids':[2], TIMES | 422
                    POST   | group_reservations           | 'person_id':901, 'group_ids':[902], TIMES | 403
                    DELETE | reservations/902             |                                           | 403
                    POST   | channels/1/unlock            |                                           | 403
                    """)
    void nothingBeyondTheDoorsOfTheBoxIsReached(String method, String what, @Nullable String fields, int status)
            throws Exception {
        String path = "/api/3/" + what;
        String body = fields == null ? "" : fields.replace("NEW", NEW).replace("TIMES", TIMES);
        long before = hub.number("SELECT value FROM sync_revision");
        long people = hub.number("SELECT count(*) FROM person WHERE deleted_at IS NULL");
        ForwardAnswer answer = hub.send(method, path, "{" + body.replace('\'', '"') + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(hub.number("SELECT count(*) FROM person WHERE deleted_at IS NULL"))
                .isEqualTo(people);
        assertThat(hub.number("SELECT value FROM sync_revision")).isEqualTo(before);
        assertThat(answer.body()).doesNotContain("910903", "P903");
        assertThat(hub.last())
                .containsEntry("what", "forwarded write")
                .containsEntry("action", "refuse")
                .containsEntry("by", "box Gate")
                .containsEntry("claimed_by", "administrator@example.com")
                .containsEntry("path", path);
    }
}
