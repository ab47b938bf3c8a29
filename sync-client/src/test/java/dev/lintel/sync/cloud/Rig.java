package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.cloud.Known.CredentialType;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A follower between a fake service and a fake box, a turn at a time.
final class Rig implements AutoCloseable {
    static final Known.Facts FACTS = new Known.Facts(
            Set.of(1L, 2L),
            Set.of(10L, 11L),
            Set.of(100L),
            List.of(
                    new CredentialType(1, "credentials_number", 200),
                    new CredentialType(2, "key_fob_number", 181),
                    new CredentialType(3, "pin", 10),
                    new CredentialType(4, "mf_pin", 11)),
            ZoneId.of("Europe/London"));

    /// Full listings at the latest moment alone, so that a test sees what is found without them.
    static final Limits CALM = new Limits(
            Limits.USUAL.requestMs(),
            Limits.USUAL.bodyBytes(),
            Limits.USUAL.perMinute(),
            Limits.USUAL.pollNs(),
            Limits.USUAL.listNs(),
            Limits.USUAL.reservationsNs(),
            Limits.USUAL.listNs());

    final FakeService service = new FakeService();
    final FakeTarget target = new FakeTarget();
    final FakePace pace = new FakePace();
    final FakeGrant grant = new FakeGrant("refresh-0");
    final List<String> told = new ArrayList<>();
    Known.Facts facts = FACTS;
    CloudFollower follower;

    Rig() {
        service.lists.put(
                "credential_types",
                List.of(
                        Map.of("id", 5L, "label", "Card", "slug", "credentials_number", "code", 200L),
                        Map.of("id", 6L, "label", "PIN", "slug", "pin", "code", 10L),
                        Map.of("id", 14L, "label", "Pass", "slug", "pass", "code", 1001L)));
        service.lists.put("roles", List.of(Map.of("id", 1L, "name", "Staff"), Map.of("id", 2L, "name", "Night")));
        service.lists.put("groups", List.of(Map.of("id", 10L, "name", "All"), Map.of("id", 11L, "name", "Some")));
        service.lists.put("group_reservations", List.of());
        follower = follower(CALM);
    }

    CloudFollower follower(Limits limits) {
        return follower(limits, grant);
    }

    CloudFollower follower(Grant grant) {
        return follower(CALM, grant);
    }

    private CloudFollower follower(Limits limits, Grant grant) {
        var settings = new CloudFollower.Settings(
                service.base(), "client", () -> "secret&1", () -> "hook secret", "7", List.of());
        var words = new Words() {
            @Override
            public void problem(String sentence) {
                told.add(sentence);
            }

            @Override
            public void mended(String sentence) {
                told.add("mended: " + sentence);
            }
        };
        return new CloudFollower(
                settings, new CloudFollower.Parts(target, grant, () -> facts, pace, words), limits, pace);
    }

    /// As after a new start of the process.
    void restart() {
        follower.close();
        follower = follower(CALM);
    }

    void turn() throws InterruptedException {
        follower.turn();
    }

    /// The next turn, so many seconds of both clocks later.
    void turnAfter(long seconds) throws InterruptedException {
        pace.advanceS(seconds);
        service.passes(seconds);
        turn();
    }

    /// People 1 to `count`, who changed last long ago.
    void people(int count) {
        for (long id = 1; id <= count; id++) service.person(id, "P" + id).put("updated_at", "2026-02-01T00:00:00Z");
    }

    /// A group reservation for each of `ids`, of group 10, which begins in ten minutes; no others.
    void reserved(long person, long... ids) {
        long startS = service.nowS + 600;
        var rows = new ArrayList<Map<String, Object>>();
        for (long id : ids) {
            rows.add(Map.of(
                    "id",
                    id,
                    "person_id",
                    person,
                    "state",
                    "pending",
                    "group_ids",
                    List.of(10L),
                    "start_time",
                    FakeService.utc(startS),
                    "end_time",
                    FakeService.utc(startS + 36_000)));
        }
        service.lists.put("group_reservations", rows);
    }

    /// The service's webhook, one item.
    void hook(String item) {
        String body = "[" + item + "]";
        String timestamp = Long.toString(service.nowS);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        assertThat(follower.webhook(timestamp, CloudHookTest.sign(timestamp, body), null, bytes))
                .isEqualTo(200);
    }

    void named(long... ids) {
        for (long id : ids) hook("{\"resource_type\":\"Person\",\"resource_id\":" + id + ",\"account_id\":\"7\"}");
    }

    @Nullable
    String problem() {
        return follower.status().problem();
    }

    @Override
    public void close() {
        follower.close();
        service.close();
    }
}
