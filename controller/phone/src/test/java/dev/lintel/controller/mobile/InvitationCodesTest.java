package dev.lintel.controller.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class InvitationCodesTest {
    private static final byte[] KEY = new byte[InvitationCodes.KEY_BYTES];

    static {
        for (int i = 0; i < KEY.length; i++) KEY[i] = (byte) i;
    }

    private final InvitationCodes codes = new InvitationCodes(KEY::clone);

    /// Computed by hmac and divmod of Python 3.
    @Test
    void aCodeIsMadeOfIdNonceAndKey() {
        Bytes nonce = Bytes.ofHex("101112131415161718191a1b1c1d1e1f");
        assertThat(codes.of(4711, nonce)).isEqualTo("U73A-W9NW-GG43-V7C7");
        assertThat(codes.plain(4711, nonce)).isEqualTo("U73AW9NWGG43V7C7");
        assertThat(codes.of(4712, nonce)).isNotEqualTo(codes.of(4711, nonce));
        assertThat(new InvitationCodes(() -> new byte[32]).of(4711, nonce)).isNotEqualTo(codes.of(4711, nonce));
    }

    @Property
    void isReadHoweverItIsTyped(@ForAll long id, @ForAll @Size(16) byte[] nonce) {
        String code = codes.of(id, Bytes.copyOf(nonce));
        String plain = code.replace("-", "");
        assertThat(code).matches("[34679AC-HJKMNP-RT-Y]{4}(-[34679AC-HJKMNP-RT-Y]{4}){3}");
        for (String typed : List.of(
                code,
                plain,
                code.toLowerCase(Locale.ROOT),
                " " + code.replace('-', ' ') + "\n",
                code.replace('-', '\u2013'))) {
            assertThat(InvitationCodes.read(typed)).as(typed).isEqualTo(plain);
        }
    }

    @Test
    void whatIsNoCodeIsNone() {
        assertThat(InvitationCodes.read(null)).isNull();
        for (String typed : List.of(
                "",
                "U73A-W9NW-GG43-V7C",
                "U73A-W9NW-GG43-V7C77",
                "O73A-W9NW-GG43-V7C7",
                "1".repeat(16),
                "A".repeat(99))) {
            assertThat(InvitationCodes.read(typed)).as(typed).isNull();
        }
    }

    /// Two requests at once on a new box: the second must not make another key.
    @Test
    void theKeyIsMadeOnceHoweverManyAskForIt() throws Exception {
        var made = new AtomicInteger();
        var asked = new CountDownLatch(2);
        var slow = new InvitationCodes(() -> {
            asked.countDown();
            try {
                asked.await(100, TimeUnit.MILLISECONDS); // the other one would be here by then
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            byte[] key = new byte[InvitationCodes.KEY_BYTES];
            key[0] = (byte) made.incrementAndGet();
            return key;
        });
        Bytes nonce = Bytes.copyOf(new byte[16]);
        try (var both = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = both.submit(() -> slow.of(1, nonce));
            var second = both.submit(() -> slow.of(1, nonce));
            assertThat(first.get()).isEqualTo(second.get());
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void theKeyIsReadOnceAndOnlyWhenItIsNeeded() {
        var reads = new ArrayList<String>();
        var lazy = new InvitationCodes(() -> {
            reads.add("read");
            return KEY.clone();
        });
        assertThat(reads).isEmpty();
        lazy.of(1, lazy.nonce());
        lazy.of(2, lazy.nonce());
        assertThat(reads).hasSize(1);
    }
}
