package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchTest {
    /// Of `abc`, as FIPS 180-2 has it.
    private static final String SHA512 = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";

    private static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch end = new CountDownLatch(1);

    @TempDir
    Path folder;

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/file", exchange -> {
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write("abc".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.createContext("/half", exchange -> {
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write('a');
            exchange.getResponseBody().flush();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
    }

    private URI url(String path) {
        return URI.create("http://localhost:" + server.getAddress().getPort() + path);
    }

    @Test
    void rightSum_fileIsKept() throws Exception {
        Fetch.fetch(url("/file"), folder.resolve("kept"), SHA512, LONG);
        assertThat(folder.resolve("kept")).hasContent("abc");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void wrongSum_nothingIsKept() {
        assertThatThrownBy(() -> Fetch.fetch(url("/file"), folder.resolve("kept"), SHA512.replace('d', 'e'), LONG))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its SHA-512 is " + SHA512);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void missingFile_saysTheStatus() {
        assertThatThrownBy(() -> Fetch.fetch(url("/other"), folder.resolve("kept"), SHA512, LONG))
                .hasMessageContaining("status 404");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void serverThatStopsInTheMiddle_isNotWaitedForLonger() {
        assertThatThrownBy(() -> Fetch.fetch(url("/half"), folder.resolve("kept"), SHA512, Duration.ofSeconds(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("it did not arrive within 1 s");
        assertThat(folder).isEmptyDirectory();
    }
}
