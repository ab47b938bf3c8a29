package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The keyed hashes of people's names in events that one log takes from another. A database in memory has a key of its
/// own where the disk did not give its key. One thread.
final class NameMacs {
    private final @Nullable EventChain from;
    private final @Nullable EventChain to;

    private NameMacs(@Nullable EventChain from, @Nullable EventChain to) {
        this.from = from;
        this.to = to;
    }

    /// For two logs with the same key.
    static NameMacs same() {
        return new NameMacs(null, null);
    }

    /// Throws [StoreException] (`DISK`) where a key cannot be read: another try may succeed.
    static NameMacs between(DataFolder from, DataFolder to) {
        try {
            byte[] before = ChainedEvents.nameKey(from.path());
            byte[] now = ChainedEvents.nameKey(to.path());
            return Arrays.equals(before, now) ? same() : new NameMacs(new EventChain(before), new EventChain(now));
        } catch (IOException e) {
            throw new StoreException(Reason.DISK, "the key of people's names in events cannot be read", e);
        }
    }

    /// The hash of `name` in the log that takes the event. A hash that is not of the name stays, so that the name of an
    /// event that somebody changed does not become right.
    @Nullable
    Bytes of(@Nullable String name, @Nullable Bytes mac) {
        boolean isRight = from != null && mac != null && Objects.equals(mac, from.nameMac(name));
        return isRight && to != null ? to.nameMac(name) : mac;
    }
}
