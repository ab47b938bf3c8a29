package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is answered to a webhook before its body is read.
class HookResourceTest {
    @TempDir
    Path folder;

    private final AtomicBoolean follows = new AtomicBoolean();
    private ApiBox box;

    /// A box that follows a service, or does not, and takes every webhook.
    private final class Desk implements ServiceDesk {
        @Override
        public boolean takesWebhooks() {
            return follows.get();
        }

        @Override
        public int webhook(Hook hook) {
            return 200;
        }

        @Override
        public Begun begin() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Plan plan(Given given) {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable Path confirm(String by) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void drop() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void webhookSecret(@Nullable String secret) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void start() {
        box = new ApiBox(folder, 0, endpoints -> new HookResource(new Desk(), new SystemTime()).mount(endpoints));
    }

    @AfterEach
    void stop() {
        box.close();
    }

    /// The head of a webhook whose long body never comes, and the answer's first line.
    private String answered(String headers) throws IOException {
        try (Socket socket =
                box.trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort())) {
            socket.setSoTimeout(4_000); // less than a body may take
            socket.getOutputStream()
                    .write(("POST /sync/hook HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n" + headers + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return answer.replace("HTTP/1.1 ", "");
        }
    }

    @Test
    void whereNoServiceIsFollowedNoBodyIsRead() throws IOException {
        assertThat(answered("Timestamp: 1\r\nSignature: 2\r\n")).isEqualTo("404");
    }

    @Test
    void whatShowsNoSignatureIsNotRead() throws IOException {
        follows.set(true);
        assertThat(answered("")).isEqualTo("401");
        assertThat(answered("Timestamp: 1\r\n")).isEqualTo("401");
    }

    private static Reply answered(Endpoints endpoints, String address) {
        Endpoints.Found found = endpoints.find(Method.POST, HookResource.PATH);
        var head = new Request.Head(Method.POST, HookResource.PATH, "", _ -> null, address, "id", "https://localhost");
        return found.handler()
                .handle(new Request(head, new Request.Route(found.pattern(), Map.of()), () -> Bytes.EMPTY));
    }

    /// A host of IPv6 has all addresses of its /64.
    @Test
    void addressesOfANetworkShareItsLimit() {
        follows.set(true);
        var endpoints = new Endpoints();
        new HookResource(new Desk(), new HandTime("2026-03-02T10:00:00Z")).mount(endpoints);
        for (int i = 1; i <= 300; i++) {
            assertThat(answered(endpoints, "2001:db8:1:1::" + Integer.toHexString(i)))
                    .as("request %d", i)
                    .isNotInstanceOf(Reply.TooMany.class);
        }
        assertThat(answered(endpoints, "2001:db8:1:1:ffff::1")).isInstanceOf(Reply.TooMany.class);
        assertThat(answered(endpoints, "2001:db8:1:2::1")).isNotInstanceOf(Reply.TooMany.class);
    }
}
