package dev.lintel.reader.keypad;

import dev.lintel.reader.CardBits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A keypad that sends each key in a frame of its own: a table of `key,bits`, shipped in `keypads.csv`. Immutable,
/// one instance a name.
final class BurstKeypad implements Keypad {
    static final Map<String, BurstKeypad> SHIPPED = parse(resource());

    private final String name;
    private final Map<CardBits, Character> keys = new HashMap<>();
    private final Map<Character, CardBits> codes = new HashMap<>();
    private int bits;

    private BurstKeypad(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean buffered() {
        return false;
    }

    @Override
    public Frame read(CardBits frame) {
        if (frame.count() != bits) return new Frame.Card();
        Character key = keys.get(frame);
        return key == null ? new Frame.NoKey() : new Frame.Keys(key.toString());
    }

    @Override
    public List<CardBits> frames(String typed) {
        var frames = new ArrayList<CardBits>();
        for (int i = 0; i < typed.length(); i++) {
            CardBits code = codes.get(typed.charAt(i));
            if (code == null) {
                throw new IllegalArgumentException("keypad " + name + " has no key '" + typed.charAt(i) + "'");
            }
            frames.add(code);
        }
        return List.copyOf(frames);
    }

    @Override
    public String toString() {
        return name;
    }

    private static Map<String, BurstKeypad> parse(String csv) {
        Map<String, BurstKeypad> keypads = new LinkedHashMap<>();
        csv.lines().skip(1).forEach(line -> {
            String[] cells = line.split(",", -1);
            BurstKeypad keypad = keypads.computeIfAbsent(cells[0], BurstKeypad::new);
            CardBits code = CardBits.of(cells[2]);
            keypad.bits = code.count();
            keypad.keys.put(code, cells[1].charAt(0));
            keypad.codes.put(cells[1].charAt(0), code);
        });
        return Collections.unmodifiableMap(keypads);
    }

    private static String resource() {
        try (InputStream in = BurstKeypad.class.getResourceAsStream("keypads.csv")) {
            if (in == null) throw new IllegalStateException("keypads.csv is missing from the jar");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadableJar) {
            throw new UncheckedIOException(unreadableJar);
        }
    }
}
