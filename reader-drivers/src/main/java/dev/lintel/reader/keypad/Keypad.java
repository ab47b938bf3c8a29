package dev.lintel.reader.keypad;

import dev.lintel.reader.CardBits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One way in which keypads put a key into a short Wiegand frame: a table of `key,bits`, shipped in `keypads.csv`.
/// Immutable. Which way a keypad uses is told by configuration, never guessed: some are each other's mirror image.
public final class Keypad {
    private static final Map<String, Keypad> SHIPPED = parse(resource());

    private final String name;
    private final Map<CardBits, Character> keys = new HashMap<>();
    private final Map<Character, CardBits> codes = new HashMap<>();

    private Keypad(String name) {
        this.name = name;
    }

    /// The keypad of that name, such as `burst4`, any case. Throws `IllegalArgumentException` naming the known ones.
    public static Keypad of(String name) {
        Keypad keypad = SHIPPED.get(name.toLowerCase(Locale.ROOT));
        if (keypad == null) {
            throw new IllegalArgumentException(
                    "unknown keypad '" + name + "'; known are " + String.join(", ", SHIPPED.keySet()));
        }
        return keypad;
    }

    /// Names of the known keypads, in lower case.
    public static Set<String> names() {
        return SHIPPED.keySet();
    }

    public String name() {
        return name;
    }

    /// Bits of one key's frame: a frame of another length is no key.
    public int bits() {
        return codes.values().iterator().next().count();
    }

    /// The key that `frame` stands for, `0`-`9`, `*` or `#`; null when it is no key of this keypad.
    public @Nullable Character key(CardBits frame) {
        return keys.get(frame);
    }

    /// The frame of one key. Throws `IllegalArgumentException` when the keypad has no such key.
    public CardBits code(char key) {
        CardBits code = codes.get(key);
        if (code == null) throw new IllegalArgumentException("keypad " + name + " has no key '" + key + "'");
        return code;
    }

    private static Map<String, Keypad> parse(String csv) {
        Map<String, Keypad> keypads = new LinkedHashMap<>();
        csv.lines().skip(1).forEach(line -> {
            String[] cells = line.split(",", -1);
            Keypad keypad = keypads.computeIfAbsent(cells[0], Keypad::new);
            CardBits code = CardBits.of(cells[2]);
            keypad.keys.put(code, cells[1].charAt(0));
            keypad.codes.put(cells[1].charAt(0), code);
        });
        return Collections.unmodifiableMap(keypads);
    }

    private static String resource() {
        try (InputStream in = Keypad.class.getResourceAsStream("keypads.csv")) {
            if (in == null) throw new IllegalStateException("keypads.csv is missing from the jar");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadableJar) {
            throw new UncheckedIOException(unreadableJar);
        }
    }
}
