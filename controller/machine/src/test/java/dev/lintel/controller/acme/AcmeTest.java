package dev.lintel.controller.acme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.acme.FakeAcme.Trouble;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.tls.CertificateNames;
import dev.lintel.controller.tls.KeyAndChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// When something is ordered, renewed and put off, by a clock that is moved by hand.
class AcmeTest {
    @TempDir
    Path folder;

    private AcmeRig rig;

    @BeforeEach
    void begin() throws IOException {
        rig = new AcmeRig(folder);
    }

    @AfterEach
    void end() {
        rig.close();
    }

    @Test
    void anOrderEndsInACertificateForAllNames() throws Exception {
        assertThat(rig.acme().certificate()).isNull();
        assertThat(rig.acme().fault()).contains("no certificate for lobby.example.com, gate.example.com", "under way");
        rig.runToEnd();
        assertThat(CertificateNames.of(rig.certificate().leaf()).names())
                .containsExactlyInAnyOrderElementsOf(AcmeRig.NAMES);
        assertThat(rig.certificate().chain()).hasSize(2);
        assertThat(rig.acme().fault()).isNull();
        assertThat(rig.acme().isDue()).isFalse();
        for (String name : List.of("acme.pem", "acme-account.key", "acme-next.key", "acme.json")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(rig.folder.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aCertificateOutlivesTheProcessAndIsNotOrderedAgain() {
        rig.runToEnd();
        KeyAndChain before = rig.certificate();
        rig.restart(AcmeRig.NAMES);
        assertThat(rig.certificate()).isEqualTo(before);
        assertThat(rig.acme().isDue()).isFalse();
        assertThat(rig.authority.orders()).isEqualTo(1);
    }

    @Test
    void itIsRenewedAfterTwoThirdsOfItsLifeWithAnotherKeyAndTheSameAccount() {
        rig.runToEnd();
        KeyAndChain before = rig.certificate();
        rig.time.advance(Duration.ofDays(60).minusHours(1).minusSeconds(1)); // begun an hour before it was made
        assertThat(rig.acme().isDue()).isFalse();
        rig.time.advance(Duration.ofSeconds(1));
        assertThat(rig.acme().isDue()).isTrue();
        rig.runToEnd();
        assertThat(rig.certificate().leaf().getNotAfter()).isAfter(before.leaf().getNotAfter());
        assertThat(rig.certificate().leaf().getPublicKey())
                .isNotEqualTo(before.leaf().getPublicKey());
        assertThat(rig.authority.accounts()).isEqualTo(1);
    }

    @Test
    void anotherNameIsOrderedAtOnceAndTheOldCertificateGoesOn() {
        rig.runToEnd();
        var more = List.of("lobby.example.com", "gate.example.com", "yard.example.com");
        rig.restart(more);
        assertThat(rig.acme().certificate()).isNotNull();
        assertThat(rig.acme().isDue()).isTrue();
        assertThat(rig.acme().fault()).contains("yard.example.com");
        rig.runToEnd();
        assertThat(CertificateNames.of(rig.certificate().leaf()).names()).containsExactlyInAnyOrderElementsOf(more);
    }

    @Test
    void whoSaysWhenIsAskedThenAndNoSoonerAlsoAfterARestartAndByHand() {
        rig.authority.troubles.put("newOrder", Trouble.TOO_OFTEN);
        rig.acme().step();
        assertThat(rig.acme().fault())
                .contains("asked too often", "too many certificates already issued", "rateLimited");
        assertThat(rig.next()).isEqualTo(Duration.ofHours(1));
        rig.restart(AcmeRig.NAMES);
        assertThat(rig.acme().isDue()).isFalse();
        rig.time.advance(Duration.ofMinutes(59));
        assertThat(rig.acme().ask()).contains("left alone until 2026-11-25T11:00:00Z");
        assertThat(rig.acme().step()).isFalse();
        assertThat(rig.authority.asked.stream().filter("newOrder"::equals)).hasSize(1);
        rig.authority.troubles.clear();
        rig.time.advance(Duration.ofMinutes(1));
        rig.runToEnd();
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "'Wed, 25 Nov 2026 10:00:30 GMT', 30", "soon, 2", "-5, 2", "99999999999, 691200"})
    void anOrderInTheWorksIsLookedAtWhenTheAuthoritySaysSo(String retryAfter, long seconds) {
        rig.authority.processing.set(1);
        rig.acme().step(); // ordered and told to look
        rig.time.advance(Duration.ZERO);
        rig.authority.retryAfter = retryAfter;
        rig.time.setWall("2026-11-25T10:00:00Z");
        while (rig.acme().status().fault() == null && !rig.authority.asked.contains("finalize")) {
            rig.time.setWall("2026-11-25T10:00:00Z");
            rig.restart(AcmeRig.NAMES);
            rig.time.setWall("2026-11-25T10:00:02Z");
            rig.acme().step();
        }
        long wait = Duration.between(
                        Instant.parse("2026-11-25T10:00:02Z"),
                        Objects.requireNonNull(rig.acme().status().next()))
                .toSeconds();
        assertThat(wait).isIn(seconds, seconds - 2);
    }

    @Test
    void anOrderThatIsNeverSettledIsGivenUp() {
        rig.authority.processing.set(1_000_000);
        rig.authority.retryAfter = "600";
        List<Duration> waits = new ArrayList<>();
        while (rig.acme().status().fault() == null) {
            rig.acme().step();
            waits.add(rig.next());
            rig.passToNext();
        }
        assertThat(rig.acme().fault()).contains("did not settle the order within two hours");
        assertThat(waits.size()).isBetween(12, 18); // ten minutes apart
        rig.authority.processing.set(0);
        rig.runToEnd();
        assertThat(rig.authority.orders()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"HELD", "WRONG"})
    void nothingIsOrderedByAClockThatIsNotBelieved(ClockTrust doubt) {
        rig.trust = doubt;
        assertThat(rig.acme().step()).isFalse();
        assertThat(rig.authority.asked).isEmpty();
        assertThat(rig.acme().fault()).contains("the clock is " + doubt.name().toLowerCase(java.util.Locale.ROOT));
        assertThat(rig.acme().ask()).contains("the clock is");
        rig.trust = ClockTrust.TRUSTED;
        rig.runToEnd();
    }

    @Test
    void whoAsksByHandGetsANewOneButNotEachSecond() {
        rig.runToEnd();
        KeyAndChain before = rig.certificate();
        assertThat(rig.acme().ask()).contains("less than a minute ago: it is done");
        rig.time.advance(Duration.ofMinutes(2));
        assertThat(rig.acme().ask()).isNull();
        assertThat(rig.acme().isDue()).isTrue();
        rig.runToEnd();
        assertThat(rig.certificate()).isNotEqualTo(before);
        assertThat(rig.acme().isDue()).isFalse();
    }

    @Test
    void aRenewalThatFailsIsTroubleOnlyWhenTheEndIsNearAndAnEndedOneIsNotShown() {
        rig.runToEnd();
        rig.authority.troubles.put("newOrder", Trouble.REFUSED);
        rig.time.advance(Duration.ofDays(61));
        rig.acme().step();
        assertThat(rig.acme().status().fault()).isNotNull();
        assertThat(rig.acme().fault()).isNull();
        rig.time.advance(Duration.ofDays(8));
        assertThat(rig.acme().fault()).contains("is not renewed yet", "policy");
        assertThat(rig.acme().certificate()).isNotNull();
        rig.time.advance(Duration.ofDays(22));
        assertThat(rig.acme().certificate()).isNull();
        assertThat(rig.acme().fault()).contains("there is no certificate");
    }

    @Test
    void aClockThatWasSetBackDoesNotPutTheNextTryOffForEver() {
        rig.authority.troubles.put("newOrder", Trouble.REFUSED);
        rig.time.setWall("2027-11-25T10:00:00Z");
        rig.acme().step();
        rig.time.setWall("2026-11-25T10:00:00Z");
        rig.authority.troubles.clear();
        assertThat(rig.acme().isDue()).isTrue();
        rig.runToEnd();
    }

    @Test
    void filesThatAreDamagedCostAnOrderAndNoMore() throws IOException {
        rig.runToEnd();
        Files.writeString(rig.folder.resolve("acme.json"), "{half");
        Files.writeString(rig.folder.resolve("acme.pem"), "-----BEGIN");
        rig.restart(AcmeRig.NAMES);
        assertThat(rig.acme().certificate()).isNull();
        rig.runToEnd();
        assertThat(rig.acme().certificate()).isNotNull();
        assertThat(rig.authority.accounts()).isEqualTo(1);
        Files.writeString(rig.folder.resolve("acme-account.key"), "nothing");
        rig.time.advance(Duration.ofDays(61));
        rig.acme().step();
        assertThat(rig.acme().status().fault()).contains("acme-account.key is damaged, remove it");
    }
}
