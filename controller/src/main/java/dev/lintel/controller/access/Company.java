package dev.lintel.controller.access;

/// With whom a person may enter who has a right to. Immutable.
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
        /// An operator, who approves it from a desk.
        OPERATOR
    }

    /// Whether these two persons may enter together.
    boolean suits(Company other) {
        if (need == Need.OPERATOR || other.need == Need.OPERATOR) return false;
        return (need != Need.HOST || other.host) && (other.need != Need.HOST || host);
    }
}
