package dev.lintel.sync.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/// Lines out of bytes, in whatever pieces they come.
class LineReaderTest {
    /// Gives `size` bytes at a time.
    private record Pieces(InputStream in, int size) {
        InputStream stream() {
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    return in.read();
                }

                @Override
                public int read(byte[] into, int from, int length) throws IOException {
                    return in.read(into, from, Math.min(size, length));
                }
            };
        }
    }

    private static List<String> lines(byte[] bytes, int size) throws IOException {
        return all(bytes, size, sha256()).stream()
                .map(line -> ((LineReader.Text) line).text())
                .toList();
    }

    private static List<LineReader.Line> all(byte[] bytes, int size, MessageDigest people) throws IOException {
        var reader = new LineReader(new Pieces(new ByteArrayInputStream(bytes), size).stream(), people);
        var lines = new ArrayList<LineReader.Line>();
        for (LineReader.Line line = reader.next(); line != null; line = reader.next()) lines.add(line);
        assertThat(reader.bytes()).isEqualTo(bytes.length);
        return lines;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String person(int chars, String end) {
        return "{\"person\":{\"id\":7,\"disabled\":true,\"texts\":{\"notes\":\"" + "x".repeat(chars) + "\"}" + end;
    }

    @Test
    void aLineOfAPersonThatIsTooLongIsPassedOverAndHashed() throws IOException {
        String line = person(Wire.PERSON_CHARS_MAX, ",\"revision\":12}}");
        byte[] bytes = ("{}\n" + line + "\n{}\n" + line.replace("disabled\":true", "flag\":1"))
                .getBytes(StandardCharsets.UTF_8);
        for (int size : new int[] {1, 7, 100_000}) {
            MessageDigest people = sha256();
            assertThat(all(bytes, size, people))
                    .containsExactly(
                            new LineReader.Text("{}"),
                            new LineReader.TooLong(7, 12, true),
                            new LineReader.Text("{}"),
                            new LineReader.TooLong(7, 12, false));
            MessageDigest wanted = sha256();
            wanted.update((line + "\n" + line.replace("disabled\":true", "flag\":1") + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            assertThat(people.digest()).isEqualTo(wanted.digest());
        }
    }

    @Test
    void aLineThatIsTooLongAndDoesNotSayWhoItIsAboutIsRefused() {
        for (String line : List.of(
                person(Wire.PERSON_CHARS_MAX, "}}"),
                person(Wire.PERSON_CHARS_MAX, ",\"revision\":1}} "),
                person(Wire.PERSON_CHARS_MAX, "").replace("\"id\":7", "\"id\":\"7\""),
                person(Wire.LINE_CHARS_MAX, ",\"revision\":1}}"))) {
            assertThatThrownBy(() -> all((line + "\n").getBytes(StandardCharsets.UTF_8), 100_000, sha256()))
                    .isInstanceOf(WireException.class)
                    .hasMessageContaining("a line of more than");
        }
    }

    @Property(tries = 200)
    void linesAreTheSameInWhateverPieces(
            @ForAll List<@AlphaChars String> texts, @ForAll @IntRange(min = 1, max = 50) int size) throws IOException {
        byte[] bytes = (String.join("\n", texts) + "\n").getBytes(StandardCharsets.UTF_8);
        assertThat(lines(bytes, size)).isEqualTo(texts.isEmpty() ? List.of("") : texts);
    }

    @Test
    void theLastLineNeedsNoLineFeed() throws IOException {
        assertThat(lines("a\nb".getBytes(StandardCharsets.UTF_8), 100)).containsExactly("a", "b");
    }

    @Test
    void onlyAPolicyMayBeLong() throws IOException {
        String long1 = "{\"policy\":{\"x\":\"" + "x".repeat(Wire.PERSON_CHARS_MAX * 3) + "\"}}";
        for (int size : new int[] {1, 7, 100_000}) {
            assertThat(lines((long1 + "\n{}\n").getBytes(StandardCharsets.UTF_8), size))
                    .containsExactly(long1, "{}");
        }
        String person = long1.replace("policy", "person");
        assertThatThrownBy(() -> lines(person.getBytes(StandardCharsets.UTF_8), 9_000))
                .isInstanceOf(WireException.class)
                .hasMessage("the hub sent a line of more than 262144 bytes");
    }

    @Test
    void whatIsNoUtf8IsRefused() {
        assertThatThrownBy(() -> lines(new byte[] {'a', (byte) 0xff, '\n'}, 10)).isInstanceOf(WireException.class);
    }
}
