package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Somebody before a box's pages: fills in a form as it stands there, with its hidden fields, and keeps cookies.
final class Visitor {
    private static final Pattern FORM =
            Pattern.compile("<form\\b[^>]*action=\"([^\"]*)\"[^>]*>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    /// Of hundreds of megabytes into an emulated machine.
    private static final String UPLOAD_SECONDS = "3600";

    private final VirtBox box;
    private final Path cookies;

    /// @param name of the one who visits, unlike others
    Visitor(VirtBox box, String name) {
        this.box = box;
        this.cookies = box.folder.resolve("cookies-" + name);
    }

    String opens(String path) {
        return box.curl(path, List.of("--cookie", cookies.toString(), "--cookie-jar", cookies.toString()));
    }

    /// Opens a page, fills in its form and sends it; follows where it leads. Returns the page there.
    String fillsIn(String path, Map<String, String> fields) {
        String page = opens(path);
        Matcher form = FORM.matcher(page);
        while (form.find()) {
            if (fields.keySet().stream().allMatch(name -> form.group(2).contains("name=\"" + name + "\""))) {
                return sends(form, fields);
            }
        }
        throw new AssertionError("no form with " + fields.keySet() + ": " + page);
    }

    /// Opens a page and sends the form there that leads to `action`; the same.
    String sends(String path, String action, Map<String, String> fields) {
        return answers(opens(path), action, fields);
    }

    /// The same on a page that is open.
    String answers(String page, String action, Map<String, String> fields) {
        Matcher form = FORM.matcher(page);
        while (form.find()) {
            if (form.group(1).equals(action)) return sends(form, fields);
        }
        throw new AssertionError("no form to " + action + ": " + page);
    }

    /// Sends a file as a page's script does, with the token that the page has.
    String uploads(String page, String path, Path file) {
        return uploads(page, path, "application/octet-stream", file);
    }

    /// The same of a file of that type.
    String uploads(String page, String path, String type, Path file) {
        Matcher token = TOKEN.matcher(opens(page));
        assertThat(token.find()).as("a token on " + page).isTrue();
        return box.curl(
                path,
                List.of(
                        "--cookie",
                        cookies.toString(),
                        "--cookie-jar",
                        cookies.toString(),
                        "--header",
                        "Origin: " + box.origin(),
                        "--header",
                        "X-CSRF-Token: " + token.group(1),
                        "--header",
                        "Content-Type: " + type,
                        "--request",
                        "POST",
                        "--max-time",
                        UPLOAD_SECONDS,
                        "--upload-file",
                        file.toString()));
    }

    /// Asks for what a page's script asks for, without words of its own.
    String posts(String page, String path) {
        Matcher token = TOKEN.matcher(opens(page));
        assertThat(token.find()).as("a token on " + page).isTrue();
        return box.curl(
                path,
                List.of(
                        "--cookie",
                        cookies.toString(),
                        "--header",
                        "Origin: " + box.origin(),
                        "--header",
                        "X-CSRF-Token: " + token.group(1),
                        "--header",
                        "Content-Type: application/json",
                        "--data",
                        "{}"));
    }

    /// Looks at what a page's script would look at, until it is closed.
    Process follows(String path) throws IOException {
        return new ProcessBuilder(box.curlWords(
                        path, List.of("--cookie", cookies.toString(), "--no-buffer", "--max-time", UPLOAD_SECONDS)))
                .redirectErrorStream(true)
                .redirectOutput(box.folder.resolve("followed").toFile())
                .start();
    }

    private String sends(Matcher form, Map<String, String> fields) {
        List<String> options = new ArrayList<>(List.of(
                "--cookie",
                cookies.toString(),
                "--cookie-jar",
                cookies.toString(),
                "--location",
                "--header",
                "Origin: " + box.origin()));
        Matcher hidden = HIDDEN.matcher(form.group(2));
        while (hidden.find()) data(options, hidden.group(1), hidden.group(2));
        assertThat(options).as("the form's token against forgery").anyMatch(option -> option.startsWith("csrf="));
        fields.forEach((name, value) -> data(options, name, value));
        return box.curl(form.group(1), options);
    }

    private static void data(List<String> options, String name, String value) {
        options.add("--data-urlencode");
        options.add(name + "=" + value.replace("&amp;", "&"));
    }
}
