package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.CREDENTIALS;
import static dev.lintel.controller.contract.Client.PEOPLE;
import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.one;
import static dev.lintel.controller.contract.Client.refused;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.people.TestImages;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 2.1 Person.
@ParameterizedClass
@EnumSource(Variant.class)
class Section21PersonTest {
    private static final Map<String, Object> NAMED = Map.of("first_name", "Ada", "last_name", "Demo");

    private final Client client;

    Section21PersonTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    private Answer create(Map<String, ? extends @Nullable Object> fields) {
        var body = new HashMap<String, @Nullable Object>(NAMED);
        body.putAll(fields);
        return client.post(PEOPLE, body);
    }

    @Test
    @Spec({"2.1-1", "2.1-4", "2.1-5", "2.1-6", "2.1-7", "2.1-13", "2.1-26"})
    void everyTextIsTakenOnCreateAndOnUpdateAlike() {
        for (String field :
                List.of("salutation", "job_title", "department", "organisation_id", "mobile", "telephone", "barcode")) {
            client.keeps(field, "Größe 2 · " + field);
            client.keeps(field, "x".repeat(255));
            refused(create(Map.of(field, "x".repeat(256))), field, "is too long (maximum is 255 characters)");
        }
        for (int i = 1; i <= 5; i++) client.keeps("custom_" + i, "c" + i);
    }

    @Test
    @Spec({"2.1-2", "2.1-3"})
    void aPersonHasAFirstAndALastName() {
        for (String field : List.of("first_name", "last_name")) {
            client.keeps(field, "Åse");
            var without = new HashMap<String, @Nullable Object>(NAMED);
            without.remove(field);
            refused(client.post(PEOPLE, without), field, Client.BLANK);
            long person = client.person();
            for (String blank : new String[] {"", "  ", null}) {
                without.put(field, blank);
                refused(client.post(PEOPLE, without), field, Client.BLANK);
                refused(client.put(PEOPLE + "/" + person, Collections.singletonMap(field, blank)), field, Client.BLANK);
            }
            assertThat(client.read(person)).containsEntry(field, NAMED.get(field));
        }
    }

    @Test
    @Spec({"2.1-8", "2.1-10", "4.2-5"})
    void aSystemIdIsTheIntegratorsOwnAndFindsOnePerson() {
        String own = "sys-" + number();
        long person = client.person(Map.of("system_id", own, "organisation_id", "org-1"));
        long other = client.person(Map.of("system_id", own + "x", "organisation_id", own));
        assertThat(client.read(person)).containsEntry("system_id", own).containsEntry("organisation_id", "org-1");
        assertThat(client.get(PEOPLE + "?system_id=" + own).column("id")).containsExactly(person);
        assertThat(client.get(PEOPLE + "?system_id=sys-nobody").array()).isEmpty();
        refused(create(Map.of("system_id", own)), "system_id", Client.TAKEN);
        refused(client.put(PEOPLE + "/" + other, Map.of("system_id", own)), "system_id", Client.TAKEN);
        assertThat(client.change(other, Map.of("system_id", own + "y"))).containsEntry("system_id", own + "y");
    }

    @Test
    @Spec({"2.1-11", "2.1-12", "4.2-4", "4.2-13", "4.2-14"})
    void anEmailIsOnePersonsFindsThemAndIsNeededToInviteThem() {
        String email = "ada" + number() + "@example.com";
        long person = client.person(Map.of("email", email));
        assertThat(client.get(PEOPLE + "?email=" + email).column("id")).containsExactly(person);
        assertThat(client.get(PEOPLE + "?email=nobody@example.com").array()).isEmpty();
        refused(create(Map.of("email", email.toUpperCase(Locale.ROOT))), "email", Client.TAKEN);
        refused(create(Map.of("email", "ada@")), "email", Client.INVALID);
        Answer invited = client.post(PEOPLE + "/" + person + "/passport_invite", Map.of());
        status(invited, 202);
        assertThat(invited.object()).isEqualTo(Map.of("result", "ok"));
        long without = client.person();
        refused(client.post(PEOPLE + "/" + without + "/passport_invite", Map.of()), "email", Client.BLANK);
        status(client.post(PEOPLE + "/9999999/passport_invite", Map.of()), 404);
    }

