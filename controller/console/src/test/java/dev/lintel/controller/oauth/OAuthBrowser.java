package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A user's browser without a window: keeps cookies, shows where it is sent, and sends the forms of the pages it saw.
final class OAuthBrowser {
    static final String AUTHORIZE = "/oauth/authorize";

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    final Map<String, String> cookies = new LinkedHashMap<>();
    private final OAuthRig rig;

    OAuthBrowser(OAuthRig rig) {
        this.rig = rig;
    }

    Answer get(String path) {
        return keep(rig.http.get(path, cookie()));
    }

    Answer post(String path, Map<String, String> fields) {
        var pairs = new ArrayList<String>();
        fields.forEach((name, value) -> pairs.addAll(List.of(name, value)));
        return keep(rig.http.post(path, List.of(cookie()), pairs.toArray(String[]::new)));
    }

    private String[] cookie() {
        String text = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return new String[] {"Cookie", text};
    }

    private Answer keep(Answer answer) {
        for (String cookie : answer.headers().allValues("Set-Cookie")) {
            assertThat(cookie).contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax");
            String[] pair = cookie.split(";", 2)[0].split("=", 2);
            if (cookie.contains("Max-Age=0")) cookies.remove(pair[0]);
            else cookies.put(pair[0], pair[1]);
        }
        return answer;
    }

    /// The hidden fields of the page's form that is sent to `action`.
    static Map<String, String> form(Answer page, String action) {
        Matcher form = Pattern.compile("<form[^>]* action=\"" + action + "\">(.*?)</form>", Pattern.DOTALL)
                .matcher(page.text());
        assertThat(form.find()).as(page.text()).isTrue();
        var fields = new LinkedHashMap<String, String>();
        Matcher hidden = HIDDEN.matcher(form.group(1));
        while (hidden.find()) fields.put(unescaped(hidden.group(1)), unescaped(hidden.group(2)));
        return fields;
    }

    private static String unescaped(String html) {
        return html.replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    Answer signIn(String email, String next) {
        Answer page = get("/sign-in?next=" + OAuthClient.encode(next));
        var fields = form(page, "/sign-in");
        fields.put("email", email);
        fields.put("password", OAuthRig.PASSWORD);
        return post("/sign-in", fields);
    }

    OAuthBrowser signedIn(String email) {
        assertThat(signIn(email, "/").status()).isEqualTo(303);
        return this;
    }

    /// An authorization request as its parameters, good unless `more` changes it; an empty value takes one out.
    static Map<String, String> request(Registered app, String... more) {
        var query = new LinkedHashMap<String, String>();
        query.put("client_id", app.application().clientId());
        query.put("redirect_uri", app.application().details().redirects().getFirst());
        query.put("response_type", "code");
        query.put("scope", OAuthRig.SCOPE);
        query.put("state", "s t/a+t&e=é");
        if (app.application().isPublic()) {
            query.put("code_challenge", OAuthRig.CHALLENGE);
            query.put("code_challenge_method", "S256");
        }
        for (int i = 0; i < more.length; i += 2) {
            if (more[i + 1].isEmpty()) query.remove(more[i]);
            else query.put(more[i], more[i + 1]);
        }
        return query;
    }

    static String address(Map<String, String> request) {
        return AUTHORIZE + "?"
                + request.entrySet().stream()
                        .map(entry -> OAuthClient.form(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining("&"));
    }

    Answer ask(Registered app, String... more) {
        return get(address(request(app, more)));
    }

    /// Shows the consent page and presses one of its buttons.
    Answer decide(String decision, Registered app, String... more) {
        Answer page = ask(app, more);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        var fields = form(page, AUTHORIZE);
        fields.put("decision", decision);
        return post(AUTHORIZE, fields);
    }

    /// The code that comes of Allow.
    String code(Registered app, String... more) {
        return String.valueOf(decide("allow", app, more).sentWith().get("code"));
    }
}
