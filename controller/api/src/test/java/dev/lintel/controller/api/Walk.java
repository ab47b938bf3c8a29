package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.OpenApi.Operation;
import dev.lintel.controller.people.TestImages;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One client's walk through the operations of the API, each with a request that is taken. What it makes on the
/// way is what it shows, changes and deletes later; a person of its own comes first.
final class Walk {
    private static final String EVERY_FIELD = """
            {"first_name":"Ada","last_name":"Demo","salutation":"Dr","job_title":"Engineer","department":"Locks",
             "organisation_id":"o-1","email":"%s@example.com","mobile":"1","telephone":"2","notes":"n\\nn",
             "barcode":"3","custom_1":"4","enabled":true,"valid_from":"2026-01-01","valid_to":null,
             "extended_unlock":false,"image_remote_url":null,
             "group_ids":[1],"role_ids":[1,2],"pin":"******","mf_pin":"1234"}""";

    static final long APPROVAL = 1_772_445_600_123_000L;

    private final ApiClient client;
    private final ApiBox box;
    private final AnswerJudge judge;
    /// Ids that stand in paths, by the segment before them.
    private final Map<String, Long> ids = new HashMap<>();

    private final long person;

    Walk(ApiClient client, ApiBox box) {
        this.client = client;
        this.box = box;
        this.judge = box.judge;
        this.person =
                client.create("/api/3/people", "{\"first_name\":\"Ben\",\"last_name\":\"Demo\",\"role_ids\":[2]}");
        List.of("channel", "channels", "groups", "roles", "sites", "credential_types", "events", "reports")
                .forEach(one -> ids.put(one, 1L));
        ids.put("shifts", 3L); // of RealDoors
        ids.put("people", person);
        ids.put("approvals", APPROVAL);
        ids.put("outputs", 1L); // of FakeOutputs
        client.put("/api/3/people/" + person, "{\"email\":\"b" + person + "@example.com\"}"); // who is invited has one
    }

    /// Asks for the operation, and again in every other way that answers differ by.
    void ask(Operation operation) {
        String path = path(operation.path());
        String body = operation.method().matches("post|put|patch") ? body(operation) : null;
        assertThat(judge.problemsOfBody(operation, body)).as(operation.id()).isEmpty();
        if (operation.id().startsWith("admit")) makeNormal();
        if (operation.id().startsWith("acknowledge")) RealDoors.force(box, client);
        var answer = client.send(operation.method().toUpperCase(Locale.ROOT), path, body);
        assertThat(answer.status()).as(operation.id() + " " + answer.text()).isBetween(200, 299);
        if (operation.method().equals("post")) keepId(path, answer);
        for (String query : queries(operation.id())) {
            assertThat(client.get(path + query).status()).as(path + query).isEqualTo(200);
        }
        if (operation.method().equals("get")) client.send("HEAD", path, null);
    }

    /// Whatever stood at the channel by the walk so far.
    private void makeNormal() {
        for (String command : List.of("unlockdown", "normal")) client.post("/api/3/channels/1/" + command, "");
    }

    private static List<String> queries(String id) {
        if (id.equals("showEvent")) return List.of("?form=extended", "?ack_token=x");
        if (id.equals("listEvents")) {
            return List.of(
                    "?level=debug",
                    "?level=debug&form=extended",
                    "?level=debug&page=1",
                    "?level=debug&skip_pagination=true",
                    "?level=debug&per_page=2&form=short");
        }
        if (id.matches("showAccount|showCredential|showCredentialOfPerson")) return List.of("?ack_token=x");
        if (id.equals("showReport")) return List.of("?format=csv", "?page=1&per_page=1");
        return id.startsWith("list") ? List.of("?page=2&per_page=1", "?skip_pagination=true") : List.of();
    }

    private String path(String template) {
        List<String> segments = List.of(template.substring(1).split("/", -1));
        var path = new StringBuilder();
        for (int i = 0; i < segments.size(); i++) {
            boolean variable = segments.get(i).startsWith("{");
            // credentials of a person's path are others than those of their own
            String of = i == 0 ? "" : segments.get(i - 1);
            if (variable && i == 5) of = "people/credentials";
            path.append('/').append(variable ? "" + ids.get(of) : segments.get(i));
        }
        return path.toString();
    }

