package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.commission.SiteDesk;
import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.policy.PolicyPasses;
import dev.lintel.controller.policy.PolicyPasses.Pass;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who passes, and the site's file, over real TLS: who may say so, and what is refused.
class SitePagesTest {
    private static final String PASSES = CommissionPasses.PATH;

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-26T10:00:00Z");
    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get(PASSES);
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    private SiteDesk desk() {
        return rig.commission.commissioning().siteDesk();
    }

    private List<String> passes() {
        return PolicyPasses.of(desk().policy(), Set.of()).stream()
                .map(pass -> pass.group().name() + ", " + pass.doors().size() + hours(pass))
                .toList();
    }

    private static String hours(Pass pass) {
        var shift = pass.shift();
        return shift == null ? "" : ", " + shift.name();
    }

    /// Sends the form as the page has it now, with these fields filled in.
    /// As a browser sends the form: with the days that it has at first, unless others are given.
    private HttpResponse<String> pass(String... fields) throws Exception {
        var all = new ArrayList<>(List.of(fields));
        if (all.stream().noneMatch(field -> field.startsWith("day-"))) {
            for (int day = 1; day <= 5; day++) all.addAll(List.of("day-" + day, "on"));
        }
        return passWithoutDays(all.toArray(String[]::new));
    }

    private HttpResponse<String> passWithoutDays(String... fields) throws Exception {
        var all = new ArrayList<>(List.of("seen", SiteDesk.mark(desk().text())));
        all.addAll(List.of(fields));
        return olga.post(PASSES, all.toArray(String[]::new));
    }

