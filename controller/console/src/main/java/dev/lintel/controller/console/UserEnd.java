package dev.lintel.controller.console;

/// Hears that what a user has allowed elsewhere must end: they are removed, moved to another account, or given a new
/// password by an operator. Called before it is done, and when this throws it is not done; and once more after it.
/// Runs on the thread that does it, which may block.
@FunctionalInterface
public interface UserEnd {
    /// `userId` may be that of somebody who is there no more.
    void ended(long userId);
}