    private void keepId(String path, ApiClient.Answer answer) {
        String resource = path.substring(path.lastIndexOf('/') + 1);
        if (path.contains("/admit")) {
            ids.put("admission_requests", (Long) answer.object().get("admission_request_id"));
        }
        boolean ofPerson = path.matches(".*/people/\\d+/credentials");
        if (answer.status() != 201 || resource.equals("people")) return;
        Object json = answer.json() instanceof List<?> list ? list.getFirst() : answer.json();
        String id = String.valueOf(OpenApi.map(json).get("id"));
        ids.put(ofPerson ? "people/credentials" : resource, Long.valueOf(id));
    }

    private @Nullable String body(Operation operation) {
        if (operation.path().matches("/api/3/channels?/.*")) return order(operation.path());
        long value = person + (operation.id().endsWith("OfPerson") ? 20_000 : 30_000);
        if (operation.id().startsWith("updateCredential")) return "{\"value\":\"%d\"}".formatted(value);
        if (operation.id().startsWith("patchCredential")) return "{\"credential\":{\"value\":\"%d\"}}".formatted(value);
        var bodies = new LinkedHashMap<String, @Nullable String>();
        bodies.put("createPerson", "{\"person\":" + EVERY_FIELD.formatted("p" + person) + "}");
        String image = Base64.getEncoder().encodeToString(TestImages.jpeg(40, 30));
        String every = EVERY_FIELD.formatted("q" + person);
        bodies.put("updatePerson", every.replaceFirst("\\{", "{\"image_base64\":\"" + image + "\","));
        bodies.put("patchPerson", "{\"person\":{\"job_title\":null,\"card\":\"" + (40_000 + person) + "\"}}");
        bodies.put("forgivePassback", "");
        bodies.put("approveApproval", "");
        bodies.put("denyApproval", "");
        bodies.put("testOutput", "");
        bodies.put("invitePerson", "");
        bodies.put("sync", "");
        bodies.put("evacuate", "{\"note\":\"drill\"}");
        bodies.put("endEvacuation", "");
        bodies.put("setThreatLevel", "{\"level\":0,\"note\":\"drill\"}");
        bodies.put(
                "createCredential",
                "{\"person_id\":%d,\"credential_type_id\":1,\"value\":\"%d\"}".formatted(person, person + 1_000));
        bodies.put(
                "createCredentialOfPerson",
                "{\"person_credential\":{\"credential_type_id\":2,\"value\":\"%d\"}}".formatted(person + 2_000));
        bodies.put("createReservation", ofPerson(Reserving.noon("channel_ids")));
        bodies.put("createGroupReservation", "{\"group_reservation\":" + ofPerson(Reserving.noon("group_ids")) + "}");
        bodies.put("createNotificationRule", NotificationRulesApiTest.RULE);
        bodies.put("updateNotificationRule", "{\"name\":\"Named anew\"}");
        bodies.put("patchNotificationRule", "{\"notification_rule\":{\"match_controller_ids\":[]}}");
        bodies.put(
                "simulateDecision",
                "{\"channel_id\":1,\"person_id\":%d,\"at\":\"2026-03-02T10:00:00Z\",\"reader\":\"entry\"}"
                        .formatted(person));
        assertThat(bodies).containsKey(operation.id());
        return bodies.get(operation.id());
    }

    private String ofPerson(String body) {
        return body.replace("\"person_id\":7", "\"person_id\":" + person);
    }

    private String order(String path) {
        return switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "admit_person" -> "{\"person_id\":" + person + "}";
            case "auto_unlock" -> "{\"shift_id\":3,\"first_card\":true}";
            case "lockdown" -> "{\"card_lockdown\":true,\"rex_lockdown\":null}";
            case "unlock" -> "{\"relock_at\":\"2026-03-02T23:00:00Z\"}";
            default -> "";
        };
    }
}
