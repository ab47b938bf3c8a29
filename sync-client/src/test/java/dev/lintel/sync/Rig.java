package dev.lintel.sync;

import dev.lintel.sync.wire.LinkMessage;
import java.net.URI;
import java.util.List;

/// A box that follows a hub, both in this process, with short waits.
final class Rig implements AutoCloseable {
    /// As in the field, but for time.
    static final Limits QUICK = new Limits(
            2_000,
            5_000,
            2_000,
            10_000,
            10_000,
            20_000,
            600_000,
            86_400_000,
            600_000,
            10,
            600_000,
            2,
            20,
            10,
            20,
            600_000,
            500,
            1 << 20);

    final FakeHub hub;
    final FakeTarget target;
    final TestPace pace = new TestPace();
    final Follower follower;

    Rig(FakeHub hub, FakeTarget target) {
        this(hub, target, hub.address(), QUICK);
    }

    Rig(FakeHub hub, FakeTarget target, URI address, Limits limits) {
        this.hub = hub;
        this.target = target;
        follower = new Follower(settings(address), target, pace, limits);
        follower.start();
    }

    static Follower.Settings settings(URI address) {
        return new Follower.Settings(
                address, FakeHub.ID, Certificates.box(), Certificates.certificate("ca"), "1", List.of(1L));
    }

    /// Until the box has beaten on it: by then it has asked for what is new since it was away, so that nothing which a
    /// test does next is fetched for that.
    void awaitLink() {
        Await.until(
                "the link",
                () -> follower.status().online()
                        && hub.links.stream()
                                .anyMatch(link -> link.heard.stream().anyMatch(LinkMessage.Beat.class::isInstance)));
    }

    void awaitAgreement() {
        Await.until("agreement", () -> target.agrees(hub));
    }

    @Override
    public void close() {
        follower.close();
    }
}