    @Test
    @Spec("2.1-14")
    void notesAreALongTextOfManyLines() {
        client.keeps("notes", "first\nsecond\r\n\tthird");
        client.keeps("notes", "n".repeat(10_000));
        refused(create(Map.of("notes", "n".repeat(10_001))), "notes", "is too long (maximum is 10000 characters)");
    }

    @Test
    @Spec("2.1-15")
    void whoIsNotEnabledIsNotAdmitted() {
        String card = Long.toString(number());
        long person = client.person(Map.of("card", card, "group_ids", List.of(1)));
        assertThat(client.read(person)).containsEntry("enabled", true);
        assertThat(client.box().card(1, card)).containsEntry("decision", "admitted");
        assertThat(client.change(person, Map.of("enabled", false))).containsEntry("enabled", false);
        assertThat(client.box().card(1, card))
                .containsEntry("decision", "rejected")
                .containsEntry("reason", "person_disabled");
        client.change(person, Map.of("enabled", true));
        assertThat(client.box().card(1, card)).containsEntry("decision", "admitted");
    }

    @Test
    @Spec({"2.1-16", "2.1-17"})
    void validityIsFromADateToADateBothIncluded() {
        LocalDate today = OffsetDateTime.now(ZoneOffset.UTC)
                .atZoneSameInstant(ZoneId.of("Australia/Adelaide"))
                .toLocalDate();
        String card = Long.toString(number());
        long person = client.person(Map.of("card", card, "group_ids", List.of(1)));
        client.change(
                person,
                Map.of(
                        "valid_from",
                        today.minusDays(1).toString(),
                        "valid_to",
                        today.plusDays(1).toString()));
        assertThat(client.read(person))
                .containsEntry("valid_from", today.minusDays(1).toString())
                .containsEntry("valid_to", today.plusDays(1).toString());
        assertThat(client.box().card(1, card)).containsEntry("decision", "admitted");
        client.change(person, Map.of("valid_to", today.minusDays(1).toString()));
        assertThat(client.box().card(1, card)).containsEntry("reason", "person_expired");
        var later = new HashMap<String, @Nullable Object>();
        later.put("valid_from", today.plusDays(2).toString());
        later.put("valid_to", null);
        client.change(person, later);
        assertThat(client.box().card(1, card)).containsEntry("reason", "person_not_yet_valid");
        for (String wrong : List.of("2026-02-30", "01.02.2026", "20260201", "2026-1-1", "soon")) {
            refused(create(Map.of("valid_from", wrong)), "valid_from", Client.INVALID);
            refused(create(Map.of("valid_to", wrong)), "valid_to", Client.INVALID);
        }
        refused(create(Map.of("valid_from", "2026-02-02", "valid_to", "2026-02-01")), "valid_to", Client.INVALID);
    }

    @Test
    @Spec({"2.1-22", "2.1-23", "2.1-28", "4.2-11"})
    void groupsAndRolesAreAssignedByIdAndReplaced() {
        long person = client.person(Map.of("group_ids", List.of(1, 2), "role_ids", List.of(3)));
        assertThat(client.read(person)).containsEntry("groups", List.of(1L, 2L)).containsEntry("roles", List.of(3L));
        client.change(person, Map.of("group_ids", List.of(3)));
        assertThat(client.read(person)).containsEntry("groups", List.of(3L)).containsEntry("roles", List.of(3L));
        client.change(person, Map.of("role_ids", List.of(1, 2), "group_ids", List.of()));
        assertThat(client.read(person)).containsEntry("groups", List.of()).containsEntry("roles", List.of(1L, 2L));
        refused(create(Map.of("group_ids", List.of(1, 77))), "group_ids", Client.INVALID);
        refused(create(Map.of("role_ids", List.of(77))), "role_ids", Client.INVALID);
    }

    @Test
    @Spec({"2.1-24", "2.1-25"})
    void aPersonHasAnIdAndTimes() {
        Answer made = create(Map.of());
        status(made, 201);
        assertThat(made.object().get("id")).isInstanceOf(Long.class);
        String created = String.valueOf(made.object().get("created_at"));
        assertThat(created).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+(09:30|10:30)");
        assertThat(made.object()).containsEntry("updated_at", created);
        Map<String, Object> changed = client.change(made.id(), Map.of("notes", "n"));
        assertThat(changed).containsEntry("created_at", created);
        assertThat(OffsetDateTime.parse(String.valueOf(changed.get("updated_at"))))
                .isAfter(OffsetDateTime.parse(created));
    }

