package dev.lintel.tools;

import dev.lintel.controller.system.SystemDesk;
import dev.lintel.controller.system.SystemException;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.system.SystemRequest;
import dev.lintel.controller.system.Works;
import dev.lintel.controller.time.ClockWatch;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.UpdateException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/// Root's side of the system's page, for the commands that root gives.
final class SystemWorks {
    private SystemWorks() {}

    /// Throws [CommandFailed] where it is not root who asks.
    static Works of(String command, Path data) {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new CommandFailed(command + ": this takes root: use sudo");
        }
        Path folder = data.toAbsolutePath().normalize();
        var time = new SystemTime();
        // A box that does not answer must not hold root's turn; then an update is judged as if all had worked before.
        var trial = new Trial(new ControlClient(folder), folder, time);
        return new Works(
                new SystemFolders(Path.of("/"), folder),
                new BoardMachine(),
                () -> Limited.within(Limited.USUAL, trial::faults, List.of()),
                ClockWatch.BUILT,
                time);
    }

    /// What became of it, in a sentence. Throws [CommandFailed].
    static String carryOut(String command, Path data, SystemRequest request) {
        try {
            return of(command, data).carryOut(SystemDesk.newId(new SecureRandom()), request);
        } catch (SystemException | UpdateException e) {
            throw new CommandFailed(command + ": " + e.getMessage());
        }
    }
}
