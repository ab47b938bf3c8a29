package dev.lintel.controller.api;

import dev.lintel.controller.http.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The API's own description, as tests read it.
///
/// @param root the whole document: maps, lists, texts, numbers
public record OpenApi(Map<String, Object> root) {
    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch");

    /// One operation.
    ///
    /// @param path with its variables as `{id}`
    /// @param node as the document has it
    /// @param parameters the path's and its own, resolved
    record Operation(String method, String path, Map<String, Object> node, List<Map<String, Object>> parameters) {
        String id() {
            return String.valueOf(node.get("operationId"));
        }
    }

    static OpenApi parse(String yaml) {
        Object loaded =
                new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build()).loadFromString(yaml);
        return new OpenApi(map(loaded));
    }

    /// Of the program under test.
    public static OpenApi ofProgram() {
        return parse(ReferenceResource.text());
    }

    @SuppressWarnings("unchecked") // keys of this document are texts; anything else fails the test where it is used
    static Map<String, Object> map(@Nullable Object node) {
        if (node instanceof Map<?, ?> map) return (Map<String, Object>) map;
        throw new IllegalStateException("no object: " + node);
    }

    /// The object under a name; empty when there is none.
    static Map<String, Object> inner(Map<String, Object> node, String name) {
        return node.containsKey(name) ? map(node.get(name)) : Map.of();
    }

    /// What a reference stands for; a node that is none stands for itself.
    Map<String, Object> resolved(@Nullable Object node) {
        Map<String, Object> map = map(node);
        return map.get("$ref") instanceof String reference ? resolved(at(reference)) : map;
    }

    /// The node that `#/a/b` names. Throws when there is none.
    Object at(String reference) {
        if (!reference.startsWith("#/")) throw new IllegalStateException("a reference to elsewhere: " + reference);
        Object node = root;
        for (String name : reference.substring(2).split("/", -1)) {
            node = map(node).get(name);
            if (node == null) throw new IllegalStateException("nothing is at " + reference);
        }
        return node;
    }

    List<Operation> operations() {
        var all = new ArrayList<Operation>();
        inner(root, "paths").forEach((path, item) -> {
            for (String method : METHODS) if (map(item).containsKey(method)) all.add(operation(method, path));
        });
        return all;
    }

    private Operation operation(String method, String path) {
        Map<String, Object> item = inner(inner(root, "paths"), path);
        Map<String, Object> node = inner(item, method);
        var parameters = new ArrayList<Map<String, Object>>();
        for (var from : List.of(item, node)) {
            if (from.get("parameters") instanceof List<?> list) list.forEach(one -> parameters.add(resolved(one)));
        }
        return new Operation(method, path, node, parameters);
    }

    /// The template that a request's path fits, the most literal one; null when there is none.
    @Nullable
    String template(String path) {
        List<String> wanted = Paths.segments(path);
        if (wanted == null) return null;
        var fitting = new TreeSet<String>(OpenApi::byLiterals);
        for (String template : inner(root, "paths").keySet()) {
            List<String> segments = List.of(template.substring(1).split("/", -1));
            if (segments.size() != wanted.size()) continue;
            boolean fits = true;
            for (int i = 0; i < segments.size(); i++) {
                fits &= segments.get(i).startsWith("{") || segments.get(i).equals(wanted.get(i));
            }
            if (fits) fitting.add(template);
        }
        return fitting.isEmpty() ? null : fitting.first();
    }

    private static int byLiterals(String a, String b) {
        int order = Long.compare(
                a.chars().filter(c -> c == '{').count(),
                b.chars().filter(c -> c == '{').count());
        return order != 0 ? order : a.compareTo(b);
    }

    /// The operation that answers, HEAD as GET; null when the path does not take the method.
    @Nullable
    Operation operationOf(String method, String template) {
        String name = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
        return inner(inner(root, "paths"), template).containsKey(name) ? operation(name, template) : null;
    }

    /// The schema of a JSON body, or null.
    static @Nullable Object schema(Map<String, Object> bodyOrResponse) {
        Map<String, Object> content = inner(bodyOrResponse, "content");
        return content.isEmpty()
                ? null
                : map(content.values().iterator().next()).get("schema");
    }

    /// That of one kind of content.
    static @Nullable Object schema(Map<String, Object> response, String kind) {
        Map<String, Object> content = inner(response, "content");
        return content.containsKey(kind) ? inner(content, kind).get("schema") : null;
    }

    /// Calls `each` with every object of the document, by where it is.
    void everyObject(Consumer<Map<String, Object>> each) {
        walk(root, each);
    }

    private static void walk(@Nullable Object node, Consumer<Map<String, Object>> each) {
        switch (node) {
            case Map<?, ?> map -> {
                each.accept(map(map));
                map.values().forEach(value -> walk(value, each));
            }
            case List<?> list -> list.forEach(value -> walk(value, each));
            case null, default -> {}
        }
    }

    /// Calls `each` with every schema that `schema` is made of, itself among them, those that it refers to excepted.
    static void everySchema(Object schema, Consumer<Map<String, Object>> each) {
        Map<String, Object> node = map(schema);
        each.accept(node);
        inner(node, "properties").values().forEach(one -> everySchema(one, each));
        for (String keyword : List.of("oneOf", "anyOf")) {
            if (node.get(keyword) instanceof List<?> branches) branches.forEach(one -> everySchema(one, each));
        }
        for (String keyword : List.of("items", "additionalProperties")) {
            if (node.get(keyword) instanceof Map<?, ?> inner) everySchema(inner, each);
        }
    }

    /// Every schema that has a name or stands in an answer, a body, a header or a parameter.
    List<Object> schemas() {
        Map<String, Object> components = inner(root, "components");
        var all = new ArrayList<>(inner(components, "schemas").values());
        for (String kind : List.of("responses", "requestBodies")) {
            for (Object one : inner(components, kind).values()) {
                Object schema = schema(map(one));
                if (schema != null) all.add(schema);
            }
        }
        for (String kind : List.of("headers", "parameters")) {
            for (Object one : inner(components, kind).values()) all.add(map(one).get("schema"));
        }
        return all;
    }

    /// Every schema that answers are made of, once each.
    Set<Object> schemasOfAnswers() {
        var found = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Object response : inner(inner(root, "components"), "responses").values()) {
            Object schema = schema(map(response));
            if (schema != null) gather(schema, found);
        }
        return found;
    }

    private void gather(Object schema, Set<Object> found) {
        everySchema(schema, node -> {
            if (found.add(node) && node.get("$ref") instanceof String to) gather(at(to), found);
        });
    }
}
