package dev.lintel.controller.console;

/// Hears, after the fact, that what a user has allowed elsewhere must end: they were removed, moved to another
/// account, or given a new password by an operator. Called once for each on the thread that did it, which may block.
@FunctionalInterface
public interface UserEnd {
    /// `userId` may be that of somebody who is there no more.
    void ended(long userId);
}
