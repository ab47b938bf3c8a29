package dev.lintel.controller.wallet;

import dev.lintel.controller.mail.Letter;
import dev.lintel.controller.mail.Letter.Part;
import dev.lintel.controller.mail.Writer;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The letter with a link to a pass, which is made when it is sent. Any thread but an event loop.
public final class WalletLetter implements Writer {
    private final Database database;
    private final WalletDesk desk;
    private final String boxName;

    public WalletLetter(Database database, WalletDesk desk, String boxName) {
        this.database = database;
        this.desk = desk;
        this.boxName = boxName;
    }

    @Override
    public @Nullable Letter write(Mail mail) {
        Long about = mail.about();
        Credential credential = about == null ? null : desk.credential(about);
        if (credential == null || !credential.isInvited()) return null; // taken, or withdrawn
        String url = desk.url(credential);
        if (url == null) throw new IllegalStateException("the web is not open yet, so there is no link to send");
        Person person = database.read(sql -> PersonStore.get(sql, credential.personId()));
        if (person == null) return null;
        return Letter.of(
                "Your pass: " + boxName,
                List.of(
                        new Part.Text("Hello " + person.name() + ","),
                        new Part.Text("there is a pass for you that opens doors of " + boxName
                                + ". Open this link on the phone that you carry, and add the pass to its wallet:"),
                        new Part.Link(url),
                        new Part.Text(
                                "The link is good for some days, until the pass is in a wallet. Whoever has it can"
                                        + " take your place: give it to nobody. If you do not expect this"
                                        + " letter, let it be.")));
    }
}
