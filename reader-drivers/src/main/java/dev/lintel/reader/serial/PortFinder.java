package dev.lintel.reader.serial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds the device behind a configured port, each time it is opened. What was there at first is remembered: an
/// adapter that was unplugged is followed to its new name, and another one that has taken its old name in the
/// meantime, with another door's readers behind it perhaps, is not taken for it. Used by one thread.
///
/// ```
///   first opening: the configured path; its adapter is remembered
///   later: the remembered adapter, under whatever name
///          not there: nothing, for a while; then whatever the configured path leads to (a spare part)
/// ```
final class PortFinder {
    /// How many openings in a row the remembered adapter is waited for: about a minute at the drivers' pace.
    static final int WAITS_MAX = 14;

    private final Supplier<String> configured;
    private final Path terminals;
    private final Path devices;
    private @Nullable UsbAdapter remembered;
    private boolean twins;
    private int waits;

    PortFinder(Supplier<String> configured) {
        this(configured, Path.of("/sys/class/tty"), Path.of("/dev"));
    }

    /// With the kernel's folders somewhere else.
    PortFinder(Supplier<String> configured, Path terminals, Path devices) {
        this.configured = configured;
        this.terminals = terminals;
        this.devices = devices;
    }

    /// Where the port is configured to be, for messages.
    String configured() {
        return configured.get();
    }

    /// The device to open. Throws [SerialException] in words when it is not there.
    Path find() {
        UsbAdapter before = remembered;
        Path there = before == null ? null : followed(before);
        if (there == null) there = atItsPath(before);
        UsbAdapter found = UsbAdapter.of(terminals, String.valueOf(there.getFileName()));
        remembered = found;
        twins |= found != null
                && UsbAdapter.all(terminals).stream().filter(found::is).count() > 1;
        return there;
    }

    /// It was opened: from now on this adapter is meant.
    void opened() {
        waits = 0;
    }

    /// Cheap adapters all have the same serial number: once two were seen at a time, only the socket tells them
    /// apart.
    private @Nullable Path followed(UsbAdapter before) {
        List<UsbAdapter> alike =
                UsbAdapter.all(terminals).stream().filter(before::is).toList();
        twins |= alike.size() > 1;
        return alike.stream()
                .filter(a -> !twins || a.socket().equals(before.socket()))
                .map(a -> devices.resolve(a.device()))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
    }

    private Path atItsPath(@Nullable UsbAdapter before) {
        String path = configured.get();
        Path device = real(path, before);
        if (before != null && ++waits < WAITS_MAX) {
            throw new SerialException("%s is not there; %s leads to another one now".formatted(before.words(), path));
        }
        return device;
    }

    private Path real(String path, @Nullable UsbAdapter before) {
        try {
            return Path.of(path).toRealPath();
        } catch (IOException e) {
            throw new SerialException(before == null ? path + " is not there" : before.words() + " is not there", e);
        }
    }
}
