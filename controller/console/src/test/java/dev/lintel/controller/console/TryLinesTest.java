package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.TryLines.Step;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines of the try-it page, run by a real shell with a real curl.
class TryLinesTest {
    private static final String BACK = "https://desk.example/o'back?a=b&c=$HOME";
    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    @TempDir
    Path folder;

    private Rig rig;
    private Visitor visitor;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder.resolve("data"), new SystemTime(), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        visitor = new Visitor(rig);
        visitor.signIn(Rig.EMAIL, Rig.PASSWORD);
    }

    @AfterEach
    void stop() {
        visitor.close();
        rig.close();
    }

    private Registered register(boolean open) {
        var details = new Details("Desk", "documented", Listing.A, null, List.of(BACK), Set.of());
        return rig.oauth.applications().register(details, open, State.LIVE, By.COMMAND_LINE);
    }

    private static String step(List<Step> steps, String title) {
        return steps.stream()
                .filter(step -> step.title().startsWith(title))
                .findFirst()
                .orElseThrow()
                .text();
    }

    private String known(List<Step> steps, @Nullable String secret) {
        return step(steps, "What stays")
                .replace("CA='ca.crt'", "CA='" + rig.authority + "'")
                .replace("CLIENT_SECRET='…'", "CLIENT_SECRET='" + secret + "'");
    }

    private static String shell(String... lines) throws Exception {
        String script = "set -euo pipefail\n" + String.join("\n", lines);
        Process process = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said.strip();
    }

    /// Opens the address as the user would, and allows it; returns the code.
    private String allowed(String address) throws Exception {
        var page = visitor.get(address.substring(address.indexOf("/oauth/")));
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        var fields = new ArrayList<>(List.of("decision", "allow"));
        Matcher hidden = HIDDEN.matcher(page.body().substring(0, page.body().indexOf("value=\"allow\"")));
        while (hidden.find()) {
            if (hidden.group(1).equals("csrf")) continue;
            fields.add(hidden.group(1));
            fields.add(hidden.group(2)
                    .replace("&#39;", "'")
                    .replace("&#34;", "\"")
                    .replace("&lt;", "<")
                    .replace("&amp;", "&"));
        }
        var answer = visitor.post("/oauth/authorize", fields.toArray(String[]::new));
        Matcher code = CODE.matcher(Visitor.location(answer));
        assertThat(code.find()).as(answer.body()).isTrue();
        return code.group(1);
    }

    private static String text(Map<String, @Nullable Object> json, String name) {
        return (String) Objects.requireNonNull(json.get(name));
    }

    @Test
    void aServersWayFromYesToGoodbye() throws Exception {
        Registered made = register(false);
        List<Step> steps = TryLines.of(made.application(), rig.url(""));
        String known = known(steps, made.clientSecret());
        String code = allowed(shell(known, step(steps, "Ask a user")));
        var pair = Json.parseObject(shell(known, step(steps, "Exchange").replace("'…'", "'" + code + "'")));
        assertThat(text(pair, "scope")).contains("account.person.readonly");
        String access = text(pair, "access_token");
        String called = shell(known, step(steps, "Call").replace("'…'", "'" + access + "'"));
        assertThat(called)
                .contains("\"resource_owner_id\":")
                .contains(made.application().clientId());
        String refresh = text(pair, "refresh_token");
        var renewed = Json.parseObject(shell(known, step(steps, "Renew").replace("'…'", "'" + refresh + "'")));
        String last = text(renewed, "refresh_token");
        assertThat(shell(known, step(steps, "Let go").replace("'…'", "'" + last + "'")))
                .isEqualTo("{}");
        assertThat(shell(known, step(steps, "Renew").replace("'…'", "'" + last + "'")))
                .contains("invalid_grant");
    }

    @Test
    void aDevicesWayWithItsProof() throws Exception {
        Registered made = register(true);
        List<Step> steps = TryLines.of(made.application(), rig.url(""));
        String known = known(steps, null);
        String[] proof = shell(step(steps, "A proof"), "echo \"$VERIFIER\"").split("\n", -1);
        String given = "CHALLENGE='" + proof[0] + "'\nVERIFIER='" + proof[1] + "'";
        String code = allowed(shell(known, given, step(steps, "Ask a user")));
        var pair = Json.parseObject(shell(known, given, step(steps, "Exchange").replace("'…'", "'" + code + "'")));
        String refresh = text(pair, "refresh_token");
        var renewed = Json.parseObject(shell(known, step(steps, "Renew").replace("'…'", "'" + refresh + "'")));
        String last = text(renewed, "refresh_token");
        assertThat(shell(known, step(steps, "Let go").replace("'…'", "'" + last + "'")))
                .isEqualTo("{}");
    }
}
