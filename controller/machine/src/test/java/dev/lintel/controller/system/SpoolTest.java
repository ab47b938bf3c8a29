package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Uploads that arrive, and those that do not.
class SpoolTest {
    @TempDir
    Path temp;

    private final AtomicLong free = new AtomicLong(Long.MAX_VALUE);

    private Spool spool() {
        return new Spool(temp.resolve("system"), _ -> free.get());
    }

    /// As many zeros as asked for, without any memory for them; at `brokenAt` the line breaks off.
    private static InputStream zeros(long bytes, long brokenAt) {
        var left = new AtomicLong(bytes);
        return new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("byte by byte");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                long now = left.get();
                if (bytes - now >= brokenAt) throw new IOException("the line broke off");
                if (now == 0) return -1;
                int count = (int) Math.min(now, length);
                left.addAndGet(-count);
                return count;
            }
        };
    }

    @Test
    void aWholeUploadLiesThereForItsOwnerAlone() throws IOException {
        Spool spool = spool();
        assertThat(spool.hasBundle()).isFalse();
        spool.take(new ByteArrayInputStream(new byte[] {1, 2, 3}), 3);
        assertThat(spool.bundle()).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(Files.getPosixFilePermissions(spool.bundle()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        spool.take(new ByteArrayInputStream(new byte[] {4}), -1);
        assertThat(spool.bundle()).hasBinaryContent(new byte[] {4});
        spool.clear();
        assertThat(temp.resolve("system")).isEmptyDirectory();
    }

    @Test
    void nothingIsLeftOfHalfAnUpload() {
        assertThatThrownBy(() -> spool().take(zeros(30 << 20, 20 << 20), 30 << 20))
                .hasMessageContaining("the line broke off");
        assertThat(temp.resolve("system")).isEmptyDirectory();
        assertThatThrownBy(() -> spool().take(zeros(100, 1_000), 101)).hasMessageContaining("did not arrive whole");
        assertThat(temp.resolve("system")).isEmptyDirectory();
    }

    @Test
    void whatIsTooLargeIsNotBegun() {
        assertThatThrownBy(() -> spool().take(zeros(1, 9), Spool.BYTES_MAX + 1L))
                .hasMessageContaining("1024 MB");
        assertThat(temp.resolve("system")).doesNotExist();
    }

    @Test
    void roomForTheDatabaseIsLeft() {
        free.set(Spool.SPARE_BYTES + (10 << 20));
        assertThatThrownBy(() -> spool().take(zeros(11 << 20, Long.MAX_VALUE), 11 << 20))
                .hasMessage("there is no room for the bundle: it needs 11 MB, and 10 MB can be spared");
        // Somebody who does not say how much comes is stopped on the way.
        free.set(Spool.SPARE_BYTES);
        assertThatThrownBy(() -> spool().take(
                                new InputStream() {
                                    @Override
                                    public int read() {
                                        throw new AssertionError("byte by byte");
                                    }

                                    @Override
                                    public int read(byte[] target, int offset, int length) {
                                        free.addAndGet(-length);
                                        return length;
                                    }
                                },
                                -1))
                .hasMessageContaining("there is no room");
        assertThat(temp.resolve("system")).isEmptyDirectory();
    }

    @Test
    void whatACutLeftIsGoneWithTheNextOne() throws IOException {
        Files.createDirectories(temp.resolve("system"));
        Files.write(temp.resolve("system/bundle.part"), new byte[100]);
        Spool spool = spool();
        assertThat(spool.hasBundle()).isFalse();
        spool.take(new ByteArrayInputStream(new byte[] {1}), 1);
        assertThat(temp.resolve("system/bundle.part")).doesNotExist();
    }

    @Test
    void oneAtATime() {
        Spool spool = spool();
        InputStream body = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("byte by byte");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                assertThatThrownBy(() -> spool.take(InputStream.nullInputStream(), 0))
                        .hasMessageContaining("somebody else uploads");
                assertThatThrownBy(spool::clear).hasMessageContaining("uploads a bundle");
                return -1;
            }
        };
        spool.take(body, 0);
        assertThat(spool.hasBundle()).isTrue();
    }
}
