package dev.lintel.controller.policy;

import java.util.List;

/// A person that a demo box, or the test account, begins with. Immutable.
public record FirstPerson(
        long id, String firstName, String lastName, boolean enabled, long groupId, List<Credential> credentials) {
    public FirstPerson {
        credentials = List.copyOf(credentials);
    }

    /// What the person shows.
    ///
    /// @param pin whether `number` is a PIN; else it is a card's
    public record Credential(long typeId, long number, boolean pin) {}
}
