package dev.lintel.controller;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.policy.FirstPerson;
import dev.lintel.controller.policy.FirstPerson.Credential;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.yaml.Checked;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;

/// What the test account is made of: two doorways, a site and a few people, none of whom exist. Read from the program's
/// own files when the account is opened.
final class TestSite {
    /// Its channels, as developers know them.
    static final long DOOR_1 = 9001;

    static final long DOOR_2 = 9002;

    static final long STAFF_CARD = 1001;
    static final long OTHER_STAFF_CARD = 1002;
    static final long VISITOR_CARD = 1003;
    static final long DISABLED_CARD = 1004;
    /// Nobody's.
    static final long UNKNOWN_CARD = 6001;

    static final long STAFF_PIN = 4711;

    private static final long VISITOR_FOB = 2005;
    private static final long CARD = 1;
    private static final long FOB = 2;
    private static final long PIN = 3;
    private static final long STAFF = 1;
    private static final long VISITORS = 2;

    private TestSite() {}

    static ControllerConfig wiring() {
        return read("controller.yaml", ConfigFile::parse);
    }

    static FirstSite first() {
        Policy policy = read("site.yaml", SiteFile::parse);
        return new FirstSite(policy, people());
    }

    private static List<FirstPerson> people() {
        var cardAndPin = List.of(new Credential(CARD, STAFF_CARD, false), new Credential(PIN, STAFF_PIN, true));
        return List.of(
                new FirstPerson(1, "Tess", "Example", true, STAFF, cardAndPin),
                new FirstPerson(2, "Theo", "Sample", true, STAFF, one(CARD, OTHER_STAFF_CARD)),
                new FirstPerson(3, "Tara", "Trial", true, VISITORS, one(CARD, VISITOR_CARD)),
                new FirstPerson(4, "Tom", "Former", false, STAFF, one(CARD, DISABLED_CARD)),
                new FirstPerson(5, "Toni", "Fob", true, VISITORS, one(FOB, VISITOR_FOB)));
    }

    private static List<Credential> one(long type, long number) {
        return List.of(new Credential(type, number, false));
    }

    private static <T> T read(String name, BiFunction<String, String, Checked<T>> parse) {
        return switch (parse.apply(name, text(name))) {
            case Checked.Valid<T>(T value) -> value;
            case Checked.Faulty<T>(var faults) -> throw new IllegalStateException("a file of our own: " + faults);
        };
    }

    private static String text(String name) {
        try (InputStream in = TestSite.class.getResourceAsStream("test-account/" + name)) {
            if (in == null) throw new IllegalStateException("a file of our own is missing: " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
