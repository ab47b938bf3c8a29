package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.RefusedException;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationsTest {
    private static final By DORA = new By("dora@example.com", 9L);
    private static final By OLGA = new By("olga@example.com", 1L);

    @TempDir
    Path path;

    private DataFolder folder;
    private SideDatabase database;
    private Applications applications;

    @BeforeEach
    void begin() {
        folder = DataFolder.open(path.resolve("data"));
        database = SideDatabase.oauth(folder);
        applications = new Applications(database, new MemoryLog(), new HandTime("2026-11-22T10:00:00Z"));
    }

    @AfterEach
    void end() {
        database.close();
        folder.close();
    }

    private static Details details(String name, String... wanted) {
        return new Details(name, "documented", Listing.A, null, List.of("https://desk.example/back"), Set.of(wanted));
    }

    private Application registered(String... wanted) {
        return applications
                .register(details("Desk", wanted), false, State.INACTIVE, DORA)
                .application();
    }

    @Test
    void operatorsSeeWhatIsNewWhatChangedAndWhatAsks() {
        long id = registered().id();
        assertThat(applications.waiting()).isEqualTo(1);
        applications.seen(id);
        assertThat(applications.waiting()).isZero();
        applications.change(id, details("Reception"), DORA);
        assertThat(applications.waiting()).as("it may be another by now").isEqualTo(1);
        applications.seen(id);
        applications.askReview(id, DORA);
        assertThat(applications.waiting()).isEqualTo(1);
        applications.setState(id, State.LIVE, OLGA);
        assertThat(applications.waiting()).as("answered").isZero();
    }

    @Test
    void whatTheCommandLineMakesIsKnownAndApproved() {
        Application made = applications
                .register(details("Desk", "account.person"), true, State.LIVE, By.COMMAND_LINE)
                .application();
        assertThat(made.approved()).containsExactly("account.person");
        assertThat(made.isPublic()).isTrue();
        assertThat(applications.waiting()).isZero();
    }

    @Test
    void anApprovalEndsWithTheWish() {
        long id = registered("account.person", "account.channel.admit").id();
        assertThat(applications
                        .approve(id, Set.of("account.person", "account.sync"), OLGA)
                        .approved())
                .as("only what was asked for")
                .containsExactly("account.person");
        assertThat(applications
                        .change(id, details("Desk", "account.channel.admit"), DORA)
                        .approved())
                .isEmpty();
        assertThat(applications
                        .change(id, details("Desk", "account.person"), DORA)
                        .approved())
                .as("asked for anew")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Desk\n", "Desk\u202e", "De\u200bsk", "\u2028"})
    void aNameThatCannotBeReadIsRefused(String name) {
        assertThat(Applications.faults(details(name))).containsOnlyKeys("name");
        assertThatThrownBy(() -> applications.register(details(name), false, State.LIVE, DORA))
                .isInstanceOf(RefusedException.class);
        assertThat(applications.list()).isEmpty();
    }

    @Test
    void oneDeveloperHasFiftyAtMost() {
        for (int i = 0; i < Applications.APPLICATIONS_MAX; i++) registered();
        assertThatThrownBy(this::registered).isInstanceOf(RefusedException.class);
        assertThat(applications.listOf(9)).hasSize(Applications.APPLICATIONS_MAX);
        assertThat(applications.listOf(8)).isEmpty();
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThatThrownBy(() -> applications.setState(77, State.LIVE, OLGA))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.reason()).isEqualTo("There is no such application."));
    }
}
