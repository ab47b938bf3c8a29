package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.SessionStore.Limits;
import dev.lintel.controller.store.SessionStore.NewSession;
import dev.lintel.controller.store.SessionStore.Origin;
import dev.lintel.controller.store.UserStore.Change;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Users, their sessions, links and second steps, on a real database.
class UserStoreTest {
    private static final Limits NONE_ENDS = new Limits(-1, -1);

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;
    private UserStore users;
    private SessionStore sessions;
    private SetupLinkStore links;
    private TotpStore totp;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, new HandTime("2026-11-22T10:00:00Z"));
        database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
        users = new UserStore(database);
        sessions = new SessionStore(database);
        links = new SetupLinkStore(database);
        totp = new TotpStore(database);
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private User user(Kind kind, String email) {
        return users.create(new NewUser(kind, email, "Ann", "Other", "hash", 5));
    }

    private User again(User user) {
        return Objects.requireNonNull(users.get(user.id()));
    }

    private void session(User user, int token, String network) {
        var origin = new Origin(network, network, "curl/8");
        sessions.create(
                new NewSession(Bytes.of(token), user.id(), user.passwordHash(), "csrf", origin, null),
                100 + token,
                NONE_ENDS);
    }

    @Test
    void anAddressIsTheSameWhateverItsCase() {
        User made = user(Kind.USER, "jörg@example.com");
        assertThat(users.find("JÖRG@Example.com")).isEqualTo(made);
        assertThat(users.find("jo\u0308rg@example.com")).isEqualTo(made);
        assertThat(users.find("jorg@example.com")).isNull();
        assertThatThrownBy(() -> user(Kind.USER, "JÖRG@example.com")).isInstanceOf(StoreException.class);
    }

    @Test
    void aDeveloperBelongsToTheTestAccount() {
        assertThat(user(Kind.OPERATOR, "o@example.com").accountId()).isEqualTo(1);
        assertThat(user(Kind.DEVELOPER, "d@example.com").accountId()).isEqualTo(2);
        User moved = user(Kind.USER, "u@example.com");
        assertThat(users.setKind(moved.id(), Kind.DEVELOPER, 6)).isEqualTo(Change.DONE);
        assertThat(again(moved).accountId()).isEqualTo(2);
        assertThat(database.<Long>read(sql -> sql.get("SELECT count(*) FROM account", row -> row.number(1))))
                .isEqualTo(2);
    }

    @Test
    void anotherKindIsRefusedByTheSchema() {
        User user = user(Kind.USER, "u@example.com");
        assertThatThrownBy(
                        () -> database.write(sql -> sql.run("UPDATE user SET kind = 'root' WHERE id = ?", user.id())))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void theLastOperatorWithAPasswordStays() {
        User only = user(Kind.OPERATOR, "o@example.com");
        users.create(NewUser.of(Kind.OPERATOR, "key@example.com", null, 5)); // nobody can sign in as that one
        user(Kind.USER, "u@example.com");
        assertThat(users.remove(only.id())).isEqualTo(Change.LAST_OPERATOR);
        assertThat(users.setKind(only.id(), Kind.USER, 6)).isEqualTo(Change.LAST_OPERATOR);
        User other = user(Kind.OPERATOR, "p@example.com");
        assertThat(users.setKind(only.id(), Kind.USER, 6)).isEqualTo(Change.DONE);
        assertThat(users.remove(other.id())).isEqualTo(Change.LAST_OPERATOR);
        assertThat(users.remove(only.id())).isEqualTo(Change.DONE);
        assertThat(users.remove(only.id())).isEqualTo(Change.GONE);
    }

    @Test
    void aUserIsNoAdministrator() {
        user(Kind.USER, "u@example.com");
        user(Kind.DEVELOPER, "d@example.com");
        assertThat(users.hasAdministrator()).isFalse();
        user(Kind.OPERATOR, "o@example.com");
        assertThat(users.hasAdministrator()).isTrue();
    }

    @Test
    void whoMayHaveNoKeyGetsNoneAndOneThatIsThereDoesNothing() {
        user(Kind.OPERATOR, "o@example.com");
        User user = user(Kind.USER, "u@example.com");
        assertThatThrownBy(() -> database.apiKeys().create(user.id(), "documented", Listing.A))
                .isInstanceOf(IllegalStateException.class);
        users.allowKeys(user.id(), true, 6);
        String key = database.apiKeys().create(user.id(), "documented", Listing.A);
        database.write(sql -> sql.run("UPDATE user SET kind = 'developer' WHERE id = ?", user.id()));
        database.apiKeys().forget();
        assertThat(database.apiKeys().find(key)).isNull();
    }

    @Test
    void aSignInWithAPasswordThatWasChangedMeanwhileIsNone() {
        User user = user(Kind.OPERATOR, "o@example.com");
        users.changePassword(user.id(), "another hash", 6);
        session(user, 1, "n");
        assertThat(sessions.find(Bytes.of(1))).isNull();
        session(again(user), 2, "n");
        assertThat(sessions.find(Bytes.of(2))).isNotNull();
    }

    @Test
    void withAUserGoesEverythingOfTheirs() {
        user(Kind.OPERATOR, "o@example.com");
        User user = user(Kind.USER, "u@example.com");
        session(user, 1, "n");
        totp.turnOn(user.id(), Bytes.of(1, 2), 7, List.of(Bytes.of(9)));
        links.replaceFor(user.id(), Bytes.of(3), 0, 1_000);
        users.allowKeys(user.id(), true, 6);
        String key = database.apiKeys().create(user.id(), "documented", Listing.A, "till");
        assertThat(database.apiKeys().find(key)).isNotNull();
        assertThat(users.remove(user.id())).isEqualTo(Change.DONE);
        database.apiKeys().forget();
        assertThat(database.apiKeys().find(key)).isNull();
        assertThat(sessions.find(Bytes.of(1))).isNull();
        assertThat(links.invited(Bytes.of(3), 10)).isNull();
        assertThat(totp.secret(user.id())).isNull();
        assertThat(totp.codesLeft(user.id())).isZero();
    }

    @Test
    void aDeveloperKeepsNoKey() {
        User user = user(Kind.USER, "u@example.com");
        users.allowKeys(user.id(), true, 6);
        assertThat(again(user).mayHaveKeys()).isTrue();
        database.apiKeys().create(user.id(), "sdk", Listing.B);
        users.setKind(user.id(), Kind.DEVELOPER, 7);
        assertThat(again(user).mayHaveKeys()).isFalse();
        assertThat(database.apiKeys().ofUser(user.id())).isEmpty();
        users.setKind(user.id(), Kind.USER, 8);
        assertThat(again(user).mayHaveKeys()).isFalse();
        user(Kind.OPERATOR, "o@example.com");
        users.setKind(user.id(), Kind.OPERATOR, 9);
        database.apiKeys().create(user.id(), "sdk", Listing.B);
        users.setKind(user.id(), Kind.USER, 10); // as an operator they needed no allowance
        assertThat(database.apiKeys().ofUser(user.id())).isEmpty();
    }

    @Test
    void aKeyIsRevokedByItsOwnerAlone() {
        User user = user(Kind.USER, "u@example.com");
        User other = user(Kind.USER, "v@example.com");
        users.allowKeys(user.id(), true, 6);
        String key = database.apiKeys().create(user.id(), "sdk", Listing.B, "till");
        long id = database.apiKeys().ofUser(user.id()).getFirst().id();
        assertThat(database.apiKeys().revoke(id, other.id())).isFalse();
        assertThat(Objects.requireNonNull(database.apiKeys().find(key)).name()).isEqualTo("till");
        assertThat(database.apiKeys().revoke(id, user.id())).isTrue();
        assertThat(database.apiKeys().find(key)).isNull();
    }

    @Test
    void sessionsAreListedEndedAndKnownByTheirNetwork() {
        User user = user(Kind.USER, "u@example.com");
        User other = user(Kind.USER, "v@example.com");
        session(user, 1, "10.0.0.1");
        session(user, 2, "10.0.0.2");
        session(other, 3, "10.0.0.3");
        assertThat(again(user).signedInAtMs()).isEqualTo(102);
        assertThat(sessions.ofUser(user.id(), NONE_ENDS))
                .extracting(listed -> listed.tokenHash().at(0))
                .containsExactly(2, 1);
        assertThat(sessions.isKnown("U@example.com", "10.0.0.1", NONE_ENDS)).isTrue();
        assertThat(sessions.isKnown("u@example.com", "10.0.0.3", NONE_ENDS)).isFalse();
        assertThat(sessions.isKnown("nobody@example.com", "10.0.0.1", NONE_ENDS))
                .isFalse();
        assertThat(sessions.isKnown("u@example.com", "10.0.0.1", new Limits(500, 500)))
                .isFalse();
        sessions.deleteOne(other.id(), Bytes.of(1));
        assertThat(sessions.find(Bytes.of(1))).isNotNull();
        sessions.deleteOthers(user.id(), Bytes.of(1));
        assertThat(sessions.find(Bytes.of(2))).isNull();
        assertThat(sessions.find(Bytes.of(3))).isNotNull();
    }

    @Test
    void aStepAndARecoveryCodeAreTakenOnce() {
        long id = user(Kind.USER, "u@example.com").id();
        assertThat(totp.take(id, 1)).isFalse();
        assertThat(totp.replaceCodes(id, List.of(Bytes.of(1)))).isFalse();
        totp.turnOn(id, Bytes.of(5), 10, List.of(Bytes.of(1), Bytes.of(2)));
        assertThat(users.list()).allMatch(User::totp);
        assertThat(totp.take(id, 10)).isFalse();
        assertThat(totp.take(id, 11)).isTrue();
        assertThat(totp.take(id, 11)).isFalse();
        assertThat(totp.take(id, 9)).isFalse();
        assertThat(totp.takeCode(id, Bytes.of(1))).isTrue();
        assertThat(totp.takeCode(id, Bytes.of(1))).isFalse();
        assertThat(totp.codesLeft(id)).isEqualTo(1);
        assertThat(totp.replaceCodes(id, List.of(Bytes.of(3)))).isTrue();
        assertThat(totp.takeCode(id, Bytes.of(2))).isFalse();
        assertThat(totp.turnOff(id)).isTrue();
        assertThat(totp.turnOff(id)).isFalse();
    }

    @Test
    void aUserHasOneLinkThatWorksOnceAndInTime() {
        User user = user(Kind.USER, "u@example.com");
        session(user, 1, "n");
        assertThat(links.replaceFor(99, Bytes.of(1), 0, 100)).isFalse();
        links.replaceFor(user.id(), Bytes.of(1), 0, 100);
        links.replaceFor(user.id(), Bytes.of(2), 0, 100);
        links.replace(Bytes.of(3), 0, 100); // the first administrator's, beside it
        assertThat(links.invited(Bytes.of(1), 10)).isNull();
        assertThat(links.invited(Bytes.of(2), 100)).isNull();
        assertThat(links.invited(Bytes.of(3), 10)).isNull();
        assertThat(links.isValid(Bytes.of(2), 10)).isFalse();
        assertThat(links.isValid(Bytes.of(3), 10)).isTrue();
        assertThat(links.ends(10)).containsExactlyEntriesOf(java.util.Map.of(user.id(), 100L));
        assertThat(links.redeemFor(Bytes.of(2), "new", 10)).isEqualTo(user(user));
        assertThat(again(user).passwordHash()).isEqualTo("new");
        assertThat(sessions.find(Bytes.of(1))).isNull();
        assertThat(links.redeemFor(Bytes.of(2), "newer", 10)).isNull();
        assertThat(links.isValid(Bytes.of(3), 10)).isTrue();
    }

    /// As it stands, but for the new password.
    private User user(User before) {
        User now = again(before);
        return new User(
                now.id(),
                now.accountId(),
                now.email(),
                now.firstName(),
                now.lastName(),
                before.passwordHash(),
                now.kind(),
                now.keysEnabled(),
                now.totp(),
                now.signedInAtMs());
    }
}
