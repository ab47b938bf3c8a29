package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

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
