package dev.lintel.controller.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.json.Json;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// An integrator's client of one variant. It says what it wants; where answers differ by shape, it knows.
record Client(RunningBox box, Variant variant, ApiClient http) {
    static final String PEOPLE = "/api/3/people";
    static final String CREDENTIALS = "/api/3/credentials";
    static final String BLANK = "can't be blank";
    static final String TAKEN = "has already been taken";
    static final String INVALID = "is invalid";

    /// Each is given to one test alone, whatever variant it runs in.
    private static final AtomicLong NUMBERS = new AtomicLong(100_000);

    static long number() {
        return NUMBERS.incrementAndGet();
    }

    Answer get(String path) {
        return http.get(path);
    }

    Answer post(String path, Map<String, ? extends @Nullable Object> body) {
        return http.post(path, Json.write(body));
    }

    Answer put(String path, Map<String, ? extends @Nullable Object> body) {
        return http.put(path, Json.write(body));
    }

    Answer delete(String path) {
        return http.delete(path);
    }

    /// The answer's one object, whether it stands in an array or not.
    static Map<String, Object> one(Answer answer) {
        return answer.json() instanceof List<?> ? answer.array().getFirst() : answer.object();
    }

    /// What is in an answer, an object.
    static Map<?, ?> object(@Nullable Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    /// A number in an answer, such as an id.
    static long whole(@Nullable Object value) {
        assertThat(value).isInstanceOf(Long.class);
        return (Long) Objects.requireNonNull(value);
    }

    /// A person of the given fields, and a name; returns the id.
    long person(Map<String, ? extends @Nullable Object> fields) {
        var body = new HashMap<String, @Nullable Object>(Map.of("first_name", "Ada", "last_name", "Demo"));
        body.putAll(fields);
        Answer answer = post(PEOPLE, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.id();
    }

    long person() {
        return person(Map.of());
    }

    Map<String, Object> read(long person) {
        return one(get(PEOPLE + "/" + person));
    }

    Map<String, Object> change(long person, Map<String, ? extends @Nullable Object> fields) {
        Answer answer = put(PEOPLE + "/" + person, fields);
        assertThat(answer.status()).as(answer.text()).isEqualTo(variant.isSdk() ? 201 : 200);
        return one(answer);
    }

    /// Fields that are sent with each create and change of a person and come back as they were sent.
    void keeps(String field, @Nullable Object value) {
        long made = person(Collections.singletonMap(field, value));
        assertThat(read(made)).as("as created").containsEntry(field, value);
        long other = person();
        change(other, Collections.singletonMap(field, value));
        assertThat(read(other)).as("as changed").containsEntry(field, value);
    }

    /// The answer is 422 and says this of this field alone.
    static void refused(Answer answer, String field, String message) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.object())
                .containsEntry("error", "validation_failed")
                .containsEntry("errors", Map.of(field, List.of(message)));
    }

    static void status(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }

    /// The id of a default credential type.
    long type(String slug) {
        return whole(get("/api/3/credential_types?skip_pagination=true").array().stream()
                .filter(type -> slug.equals(type.get("slug")))
                .findFirst()
                .orElseThrow()
                .get("id"));
    }

    /// A person's credential; returns its id.
    String credential(long person, String slug, String value) {
        Answer answer =
                post(CREDENTIALS, Map.of("person_id", person, "credential_type_id", type(slug), "value", value));
        status(answer, 201);
        return String.valueOf(one(answer).get("id"));
    }
}
