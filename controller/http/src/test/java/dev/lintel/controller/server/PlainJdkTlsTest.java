package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.tls.ServerIdentity;
import dev.lintel.controller.tls.TestTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the TLS of the web server keeps of strangers.
class PlainJdkTlsTest {
    private static final String TICKETS = "jdk.tls.client.enableSessionTicketExtension";

    @TempDir
    Path folder;

    /// A client of the TLS of this JVM, which reads the property when a context is made.
    private SSLContext client(boolean tickets) {
        String before = System.getProperty(TICKETS, "true");
        System.setProperty(TICKETS, String.valueOf(tickets));
        try {
            return ClientTrust.in(served().authority());
        } finally {
            System.setProperty(TICKETS, before);
        }
    }

    private Certificates.Served served() {
        return TestTls.in(folder);
    }

    private SslContext server() throws SSLException {
        Vertx vertx = Vertx.vertx();
        try {
            var key = new ServedKey(ServerIdentity.read(served().key(), served().certificate()));
            return new PlainJdkTls(() -> null)
                    .sslContextFactory()
                    .keyMananagerFactory(key.getKeyManagerFactory(vertx))
                    .enabledProtocols(Set.of("TLSv1.2"))
                    .create();
        } finally {
            var _ = vertx.close();
        }
    }

    /// Both sides until their handshake has ended.
    private static void shakeHands(SslContext server, SSLContext client) throws SSLException {
        SSLEngine here = server.newEngine(ByteBufAllocator.DEFAULT);
        SSLEngine there = client.createSSLEngine();
        there.setUseClientMode(true);
        here.beginHandshake();
        there.beginHandshake();
        ByteBuffer toServer = ByteBuffer.allocate(64 << 10).flip();
        ByteBuffer toClient = ByteBuffer.allocate(64 << 10).flip();
        for (int turn = 0; turn < 100; turn++) {
            step(there, toClient, toServer);
            step(here, toServer, toClient);
            if (done(here) && done(there) && !toServer.hasRemaining() && !toClient.hasRemaining()) return;
        }
        throw new IllegalStateException("the handshake does not end");
    }

    private static boolean done(SSLEngine engine) {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) task.run();
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            out.compact();
            SSLEngineResult result = engine.wrap(ByteBuffer.allocate(0), out);
            out.flip();
            assertThat(result.getStatus()).isEqualTo(SSLEngineResult.Status.OK);
        } else if (in.hasRemaining()) {
            engine.unwrap(in, ByteBuffer.allocate(32 << 10));
        }
    }

    private static int sessions(SslContext server) {
        return Collections.list(server.sessionContext().getIds()).size();
    }

    @Test
    void sessionsOfClientsWithoutTicketsAreBounded() throws Exception {
        SslContext server = server();
        shakeHands(server, client(false));
        assertThat(sessions(server)).as("kept by the server").isOne();
        for (int i = 0; i < 2 * PlainJdkTls.SESSIONS_MAX; i++) shakeHands(server, client(false));
        assertThat(sessions(server)).isEqualTo(PlainJdkTls.SESSIONS_MAX);
    }

    @Test
    void sessionsWithTicketsTakeNothingAndEndAfterAnHour() throws Exception {
        SslContext server = server();
        for (int i = 0; i < 3; i++) shakeHands(server, client(true));
        assertThat(sessions(server)).isZero();
        assertThat(server.sessionContext().getSessionTimeout()).isEqualTo(PlainJdkTls.SESSION_S);
    }
}
