package dev.lintel.sync.cloud;

import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/// What this box's `site.yaml` has. Ids are the service's. The poller's thread.
public interface Known {
    /// As it stands now.
    Facts facts();

    /// What people may refer to.
    ///
    /// @param roles ids
    /// @param groups ids
    /// @param channels ids
    /// @param types of credentials
    /// @param zone of the account: of times that come without an offset
    record Facts(Set<Long> roles, Set<Long> groups, Set<Long> channels, List<CredentialType> types, ZoneId zone) {
        public Facts {
            roles = Set.copyOf(roles);
            groups = Set.copyOf(groups);
            channels = Set.copyOf(channels);
            types = List.copyOf(types);
        }
    }

    /// A type of credentials of this box.
    ///
    /// @param code its class: 10 PIN, 11 multi-factor PIN, 181 key fob, 200 and 203 card, 800 and 1001 mobile
    record CredentialType(long id, String slug, int code) {
        private static final Set<Integer> CARDS = Set.of(181, 200, 203);
        /// Instead of a PIN that the service does not show.
        static final String MASK = "******";

        private static final int PIN = 10;
        private static final int SECOND_FACTOR_PIN = 11;

        boolean isCard() {
            return CARDS.contains(code);
        }

        boolean isPin() {
            return code == PIN;
        }

        /// Whether a service may show its values as [#MASK].
        boolean isMaskable() {
            return isPin() || code == SECOND_FACTOR_PIN;
        }

        boolean hasValue() {
            return isCard() || isMaskable();
        }
    }
}
