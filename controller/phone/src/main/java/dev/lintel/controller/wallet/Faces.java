package dev.lintel.controller.wallet;

import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.WalletStore.Pass;
import dev.lintel.controller.store.WalletStore.Standing;

/// What passes show, as it stands in the database: void where a credential is gone, or was revoked. Each method runs in
/// the caller's transaction.
final class Faces {
    private final PassSecrets secrets;

    Faces(PassSecrets secrets) {
        this.secrets = secrets;
    }

    /// With the token that it shows to this box.
    Face of(Sql sql, Pass pass) {
        Long id = pass.credentialId();
        Credential credential = id == null ? null : CredentialStore.get(sql, id);
        Person person = credential == null ? null : PersonStore.get(sql, credential.personId());
        var standing = new Standing(
                pass.serial(),
                pass.shown(),
                credential == null ? null : credential.status(),
                credential == null ? null : CredentialStore.number(sql, credential.id()),
                person == null ? null : person.name());
        return of(standing, place(sql)).of(secrets.token(pass.nonce()), pass.changedAtMs());
    }

    /// The same of what a list tells, for its hash alone.
    static Face of(Standing standing, String place) {
        String person = standing.person();
        String status = standing.status();
        if (person == null || status == null || status.equals(Credential.REVOKED)) {
            return new Face(standing.serial(), "", place, "", null, 0);
        }
        return new Face(standing.serial(), "", place, person, standing.number(), 0);
    }

    /// Whose doors they open, which may be those of boxes that follow.
    static String place(Sql sql) {
        return AccountStore.get(sql).name();
    }
}
