package dev.lintel.reader.board;

import dev.lintel.reader.linux.GpioChipInfo;
import dev.lintel.reader.linux.GpioEvent;
import dev.lintel.reader.linux.GpioLineInfo;
import java.util.List;

/// What [BoardGpio] needs of a GPIO chip: the kernel's, or a test's. Failures are `LinuxException`s.
interface Kernel extends AutoCloseable {
    GpioChipInfo info();

    GpioLineInfo lineInfo(int offset);

    /// Takes lines, all or none, for `flags` of [dev.lintel.reader.linux.GpioFlag].
    Lines request(List<Integer> offsets, long flags, int debounceUs, int events);

    /// Waits up to `timeoutMs` for edges on any of `all`; returns those that have some.
    List<Lines> await(List<Lines> all, int timeoutMs);

    @Override
    void close();

    /// Lines of one request.
    interface Lines extends AutoCloseable {
        long values(long mask);

        void set(long bits, long mask);

        /// Whether edges wait to be read.
        boolean pending();

        /// Takes some of the edges that wait, oldest first.
        List<GpioEvent> read();

        @Override
        void close();
    }
}
