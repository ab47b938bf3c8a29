package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The golden vectors under `src/test/resources/vectors`, one flat JSON object a line.
final class Vectors {
    private static final Pattern SESSION = Pattern.compile("\\{[^{}]*\"pd_cryptogram\"[^{}]*}");

    private static final List<Line> ALL = Stream.of(
                    "osdp-plain.jsonl",
                    "osdp-secure.jsonl",
                    "osdp-synthetic.jsonl",
                    "osdp-osdpnet.jsonl",
                    "osdp-interop.jsonl")
            .flatMap(f -> read(f).stream())
            .toList();

    private Vectors() {}

    /// One line. `source` says where to look when it fails.
    record Line(String source, String json) {
        /// A field's text without quotes, empty when it is not there.
        String text(String key) {
            Matcher m = Pattern.compile("\"" + key + "\":(\"([^\"]*)\"|[^,}]*)").matcher(json);
            if (!m.find()) return "";
            String quoted = m.group(2);
            return quoted == null ? m.group(1) : quoted;
        }

        boolean has(String key) {
            return json.contains("\"" + key + "\":");
        }

        boolean isFrame() {
            return has("hex")
                    && has("dir")
                    && !text("type").equals("payload")
                    && Pattern.matches("(ff)*53.*", text("hex"));
        }

        Bytes hex() {
            return Bytes.ofHex(text("hex"));
        }

        @Override
        public String toString() {
            return source + " " + text("note");
        }
    }

    static List<Line> read(String file) {
        var stream = Objects.requireNonNull(Vectors.class.getResourceAsStream("/vectors/" + file), file);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(json -> {
                        var line = new Line(file, json);
                        return new Line(file + " " + line.text("case") + "#" + line.text("n"), json);
                    })
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Line> frames() {
        return all().filter(Line::isFrame);
    }

    static Stream<Line> all() {
        return ALL.stream();
    }

    /// Every session that the headers name: their keys, random numbers and what follows from them.
    static Stream<Line> sessions() {
        return all().filter(l -> l.text("type").equals("header")).flatMap(header -> {
            var sessions = new ArrayList<Line>();
            Matcher m = SESSION.matcher(header.json);
            while (m.find()) sessions.add(new Line(header.source + " session " + sessions.size(), m.group()));
            return sessions.stream();
        });
    }

    /// The lines of each case, the header first.
    static Stream<List<Line>> cases() {
        var cases = new LinkedHashMap<String, List<Line>>();
        all().forEach(l ->
                cases.computeIfAbsent(l.text("case"), _ -> new ArrayList<>()).add(l));
        return cases.values().stream();
    }

    /// The frame of a line, marks before it left out.
    static OsdpFrame frame(Line line) {
        byte[] bytes = line.hex().toArray();
        int from = 0;
        while ((bytes[from] & 0xFF) == OsdpCodec.MARK) from++;
        Decoded decoded = OsdpCodec.decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
        if (decoded instanceof Decoded.Frame f) return f.frame();
        throw new AssertionError(line + " is " + decoded);
    }

    /// Frames whose check is right but whose MAC is wrong on purpose.
    static boolean forged(Line line) {
        return line.has("corrupt") && line.text("case").contains("bad-mac");
    }

    /// Frames whose check bytes or lengths are wrong on purpose.
    static boolean damaged(Line line) {
        return (line.has("corrupt") && !forged(line))
                || line.text("note").matches(".*[Bb]ad (CRC|checksum)( arrives)?.*silence.*")
                || line.text("check_ok").equals("false")
                || line.text("length_ok").equals("false");
    }
}
