package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.OpenApi.Operation;
import dev.lintel.controller.json.Json;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every field of every body that the API's description has, with every value that no field should take. Complete by
/// the description: an operation that it gains needs its line in [#bodies].
class FieldSweepTest {
    /// Objects that hold all the others: what is wrong in one is told of by the field that is.
    private static final Set<String> WHOLE = Set.of(
            "channel",
            "credential",
            "person_credential",
            "group_reservation",
            "reservation",
            "person",
            "notification_rule");

    /// Of the values at each field, the fast test tries one in so many.
    private static final int SAMPLE = 8;

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private final OpenApi api = OpenApi.ofProgram();

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        RealDoors.hangInto(box);
        Reserving.addPerson(box);
        assertThat(client.post("/api/3/people/7/credentials", "{\"credential_type_id\":1,\"value\":\"1001\"}")
                        .status())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    /// A body that each operation takes; the fields that it does not name are added to it.
    private static Map<String, String> bodies() {
        var bodies = new TreeMap<String, String>();
        String named = "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}";
        for (String id : List.of("createPerson", "updatePerson", "patchPerson")) bodies.put(id, named);
        bodies.put("evacuate", "{\"note\":\"Drill\"}");
        bodies.put("endEvacuation", "{}");
        bodies.put("endEvacuationOfChannel", "{}");
        bodies.put("setThreatLevel", "{\"level\":1,\"note\":\"Drill\"}");
        bodies.put("createCredential", "{\"person_id\":7,\"credential_type_id\":2,\"value\":\"77\"}");
        bodies.put("createCredentialOfPerson", "{\"credential_type_id\":2,\"value\":\"77\"}");
        for (String id : List.of("updateCredential", "patchCredential")) {
            bodies.put(id, "{\"value\":\"1001\"}");
            bodies.put(id + "OfPerson", "{\"value\":\"1001\"}");
        }
        bodies.put("createReservation", Reserving.noon("channel_ids"));
        bodies.put("createGroupReservation", Reserving.noon("group_ids"));
        for (String id : List.of("create", "update", "patch")) {
            bodies.put(id + "NotificationRule", NotificationRulesApiTest.RULE);
        }
        bodies.put("simulateDecision", "{\"channel_id\":1,\"credential\":{\"type\":\"card\",\"value\":1001}}");
        bodies.put("setThreatLevel", "{\"level\":1}");
        bodies.put("lockdownChannel", "{\"card_lockdown\":true}");
        bodies.put("autoUnlockChannel", "{\"shift_id\":3}");
        bodies.put("admitPersonChannel", "{\"person_id\":7}");
        for (String id : List.of("regenerateEncryptionKey", "removeEncryptionKey")) bodies.put(id, "{}");
        for (String id : List.of("acknowledge", "admit", "evacuate", "secure", "unlock", "unlockdown"))
            bodies.put(id + "Channel", "{}");
        return bodies;
    }

    /// Tries an eighth of the values at each field, or more where an operation has fewer fields than eight, so that
    /// each operation still meets all values.
    @Test
    void noFieldBreaksAnythingAndWhatIsRefusedIsNamedAndNotDone() {
        sweepAll(SAMPLE);
    }

    @Test
    @Tag("slow")
    void noValueOfAnyFieldBreaksAnythingAndWhatIsRefusedIsNamedAndNotDone() {
        sweepAll(1);
    }

    /// @param stride one value in so many is tried at each field, from another first value at the next field;
    ///     one in as many as the operation has fields where those are fewer
    private void sweepAll(int stride) {
        Map<String, String> bodies = bodies();
        Set<String> swept = new TreeSet<>();
        Map<String, Set<String>> tried = new TreeMap<>();
        // People last: a blank card takes the credential away that the others change.
        var order = Comparator.comparing(
                (Operation one) -> one.id().endsWith("Person") && !one.id().contains("Of"));
        for (Operation operation : api.operations().stream().sorted(order).toList()) {
            if (operation.path().startsWith("/api/3/channel/")) continue; // the same handlers by another name
            Set<String> fields = fields(operation);
            if (fields.isEmpty()) continue;
            swept.add(operation.id());
            String good = bodies.getOrDefault(operation.id(), "");
            assertThat(good).as("a body for %s %s", operation.id(), fields).isNotEmpty();
            int step = Math.min(stride, fields.size());
            int first = swept.size();
            for (String field : fields) {
                for (int i = first++ % step; i < HostileBodies.VALUES.size(); i += step) {
                    String value = HostileBodies.VALUES.get(i);
                    sweep(operation, good, field, value);
                    tried.computeIfAbsent(operation.id(), _ -> new TreeSet<>()).add(value);
                }
            }
        }
        assertThat(bodies.keySet()).isEqualTo(swept);
        assertThat(tried.values()).allSatisfy(values -> assertThat(values).containsAll(HostileBodies.VALUES));
    }

    private void sweep(Operation operation, String good, String field, String value) {
        String path = operation.path().replace("{person_id}", "7").replace("people/{id}", "people/7");
        String body = with(good, field, value);
        if (operation.id().equals("acknowledgeChannel")) RealDoors.force(box, client);
        long before = box.database.events().head();
        var answer = client.send(operation.method().toUpperCase(Locale.ROOT), path.replace("{id}", "1"), body);
        String what = operation.id() + " " + (body.length() > 300 ? body.substring(0, 300) + "…" : body);
        assertThat(answer.status()).as(what + " → " + answer.text()).isLessThan(500);
        if (answer.status() < 400 || answer.status() == 403) return; // taken, or turned away and told of
        assertThat(answer.object()).as(what).containsKeys("error", "error_description");
        boolean whole = WHOLE.contains(field) && !operation.id().equals("simulateDecision");
        if (!whole) assertThat(answer.text()).as(what).contains(field);
        assertThat(box.database.events().head()).as(what + " changed something").isEqualTo(before);
    }

    /// Names of the fields of an operation's body, in whichever form.
    private Set<String> fields(Operation operation) {
        if (!operation.node().containsKey("requestBody")) return Set.of();
        var fields = new TreeSet<String>();
        gather(OpenApi.schema(api.resolved(operation.node().get("requestBody"))), fields);
        return fields;
    }

    private void gather(@Nullable Object schema, Set<String> fields) {
        if (schema == null) return;
        Map<String, Object> node = api.resolved(schema);
        fields.addAll(OpenApi.inner(node, "properties").keySet());
        for (String keyword : List.of("oneOf", "anyOf", "allOf")) {
            if (node.get(keyword) instanceof List<?> branches) branches.forEach(one -> gather(one, fields));
        }
    }

    private static String with(String good, String field, String value) {
        Map<String, Object> fields = new LinkedHashMap<>(Json.parseObject(good));
        fields.remove(field);
        String others = Json.write(fields);
        String comma = fields.isEmpty() ? "" : ",";
        return others.substring(0, others.length() - 1) + comma + "\"" + field + "\":" + value + "}";
    }
}
