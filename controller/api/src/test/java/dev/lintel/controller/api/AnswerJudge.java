package dev.lintel.controller.api;

import dev.lintel.controller.api.OpenApi.Operation;
import dev.lintel.controller.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/// Says where an answer of the API is not as its description has it: status, headers, kind of content and body.
/// Every client of an [ApiBox] has its answers judged. Any thread.
public final class AnswerJudge {
    /// Of every server; they say nothing of this API.
    private static final Set<String> COMMON_HEADERS = Set.of(
            ":status",
            "connection",
            "content-length",
            "content-type",
            "date",
            "transfer-encoding",
            "cache-control",
            "x-content-type-options");

    private final OpenApi api;
    private final Set<String> seen = new ConcurrentSkipListSet<>();

    public AnswerJudge(OpenApi api) {
        this.api = api;
    }

    /// What was answered so far, as `listPeople 200 sdk`.
    public Set<String> seen() {
        return seen;
    }

    /// What is wrong with an answer; empty when nothing is. What is not of this API is not judged.
    ///
    /// @param shape `documented` or `sdk`: of the client's key
    public List<String> problems(String method, String path, String shape, ApiClient.Answer answer) {
        String template = api.template(path.split("\\?", 2)[0]);
        if (template == null) return List.of(); // a route of the test's own, or none
        Operation operation = api.operationOf(method, template);
        if (operation == null) {
            boolean refused = List.of(401, 405, 429).contains(answer.status());
            return refused ? List.of() : List.of(template + " does not tell of " + method);
        }
        String status = Integer.toString(answer.status());
        Map<String, Object> responses = OpenApi.inner(operation.node(), "responses");
        if (!responses.containsKey(status)) return List.of(operation.id() + " does not tell of " + status);
        Map<String, Object> response = api.resolved(responses.get(status));
        if (!response.getOrDefault(SchemaJudge.SHAPE, shape).equals(shape)) {
            return List.of(operation.id() + " answers " + status + " to " + shape);
        }
        var problems = new ArrayList<String>();
        headers(response, answer, problems);
        body(response, method.equals("HEAD"), shape, answer, problems);
        if (problems.isEmpty()) seen.add(operation.id() + " " + status + " " + shape);
        return problems;
    }

    /// What is wrong with a body that the API is to take; empty when nothing is.
    List<String> problemsOfBody(Operation operation, @Nullable String json) {
        if (!operation.node().containsKey("requestBody")) return List.of();
        Map<String, Object> body = api.resolved(operation.node().get("requestBody"));
        if (json == null || json.isEmpty()) {
            return body.containsKey("required") ? List.of("the body is missing") : List.of();
        }
        Object schema = OpenApi.schema(body);
        if (schema == null) throw new IllegalStateException("a body of no kind: " + operation.id());
        return new SchemaJudge(api, "documented").problems(Json.parse(json), schema);
    }

    private void headers(Map<String, Object> response, ApiClient.Answer answer, List<String> problems) {
        Map<String, Object> told = OpenApi.inner(response, "headers");
        var known = new ArrayList<>(COMMON_HEADERS);
        told.forEach((name, reference) -> {
            known.add(name.toLowerCase(Locale.ROOT));
            Map<String, Object> header = api.resolved(reference);
            String value = answer.raw().headers().firstValue(name).orElse(null);
            if (value == null) {
                if (header.containsKey("required")) problems.add(name + " is missing");
                return;
            }
            Object schema = header.get("schema");
            if (schema == null) throw new IllegalStateException("a header of no kind: " + name);
            for (String problem : new SchemaJudge(api, "").problems(value, schema)) problems.add(name + problem);
        });
        for (String name : answer.raw().headers().map().keySet()) {
            if (!known.contains(name.toLowerCase(Locale.ROOT))) problems.add(name + " is not told of");
        }
    }

    private void body(
            Map<String, Object> response, boolean head, String shape, ApiClient.Answer answer, List<String> problems) {
        Map<String, Object> content = OpenApi.inner(response, "content");
        if (content.isEmpty() || head) {
            if (!answer.text().isEmpty()) problems.add("there is a body: " + answer.text());
            return;
        }
        String kind = answer.header("Content-Type").split(";", 2)[0];
        if (!content.containsKey(kind)) {
            problems.add("the content is " + kind + ", not one of " + content.keySet());
            return;
        }
        Object value = kind.equals("application/json") ? Json.parse(answer.text()) : answer.text();
        Object schema = OpenApi.schema(response, kind);
        if (schema == null) throw new IllegalStateException("content of no kind: " + kind);
        problems.addAll(new SchemaJudge(api, shape).problems(value, schema));
    }
}
