package dev.lintel.controller.sync;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.TestAuthority;
import dev.lintel.controller.tls.TestAuthority.Wish;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.wire.JoinAnswer;
import java.time.Duration;
import java.time.Instant;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.jspecify.annotations.Nullable;

/// A hub that a test plays. Its certificates are real.
public final class FakeHub implements Uplines {
    public static final String CODE = "7KQ2-M9XD";

    /// Of a box's certificate.
    private static final Duration LIFE = Duration.ofDays(397);

    private final TestAuthority authority = TestAuthority.create("Hub CA");

    /// The line that is open, and what it speaks to.
    @Nullable
    public FakeUpline line;

    @Nullable
    public SyncTarget target;

    public int left;

    @Override
    public JoinAnswer join(Joining joining) {
        if (!joining.code().equals(CODE)) throw new UplineException("the code is wrong or over");
        var wish = Wish.of("Lobby")
                .from(Instant.ofEpochMilli(new SystemTime().nowMs()), LIFE)
                .use(KeyPurposeId.id_kp_clientAuth);
        String box = TestAuthority.pem(
                authority.sign(TestAuthority.keyOf(joining.csr().toArray()), wish));
        String ca = TestAuthority.pem(authority.certificate());
        return new JoinAnswer("hub-1", "Head Office", 4, "Lobby", box, ca, "");
    }

    @Override
    public HubLine open(Upstream.Joined joined, SyncTarget spokenTo) {
        var opened = new FakeUpline(() -> left++);
        line = opened;
        target = spokenTo;
        return opened;
    }
}
