package dev.lintel.controller;

import dev.lintel.controller.board.BoxClock;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.console.Console;
import dev.lintel.controller.console.SystemPages;
import dev.lintel.controller.system.SystemDesk;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import java.nio.file.Path;

/// What the pages know and ask of the machine around the box.
final class BoxSystem {
    private BoxSystem() {}

    static SystemPages.Machinery of(Front.Parts parts, Time time) {
        BoxClock clock = parts.asking().clock();
        var folders = new SystemFolders(Path.of("/"), parts.folder().path().toAbsolutePath());
        return new SystemPages.Machinery(
                new SystemDesk(folders, time), clock::read, () -> clock.tell(ClockTrust.TRUSTED));
    }

    /// How the pages behave, and what every one says of the machine's disk.
    static Console.Settings settings(Front.Parts parts) {
        ControllerConfig config = parts.config();
        String broken = parts.surroundings().disk().words();
        return new Console.Settings(config.name(), false, config.listen().isLoopback(), broken);
    }
}
