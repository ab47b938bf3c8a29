package dev.lintel.controller.mail;

import dev.lintel.controller.store.MailStore.Mail;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The letters that there are, by kind. Any thread.
public final class Letters implements Writer {
    private final String boxName;
    private final Map<String, Writer> others;

    /// @param others those of other packages, by kind
    public Letters(String boxName, Map<String, Writer> others) {
        this.boxName = boxName;
        this.others = Map.copyOf(others);
    }

    /// Null as well for a kind that this version does not know.
    @Override
    public @Nullable Letter write(Mail mail) {
        return switch (mail.kind()) {
            case MailDesk.TEST -> TestLetter.of(boxName, mail.madeBy());
            default -> {
                Writer other = others.get(mail.kind());
                yield other == null ? null : other.write(mail);
            }
        };
    }
}
