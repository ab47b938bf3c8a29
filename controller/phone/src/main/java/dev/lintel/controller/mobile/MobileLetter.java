package dev.lintel.controller.mobile;

import dev.lintel.controller.mail.Letter;
import dev.lintel.controller.mail.Letter.Part;
import dev.lintel.controller.mail.Writer;
import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore.Mail;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The letters about phones: an invitation, and one that tells of the page. A code stands behind the `#` of its
/// link, which browsers send to nobody. Any thread but an event loop.
public final class MobileLetter implements Writer {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm", Locale.ENGLISH);

    private final Database database;
    private final MobileDesk desk;
    private final Supplier<@Nullable String> url;
    private final LongFunction<@Nullable String> passes;
    private final String boxName;

    /// Where letters lead.
    ///
    /// @param url where this box is reached; null: nowhere yet, and the letter waits
    /// @param passes the link to a person's pass that is invited; null: there is none
    public record Box(Supplier<@Nullable String> url, LongFunction<@Nullable String> passes, String name) {}

    public MobileLetter(Database database, MobileDesk desk, Box box) {
        this.database = database;
        this.desk = desk;
        this.url = box.url;
        this.passes = box.passes;
        this.boxName = box.name;
    }

    /// Where a phone takes its invitation; null: this box is not reached. A secret.
    public static String link(String base, MobileDesk.Code code) {
        return base + "/mobile#" + code.code();
    }

    @Override
    public @Nullable Letter write(Mail mail) {
        Long about = mail.about();
        if (about == null) return null;
        String base = url.get();
        if (base == null) throw new IllegalStateException("the web is not open yet, so there is no link to send");
        return mail.kind().equals(MobileDesk.PAGE_LETTER) ? page(about, base) : invitation(about, base);
    }

    private @Nullable Letter invitation(long id, String base) {
        Credential credential = desk.credential(id);
        MobileDesk.Code code = credential == null ? null : desk.code(credential);
        if (credential == null || code == null) return null; // used, withdrawn or over
        Person person = database.read(sql -> PersonStore.get(sql, credential.personId()));
        return person == null ? null : Letter.of(subject(), ofInvitation(person, code, base));
    }

    private @Nullable Letter page(long personId, String base) {
        Person person = database.read(sql -> PersonStore.get(sql, personId));
        if (person == null) return null;
        MobileDesk.Code code = desk.settings().byMail() ? desk.codeOf(personId) : null;
        List<Part> text = new ArrayList<>(code == null ? ofPage(person, base) : ofInvitation(person, code, base));
        String pass = passes.apply(personId);
        if (pass != null) {
            text.add(new Part.Text(
                    "There is also a pass for your phone's wallet. Whoever has this link can take your place:"
                            + " give it to nobody."));
            text.add(new Part.Link(pass));
        }
        return Letter.of(code == null ? "Open doors with your phone: " + boxName : subject(), text);
    }

    private String subject() {
        return "Your phone as a key: " + boxName;
    }

    private List<Part> ofPage(Person person, String base) {
        return List.of(
                new Part.Text("Hello " + person.name() + ","),
                new Part.Text("doors of " + boxName
                        + " can be opened with a phone. This is the page that does it; keep it on your phone:"),
                new Part.Link(base + "/mobile"),
                new Part.Text("To make your phone a key it takes a code, which you get from whoever looks after"
                        + " these doors."));
    }

    private List<Part> ofInvitation(Person person, MobileDesk.Code code, String base) {
        ZoneId zone = database.read(AccountStore::get).zone();
        String until = DAY.format(code.expiresAt().atZone(zone));
        return List.of(
                new Part.Text("Hello " + person.name() + ","),
                new Part.Text("you are invited to open doors of " + boxName
                        + " with your phone. Open this link on the phone that you carry:"),
                new Part.Link(link(base, code)),
                new Part.Text("If the page asks for a code, it is"),
                new Part.Code(code.code()),
                new Part.Text("The code works once, until " + until
                        + ". Whoever has it can take your place: give it to nobody. If you do not expect this"
                        + " letter, let it be: nothing opens without the code."));
    }
}
