package dev.lintel.tools;

import dev.lintel.controller.system.SystemException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lintel system serve`: run by the machine itself when the box asks for something.
@Command(
        name = "serve",
        hidden = true,
        description = "As root: carries out what the box has asked for on its page, and tells how the machine stands."
                + " A machine does this by itself: lintel-system.service.",
        mixinStandardHelpOptions = true)
final class SystemServeCommand implements Callable<Integer> {
    @Mixin
    DataOption data = new DataOption();

    @Override
    public Integer call() {
        try {
            SystemWorks.of("lintel system serve", data.folder).serve();
            return 0;
        } catch (SystemException e) {
            throw new CommandFailed("lintel system serve: " + e.getMessage());
        }
    }
}
