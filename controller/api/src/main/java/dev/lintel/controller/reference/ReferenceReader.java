package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Reference.Answer;
import dev.lintel.controller.reference.Reference.Chapter;
import dev.lintel.controller.reference.Reference.Operation;
import dev.lintel.controller.reference.Reference.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Reads the description. It is the program's own file, held to the code by tests: what is wrong with it is a defect
/// of ours, told by an exception.
public final class ReferenceReader {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final String OAUTH = "oauth";
    private static final String JSON = "application/json";

    private final Part root;

    private ReferenceReader(Part root) {
        this.root = root;
    }

    public static Reference read(String openApi) {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(openApi);
        if (!(loaded instanceof Map<?, ?> map)) throw new IllegalStateException("the description is no mapping");
        return new ReferenceReader(Part.of(map)).reference();
    }

    private Reference reference() {
        var errors = new LinkedHashMap<Answer, Integer>(); // how often each is given
        List<Row> common = headers(root.part("components").part("responses").part("Unauthorized"), List.of());
        var byTag = new LinkedHashMap<String, List<Operation>>();
        for (Part tag : root.list("tags")) byTag.put(tag.text("name"), new ArrayList<>());
        root.part("paths")
                .parts()
                .forEach((path, item) -> item.parts().forEach((method, operation) -> {
                    if (!METHODS.contains(method)) return;
                    String tag = operation.texts("tags").getFirst();
                    byTag.computeIfAbsent(tag, _ -> new ArrayList<>())
                            .add(operation(path, method, item, operation, common));
                    operation.part("responses").parts().forEach((code, answer) -> {
                        if (isError(code)) errors.merge(answer(code, answer, common), 1, Integer::sum);
                    });
                }));
        var chapters = new ArrayList<Chapter>();
        for (Part tag : root.list("tags")) {
            String name = tag.text("name");
            List<Operation> operations = byTag.get(name);
            if (operations == null) continue;
            chapters.add(new Chapter(name, anchor(name), Pieces.paragraphs(tag.text("description")), operations));
        }
        Part info = root.part("info");
        return new Reference(
                info.text("title") + " " + info.text("version"),
                Pieces.paragraphs(info.text("summary") + "\n\n" + info.text("description")),
                chapters,
                usual(errors),
                common);
    }

    /// For each code the answer that most operations give with it.
    private static List<Answer> usual(Map<Answer, Integer> errors) {
        var usual = new TreeMap<String, Answer>();
        errors.forEach((answer, count) -> usual.merge(
                answer.code(),
                answer,
                (one, other) -> errors.getOrDefault(one, 0) >= errors.getOrDefault(other, 0) ? one : other));
        return List.copyOf(usual.values());
    }

    private Operation operation(String path, String method, Part item, Part operation, List<Row> common) {
        var parameters = new ArrayList<Row>();
        for (Part parameter : item.list("parameters")) parameters.add(parameter(parameter));
        for (Part parameter : operation.list("parameters")) parameters.add(parameter(parameter));
        var answers = new ArrayList<Answer>();
        var errors = new ArrayList<String>();
        operation.part("responses").parts().forEach((code, answer) -> {
            if (isError(code)) errors.add(code);
            else answers.add(answer(code, answer, common));
        });
        Part body = operation.part("requestBody").part("content").part(JSON).part("schema");
        return new Operation(
                operation.text("operationId"),
                method.toUpperCase(Locale.ROOT),
                path,
                Pieces.of(operation.text("summary")),
                Pieces.paragraphs(operation.text("description")),
                Pieces.of(scopes(operation.has("security") ? operation : root)),
                parameters,
                body.isEmpty() ? List.of() : SchemaRows.forms(body),
                answers,
                errors,
                Curl.line(path, method, body));
    }

    /// One of the ways of `security` is enough; of the scopes of one way all are needed.
    private static String scopes(Part operation) {
        var ways = new ArrayList<String>();
        for (Part way : operation.list("security")) {
            if (!way.has(OAUTH)) continue;
            List<String> scopes = way.texts(OAUTH);
            if (scopes.isEmpty()) return "Any token will do.";
            ways.add("`" + String.join("` and `", scopes) + "`");
        }
        if (ways.isEmpty()) return "For API keys alone: no token will do.";
        return "Scopes of a token: " + String.join(", or ", ways) + ".";
    }

    private static boolean isError(String code) {
        return code.startsWith("4") || code.startsWith("5");
    }

    private static Row parameter(Part parameter) {
        String where = switch (parameter.text("in")) {
            case "path" -> ", in the path";
            case "header" -> ", a header";
            default -> "";
        };
        return new Row(
                0,
                parameter.text("name"),
                SchemaRows.type(parameter.part("schema")) + where,
                parameter.flag("required"),
                Pieces.of(parameter.text("description")));
    }

    private static Answer answer(String code, Part answer, List<Row> common) {
        Part json = answer.part("content").part(JSON).part("schema");
        return new Answer(
                code,
                answer.nullableText("x-lintel-shape"),
                Pieces.of(answer.text("description")),
                headers(answer, common),
                json.isEmpty() ? List.of() : SchemaRows.forms(json));
    }

    private static List<Row> headers(Part answer, List<Row> without) {
        var rows = new ArrayList<Row>();
        answer.part("headers").parts().forEach((name, header) -> {
            if (without.stream().anyMatch(row -> row.name().equals(name))) return;
            rows.add(new Row(
                    0, name, SchemaRows.type(header.part("schema")), true, Pieces.of(header.text("description"))));
        });
        return rows;
    }

    private static String anchor(String name) {
        return "part-" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
