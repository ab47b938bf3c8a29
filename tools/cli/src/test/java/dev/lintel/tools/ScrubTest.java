package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.lintel.controller.store.SupportFacts.Known;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names, numbers and addresses; secrets are in SupportCommandTest.
class ScrubTest {
    /// A linear pass takes a tenth of a second; a quadratic one takes minutes.
    private static final int TEXT_CHARS = 1 << 18;

    private static final Scrub PEOPLE =
            new Scrub(Known.of(List.of("ada lovelace", "lovelace ada", "lovelace"), List.of("77123")));

    /// An attacker on the box can write such a text to a file that root reads.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a.",
                "a@",
                "a@b",
                "a@b.",
                "a@b.c",
                "@",
                "@.",
                "a.b-",
                "0-",
                "0000-",
                "A000-",
                "A000-B",
                "7",
                "77123 ",
                "a'",
                "a’s ",
                "lovelace ",
                "lovelace, ",
                "ada ",
                "ada",
                "://",
                "://a",
                "://a@",
                "basic ",
                "-----BEGIN "
            })
    void aTextThatIsMadeToTakeLongDoesNot(String piece) {
        String text = piece.repeat(TEXT_CHARS / piece.length());
        assertTimeout(Duration.ofSeconds(20), () -> PEOPLE.text(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mail to ada@example.com now            | mail to (left out) now
            a@b.example, c.d+e@f.g.example         | (left out), (left out)
            a@b.example_c@d.example                | (left out)(left out)
            ada@localhost                          | ada@localhost
            by Ada Lovelace                        | by (left out)
            Lovelace's card 77123                  | (left out) card (left out)
            card 77124                             | card 77124
            join 7KQ2-M9XD-AB12                    | join (left out)
            X-7KQ2-M9XD.                           | X-(left out).
            7KQ2-M9XD-AB123                        | (left out)-AB123
            2026-1125-1200                         | 2026-1125-1200
            """)
    void whoSomebodyIsIsLeftOut(String line, String left) {
        assertThat(PEOPLE.text(line)).isEqualTo(left);
    }

    /// One token in 1,500 has no digit; the seed is fixed and has some.
    @Test
    void everyRandomSecretIsLeftOut() {
        var random = new Random(38);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            assertLeftOut(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
            assertLeftOut(Base64.getEncoder().encodeToString(bytes));
        }
    }

    private static void assertLeftOut(String secret) {
        assertThat(Scrub.SECRETS.text("it was " + secret + "\n")).doesNotContain(secret);
    }

    /// Long names of units, classes and files are what a log is about.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run",
                "AbstractQueuedLongSynchronizerConditionObject",
                "systemd-networkd-wait-online-of-everything.service",
                "SIMULATION_VIOLATIONS_OF_EVERY_KIND_COUNTED",
                "/var/lib/lintel/controller/snapshots/OfEveryNight"
            })
    void longNamesAreKept(String name) {
        assertThat(Scrub.SECRETS.text("at " + name + "\n")).isEqualTo("at " + name + "\n");
    }
}
