package dev.lintel.controller.api;

import dev.lintel.controller.people.Upload;

/// Base64 as it comes, character by character, decoded into an [Upload]. Takes both alphabets, white space anywhere,
/// padding or none, and what browsers put before it (`data:image/png;base64,`). Used by one thread.
final class Base64Upload {
    /// Of `data:…;base64,`: media types are short.
    private static final int PREFIX_MAX = 100;

    private static final String DATA = "data:";
    private static final int BUFFER = 8 * 1024;

    private final Upload upload;
    private final StringBuilder start = new StringBuilder();
    private final byte[] buffer = new byte[BUFFER];
    private int filled;
    private boolean started;
    private int bits;
    private int characters;
    private boolean padded;

    Base64Upload(Upload upload) {
        this.upload = upload;
    }

    Upload upload() {
        return upload;
    }

    void take(char character) {
        if (character <= ' ') return;
        if (started) {
            decode(character);
            return;
        }
        start.append(character);
        boolean data = start.length() <= DATA.length()
                ? DATA.startsWith(start.toString())
                : start.length() <= PREFIX_MAX && start.indexOf(DATA) == 0;
        if (data && character != ',') return;
        started = true;
        if (data) {
            if (!start.toString().endsWith(";base64,")) upload.refuse("it is no Base64");
            return;
        }
        for (int i = 0; i < start.length(); i++) decode(start.charAt(i));
    }

    void end() {
        if (!started) for (int i = 0; i < start.length(); i++) decode(start.charAt(i));
        if (characters == 1) upload.refuse("it is no Base64");
        if (characters == 2) put(bits >> 4);
        if (characters == 3) {
            put(bits >> 10);
            put(bits >> 2);
        }
        flush();
        upload.end();
    }

    private void decode(char character) {
        int value = value(character);
        if (character == '=') {
            if (characters < 2) upload.refuse("it is no Base64");
            padded = true;
            return;
        }
        if (value < 0 || padded) {
            upload.refuse("it is no Base64");
            return;
        }
        bits = (bits << 6) | value;
        if (++characters < 4) return;
        put(bits >> 16);
        put(bits >> 8);
        put(bits);
        bits = 0;
        characters = 0;
    }

    private static int value(char character) {
        if (character >= 'A' && character <= 'Z') return character - 'A';
        if (character >= 'a' && character <= 'z') return character - 'a' + 26;
        if (character >= '0' && character <= '9') return character - '0' + 52;
        return switch (character) {
            case '+', '-' -> 62;
            case '/', '_' -> 63;
            default -> -1;
        };
    }

    private void put(int octet) {
        buffer[filled++] = (byte) octet;
        if (filled == BUFFER) flush();
    }

    private void flush() {
        if (filled > 0) upload.write(buffer, filled);
        filled = 0;
    }
}
