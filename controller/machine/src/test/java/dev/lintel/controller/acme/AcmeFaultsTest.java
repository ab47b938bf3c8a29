package dev.lintel.controller.acme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.acme.FakeAcme.Trouble;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes wrong with an authority and on the way to it, at each step of an order.
class AcmeFaultsTest {
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
    void aNonceThatIsRefusedIsReplacedByTheNextOne() {
        rig.authority.refusedNonces.set(3);
        rig.runToEnd();
        assertThat(rig.acme().status().fault()).isNull();
    }

    @Test
    void aNonceThatIsRefusedForEverEndsTheTry() {
        rig.authority.refusedNonces.set(1000);
        rig.acme().step();
        assertThat(rig.acme().fault()).contains("badNonce");
        assertThat(rig.authority.asked.stream().filter("account"::equals)).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "directory",
                "nonce",
                "account",
                "newOrder",
                "order",
                "authorization",
                "challenge",
                "finalize",
                "certificate"
            })
    void aConnectionThatIsCutAtAnyStepIsTriedAgainAndTheOrderGoesOn(String resource) {
        rig.authority.troubles.put(resource, Trouble.CUT);
        rig.runToFault();
        assertThat(rig.acme().status().fault()).contains("localhost");
        assertThat(rig.acme().certificate()).isNull();
        rig.authority.troubles.clear();
        rig.runToEnd();
        assertThat(rig.authority.orders()).isEqualTo(1);
        assertThat(rig.authority.accounts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"account", "newOrder", "order", "challenge", "finalize", "certificate"})
    void aCrashBeforeTheAnswerToWhatWasDoneIsNoDeadEnd(String resource) {
        rig.authority.troubles.put(resource, Trouble.LOST);
        rig.runToFault();
        rig.authority.troubles.clear();
        rig.restart(AcmeRig.NAMES); // which knows what was written, and nothing of the answer
        rig.runToEnd();
        assertThat(rig.authority.accounts()).isEqualTo(1);
        assertThat(rig.authority.orders()).isEqualTo(resource.equals("newOrder") ? 2 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "account", "newOrder", "order", "authorization", "challenge", "finalize"})
    void whatIsNoAnswerIsNoneAtAnyStep(String resource) {
        for (Trouble trouble : List.of(Trouble.PAGE, Trouble.FAILED)) {
            rig.authority.troubles.put(resource, trouble);
            rig.runToFault();
            assertThat(rig.acme().status().fault()).as(trouble.name()).isNotNull();
        }
        rig.authority.troubles.clear();
        rig.runToEnd();
    }

    @Test
    void aBodyWithoutEndIsNotTakenIn() {
        rig.authority.troubles.put("order", Trouble.HUGE);
        rig.acme().step();
        assertThat(rig.acme().status().fault()).contains("more than 131072 bytes");
        rig.authority.troubles.clear();
        rig.passToNext();
        rig.runToEnd();
    }

    @Test
    void aChainThatIsNoneIsRefusedAndOrderedAnewLater() {
        rig.authority.troubles.put("certificate", Trouble.PAGE);
        rig.runToFault();
        assertThat(rig.acme().status().fault()).contains("holds no certificate");
        assertThat(rig.folder.resolve("acme.pem")).doesNotExist();
        rig.authority.troubles.clear();
        rig.runToEnd();
        assertThat(rig.authority.orders()).isEqualTo(2);
    }

    @Test
    void aCertificateForOtherNamesIsRefused() {
        rig.authority.otherName = "other.example.com";
        rig.runToFault();
        assertThat(rig.acme().status().fault()).contains("is for other.example.com, not for lobby.example.com");
        assertThat(rig.acme().certificate()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aCrashAfterAnyRequestLosesNeitherOrderNorKey(int after) {
        rig.authority.processing.set(2);
        int requests = 0;
        for (int i = 0; i < AcmeRig.STEPS_MAX; i++) {
            // As when the power fails: what a step has not written is gone.
            if (rig.authority.asked.size() >= after && requests < after) {
                requests = rig.authority.asked.size();
                rig.restart(AcmeRig.NAMES);
            }
            if (rig.acme().step()) break;
            rig.passToNext();
        }
        assertThat(rig.acme().certificate()).isNotNull();
        rig.restart(AcmeRig.NAMES);
        assertThat(rig.acme().certificate()).isNotNull();
        assertThat(rig.authority.orders()).isEqualTo(1);
    }

    @Test
    void anAuthorityThatDoesNotFindTheBoxIsQuotedAndAskedLessAndLessOften() {
        rig.plain.stop(0);
        rig.acme().step();
        rig.passToNext();
        rig.acme().step();
        assertThat(rig.acme().fault())
                .contains("lobby.example.com: the authority says: Invalid response from http://lobby.example.com")
                .contains("cannot connect", "(unauthorized)", "tried again at");
        var waits = new ArrayList<Long>();
        for (int failures = rig.acme().fault() == null ? 0 : 1; failures < 10; ) {
            Duration wait = rig.next();
            rig.passToNext();
            rig.acme().step();
            if (wait.compareTo(Acme.LOOK_MAX) > 0) {
                waits.add(wait.toMinutes());
                failures++;
            }
        }
        // A quarter of an hour, doubled to a day, and half of the spread on top.
        assertThat(waits).startsWith(16L, 33L, 67L, 135L, 270L, 540L, 1080L, 1620L, 1620L);
    }

    @Test
    void whatTheAuthoritySaysIsToldInOneLineAndWithoutCommandsForATerminal() {
        rig.authority.troubles.put("newOrder", Trouble.REFUSED);
        rig.acme().step();
        assertThat(rig.acme().status().fault())
                .isEqualTo("the authority says: policy [31mforbids it (rejectedIdentifier)");
    }

    @Test
    void anAuthorityThatWasSetUpAnewIsSignedUpToAgain() {
        rig.runToEnd();
        rig.authority.forgetAccounts();
        rig.time.advance(Duration.ofDays(61));
        rig.acme().step();
        assertThat(rig.acme().status().fault()).contains("knows this box no more");
        rig.passToNext();
        rig.runToEnd();
        assertThat(rig.authority.accounts()).isEqualTo(1);
    }

    @Test
    void anOrderThatIsGoneIsBegunAnew() {
        rig.acme().step();
        rig.authority.troubles.put("order", Trouble.GONE);
        rig.passToNext();
        rig.acme().step();
        assertThat(rig.acme().status().fault()).contains("is not there any more");
        rig.authority.troubles.clear();
        rig.passToNext();
        rig.runToEnd();
        assertThat(rig.authority.orders()).isEqualTo(2);
    }

    @Test
    void anAuthorityThatIsAwayIsTriedAfterAMinuteThenLessOften() {
        rig.authority.close();
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 11; i++) {
            rig.acme().step();
            waits.add(rig.next().toMinutes());
            rig.passToNext();
        }
        assertThat(rig.acme().fault()).contains("localhost cannot be reached");
        assertThat(waits).containsExactly(1L, 2L, 4L, 9L, 18L, 36L, 72L, 144L, 288L, 405L, 405L);
    }

    @Test
    void anAuthorityOfSomebodyElseIsNotBelieved() throws IOException {
        try (var other = new FakeAcme(rig.time::now)) {
            other.trust(rig.folder.resolve("trust.pem"));
            rig.acme().step();
            assertThat(rig.acme().status().fault()).contains("shows a certificate that is not trusted here");
            assertThat(rig.authority.asked).isEmpty();
        }
    }

    @Test
    void authorityAtAnIpv6AddressIsReached() throws IOException {
        try (var six = new FakeAcme(rig.time::now, InetAddress.ofLiteral("::1"), rig.authority.root());
                var http = new AcmeHttp(six.trust(rig.folder.resolve("six.pem")), "Lintel/test")) {
            assertThat(http.get(six.directory()).status()).isEqualTo(200);
        }
    }

    @Test
    void trustThatCannotBeReadIsNamed() throws IOException {
        Files.delete(rig.folder.resolve("trust.pem"));
        rig.acme().step();
        assertThat(rig.acme().status().fault()).contains("tls.acme.trust", "trust.pem");
    }
}
