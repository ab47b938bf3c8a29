package dev.lintel.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names that come and go, and what the box's certificate makes of them: looked at each minute, as housekeeping does.
class NameMemoryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /// Several times as long as a name that is gone is remembered.
    private static final int HOURS = 4;

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-25T10:00:00Z");
    private @Nullable Certificates certificates;

    private Certificates certificates() {
        Certificates known = certificates;
        if (known != null) return known;
        var made = new Certificates(folder, time);
        certificates = made;
        return made;
    }

    private static SortedSet<String> names(String... more) {
        var names = new TreeSet<>(List.of("localhost", "127.0.0.1"));
        names.addAll(List.of(more));
        return names;
    }

    /// Whether it was made anew in this minute.
    private boolean minute(String... names) {
        boolean made = certificates().ensure(names(names)).made();
        time.advance(MINUTE);
        return made;
    }

    private List<String> carried() {
        try {
            var pem = Files.readAllBytes(folder.resolve("server.crt"));
            return CertificateNames.of(Pem.certificates(pem).getFirst()).all();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aNewAddressIsCarriedWithinAMinute() {
        assertThat(minute()).isTrue();
        assertThat(minute("10.0.0.7")).isTrue();
        assertThat(minute("10.0.0.7", "192.168.1.9")).isTrue();
        assertThat(minute("10.0.0.7", "192.168.1.9")).isFalse();
        assertThat(carried()).contains("10.0.0.7", "192.168.1.9");
    }

    /// The authority is limited to the names of its first day.
    @Test
    void aNewNameIsNotCarried() {
        minute();
        assertThat(minute("lobby", "lobby.local")).isFalse();
        assertThat(carried()).doesNotContain("lobby", "lobby.local");
    }

    @Test
    void oneThatIsGoneIsTakenOutAnHourLater() {
        minute("10.0.0.7");
        int minutes = 0;
        while (!minute()) minutes++;
        assertThat(minutes).isEqualTo(60);
        assertThat(carried()).doesNotContain("10.0.0.7");
    }

    @Test
    void oneThatComesAndGoesChangesNothing() {
        comesAndGoes(HOURS);
    }

    @Test
    @Tag("slow")
    void oneThatComesAndGoesForADayChangesNothing() {
        comesAndGoes(24);
    }

    private void comesAndGoes(int hours) {
        minute("10.0.0.7");
        int made = 0;
        for (int i = 0; i < hours * 60; i++) if (i % 2 == 0 ? minute() : minute("10.0.0.7")) made++;
        assertThat(made).isZero();
    }

    @Test
    void twoLeasesInTurnSettleInOneCertificateThatHasBoth() {
        takeTurns(HOURS);
    }

    @Test
    @Tag("slow")
    void twoLeasesInTurnForADaySettleInOneCertificateThatHasBoth() {
        takeTurns(24);
    }

    private void takeTurns(int hours) {
        minute("10.0.0.7");
        int made = 0;
        for (int i = 0; i < hours * 60; i++) if (minute(i % 10 < 5 ? "10.0.0.8" : "10.0.0.7")) made++;
        assertThat(made).isEqualTo(1);
        assertThat(carried()).contains("10.0.0.7", "10.0.0.8");
    }

    @Test
    void anotherAddressEachMinuteIsFollowedAFewTimesAndThenSixTimesAnHour() {
        minute();
        int first = 0;
        for (int i = 0; i < 10; i++) if (minute("10.0.1." + i)) first++;
        assertThat(first).isEqualTo(6);
        int hour = 0;
        for (int i = 0; i < 60; i++) if (minute("10.0.2." + i)) hour++;
        assertThat(hour).isBetween(6, 7);
        assertThat(carried()).hasSizeLessThan(BoxNames.NAMES_MAX);
    }

    @Test
    void afterARestartWhatWasGoneIsRememberedFromTheCertificate() {
        minute("10.0.0.7");
        certificates = null;
        assertThat(minute()).isFalse();
        assertThat(carried()).contains("10.0.0.7");
    }

    @Test
    void addressesThatIpv6MakesUpForADayAreNotCarried() throws IOException {
        Path table = Files.writeString(folder.resolve("if_inet6"), """
                20010db8000000000000000000000007 02 40 00 80     eth0
                20010db80000000011112222333344a4 02 40 00 01     eth0
                20010db8000000000000000000000009 02 40 00 40     eth0
                20010db800000000000000000000000a 02 40 00 88     eth0
                fe80000000000000021122fffe334455 02 40 20 80     eth0
                not a line
                """);
        assertThat(BoxNames.passing(table))
                .containsExactlyInAnyOrder(
                        "2001:db8:0:0:1111:2222:3333:44a4", "2001:db8:0:0:0:0:0:9", "2001:db8:0:0:0:0:0:a");
        assertThat(BoxNames.passing(folder.resolve("none"))).isEmpty();
        assertThat(BoxNames.of(URI.create("https://p.example.com"), "lobby", List.of("fe80::1%eth0", "10.0.0.7")))
                .contains("p.example.com", "lobby", "lobby.local", "fe80:0:0:0:0:0:0:1", "10.0.0.7");
    }
}
