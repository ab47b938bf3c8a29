package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class WebhookAckTokensTest {
    private final AckTokens tokens = new AckTokens(Bytes.copyOf(new byte[AckTokens.KEY_BYTES]));

    @Property
    void aTokenIsOfItsItemAndAlwaysTheSame(@ForAll @LongRange(min = 1) long item) {
        String token = tokens.of(item);
        assertThat(token).matches("[A-Za-z0-9_-]{32}").isEqualTo(tokens.of(item));
        assertThat(tokens.item(token)).isEqualTo(item);
    }

    @Property
    void anotherCharacterMakesItNone(
            @ForAll @LongRange(min = 1) long item, @ForAll @IntRange(min = 0, max = 31) int at, @ForAll char other) {
        String token = tokens.of(item);
        String changed = token.substring(0, at) + other + token.substring(at + 1);
        if (!changed.equals(token)) assertThat(tokens.item(changed)).isNull();
    }

    @Property
    void textIsNoToken(@ForAll String text) {
        assertThat(tokens.item(text)).isNull();
    }

    @Property
    void aTokenOfAnotherBoxIsNone(@ForAll @LongRange(min = 1) long item) {
        byte[] key = new byte[AckTokens.KEY_BYTES];
        key[0] = 1;
        assertThat(tokens.item(new AckTokens(Bytes.copyOf(key)).of(item))).isNull();
    }
}
