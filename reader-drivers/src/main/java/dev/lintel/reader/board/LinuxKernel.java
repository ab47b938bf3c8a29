package dev.lintel.reader.board;

import dev.lintel.reader.linux.GpioChipInfo;
import dev.lintel.reader.linux.GpioDevice;
import dev.lintel.reader.linux.GpioEvent;
import dev.lintel.reader.linux.GpioLineInfo;
import dev.lintel.reader.linux.GpioLines;
import java.util.ArrayList;
import java.util.List;

/// The kernel's own chip.
record LinuxKernel(GpioDevice device) implements Kernel {
    @Override
    public GpioChipInfo info() {
        return device.info();
    }

    @Override
    public GpioLineInfo lineInfo(int offset) {
        return device.lineInfo(offset);
    }

    @Override
    public Lines request(List<Integer> offsets, long flags, int debounceUs, int events) {
        return new Taken(device.request(offsets, flags, debounceUs, events));
    }

    @Override
    public List<Lines> await(List<Lines> all, int timeoutMs) {
        List<GpioLines> requests = new ArrayList<>(all.size());
        for (Lines lines : all) requests.add(((Taken) lines).lines);
        List<Lines> ready = new ArrayList<>();
        for (GpioLines lines : GpioLines.await(requests, timeoutMs)) ready.add(new Taken(lines));
        return ready;
    }

    @Override
    public void close() {
        device.close();
    }

    private record Taken(GpioLines lines) implements Lines {
        @Override
        public long values(long mask) {
            return lines.values(mask);
        }

        @Override
        public void set(long bits, long mask) {
            lines.set(bits, mask);
        }

        @Override
        public boolean pending() {
            return lines.pending();
        }

        @Override
        public List<GpioEvent> read() {
            return lines.read();
        }

        @Override
        public void close() {
            lines.close();
        }
    }
}
