package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.FakeService.Fault;
import dev.lintel.sync.wire.PersonRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Follows the answers of a service that is not Lintel: see `recorded/README.md` in the test resources.
class RecordedTest {
    private final Rig rig = new Rig();

    @BeforeEach
    void boxOfThatSite() {
        rig.service.nowS = 1_795_000_000L; // November 2026
        rig.service.access = "access-1";
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static @Nullable String read(String name) {
        try (InputStream in = RecordedTest.class.getResourceAsStream("recorded/" + name)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answers(String folder) {
        rig.service.script = one -> {
            if (one.path().equals("/oauth/token"))
                return Fault.body(Objects.requireNonNull(read("documented/token.json")));
            boolean isNewer = one.query().containsKey("since_utc");
            String name = one.path().substring("/api/3/".length());
            if (name.equals("people/2")) name = "person";
            if (name.equals("people/2/credentials")) return Fault.body("[]");
            String body = isNewer ? "[]" : read(folder + "/" + name + ".json");
            if (body == null) return new Fault(404, Map.of(), "{\"error\":\"not_found\"}", -1);
            if (!name.equals("people") || isNewer) return Fault.body(body);
            String total = folder.equals("sdk") ? "Total" : "X-Total-Results";
            return new Fault(200, Map.of(total, "2"), body, -1);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void bothShapesGiveTheSamePeople(String folder) throws InterruptedException {
        answers(folder);
        rig.turn();
        assertThat(rig.problem()).isNull();
        PersonRow ada = rig.target.row(2);
        assertThat(ada.texts()).containsEntry("first_name", "Ada").containsEntry("email", "ada@example.com");
        assertThat(ada.validFrom()).isEqualTo("2026-01-01");
        assertThat(ada.roles()).containsExactly(1L);
        assertThat(ada.groups()).containsExactly(10L);
        assertThat(ada.stamps().createdAtMs()).isEqualTo(1_317_206_360_000L);
        assertThat(ada.credentials())
                .extracting(PersonRow.CredentialRow::value)
                .containsExactlyInAnyOrder("1266", "3332");
        assertThat(ada.credentials())
                .extracting(PersonRow.CredentialRow::typeId)
                .containsExactlyInAnyOrder(3L, 1L);
        assertThat(ada.credentials())
                .extracting(PersonRow.CredentialRow::id)
                .contains(Json.opaque("R1sRdPO"), Json.opaque("Pz9Qw2K"));
        PersonRow grace = rig.target.row(5);
        assertThat(grace.enabled()).isFalse();
        assertThat(grace.validTo()).isEqualTo("2026-12-31");
        assertThat(grace.credentials()).isEmpty();
        assertThat(grace.groupReservations()).singleElement().satisfies(one -> {
            assertThat(one.id()).isEqualTo(456);
            assertThat(one.groups()).containsExactly(10L);
        });
        assertThat(rig.told).anyMatch(one -> one.startsWith("Role 31 (Archive) of the service"));
        assertThat(rig.told.toString()).doesNotContain("passes.example.com").doesNotContain("AGEW");
    }

    @Test
    void whatOnlyOneOfThemHasIsFollowedToo() throws InterruptedException {
        answers("sdk");
        rig.turn();
        assertThat(rig.target.row(2).texts())
                .containsEntry("organisation_id", "17")
                .containsEntry("custom_1", "blue");
        assertThat(rig.target.row(2).reservations())
                .singleElement()
                .satisfies(one -> assertThat(one.channels()).containsExactly(100L));
        assertThat(rig.told)
                .anyMatch(one -> one.startsWith("Channel 1341 of the service"))
                .anyMatch(one -> one.startsWith("Credential type 16 (Number plate)"));
    }

    @Test
    void aRefusedRefreshIsRead() throws InterruptedException {
        rig.service.script =
                one -> new Fault(400, Map.of(), Objects.requireNonNull(read("documented/token_refused.json")), -1);
        rig.turn();
        assertThat(rig.problem()).contains("an operator must allow this box again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void webhooksAreRead(String folder) {
        byte[] body = Objects.requireNonNull(read(folder + "/webhook.json")).getBytes(StandardCharsets.UTF_8);
        var items = CloudHook.parse(body, URI.create("https://api.example.com"));
        assertThat(items.getFirst())
                .isEqualTo(new CloudHook.Item(
                        CloudHook.Kind.CREDENTIAL,
                        false,
                        2L,
                        "/api/3/people/2/credentials/R1sRdPO?ack_token=xOu1poAPA",
                        "7"));
        if (items.size() == 2) assertThat(items.get(1).kind()).isEqualTo(CloudHook.Kind.EVENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"documented", "sdk"})
    void onePersonIsRead(String folder) throws InterruptedException {
        answers(folder);
        rig.turn();
        String body = "{\"resource_type\":\"Person\",\"resource_id\":\"2\"}";
        String timestamp = Long.toString(rig.service.nowS);
        rig.follower.webhook(
                timestamp, CloudHookTest.sign(timestamp, body), null, body.getBytes(StandardCharsets.UTF_8));
        rig.turn();
        assertThat(rig.target.row(2).texts()).containsEntry("last_name", "Lovelace");
        assertThat(rig.target.row(2).credentials()).isEmpty();
    }
}