    private void refused(HttpResponse<String> answer, String why) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {PASSES, SitePages.PATH})
    void pagesAreForOperatorsAlone(String path) throws Exception {
        try (var stranger = new Visitor(rig)) {
            assertThat(stranger.get(path).statusCode()).isEqualTo(303);
        }
        rig.desk.create(By.COMMAND_LINE, new NewPerson("ulf@example.com", "", "", Kind.USER), "eight loud harbours");
        try (var ulf = new Visitor(rig)) {
            ulf.signIn("ulf@example.com", "eight loud harbours");
            assertThat(ulf.get(path).statusCode()).isEqualTo(403);
            String before = desk().text();
            assertThat(ulf.post(path, "group", "Ulf", "door-1", "on", "text", "x")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(desk().text()).isEqualTo(before);
        }
        olga.forge("another");
        assertThat(olga.post(path, "group", "Staff", "door-1", "on").statusCode())
                .isEqualTo(403);
    }

    @Test
    void aGroupPassesADoorByAForm() throws Exception {
        int before = passes().size();
        assertThat(pass("group", "Night\u200B watch", "hours", "", "door-1", "on")
                        .body())
                .contains("the name of the group has the invisible character U+200B");
        var done = pass("group", " Night watch ", "hours", "", "door-1", "on");
        long watch = desk().group("Night watch");
        assertThat(location(done)).isEqualTo(PASSES + "?done=" + watch);
        assertThat(olga.get(PASSES + "?done=" + watch).body())
                .contains("Written. Night watch passes Front Door, at all times.");
        assertThat(passes()).hasSize(before + 1).contains("Night watch, 1");
        String[] hours = {
            "group", "Night watch", "hours", "new", "door-2", "on", "day-6", "on", "from", "22:00", "to", "06:00"
        };
        assertThat(pass(hours).statusCode()).isEqualTo(303);
        assertThat(passes()).contains("Night watch, 1", "Night watch, 1, sat 22:00-06:00");
    }

    /// Whoever types hours and chooses nothing above them has not asked for all times.
    @Test
    void hoursThatAreTypedAreTheHoursThatCount() throws Exception {
        String[] typed = {
            "group", "Cleaners", "hours", "", "door-1", "on", "day-1", "on", "from", "22:00", "to", "06:00"
        };
        assertThat(pass(typed).statusCode()).isEqualTo(303);
        assertThat(passes()).contains("Cleaners, 1, mon 22:00-06:00").doesNotContain("Cleaners, 1");
        assertThat(olga.get(PASSES + "?done=" + desk().group("Cleaners")).body())
                .contains("Written. Cleaners passes Front Door, mon 22:00-06:00.");

        String before = desk().text();
        String shift = Long.toString(desk().policy().shifts().getFirst().id());
        String[] both = {
            "group", "Cleaners", "hours", shift, "door-2", "on", "day-1", "on", "from", "09:00", "to", "10:00"
        };
        refused(pass(both), "hours are typed, 09:00 to 10:00, and ");
        String[] half = {"group", "Cleaners", "hours", "", "door-2", "on", "day-1", "on", "from", "", "to", "06:00"};
        refused(pass(half), "from is a time of the day such as 08:00");
        assertThat(desk().text()).isEqualTo(before);
    }

    @Test
    void daysWithoutTimesAreRefusedAndNeverGrantAllTimes() throws Exception {
        pass("group", "Night watch", "hours", "new", "door-1", "on", "day-1", "on", "from", "22:00", "to", "23:00");
        String before = desk().text();
        String[] weekend = {"group", "Cleaners", "hours", "", "door-1", "on", "day-6", "on", "day-7", "on"};
        var answer = pass(weekend);
        refused(answer, "days are ticked, but From and To are empty");
        assertThat(answer.body()).contains("id=\"clock-fault\">Enter both times", "aria-invalid=\"true\"");
        String shift = Long.toString(desk().policy().shifts().getFirst().id());
        String[] both = {"group", "Cleaners", "hours", shift, "door-1", "on", "day-6", "on"};
        refused(pass(both), "other days than Monday to Friday are ticked, and ");
        assertThat(desk().text()).isEqualTo(before);
    }

    @Test
    void aFormInWhichEveryDayWasUntickedIsRefusedAndNeverGrantsAllTimes() throws Exception {
        pass("group", "Night watch", "hours", "new", "door-1", "on", "day-1", "on", "from", "22:00", "to", "23:00");
        String before = desk().text();
        var answer = passWithoutDays("group", "Cleaners", "hours", "", "door-1", "on", "from", "", "to", "");
        refused(
                answer,
                "no day is ticked: tick a day on which the group has access, and enter From and To, or tick Monday");
        assertThat(answer.body())
                .contains("value=\"Cleaners\"", "id=\"new-hours\" open")
                .doesNotContainPattern("name=\"day-[1-7]\" checked");
        String shift = Long.toString(desk().policy().shifts().getFirst().id());
        refused(passWithoutDays("group", "Cleaners", "hours", shift, "door-1", "on"), "no day is ticked");
        assertThat(desk().text()).isEqualTo(before);
    }

    @Test
    void daysThatTheFormHasAtFirstGrantWhatIsChosen() throws Exception {
        var usual = new ArrayList<>(List.of("group", "Cleaners", "hours", "", "door-1", "on", "from", "", "to", ""));
        for (int day = 1; day <= 5; day++) usual.addAll(List.of("day-" + day, "on"));
        assertThat(pass(usual.toArray(String[]::new)).statusCode()).isEqualTo(303);
        assertThat(passes()).contains("Cleaners, 1");
    }

    /// Bob has the group's role himself, and nobody has asked about him.
    @Test
    void whoHoldsTheRoleHimselfPassesWhatHePassedBefore() throws Exception {
        pass("group", "Guests", "door-1", "on");
        var guests = PolicyPasses.of(desk().policy(), Set.of()).getLast();
        long role = guests.role().id();
        long bob = rig.database.write(sql -> {
            long person = sql.get("SELECT min(id) FROM person", row -> row.number(1));
            sql.run("INSERT INTO person_role (person_id, role_id) VALUES (?, ?)", person, role);
            return person;
        });
        assertThat(olga.get(PASSES).body()).contains("people by themselves have the same role");
        pass("group", "Guests", "role", Long.toString(role), "door-1", "on", "door-2", "on");
        assertThat(passes()).anyMatch(pass -> pass.startsWith("Guests") && pass.contains("2"));
        var held =
                desk().policy().roles().stream().filter(one -> one.id() == role).toList();
        assertThat(held)
                .singleElement()
                .satisfies(one -> assertThat(one.channels()).containsExactly(1L));
        long rows = rig.database.read(sql -> sql.get(
                "SELECT count(*) FROM person_role WHERE person_id = ? AND role_id = ?",
                row -> row.number(1),
                bob,
                role));
        assertThat(rows).isEqualTo(1);
    }

    @Test
    void whatIsNoFormOfThisPageChangesNothing() throws Exception {
        String before = desk().text();
        refused(pass("group", " ", "door-1", "on"), "name is missing");
        refused(pass("group", "x".repeat(101), "door-1", "on"), "100 characters at most");
        refused(pass("group", "Guests"), "tick a door");
        refused(pass("group", "Guests", "door-1", "on", "hours", "77"), "there is no shift 77");
        refused(pass("group", "Guests", "door-1", "on", "hours", "soon"), "'soon' is none of them");
        String[] dayless = {"group", "G", "door-1", "on", "hours", "new", "from", "08:00", "to", "9"};
        refused(passWithoutDays(dayless), "no day is ticked");
        String[] late = {"group", "Guests", "door-1", "on", "hours", "new", "day-1", "on", "from", "8", "to", "18:00"};
        refused(pass(late), "from is a time of the day such as 08:00");
        assertThat(pass(late).body()).as("what was filled in stays").contains("value=\"Guests\"", "value=\"18:00\"");
        assertThat(desk().text()).isEqualTo(before);
    }

    /// A door that one takes away is not given again by the form that another has open.
    @Test
    void whoIsLateSeesWhatStandsAndChangesNothing() throws Exception {
        pass("group", "Guests", "door-1", "on", "door-2", "on");
        String seen = SiteDesk.mark(desk().text());
        var guests = PolicyPasses.of(desk().policy(), Set.of()).getLast();
        String role = Long.toString(guests.role().id());
        pass("group", "Guests", "role", role, "door-2", "on");
        assertThat(passes()).contains("Guests, 1");
        var fields = new ArrayList<>(List.of("seen", seen, "group", "Guests", "role", role, "hours", ""));
        for (String ticked : List.of("door-1", "door-2", "day-1", "day-2", "day-3", "day-4", "day-5")) {
            fields.addAll(List.of(ticked, "on"));
        }
        var late = olga.post(PASSES, fields.toArray(String[]::new));
        refused(late, "changed by somebody else meanwhile");
        assertThat(late.body()).doesNotContain("name=\"door-1\" checked");
        assertThat(passes()).contains("Guests, 1");
        pass("group", "Guests", "role", role);
        assertThat(passes()).noneMatch(pass -> pass.startsWith("Guests"));
        refused(pass("group", "Guests", "role", role, "door-1", "on"), "Guests has no role " + role + " any more");
    }

    @Test
    void theFileIsShownPlannedAndApplied() throws Exception {
        String text = desk().text();
        var page = olga.get("/site");
        assertThat(page.body()).contains("site.yaml", "Front Door");
        String wanted = text.replace("Front Door", "Main entrance");
        assertThat(wanted).isNotEqualTo(text);
        var plan = olga.post("/site", "text", wanted.replace("\n", "\r\n"), "seen", SiteDesk.mark(text));
        assertThat(plan.statusCode()).isEqualTo(200);
        assertThat(plan.body()).contains("This would change", "name Front Door → Main entrance");
        assertThat(desk().text()).as("nothing is changed by a look").isEqualTo(text);
        String mark = SiteDesk.mark(wanted);
        var other = olga.post("/site", "text", wanted + "# more\n", "seen", SiteDesk.mark(text), "planned", mark);
        assertThat(other.body()).as("another text than was shown").contains("This would change");
        assertThat(desk().text()).isEqualTo(text);
        var done = olga.post("/site", "text", wanted, "seen", SiteDesk.mark(text), "planned", mark);
        assertThat(location(done)).isEqualTo("/site?done=applied");
        assertThat(desk().text()).contains("Main entrance");
        var late = olga.post("/site", "text", text, "seen", SiteDesk.mark(text));
        refused(late, "changed by somebody else meanwhile");
        assertThat(late.body()).contains("Main entrance", "What you wrote, to copy from");
        var same = olga.post("/site", "text", desk().text(), "seen", SiteDesk.mark(desk().text()));
        assertThat(location(same)).isEqualTo("/site?done=same");
    }

    @Test
    void passbackWarningsAreShownBeforeAndAfterAChange() throws Exception {
        String text = desk().text();
        String shift = "{id: 1, name: Day, times: [{days: [mon], from: \"09:00\", to: \"17:00\"}]}";
        String hours = text.replace("shifts: []", "shifts: [" + shift + "]");
        String wanted = hours.replaceFirst(
                "(\\n    relock: open)",
                "$1\n    passback: {from: Outside, to: Inside, mode: hard, forgive_after: [fire]}"
                        + "\n    auto_unlock: {shift: 1, first_card: false}");
        assertThat(wanted).isNotEqualTo(text);
        assertThat(olga.get("/site").body()).doesNotContain("Warning:");
        String warning = "people pass unseen while auto_unlock unlocks this door";
        var plan = olga.post("/site", "text", wanted, "seen", SiteDesk.mark(text));
        assertThat(plan.body()).contains("This would change", "Warning: site.yaml:", warning);
        olga.post("/site", "text", wanted, "seen", SiteDesk.mark(text), "planned", SiteDesk.mark(wanted));
        assertThat(desk().text()).contains("forgive_after: [fire]");
        assertThat(olga.get("/site").body()).contains("Warning: site.yaml:", warning);
    }

    @Test
    void groupsThatPeopleReadAsOneAreRefused() throws Exception {
        String text = desk().text();
        String wanted = text.replaceFirst("\ngroups:.*", "") + """

                groups:
                  - {id: 71, name: Night watch, roles: []}
                  - {id: 72, name: NIGHT WATCH, roles: []}
                """;
        refused(olga.post("/site", "text", wanted, "seen", SiteDesk.mark(text)), "is read as group 71");
        assertThat(desk().text()).isEqualTo(text);
    }

    @Test
    void faultsAreNamedByLineAndKeyAndTheTextStays() throws Exception {
        String text = desk().text();
        String wrong = text.replace("unit: 1", "unit: 0");
        assertThat(wrong).isNotEqualTo(text);
        var refused = olga.post("/site", "text", wrong, "seen", SiteDesk.mark(text));
        refused(refused, "unit");
        assertThat(refused.body()).contains("site.yaml:", "unit: 0");
        refused(
                olga.post("/site", "text", "x".repeat(SiteDesk.TEXT_MAX + 1), "seen", SiteDesk.mark(text)),
                "lintel site apply FILE");
        assertThat(olga.post("/site", "text", "", "seen", SiteDesk.mark(text)).body())
                .contains("<textarea id=\"text\"");
        refused(
                olga.post("/site", "text", "\u0436".repeat(SiteDesk.TEXT_MAX + 1), "seen", SiteDesk.mark(text)),
                "lintel site apply FILE");
        String all = "y".repeat(10 * SiteDesk.TEXT_MAX);
        assertThat(olga.post("/site", "text", all).statusCode()).isEqualTo(413);
        assertThat(desk().text()).isEqualTo(text);
    }

    @Test
    void whereAHubSaysWhoPassesThePagesShowItAndChangeNothing() throws Exception {
        rig.commission.elsewhere.set("this box follows the hub North: who passes is changed there");
        String before = desk().text();
        assertThat(olga.get(PASSES).body()).contains("follows the hub North").doesNotContain("id=\"form\"");
        assertThat(olga.get("/site").body())
                .contains("follows the hub North", "readonly")
                .doesNotContain("id=\"plan\"");
        refused(pass("group", "Staff", "door-1", "on"), "follows the hub North");
        var late = olga.post("/site", "text", "# mine", "seen", SiteDesk.mark(before));
        refused(late, "follows the hub North");
        assertThat(late.body()).as("what was written is not lost").contains("# mine");
        assertThat(desk().text()).isEqualTo(before);
    }
}
