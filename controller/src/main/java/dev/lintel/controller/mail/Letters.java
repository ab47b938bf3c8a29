package dev.lintel.controller.mail;

import dev.lintel.controller.store.MailStore.Mail;
import org.jspecify.annotations.Nullable;

/// The letters that there are, by kind. Any thread.
public final class Letters implements Writer {
    private final String boxName;

    public Letters(String boxName) {
        this.boxName = boxName;
    }

    /// Null as well for a kind that this version does not know.
    @Override
    public @Nullable Letter write(Mail mail) {
        return switch (mail.kind()) {
            case MailDesk.TEST -> TestLetter.of(boxName, mail.madeBy());
            default -> null;
        };
    }
}
