package dev.lintel.controller.access;

import java.util.List;

/// The other people that an admitted person needs in order to pass. Immutable.
///
/// @param need the other person whose card must follow
/// @param host whether this person is a host for another one
/// @param doubleTap whether the same card a second time unlocks the door, or ends that
public record Company(Need need, boolean host, boolean doubleTap) {
    /// Alone.
    public static final Company NONE = new Company(Need.NONE, false, false);

    /// What is asked of the other person.
    public enum Need {
        NONE,
        /// Anybody who may enter here.
        PERSON,
        /// A host.
        HOST,
        /// As many as the minimum of an area takes.
        GROUP,
        /// An operator, who approves it from a desk.
        OPERATOR
    }

    /// Whether these persons, two or more, may pass together: each visitor needs another person as host.
    static boolean suits(List<Company> persons) {
        if (persons.size() < 2) return false;
        long hosts = persons.stream().filter(Company::host).count();
        for (Company one : persons) {
            boolean led = hosts > (one.host ? 1 : 0); // by another one
            if (one.need == Need.OPERATOR || (one.need == Need.HOST && !led)) return false;
        }
        return true;
    }
}
