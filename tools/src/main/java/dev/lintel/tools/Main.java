package dev.lintel.tools;

/// The program's entry: sorts `run` from everything else. Main thread.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(CommandLines.execute(arguments));
    }
}
