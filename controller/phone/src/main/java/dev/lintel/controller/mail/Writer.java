package dev.lintel.controller.mail;

import dev.lintel.controller.store.MailStore.Mail;
import org.jspecify.annotations.Nullable;

/// Puts a kind of letter into words, at the moment at which it is sent or looked at. Called by the postman
/// and by pages; may read the database.
@FunctionalInterface
public interface Writer {
    /// Null: there is nothing to say any more, such as of an invitation that was used or withdrawn.
    @Nullable
    Letter write(Mail mail);
}
