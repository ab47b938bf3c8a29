package dev.lintel.controller;

import dev.lintel.controller.acme.BoxCertificate;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.server.EventLoops;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.Certificates;
import org.jspecify.annotations.Nullable;

/// What the web server needs and no door: made beside the doors ([Ahead]).
///
/// @param served the certificate, when it is there and good; null when one must be made first
record FrontGround(Certificates.@Nullable Served served, EventLoops loops) implements AutoCloseable {
    /// Only reads from the disk.
    static FrontGround lay(ControllerConfig config, DataFolder folder, Time time) {
        var loops = EventLoops.start(time);
        try {
            return new FrontGround(BoxCertificate.laid(config, folder, time), loops);
        } catch (RuntimeException e) { // its threads would keep the process alive
            loops.close();
            throw e;
        }
    }

    @Override
    public void close() {
        loops.close();
    }
}
