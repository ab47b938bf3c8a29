package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 2.4 Role, 2.5 Channel, 2.6 Account, 2.11 and their endpoints 4.5 to 4.7, 4.11.
@ParameterizedClass
@EnumSource(Variant.class)
class Section24DirectoryTest {
    private static final String OFFSET = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+(09:30|10:30)";
    private static final List<String> WRITES = List.of("POST", "PUT", "PATCH", "DELETE");

    private final Client client;

    Section24DirectoryTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    @AfterEach
    void leaveDoorsAsTheyWere() {
        for (int channel = 1; channel <= 2; channel++) {
            order(channel, "unlockdown", Map.of());
            order(channel, "normal", Map.of());
        }
        order(1, "auto_unlock", Collections.singletonMap("shift_id", null));
    }

    private Answer order(int channel, String name, Map<String, ?> body) {
        return client.post("/api/3/channels/" + channel + "/" + name, body);
    }

    private Map<String, Object> channel(int id) {
        return client.get("/api/3/channel/" + id).object();
    }

    private void cannotBeWritten(String... paths) {
        for (String path : paths) {
            for (String method : WRITES) {
                Answer answer = client.http().send(method, path, method.equals("DELETE") ? null : "{\"name\":\"x\"}");
                status(answer, 405);
                assertThat(answer.header("Allow")).as(method + path).isEqualTo("GET, HEAD");
            }
        }
    }

    @Test
    @Spec({"2.4-1", "2.4-2", "4.5-1", "4.5-2", "4.5-3"})
    void rolesAreReadOnly() {
        Answer list = client.get("/api/3/roles");
        assertThat(list.column("name")).containsExactly("Back only", "By day", "Everywhere", "Never");
        Map<String, Object> role = client.get("/api/3/roles/2").object();
        assertThat(role).isEqualTo(list.array().get(1));
        assertThat(role)
                .containsEntry("id", 2L)
                .containsEntry("name", "By day")
                .containsEntry("shift_id", 1L)
                .containsKey("notes");
        assertThat(client.get("/api/3/roles/1").object()).containsEntry("notes", "all doors");
        for (String time : List.of("created_at", "updated_at")) {
            assertThat(String.valueOf(role.get(time))).matches(OFFSET);
        }
        status(client.get("/api/3/roles/77"), 404);
        cannotBeWritten("/api/3/roles", "/api/3/roles/2");
    }

    @Test
    @Spec({"2.4-3", "2.4-4"})
    void rolesAreGivenToPeopleAndThroughGroups() {
        String own = Long.toString(number());
        String grouped = Long.toString(number());
        client.person(Map.of("card", own, "role_ids", List.of(3)));
        client.person(Map.of("card", grouped, "group_ids", List.of(3)));
        for (String card : List.of(own, grouped)) {
            assertThat(client.box().card(2, card)).containsEntry("decision", "admitted");
            assertThat(client.box().card(1, card)).containsEntry("reason", "no_permission");
        }
    }

    @Test
    @Spec({"2.5-1", "2.5-2", "2.5-3", "2.5-4", "2.5-5", "2.5-6", "2.5-7", "2.5-8", "4.6-3"})
    void aChannelShowsItsFields() {
        Map<String, Object> gate = channel(1);
        assertThat(client.get("/api/3/channels/1").object()).isEqualTo(gate);
        assertThat(gate)
                .containsEntry("id", 1L)
                .containsEntry("name", "Gate")
                .containsEntry("unit", 1L)
                .containsEntry("site_id", 1L)
                .containsEntry("status", "online")
                .containsEntry("encryption_key", "")
                .containsKey("reader_device_class_name");
        assertThat(channel(2)).containsEntry("site_id", 2L);
        for (String text : List.of(
                "mac_address",
                "model",
                "model_long",
                "serial_number",
                "card_format",
                "pin_format",
                "freescale_version",
                "pic_version")) {
            assertThat(gate.get(text)).as(text).isInstanceOf(String.class);
        }
        assertThat(gate.get("freescale_version")).asString().isNotBlank();
        for (String time : List.of("created_at", "updated_at"))
            assertThat(gate.get(time)).asString().matches(OFFSET);
        Map<?, ?> sync = Client.object(gate.get("sync"));
        assertThat(sync.get("status")).isEqualTo("ok");
        assertThat(sync.get("last_sync_completed_at")).asString().matches(OFFSET);
        status(client.get("/api/3/channel/77"), 404);
    }

