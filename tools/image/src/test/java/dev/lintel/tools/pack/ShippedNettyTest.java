package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Parsers of protocols that no box speaks are a way in, so they are not shipped.
class ShippedNettyTest {
    /// What Vert.x needs for HTTP/1.1, HTTP/2, WebSockets and email.
    static final List<String> USED = List.of(
            "netty-buffer",
            "netty-codec-base",
            "netty-codec-classes-quic", // packed with one interface of 158 classes
            "netty-codec-compression",
            "netty-codec-http",
            "netty-codec-http2",
            "netty-common",
            "netty-handler",
            "netty-handler-proxy",
            "netty-resolver",
            "netty-transport",
            "netty-transport-native-unix-common");

    @Test
    void classPathHasOnlyTheCodecsThatAreUsed() throws IOException {
        String classPath = Files.readString(Path.of("../cli/target/test.classpath"));
        assertThat(Arrays.stream(classPath.split(File.pathSeparator, -1))
                        .map(jar -> Path.of(jar).getFileName().toString())
                        .filter(name -> name.startsWith("netty-"))
                        .map(name -> name.replaceFirst("-[0-9].*", "")))
                .containsExactlyInAnyOrderElementsOf(USED);
    }
}
