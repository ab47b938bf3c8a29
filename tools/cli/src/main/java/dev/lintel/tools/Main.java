package dev.lintel.tools;

import dev.lintel.tools.pack.Training;
import java.nio.file.Path;
import java.util.Arrays;

/// The program's entry: sorts `run` from everything else. Main thread.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        String training = System.getProperty(Training.PROPERTY);
        if (training != null) Training.load(Path.of(training));
        if (arguments.length > 0 && arguments[0].equals("run")) {
            dev.lintel.controller.Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
            return;
        }
        System.exit(CommandLines.execute(arguments));
    }
}
