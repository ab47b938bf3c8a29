package dev.lintel.controller.sync;

import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A line to a hub that a test plays. One thread at a time.
public final class FakeUpline implements HubLine {
    /// What was forwarded, in order.
    public final List<ForwardRequest> forwarded = new ArrayList<>();
    /// Pictures by name, with `+` before it for the small one.
    public final Map<String, byte[]> images = new HashMap<>();
    /// How often a sync was asked for.
    public int asked;

    /// One for each change of a door that the line was told of.
    public final Semaphore changes = new Semaphore(0);

    public boolean online = true;
    /// What is going on.
    public String doing = "idle";
    /// What cannot be taken over.
    public List<String> notices = List.of();
    /// This box's clock less the hub's.
    public long skewMs = 12;
    /// Answers what is forwarded; null: the hub is away.
    public @Nullable Function<ForwardRequest, ForwardAnswer> hub;

    private final Runnable onLeave;

    public FakeUpline() {
        this(() -> {});
    }

    /// `onLeave` runs when the box leaves.
    public FakeUpline(Runnable onLeave) {
        this.onLeave = onLeave;
    }

    @Override
    public void start() {}

    @Override
    public void syncNow() {
        asked++;
    }

    @Override
    public void accepted(String name) {
        asked++;
    }

    @Override
    public void doorsChanged() {
        changes.release();
    }

    @Override
    public ForwardAnswer forward(ForwardRequest request) {
        forwarded.add(request);
        var answers = hub;
        if (answers == null) throw new UplineException("the hub is away");
        return answers.apply(request);
    }

    @Override
    public byte[] image(String name, boolean thumbnail) {
        byte[] image = images.get(thumbnail ? "+" + name : name);
        if (!online || image == null) throw new UplineException("the hub has no such picture now");
        return image;
    }

    @Override
    public String renew(String csr) {
        throw new UplineException("not now");
    }

    @Override
    public boolean saidCertificateEnded() {
        return false;
    }

    @Override
    public boolean saidNewKey() {
        return false;
    }

    @Override
    public void leave() {
        onLeave.run();
    }

    @Override
    public Status status() {
        return new Status(online, 3, doing, null, skewMs, notices);
    }

    @Override
    public void close() {}
}