    @Test
    @Spec({"2.5-9", "2.5-10"})
    void aLockdownIsNullOrSaysWhatIsLockedDown() {
        assertThat(channel(1)).containsEntry("lockdown", null);
        Answer locked = order(1, "lockdown", Map.of("card_lockdown", true, "aux_lockdown", true));
        status(locked, 200);
        assertThat(locked.object()).isEqualTo(channel(1));
        var expected = new HashMap<String, Object>();
        expected.put("message", "Lockdown");
        expected.put("card_lockdown", Map.of("state", true));
        expected.put("rex_lockdown", Map.of("state", false));
        expected.put("aux_lockdown", Map.of("state", true));
        assertThat(channel(1)).containsEntry("lockdown", expected);
        order(1, "unlockdown", Map.of());
        assertThat(channel(1)).containsEntry("lockdown", null);
    }

    @Test
    @Spec("2.5-11")
    void aModeSaysUntilWhenAndSinceWhen() {
        Map<?, ?> before = Client.object(channel(1).get("mode"));
        assertThat(before.get("description")).isEqualTo("normal");
        assertThat(before.get("relock_at")).isNull();
        OffsetDateTime until = OffsetDateTime.parse(String.valueOf(channel(1).get("created_at")))
                .plusDays(300);
        order(1, "unlock", Map.of("relock_at", until.toString()));
        Map<?, ?> mode = Client.object(channel(1).get("mode"));
        assertThat(mode.get("description")).isEqualTo("unlock");
        assertThat(OffsetDateTime.parse(String.valueOf(mode.get("relock_at")))).isEqualTo(until);
        assertThat(OffsetDateTime.parse(String.valueOf(mode.get("change_stamp"))))
                .isAfter(OffsetDateTime.parse(String.valueOf(before.get("change_stamp"))));
        assertThat(String.valueOf(mode.get("change_stamp"))).matches(OFFSET);
    }

    @Test
    @Spec({"2.5-12", "2.5-13", "2.5-14"})
    void autoUnlockIsNullOrAShiftWithItsTimes() {
        assertThat(channel(1)).containsEntry("auto_unlock", null);
        order(1, "auto_unlock", Map.of("shift_id", 1));
        Map<?, ?> shift = Client.object(channel(1).get("auto_unlock"));
        assertThat(shift.get("shift_id")).isEqualTo(1L);
        assertThat(shift.get("name")).isEqualTo("Day");
        assertThat(shift.get("created_at")).asString().matches(OFFSET);
        assertThat(shift.get("updated_at")).asString().matches(OFFSET);
        List<?> times = (List<?>) shift.get("times");
        assertThat(times).hasSize(5).allSatisfy(element -> {
            Map<?, ?> time = (Map<?, ?>) element;
            assertThat(time.get("day")).asString().matches("(Mon|Tues|Wednes|Thurs|Fri)day");
            assertThat(time.get("description")).isEqualTo("range");
            // Whichever of the two forms a client reads, it is there.
            assertThat(time.get("start_time")).isEqualTo("08:00 Australia/Adelaide");
            assertThat(time.get("end_time")).asString().matches("1[27]:00 Australia/Adelaide");
            assertThat(time.get("shift_time")).asString().matches("08:00-1[27]:00");
        });
        assertThat(channel(2).get("auto_unlock")).as("the policy's").isNotNull();
    }

    @Test
    @Spec({"4.6-1", "4.6-2"})
    void channelsAreAnArrayBySiteInPages() {
        Answer all = client.get("/api/3/channels");
        assertThat(all.column("name")).containsExactlyInAnyOrder("Gate", "Store");
        assertThat(all.header("Total")).isEqualTo("2");
        assertThat(client.get("/api/3/channels?site_id=2").column("id")).containsExactly(2L);
        assertThat(client.get("/api/3/channels?site_id=3").array()).isEmpty();
        Answer second = client.get("/api/3/channels?page=2&per_page=1");
        assertThat(second.array()).containsExactly(all.array().get(1));
        assertThat(second.header("Total")).isEqualTo("2");
        assertThat(client.get("/api/3/channels?page=3&per_page=1").array()).isEmpty();
    }

