package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.time.SystemTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An application's way from its developer's form to a user's Allow and back out, as people go it.
class ApplicationsBrowserTest {
    private static final String DEVELOPER = "dora@example.com";

    @TempDir
    Path folder;

    /// What the application's own server was asked, with its query.
    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();

    private HttpServer desk;
    private String back;
    private Rig rig;
    private Browser browser;
    private Looks looks;

    @BeforeEach
    void start() throws Exception {
        desk = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        desk.createContext("/back", exchange -> {
            arrived.add(exchange.getRequestURI().getRawQuery());
            byte[] page = "<!doctype html><title>Desk</title><p>Welcome back".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        desk.start();
        back = "http://127.0.0.1:" + desk.getAddress().getPort() + "/back";
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        var hash = TestPasswords.quick().hash(Rig.PASSWORD);
        new UserStore(rig.database).create(NewUser.of(Kind.DEVELOPER, DEVELOPER, hash, 0));
        browser = new Browser();
        looks = new Looks(browser);
    }

    @AfterEach
    void stop() throws Exception {
        browser.close();
        rig.close();
        desk.stop(0);
    }

    private void signIn(String email, String next) {
        browser.open(rig.url("/sign-in?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8)));
        browser.eval("document.getElementById('email').value = '" + email + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "';"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.waitFor("location.pathname === '" + next + "' && document.readyState === 'complete'");
    }

    private void signOut() {
        browser.open(rig.url("/account"));
        click(".who button");
        browser.waitFor("location.pathname === '/sign-in' && document.readyState === 'complete'");
    }

    private void click(String selector) {
        browser.eval("document.querySelector(`" + selector + "`).click(); true");
    }

    private String text(String selector) {
        return String.valueOf(browser.eval("document.querySelector(`" + selector + "`).innerText"));
    }

    private void look(String name) throws Exception {
        looks.at(name);
    }

    private String authorize(Application application, String scope) {
        return "/oauth/authorize?response_type=code&client_id=" + application.clientId() + "&redirect_uri="
                + URLEncoder.encode(back, StandardCharsets.UTF_8) + "&scope="
                + URLEncoder.encode(scope, StandardCharsets.UTF_8) + "&state=a%20state";
    }

    @Test
    void fromTheDevelopersFormToAUsersYesAndBackOut() throws Exception {
        register();
        Application live = letIn();
        allowAndEnd(live);
        assertThat(looks.ugly).isEmpty();
    }

    /// A developer's part: the form with a mistake, the secrets, the lines to try.
    private void register() throws Exception {
        signIn(DEVELOPER, "/developer");
        browser.says("You have none yet.");
        browser.press("a[href='/developer/new']");
        browser.says("New application");
        browser.eval("document.getElementById('name').value = 'Front Desk';"
                + "document.getElementById('redirect_uris').value = 'ftp://wrong.example';"
                + "document.querySelector('[value=\"account.person\"]').checked = true;"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.says("Something is not right yet");
        assertThat(text("#redirect-fault")).contains("must begin with https://");
        assertThat(browser.eval("document.querySelector('[value=\"account.person\"]').checked"))
                .isEqualTo(true);
        look("developer-form");
        browser.eval("document.getElementById('redirect_uris').value = '" + back + "';"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.says("Write these down now");
        assertThat(text("#client-secret")).matches("[A-Za-z0-9_-]{43}");
        assertThat(text("#webhook-secret")).matches("[A-Za-z0-9_-]{43}");
        look("developer-secrets");
        Application application = rig.oauth.applications().list().getFirst();
        browser.press(".secrets a.button");
        browser.says("Not approved yet");
        assertThat(browser.eval("document.body.innerText.includes('Client secret')"))
                .isEqualTo(false);
        look("developer-application");
        browser.open(rig.url("/developer"));
        look("developer-list");
        browser.open(rig.url("/developer/applications/" + application.id() + "/try"));
        browser.says("Exchange the code for tokens");
        assertThat(text("#step-0")).contains("CLIENT_ID='" + application.clientId() + "'");
        look("developer-try");
        signOut();
    }

    /// An operator's part: the badge, the test account, a sensitive permission, live.
    private Application letIn() throws Exception {
        signIn(Rig.EMAIL, "/applications");
        assertThat(text(".badge")).startsWith("1");
        browser.says("New");
        look("applications");
        click(".list a");
        browser.says("Link the test account");
        assertThat(browser.eval("document.querySelector('.badge')"))
                .as("it was looked at")
                .isNull();
        look("application-inactive");
        rig.testDoors.fault = "there is no room on the disk";
        browser.press("[name=state][value=testing]");
        browser.says("The test account is not ready: there is no room on the disk");
        rig.testDoors.fault = null;
        browser.press("[name=state][value=testing]");
        browser.says("Approve: let it go live");
        assertThat(rig.testDoors.opened).isTrue();
        click("[name=scope]");
        browser.press("[action$=scopes] button");
        browser.waitFor("document.readyState === 'complete' && !window.left"
                + " && document.querySelector('[name=scope]').checked");
        browser.press("[name=state][value=live]");
        browser.says("Back to testing");
        look("application-live");
        Application live = rig.oauth.applications().list().getFirst();
        assertThat(live.state()).isEqualTo(State.LIVE);
        assertThat(live.approved()).containsExactly("account.person");
        return live;
    }

    /// A user's part: no, yes, and out again; and the end of the application.
    private void allowAndEnd(Application live) throws Exception {
        browser.open(rig.url(authorize(live, "account.event.readonly account.person")));
        browser.says("Front Desk asks for access");
        assertThat(text(".grants")).startsWith("See, add, change and remove people, their cards and codes\nSensitive");
        look("consent");
        browser.press("[value=deny]");
        browser.waitFor("location.pathname === '/back'");
        assertThat(arrived.poll(10, TimeUnit.SECONDS)).contains("error=access_denied", "state=a%20state");
        browser.open(rig.url(authorize(live, "account.event.readonly account.person")));
        browser.press("[value=allow]");
        browser.waitFor("location.pathname === '/back'");
        assertThat(arrived.poll(10, TimeUnit.SECONDS))
                .contains("code=", "state=a%20state", "iss=https%3A%2F%2Flocalhost");

        connect(live);
        browser.open(rig.url("/account/applications"));
        browser.says("Front Desk");
        look("connected");
        browser.press("form[action$=disconnect] button");
        browser.says("No application is connected.");
        browser.open(rig.url("/applications/" + live.id() + "/delete"));
        browser.says("Delete Front Desk?");
        look("application-delete");
        browser.press("button.danger");
        browser.says("No application is registered.");
        look("applications-none");
    }

    /// The application fetches its tokens, as [dev.lintel.controller.oauth]'s tests do over HTTP.
    private void connect(Application application) {
        long user = Objects.requireNonNull(new UserStore(rig.database).find(Rig.EMAIL))
                .id();
        rig.connect(application, user, back);
    }

    @Test
    void whoIsNoUserOfTheTestAccountIsToldAndMaySignInAsAnother() throws Exception {
        var details = new Details("Trial", "documented", Listing.A, null, List.of(back), Set.of());
        Application trial = rig.oauth
                .applications()
                .register(details, false, State.TESTING, By.COMMAND_LINE)
                .application();
        browser.open(rig.url(authorize(trial, "account.person.readonly")));
        browser.says("Sign in");
        browser.eval("document.getElementById('email').value = '" + Rig.EMAIL + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "';"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.says("Trial is being tried out");
        look("not-for-you");
        click("main form button");
        browser.waitFor("location.pathname === '/sign-in' && document.readyState === 'complete'");
        browser.eval("document.getElementById('email').value = '" + DEVELOPER + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "';"
                + "document.querySelector('main form').requestSubmit(); true");
        browser.says("Trial asks for access");
        browser.says("It sees no real door");
        look("consent-trial");
        browser.press("[value=allow]");
        browser.waitFor("location.pathname === '/back'");
        assertThat(arrived.poll(10, TimeUnit.SECONDS)).contains("code=");
        browser.open(rig.url("/oauth/authorize?client_id=nobody"));
        browser.says("This application is not known here");
        look("authorize-unknown");
        assertThat(looks.ugly).isEmpty();
    }
}
