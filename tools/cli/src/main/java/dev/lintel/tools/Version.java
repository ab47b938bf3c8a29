package dev.lintel.tools;

import picocli.CommandLine.IVersionProvider;

/// This build's version, as the jar's manifest has it.
final class Version implements IVersionProvider {
    /// `unpackaged` when run from class files, as tests are.
    static String text() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"lintel " + text()};
    }
}
