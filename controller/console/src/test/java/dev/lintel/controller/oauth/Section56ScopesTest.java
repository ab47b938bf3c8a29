package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.AuthorizeRequest.Outcome;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 5.6 Scopes: what each one of the specification's table grants, asked with a real token of that scope alone.
class Section56ScopesTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String CREDENTIALS = "/api/3/credentials";
    /// What is read at each list.
    private static final Map<String, Set<String>> READERS = readers();

    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static Map<String, Set<String>> readers() {
        var events = Set.of(
                "account.event.readonly",
                "account.event.guarding.readonly",
                "account.event.access.readonly",
                "account.event.perimeters.readonly",
                "account.event.perimeters_readonly");
        var people = Set.of("account.person.readonly", "account.person");
        var readers = new LinkedHashMap<String, Set<String>>();
        readers.put(PEOPLE, people);
        readers.put(CREDENTIALS, people);
        readers.put("/api/3/roles", Set.of("account.role.readonly"));
        readers.put("/api/3/shifts", Set.of("account.shift.readonly"));
        readers.put("/api/3/channels", Set.of("account.channel.readonly"));
        readers.put("/api/3/sites", Set.of("account.site.readonly"));
        readers.put("/api/3/reports", Set.of("account.reports.readonly"));
        readers.put("/api/3/events", events);
        return readers;
    }

    @Test
    @Spec({"5.6-1", "4.0-3", "4.2-15", "4.8-17", "7.2-4", "7.1-8"})
    void eachScopeGrantsWhatItsRowSaysAndNothingElse() {
        for (String scope : List.of(
                "account.person.readonly",
                "account.person",
                "account.role.readonly",
                "account.shift.readonly",
                "account.channel.readonly",
                "account.event.readonly",
                "account.site.readonly",
                "account.reports.readonly",
                "account.event.guarding.readonly",
                "account.event.access.readonly",
                "account.event.perimeters.readonly",
                "account.event.perimeters_readonly",
                "account.channel.admit")) {
            String token = rig.connect(desk, scope).access();
            for (var reader : READERS.entrySet()) {
                var answer = rig.http.bearer(reader.getKey(), token);
                if (reader.getValue().contains(scope)) {
                    assertThat(answer.status()).as(scope + reader.getKey()).isEqualTo(200);
                } else {
                    answer.refused(403, "insufficient_scope");
                    assertThat(answer.header("WWW-Authenticate")).contains("error=\"insufficient_scope\"");
                }
            }
            for (String any : List.of("/api/3/account", "/api/3/credential_types", OAuthClient.INFO)) {
                assertThat(rig.http.bearer(any, token).status()).as(scope + any).isEqualTo(200);
            }
        }
    }

    @Test
    @Spec({"5.6-1", "4.2-15"})
    void peopleAreWrittenWithTheScopeThatManagesThem() {
        String ada = "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}";
        String reading = rig.connect(desk, "account.person.readonly").access();
        rig.http.send("POST", PEOPLE, ada, "Authorization", "Bearer " + reading).refused(403, "insufficient_scope");
        String managing = rig.connect(desk, "account.person").access();
        assertThat(rig.http
                        .send("POST", PEOPLE, ada, "Authorization", "Bearer " + managing)
                        .status())
                .isEqualTo(201);
    }

    @Test
    @Spec("5.6-1")
    void aDoorIsOpenedWithTheScopeToAdmit() {
        String reading = rig.connect(desk, "account.channel.readonly").access();
        rig.http
                .send("POST", "/api/3/channels/1/admit", "", "Authorization", "Bearer " + reading)
                .refused(403, "insufficient_scope");
        String admitting = rig.connect(desk, "account.channel.admit").access();
        rig.http
                .send("POST", "/api/3/channels/1/admit", "", "Authorization", "Bearer " + admitting)
                .refused(404, "not_found");
    }

    private Outcome asked(Registered app, String scope) {
        var query = Map.of(
                "client_id",
                app.application().clientId(),
                "redirect_uri",
                BACK,
                "response_type",
                "code",
                "scope",
                scope);
        return AuthorizeRequest.read(
                name -> query.containsKey(name) ? List.of(query.get(name)) : List.of(), rig.database, rig.issuer());
    }

    private static void invalidScope(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.SentBack.class,
                        back -> assertThat(OAuthClient.parameters(
                                        URI.create(back.location()).getRawQuery()))
                                .containsEntry("error", "invalid_scope"));
    }

    @Test
    @Spec("5.6-2")
    void sensitiveScopesNeedTheOperatorsReview() {
        var applications = rig.oauth.applications();
        long id = desk.application().id();
        for (String scope : List.of("account.person", "account.channel.admit", "account.notification_rule")) {
            applications.approve(id, Set.of(), By.COMMAND_LINE);
            invalidScope(asked(desk, scope));
            invalidScope(asked(desk, "account.person.readonly " + scope));
            applications.approve(id, Set.of(scope), By.COMMAND_LINE);
            assertThat(asked(desk, scope)).isInstanceOf(Outcome.Asks.class);
        }
        invalidScope(asked(desk, "account.channel.admit.person"));
    }

    @Test
    @Spec({"5.6-3", "5.6-4"})
    void scopesAreRequestedWithSpacesBetweenAndMayOverlap() {
        assertThat(asked(desk, "account.person account.person.readonly  account.person"))
                .isInstanceOfSatisfying(
                        Outcome.Asks.class,
                        asks -> assertThat(asks.ask().scopes())
                                .containsExactly("account.person", "account.person.readonly"));
        invalidScope(asked(desk, "account.person,account.person.readonly"));
        invalidScope(asked(desk, "nothing"));
        invalidScope(asked(desk, " "));
    }

    /// A rule posts events, whatever the application may read: who allows it has to know.
    @Test
    void theConsentPageSaysWhichEventsNotificationRulesSend() {
        var olga = rig.browser().signedIn("olga@example.com");
        String every = "Events of every kind, people's names and cards among them.";
        String limited = "Only the kinds of events that it may see.";
        String alone = text(olga, "account.notification_rule account.person.readonly");
        assertThat(alone)
                .contains("Have events sent to addresses that it chooses")
                .contains(every, "Sensitive");
        assertThat(alone).doesNotContain(limited);
        String access = text(olga, "account.notification_rule account.event.access.readonly");
        assertThat(access).contains(limited).doesNotContain(every);
        assertThat(text(olga, "account.notification_rule.readonly")).doesNotContain("Sensitive", every, limited);
    }

    private String text(OAuthBrowser browser, String scope) {
        return browser.ask(desk, "scope", scope).text().replace("&#39;", "'");
    }
}