    @Test
    @Spec("4.6-4")
    void channelsAreNeitherMadeNorChanged() {
        cannotBeWritten("/api/3/channels", "/api/3/channels/1", "/api/3/channel/1");
        assertThat(channel(1)).containsEntry("name", "Gate");
    }

    @Test
    @Spec({"2.6-1", "2.6-2", "2.6-3", "2.6-5", "4.7-1"})
    void theAccountShowsItsFields() {
        Map<String, Object> account = client.get("/api/3/account").object();
        assertThat(account.get("id")).isInstanceOf(Long.class);
        assertThat(account.get("monitored")).isInstanceOf(Boolean.class);
        assertThat(account).containsEntry("name", "Contract Ltd").containsEntry("time_zone", "Australia/Adelaide");
        Map<?, ?> reseller = Client.object(account.get("reseller"));
        assertThat(reseller.get("id")).isInstanceOf(Long.class);
        for (String text : List.of("name", "support_contact", "support_email", "support_telephone")) {
            assertThat(reseller.get(text)).as(text).isInstanceOf(String.class);
        }
        Map<?, ?> sync = Client.object(account.get("sync"));
        assertThat(sync.get("status")).isEqualTo("complete");
        assertThat(sync.get("last_sync")).asString().matches(OFFSET);
        assertThat(sync.containsKey("description")).isTrue();
        Map<?, ?> passport = Client.object(account.get("passport"));
        assertThat(passport.get("remote_unlock_enabled")).isInstanceOf(Boolean.class);
        assertThat(passport.get("hid_mobile_access")).isInstanceOf(Boolean.class);
    }

    @Test
    @Spec("2.6-4")
    void theUserIsThatOfTheKey() {
        String email = "second" + number() + "@example.com";
        Client second = client.box().client(client.variant(), email);
        Map<?, ?> user = Client.object(second.get("/api/3/account").object().get("user"));
        assertThat(user.get("email")).isEqualTo(email);
        assertThat(user.get("id")).isInstanceOf(Long.class);
        assertThat(user.get("first_name")).isInstanceOf(String.class);
        assertThat(user.get("last_name")).isInstanceOf(String.class);
        Map<?, ?> first = Client.object(client.get("/api/3/account").object().get("user"));
        assertThat(first.get("email")).isEqualTo("contract@example.com");
        assertThat(first.get("id")).isNotEqualTo(user.get("id"));
    }

    @Test
    @Spec({"2.11-1", "4.11-1", "4.11-2"})
    void sitesShiftsGroupsAndReportsAreReadInPages() {
        assertThat(client.get("/api/3/sites/1").object())
                .containsKeys("id", "name", "time_zone", "notes", "ip_address", "site_ips", "created_at", "updated_at")
                .containsEntry("name", "Harbour")
                .containsEntry("notes", "by the water")
                .containsEntry("ip_address", null);
        assertThat(client.get("/api/3/shifts/1").object())
                .containsKeys("id", "name", "notes", "times", "holidays", "created_at", "updated_at")
                .containsEntry("notes", "with an early Friday");
        assertThat(client.get("/api/3/groups/1").object())
                .containsKeys("id", "name", "notes", "created_at", "updated_at")
                .containsEntry("global_across_sites", true)
                .containsEntry("role_ids", List.of(1L));
        assertThat(client.get("/api/3/reports").array())
                .allSatisfy(report -> assertThat(report).containsOnlyKeys("id", "name", "description", "parameters"));
        for (String list : List.of("sites", "shifts", "groups", "roles", "reports")) {
            Answer all = client.get("/api/3/" + list);
            Answer page = client.get("/api/3/" + list + "?page=2&per_page=1");
            assertThat(page.array()).as(list).containsExactly(all.array().get(1));
            assertThat(page.header("Total")).isEqualTo("" + all.array().size());
            cannotBeWritten("/api/3/" + list, "/api/3/" + list + "/1");
        }
    }
}
