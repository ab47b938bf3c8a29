package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.log.Logged;
import dev.lintel.controller.mobile.TestPhone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A whole box with phones: a front door that is left by a reader or a button, where places count, and a back door.
final class PhoneBox implements AutoCloseable {
    static final String SITE = """
            account: {name: Yard, time_zone: UTC}
            sites: [{id: 1, name: Yard, time_zone: UTC}]
            shifts: [{id: 1, name: Never here, times: [{days: [mon], from: '00:00', to: '00:01'}]}]
            channels:
              - id: 1
                unit: 1
                name: Front
                site: 1
                passback: {mode: hard, from: outside, to: inside}
              - {id: 2, unit: 2, name: Back, site: 1}
            roles:
              - {id: 1, name: Front, channels: [1]}
              - {id: 2, name: Back on Mondays, channels: [2], shift: 1}
            groups: [{id: 1, name: Staff, roles: [1]}, {id: 2, name: Guests, roles: [2]}]
            """;

    /// The wiring: a front door with readers on both sides, and a back door without one to leave by.
    static final String DOORS = """
            hardware: simulated
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 4, d1: 5}, exit: {driver: wiegand, d0: 6, d1: 7}}
                strike: {line: 17, fail: safe}
                rex: {line: 22}
                egress: controller
              - unit: 2
                readers: {entry: {driver: wiegand, d0: 8, d1: 9}}
                strike: {line: 18}
                egress: mechanical
            """;

    /// What the box logs.
    final Logged logged = new Logged();

    final WholeLintel box;
    /// Of its newest start.
    ApiClient client;

    private final Path folder;

    PhoneBox(Path folder) throws Exception {
        this.folder = folder;
        box = new WholeLintel(folder);
        box.config = config("invitations: code");
        box.start();
        client = box.client();
        apply(SITE);
    }

    private Path config(String mobile) throws IOException {
        String text = "name: North gate\n" + DOORS + "mobile: {" + mobile + "}\n";
        return Files.writeString(folder.resolve("controller.yaml"), text);
    }

    /// The same box with another configuration.
    void configured(String mobile) throws IOException {
        box.stop();
        box.config = config(mobile);
        box.start();
        client = box.client();
    }

    void apply(String site) {
        assertThat(box.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                .contains("\"done\":true");
    }

    /// The id of somebody new.
    long person(String name, int group) {
        var made = client.post(
                "/api/3/people",
                "{\"first_name\": \"" + name + "\", \"last_name\": \"North\", \"group_ids\": [" + group + "]}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return number(made.object(), "id");
    }

    static long number(Map<String, Object> json, String name) {
        return ((Number) Objects.requireNonNull(json.get(name))).longValue();
    }

    /// The credential that the API answers with.
    Map<String, Object> invite(long person) {
        var answer = client.post("/api/3/credentials", "{\"person_id\": " + person + ", \"credential_type_id\": 5}");
        assertThat(answer.status()).as(answer.text()).isIn(200, 201);
        return answer.object();
    }

    /// Their phone, which has used its code.
    TestPhone bound(long person) {
        var phone = new TestPhone(client);
        assertThat(phone.redeem(code(invite(person))).status()).isEqualTo(200);
        return phone;
    }

    static String code(Map<String, Object> invited) {
        return String.valueOf(invited.get("invitation_code"));
    }

    /// Who was admitted or turned away, the oldest first.
    List<EventKind> decisions() {
        return box
                .database()
                .read(sql -> sql.list("SELECT kind FROM event ORDER BY id", row -> row.integer(1)))
                .stream()
                .map(EventKind::ofNumber)
                .filter(EventKind::isActivity)
                .toList();
    }

    /// Why, of those who were turned away, the oldest first.
    List<String> reasons() {
        return box.database()
                .read(sql -> sql.list(
                        "SELECT json_extract(additional, '$.reason') FROM event"
                                + " WHERE json_extract(additional, '$.reason') IS NOT NULL ORDER BY id",
                        row -> row.text(1)));
    }

    @Override
    public void close() {
        box.close();
        logged.close();
    }
}
