package dev.lintel.reader.fuzz;

/// What Jazzer calls in the JVM that it has for one target, which the property `fuzz.target` names.
public final class FuzzEntry {
    private static final FuzzTarget TARGET = FuzzTarget.of(System.getProperty("fuzz.target", ""));

    private FuzzEntry() {}

    /// One input.
    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.run(input);
    }
}
