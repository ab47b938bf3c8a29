package dev.lintel.controller.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/// Configures `java.util.logging`, which Netty and Vert.x log through: [JavaLogHandler] takes all its records. The JDK
/// makes one when the first of them logs, so that the doors do not wait for it at a start.
public final class JavaLogging {
    static final String PROPERTY = "java.util.logging.config.class";

    private static final String CONFIGURATION = "handlers=" + JavaLogHandler.class.getName() + "\n" + ".level=INFO\n";

    /// For the JDK's [LogManager].
    public JavaLogging() throws IOException {
        byte[] configuration = CONFIGURATION.getBytes(StandardCharsets.ISO_8859_1);
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(configuration));
    }

    /// Has the JDK use this configuration. Must be called before anything is logged.
    public static void install() {
        System.setProperty(PROPERTY, JavaLogging.class.getName());
    }
}
