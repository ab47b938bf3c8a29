package dev.lintel.sync.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
        var reader = new LineReader(new Pieces(new ByteArrayInputStream(bytes), size).stream());
        var lines = new ArrayList<String>();
        for (String line = reader.next(); line != null; line = reader.next()) lines.add(line);
        assertThat(reader.bytes()).isEqualTo(bytes.length);
        return lines;
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
