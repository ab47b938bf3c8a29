package dev.lintel.controller.sync;

import dev.lintel.sync.wire.ForwardAnswer;
import dev.lintel.sync.wire.ForwardRequest;
import org.jspecify.annotations.Nullable;

/// The line to the hub, as long as the box follows it. Any thread that may block; what cannot be done is an
/// [UplineException] in words.
public interface Upline extends AutoCloseable {
    /// Begins to follow; returns at once.
    void start();

    /// Asks for all there is, now; returns at once. Progress tells what comes of it.
    void syncNow();

    /// A door has changed; the hub is told within a second. Does not wait.
    void doorsChanged();

    /// Has the hub do a write. Returns once this box has applied all up to the answer's cursor.
    ForwardAnswer forward(ForwardRequest request);

    /// A picture by the hub's name of it, JPEG.
    byte[] image(String name, boolean thumbnail);

    /// Asks for a certificate for the key in `csr` (PKCS #10, PEM), over the old one. Returns it, PEM.
    String renew(String csr);

    /// Tells the hub that this box follows it no more.
    void leave();

    Status status();

    @Override
    void close();

    /// How the line is.
    ///
    /// @param online whether the link stands
    /// @param waiting events that the hub does not have yet
    /// @param doing what is going on, for a person: `idle`, `changes: 1,200 lines`, `snapshot: 40,000 people`
    /// @param problem what keeps it from following, in words; null: nothing
    /// @param skewMs this box's clock less the hub's, or null before it was measured
    record Status(
            boolean online,
            long waiting,
            String doing,
            @Nullable String problem,
            @Nullable Long skewMs) {}
}
