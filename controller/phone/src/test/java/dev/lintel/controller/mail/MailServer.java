package dev.lintel.controller.mail;

import dev.lintel.controller.tls.TestAuthority;
import dev.lintel.controller.tls.TestAuthority.Wish;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/// A real SMTP server on this machine, with a certificate of an authority of its own for `localhost`.
public final class MailServer implements AutoCloseable {
    public static final String USER = "door@example.com";
    public static final String PASSWORD = "n0t in any log";

    private static final long PATIENCE_S = 60;

    private final TestAuthority authority;
    private final SMTPServer server;
    private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();
    /// What it says to a recipient, by address.
    private final Map<String, RejectException> refusals = new ConcurrentHashMap<>();

    private MailServer(TestAuthority authority, SMTPServer.Builder builder) {
        this(authority, InetAddress.getLoopbackAddress(), builder);
    }

    private MailServer(TestAuthority authority, InetAddress address, SMTPServer.Builder builder) {
        this.authority = authority;
        this.server = builder.bindAddress(address)
                .hostName("localhost")
                .softwareName("test")
                .messageHandler((_, _, to, data) -> take(to, data))
                .build();
        server.start();
    }

    private void take(String to, byte[] data) throws RejectException {
        RejectException refusal = refusals.get(to);
        if (refusal != null) throw refusal;
        letters.add(new String(data, StandardCharsets.UTF_8));
    }

    /// Takes letters only after STARTTLS, from [#USER].
    public static MailServer withStartTls() {
        return called("localhost");
    }

    /// The same with a certificate of that name.
    static MailServer called(String name) {
        TestAuthority authority = TestAuthority.create("Mail");
        return new MailServer(
                authority,
                SMTPServer.port(0)
                        .requireTLS()
                        .startTlsSocketFactory(authority.server(Wish.of(name)))
                        .requireAuth()
                        .authenticationHandlerFactory(new EasyAuthenticationHandlerFactory((user, password, _) -> {
                            if (!user.equals(USER) || !password.equals(PASSWORD)) throw new LoginFailedException();
                        })));
    }

    /// Takes letters from anybody, over TLS from the first byte.
    public static MailServer overTls() {
        TestAuthority authority = TestAuthority.create("Mail");
        return new MailServer(
                authority, SMTPServer.port(0).serverSocketFactory(authority.server(Wish.of("localhost"))));
    }

    /// Takes emails from anybody at an IPv6 address, over TLS from the first byte.
    static MailServer onIpv6() {
        TestAuthority authority = TestAuthority.create("Mail");
        return new MailServer(
                authority,
                InetAddress.ofLiteral("::1"),
                SMTPServer.port(0).serverSocketFactory(authority.server(Wish.of("::1"))));
    }

    /// Takes letters from anybody, in the clear.
    public static MailServer plain() {
        return new MailServer(TestAuthority.create("Mail"), SMTPServer.port(0));
    }

    public int port() {
        return server.getPortAllocated();
    }

    /// Writes its authority's certificate.
    public Path authority(Path file) throws IOException {
        return Files.writeString(file, TestAuthority.pem(authority.certificate()));
    }

    /// What it says to letters to that address from now on; null: it takes them.
    public void refuse(String address, @Nullable Integer code, String words) {
        if (code == null) refusals.remove(address);
        else refusals.put(address, new RejectException(code, words));
    }

    /// The next letter, as it came over the line.
    public String next() throws InterruptedException {
        String letter = letters.poll(PATIENCE_S, TimeUnit.SECONDS);
        if (letter == null) throw new AssertionError("no letter has come");
        return letter;
    }

    public List<String> others() {
        return List.copyOf(letters);
    }

    @Override
    public void close() {
        server.stop();
    }
}
