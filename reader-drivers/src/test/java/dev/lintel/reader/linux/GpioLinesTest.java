package dev.lintel.reader.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What the kernel's poll says of descriptors that are not well, tried on pseudo terminals: a chip that goes away
/// answers alike.
class GpioLinesTest {
    /// The side of a pseudo terminal whose other side nobody has open hangs up, like the lines of a chip that is
    /// gone.
    @Test
    void linesThatHungUpAreAFaultAndNotASilenceWithoutEnd() {
        int master = Libc.open("/dev/ptmx", Libc.O_RDWR | Libc.O_NOCTTY | Libc.O_NONBLOCK | Libc.O_CLOEXEC);
        Libc.close(Libc.open(Terminal.otherEnd(master), Libc.O_RDWR | Libc.O_NOCTTY | Libc.O_CLOEXEC));
        try (var lines = new GpioLines(master)) {
            assertThatThrownBy(() -> GpioLines.await(List.of(lines), 1_000))
                    .isInstanceOfSatisfying(
                            LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Libc.ENODEV))
                    .hasMessageContaining("the GPIO chip is gone");
        }
    }

    @Test
    void linesThatAreWellAndQuietAreWaitedFor() {
        int master = Libc.open("/dev/ptmx", Libc.O_RDWR | Libc.O_NOCTTY | Libc.O_NONBLOCK | Libc.O_CLOEXEC);
        int other = Libc.open(Terminal.otherEnd(master), Libc.O_RDWR | Libc.O_NOCTTY | Libc.O_CLOEXEC);
        try (var lines = new GpioLines(master)) {
            assertThat(GpioLines.await(List.of(lines), 20)).isEmpty();
        } finally {
            Libc.close(other);
        }
    }
}
