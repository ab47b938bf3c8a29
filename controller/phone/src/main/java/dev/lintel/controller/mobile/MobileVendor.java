package dev.lintel.controller.mobile;

import dev.lintel.controller.store.MobileStore.Invitation;
import dev.lintel.controller.store.MobileStore.Phone;
import dev.lintel.controller.store.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who makes keys of phones: this box by itself ([OwnPhones]), or a service of another maker, whose phones show a
/// number to readers as cards do.
///
/// ```
///   box                                  adapter                          service
///   POST, page, command line ──invite──► keeps what it needs
///   once a minute ───────────settle────► what stands here and not there ──► invites, or takes off
///   MobileDesk.accepted  ◄───────────── a phone has taken its invitation ◄──
///   revoke ─────────────────revoke─────► until it is done ────────────────► takes off
/// ```
public interface MobileVendor {
    /// What the account's field is named by, such as `hid` in `hid_mobile_access`.
    String name();

    /// An invitation was made for a credential that is there and is `invited`; one from before is good no
    /// more. The box keeps it and its end; here is kept what an adapter needs beside. In the caller's
    /// transaction, so nothing is sent anywhere here.
    ///
    /// @param expiresAtMs from then on it is taken no more, whatever the service says
    default void invite(Sql sql, long credentialId, long expiresAtMs) {}

    /// The code of an invitation, in groups of four; null: it has none that is known here. A secret.
    @Nullable
    String code(Invitation invitation);

    /// Whether a service elsewhere has to know of phones: [#settle] is asked then.
    default boolean isElsewhere() {
        return false;
    }

    /// Brings the service up to what stands here: invitations that it has not are sent to it, and phones
    /// of this box that are not among these are taken off, whatever deleted them: a person's end, an
    /// integration, a phone that left. Once a minute, one at a time, on a thread of its own; may take long.
    /// Throws when not all of it was done: it is asked again.
    ///
    /// @param standing credentials of phones that are invited or active, as they stood when the round began:
    /// what [MobileDesk#accepted] has made since is not among them. An adapter calls that in its round, or
    /// waits for its end.
    default void settle(List<Phone> standing) {}

    /// Takes the credential off the phone. Returns when that is done; may take long, and throws when it is not.
    void revoke(long credentialId);
}
