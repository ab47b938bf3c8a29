package dev.lintel.controller.api;

import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.Sql;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How one answer or export shows PINs: as digits, or as [#MASK] where the account has `pins: masked`. The answer to
/// the request that sets a PIN shows that PIN in both cases. Read in the transaction of the answer. Immutable.
///
/// @param set PINs that the request has set, by the id of their type
record PinView(boolean masked, Map<Long, String> set) {
    /// Stands for a PIN that is not shown. In a request it stands for the PIN that the person has, or asks for a
    /// random one where they have none.
    static final String MASK = "******";

    PinView {
        set = Map.copyOf(set);
    }

    /// Of a request that sets no PIN.
    static PinView of(Sql sql) {
        return of(sql, Map.of());
    }

    static PinView of(Sql sql, Map<Long, String> set) {
        return new PinView(AccountStore.arePinsMasked(sql), set);
    }

    String value(Credential credential) {
        CredentialType type = credential.type();
        boolean isHidden = masked && type.isPin() && !credential.value().equals(set.get(type.id()));
        return isHidden ? MASK : credential.value();
    }

    /// Whether a request that gives `text` leaves the PIN as it is: a client that reads a person and writes all of it
    /// back sends the mask.
    static boolean isKept(Sql sql, Credential before, @Nullable String text) {
        return before.type().isPin() && text != null && text.strip().equals(MASK) && AccountStore.arePinsMasked(sql);
    }
}
