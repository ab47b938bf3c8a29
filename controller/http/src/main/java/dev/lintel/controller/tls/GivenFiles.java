package dev.lintel.controller.tls;

import dev.lintel.controller.tls.GivenCertificate.Checked;
import dev.lintel.controller.tls.GivenCertificate.Place;
import dev.lintel.controller.tls.GivenCertificate.Read;
import dev.lintel.controller.tls.GivenCertificate.Terms;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files of a given certificate, looked at again and again: what was good goes on until there is something better.
/// One thread at a time.
public final class GivenFiles {
    private final Place place;
    private final boolean needed;
    private @Nullable Read seen;
    private @Nullable KeyAndChain good;
    private List<String> faults = List.of();
    private List<String> remarks = List.of();

    /// @param needed whether it is a fault that there are none
    public GivenFiles(Place place, boolean needed) {
        this.place = place;
        this.needed = needed;
    }

    /// Looks whether the files have changed, and at what they hold when they have.
    ///
    /// @param host clients ask for that; null: nobody has said
    /// @param now null: the clock is not to be believed
    public void look(@Nullable String host, @Nullable Instant now) {
        if (!needed && !Files.exists(place.certificate())) {
            forget();
            return;
        }
        var found = new ArrayList<String>();
        Read read = GivenCertificate.read(place, found);
        if (read == null) faults = List.copyOf(found);
        else if (!read.equals(seen) || !faults.isEmpty()) judge(read, host, now);
        seen = read;
    }

    private void judge(Read read, @Nullable String host, @Nullable Instant now) {
        switch (GivenCertificate.check(read, new Terms(host, now, GivenCertificate.named(place)))) {
            case Checked.Good found -> {
                good = found.pair();
                faults = List.of();
                remarks = found.remarks();
            }
            case Checked.Faulty found -> faults = found.faults();
        }
    }

    private void forget() {
        seen = null;
        good = null;
        faults = List.of();
        remarks = List.of();
    }

    /// The last that was good; null: none was.
    public @Nullable KeyAndChain good() {
        return good;
    }

    /// Why the files, as they stand, cannot be shown; empty: they can.
    public List<String> faults() {
        return faults;
    }

    /// What only some clients stumble over.
    public List<String> remarks() {
        return remarks;
    }

    /// Where they are.
    public Place place() {
        return place;
    }
}
