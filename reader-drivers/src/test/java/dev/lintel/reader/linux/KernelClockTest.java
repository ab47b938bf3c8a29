package dev.lintel.reader.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class KernelClockTest {
    @Test
    void theKernelSaysWhetherItsClockIsKeptInStep() {
        assertThatCode(KernelClock::synchronised).doesNotThrowAnyException();
    }

    /// The layout holds when the kernel's own figures make sense where they are looked for.
    @Test
    void theLayoutIsTheKernels() {
        var timex = new byte[208];
        Libc.adjtimex(timex);
        var read = ByteBuffer.wrap(timex).order(ByteOrder.nativeOrder());
        assertThat(read.getLong(72)).as("seconds since 1970").isGreaterThan(1_700_000_000L);
        assertThat(read.getLong(88)).as("microseconds of a tick").isBetween(9_000L, 11_000L);
    }
}
