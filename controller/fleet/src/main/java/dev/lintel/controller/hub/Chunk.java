package dev.lintel.controller.hub;

import dev.lintel.sync.wire.DownLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Lines that go to a box in one answer. One thread.
final class Chunk {
    private final StringBuilder text = new StringBuilder();
    private final MessageDigest sha256;
    private int begun;

    Chunk() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    void line(DownLine line) {
        text.append(line.toJson()).append('\n');
    }

    /// A line that [#hash] covers.
    void hashed(DownLine line) {
        String json = line.toJson();
        text.append(json).append('\n');
        sha256.update(json.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) '\n');
    }

    /// People come from now on: a policy before them may be as long as it likes, and each answer still brings many.
    void people() {
        begun = text.length();
    }

    /// Whether it is long enough for one answer.
    boolean isFull() {
        return text.length() - begun >= ChangesResource.CHARS_MAX;
    }

    /// Hex; once.
    String hash() {
        return HexFormat.of().formatHex(sha256.digest());
    }

    String text() {
        return text.toString();
    }
}
