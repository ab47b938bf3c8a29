package dev.lintel.controller.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.wallet.PassSecrets.Link;
import dev.lintel.reader.Bytes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class PassSecretsTest {
    private final PassSecrets secrets = new PassSecrets(() -> new byte[32]);
    private final PassSecrets others = new PassSecrets(() -> new byte[] {1});

    private Link read(String link) {
        return Objects.requireNonNull(Link.read(link));
    }

    @Property
    void aLinkIsOfOneCredentialOneDayAndOneNonce(
            @ForAll @LongRange(min = 1, max = 999_999_999_999_999_999L) long id,
            @ForAll @LongRange(min = 0, max = 9_999_999) long day) {
        Bytes nonce = secrets.nonce();
        String text = secrets.link(id, nonce, day);
        Link link = read(text);
        assertThat(link.credentialId()).isEqualTo(id);
        assertThat(link.day()).isEqualTo(day);
        assertThat(secrets.isOf(link, nonce)).isTrue();
        assertThat(others.isOf(link, nonce)).isFalse();
        assertThat(secrets.isOf(link, secrets.nonce())).isFalse();
        String hash = text.substring(text.indexOf('-', text.indexOf('-') + 1) + 1);
        if (id > 1)
            assertThat(secrets.isOf(read((id - 1) + "-" + day + "-" + hash), nonce))
                    .isFalse();
        if (day > 0)
            assertThat(secrets.isOf(read(id + "-" + (day - 1) + "-" + hash), nonce))
                    .isFalse();
    }

    @Property
    void whateverElseIsTypedIsNone(@ForAll @StringLength(max = 60) String text) {
        Link link = Link.read(text);
        if (link != null) assertThat(text).matches("[1-9][0-9]*-[0-9]+-[A-Za-z0-9_-]{22}");
    }

    @Test
    void formsThatAreNearAreNone() {
        String good = secrets.link(42, secrets.nonce(), 20_000);
        assertThat(Link.read(good)).isNotNull();
        for (String bad : new String[] {
            "",
            "-",
            good + "x",
            good.substring(1),
            "0" + good,
            good.replace("42-", "042-"),
            good + "\n",
            " " + good,
            good.replace('-', '/'),
            "99999999999999999999-1-" + "a".repeat(22)
        }) {
            if (!bad.equals(good.substring(1)))
                assertThat(Link.read(bad)).as(bad).isNull();
        }
    }

    @Test
    void aLinkTellsNothingOfItselfInALog() {
        String text = secrets.link(42, secrets.nonce(), 20_000);
        assertThat(read(text).toString()).isEqualTo("Link[of credential 42]");
    }

    @Test
    void tokensAndSerialsAreEachTheirOwn() {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            Bytes nonce = secrets.nonce();
            String token = secrets.token(nonce);
            assertThat(token).hasSize(22); // Apple wants 16 at least
            assertThat(secrets.isToken(token, nonce)).isTrue();
            assertThat(secrets.isToken(token, secrets.nonce())).isFalse();
            assertThat(others.isToken(token, nonce)).isFalse();
            assertThat(secrets.serial()).matches("[0-9a-f]{32}");
            all.add(token);
            all.add(secrets.serial());
        }
        assertThat(all).hasSize(2_000);
    }
}
