package dev.lintel.controller.reference;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What came of a case, as far as anybody would notice. Immutable.
///
/// @param word `admitted`, `awaiting`, or why not
/// @param person whose it was
/// @param floors at an elevator: those permitted
/// @param responder lockdown was passed by a first responder
/// @param aboveLevel the threat level was passed by a first responder
/// @param misplaced passback is broken, and only told of
/// @param area the area that is entered; empty where areas have no names
/// @param noted reasons that bar nobody here; but the clock, which is noted for what might have held beside
/// @param wrongPin whether a PIN was wrong
/// @param duress whether a PIN was typed as one does under a threat, whatever came of it
/// @param clock how far the clock was believed, as the log says it
/// @param mode what stood at the door, as the log says it
/// @param company the other people that the person needs
/// @param grants which rights may be named: those that hold, or where none does those that come nearest. Of the
/// product the one that it names
record Answer(
        String word,
        @Nullable Long person,
        @Nullable Long credential,
        List<Long> floors,
        boolean responder,
        boolean aboveLevel,
        boolean misplaced,
        String area,
        Set<String> noted,
        boolean wrongPin,
        boolean duress,
        String clock,
        String mode,
        Company company,
        Set<Grant> grants) {
    /// @param need `none`, `person`, `host` or `operator`: without whom the person does not enter
    /// @param host whether the person is a host
    /// @param tap whether a double tap of the person unlocks the door
    record Company(String need, boolean host, boolean tap) {
        /// Of a person who leaves, or does not enter.
        static final Company NONE = new Company("none", false, false);
    }

    /// Whether `told` is this answer, and names one of the rights that may be named, or none where there is none.
    boolean allows(Answer told) {
        boolean named = told.grants.isEmpty() ? grants.isEmpty() : grants.containsAll(told.grants);
        return named && told.naming(grants).equals(this);
    }

    private Answer naming(Set<Grant> others) {
        return new Answer(
                word,
                person,
                credential,
                floors,
                responder,
                aboveLevel,
                misplaced,
                area,
                noted,
                wrongPin,
                duress,
                clock,
                mode,
                company,
                others);
    }

    /// What lets somebody pass, in the log's words.
    ///
    /// @param role null for a reservation of channels
    /// @param group that gives the role, or null
    /// @param shift that bounds it, or null
    /// @param reservation null for what is not bound to one
    /// @param kind what it is a reservation of: `channel`, `group`, or null
    record Grant(
            @Nullable Long role,
            @Nullable Long group,
            @Nullable Long shift,
            @Nullable Long reservation,
            @Nullable String kind) {}
}