    @Test
    @Spec({"2.1-27", "2.1-31", "2.1-32"})
    void simpleCredentialsAreSetThroughThePerson() {
        String card = Long.toString(number());
        String fob = Long.toString(number());
        String pin = pin();
        long person = client.person(Map.of("card", card, "key_fob_number", fob, "pin", pin));
        assertThat(client.read(person))
                .containsEntry("card", card)
                .containsEntry("credentials_number", card)
                .containsEntry("key_fob_number", fob)
                .containsEntry("pin", pin);
        String other = Long.toString(number());
        client.change(person, Map.of("credentials_number", other, "key_fob_number", ""));
        assertThat(client.read(person))
                .containsEntry("card", other)
                .containsEntry("credentials_number", other)
                .containsEntry("key_fob_number", null)
                .containsEntry("pin", pin);
        client.change(person, Map.of("mobile_credential", "1", "wallet_pass", "2"));
        assertThat(held(person)).containsExactlyInAnyOrder(other, pin);
    }

    @Test
    @Spec("2.1-29")
    void aPersonShowsTheirCredentials() {
        long person = client.person();
        assertThat(client.read(person)).containsEntry("credentials", List.of());
        String card = Long.toString(number());
        String id = client.credential(person, "credentials_number", card);
        assertThat(one(client.get(CREDENTIALS + "/" + id))).containsEntry("value", card);
        assertThat(client.read(person).get("credentials")).isEqualTo(List.of(one(client.get(CREDENTIALS + "/" + id))));
    }

    @Test
    @Spec({"2.1-33", "2.1-34"})
    void sixAsterisksMakeARandomPinThatIsNobodyElses() {
        long first = client.person(Map.of("pin", "******"));
        String made = String.valueOf(client.read(first).get("pin"));
        assertThat(made).matches("[0-9]{4,5}");
        assertThat(Integer.parseInt(made)).isBetween(1000, 32767);
        refused(create(Map.of("pin", made)), "pin", Client.TAKEN);
        String anew =
                String.valueOf(client.change(first, Map.of("pin", "******")).get("pin"));
        assertThat(anew).matches("[0-9]{4,5}").isNotEqualTo(made);
        client.person(Map.of("pin", made));
    }

    @Test
    @Spec({"2.1-18", "2.1-20", "2.1-21", "2.1-30", "2.1-36"})
    void anImageIsShownOnceItIsMadeKeptAndRemoved() {
        String image = Base64.getEncoder().encodeToString(TestImages.jpeg(640, 480));
        Answer made = create(Map.of("image_base64", image));
        status(made, 201);
        assertThat(made.object()).containsEntry("image_url", null);
        long person = made.id();
        String url = awaitImage(person);
        assertThat(url).contains("/api/3/people/" + person + "/image");
        String path = url.substring(url.indexOf("/api/3/"));
        assertThat(client.get(path).header("Content-Type")).isEqualTo("image/jpeg");
        status(client.box().stranger("", client.variant().shape()).get(path), 401);
        assertThat(client.change(person, Map.of("notes", "n"))).containsEntry("image_url", url);
        assertThat(client.change(person, Map.of("image_remote_url", ""))).containsEntry("image_url", null);
        status(client.get(path), 404);
        refused(create(Map.of("image_base64", "bm8gaW1hZ2U=")), "image_base64", Client.INVALID);
        refused(create(Map.of("image_remote_url", "file:///etc/passwd")), "image_remote_url", Client.INVALID);
    }

    private String awaitImage(long person) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            if (client.read(person).get("image_url") instanceof String url) return url;
            assertThat(System.nanoTime()).as("the image is made").isLessThan(deadlineNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private List<Object> held(long person) {
        return client.get(PEOPLE + "/" + person + "/credentials").column("value");
    }

    /// One that nobody has: PINs are few, so each is tried.
    private String pin() {
        for (int pin = 2_345; ; pin++) {
            long person = client.person();
            Answer set = client.put(PEOPLE + "/" + person, Map.of("pin", "" + pin));
            client.put(PEOPLE + "/" + person, Map.of("pin", ""));
            if (set.status() != 422) return "" + pin;
        }
    }
}
