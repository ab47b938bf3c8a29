package dev.lintel.reader.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.linux.Pty;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Opening of a real terminal that another process has locked as jSerialComm locks it.
class SerialPortsTest {
    private static final int BAUD = 9_600;

    private final Pty pty = Pty.open();

    @AfterEach
    void close() {
        pty.close();
    }

    @Test
    void aLockThatGoesAway_isWaitedFor() throws Exception {
        Process holder = lock();
        try (SerialLine line = SerialPorts.open(new PortFinder(pty::path), BAUD, () -> release(holder))) {
            line.write(new byte[] {1});
            assertThat(pty.read(new byte[1], 1_000)).isEqualTo(1);
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void aLockThatStays_isReportedAfterTheLastTry() throws Exception {
        Process holder = lock();
        var pauses = new AtomicInteger();
        try {
            assertThatThrownBy(() -> SerialPorts.open(new PortFinder(pty::path), BAUD, pauses::incrementAndGet))
                    .isInstanceOf(SerialException.class)
                    .hasMessage(pty.path() + " cannot be opened: another program may be using it (error 11)");
            assertThat(pauses).hasValue(SerialPorts.LOCKED_TRIES - 1);
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void aPortThatIsNotThere_isReportedAtOnce() {
        var pauses = new AtomicInteger();
        assertThatThrownBy(() -> SerialPorts.open(new PortFinder(() -> "/dev/none"), BAUD, pauses::incrementAndGet))
                .isInstanceOf(SerialException.class)
                .hasMessageContaining("/dev/none");
        assertThat(pauses).hasValue(0);
    }

    private Process lock() throws IOException {
        Process holder = new ProcessBuilder("flock", pty.path(), "sh", "-c", "echo locked; read end").start();
        assertThat(holder.inputReader().readLine()).isEqualTo("locked");
        return holder;
    }

    private static void release(Process holder) {
        try (OutputStream input = holder.getOutputStream()) {
            input.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            assertThat(holder.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
