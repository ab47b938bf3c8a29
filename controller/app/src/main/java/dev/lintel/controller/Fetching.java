package dev.lintel.controller;

import dev.lintel.controller.config.Network;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.net.Neighbours;
import dev.lintel.controller.people.ImageFetcher;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageWorker;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.time.Time;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;

/// The wiring of what this box fetches, and of whom it may ask.
final class Fetching {
    private Fetching() {}

    static AddressGuard guard(List<Network> networks) {
        return new AddressGuard(
                address -> networks.stream().anyMatch(network -> network.contains(address)), Neighbours::has);
    }

    static Images images(Front.Parts parts, Time time) {
        AddressGuard guard = guard(parts.config().imageNetworks());
        // Whom it trusts is read when the first image is fetched: some 100 certificates.
        var fetcher = new ImageFetcher(guard, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        var shelf = new ImageShelf(parts.folder());
        return new Images(shelf, new ImageWorker(parts.database(), shelf, fetcher, time).start());
    }
}
