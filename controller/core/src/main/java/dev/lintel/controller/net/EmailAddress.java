package dev.lintel.controller.net;

import dev.lintel.controller.text.TextKey;
import java.util.regex.Pattern;

/// Email addresses as far as they can be told without asking anybody: one address, no name, no list, no
/// character that no reader sees. Pure.
///
/// All uses have the one `@` in common, and all but ACME the length. These differences stay, because
/// boxes have addresses that the strictest rule would refuse:
///
/// | | emails that this box sends | people | users | ACME |
/// |---|---|---|---|---|
/// | method | [#isOne] | [#isOfPerson] | [#isOfUser] | [#isContact] |
/// | a domain without a dot (`ops@localhost`) | yes | no: the API says so | yes | yes |
/// | `( ) [ ] : \` before the `@` | no: an SMTP command has them | no | yes: users sign in with them | yes |
/// | `" < > ;` | no | no | no | yes |
/// | a comma | no | no | no | no |
/// | an empty part of the domain (`a@b..example`) | no | no | no | yes: the authority judges it |
/// | U+00A0 and other spaces beyond ASCII | yes | no | yes | yes |
public final class EmailAddress {
    /// RFC 5321 4.5.3.1: a path of 256 with its brackets.
    public static final int CHARS_MAX = 254;

    private static final String SENT_LOCAL = "[^\\s\\p{Cntrl}@<>()\\[\\],;:\\\\\"]+";
    private static final Pattern SENT = Pattern.compile(SENT_LOCAL + "@" + labels("[^\\s\\p{Cntrl}@.,<>\"]+") + "*");

    /// People have no text with a control character.
    private static final Pattern OF_PERSON =
            Pattern.compile(SENT_LOCAL + "@" + labels("[^\\s@.,<>]+") + "+", Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern OF_USER = Pattern.compile("[^\\s@\"<>,;]+@" + labels("[^\\s@\"<>,;.]+") + "*");
    private static final Pattern CONTACT = Pattern.compile("[^@\\s,]+@[^@\\s,]+");

    private EmailAddress() {}

    /// The parts of a domain; the caller adds how many follow the first one.
    private static String labels(String label) {
        return label + "([.]" + label + ")";
    }

    /// Whether this box sends an email to it, or from it.
    public static boolean isOne(String text) {
        return is(SENT, text);
    }

    /// Whether a person may have it. A stored one stays where it has an invisible character: callers look for these
    /// themselves, where the text is another than before.
    public static boolean isOfPerson(String text) {
        return text.length() <= CHARS_MAX && OF_PERSON.matcher(text).matches();
    }

    /// Whether a user may sign in with it.
    public static boolean isOfUser(String text) {
        return is(OF_USER, text);
    }

    /// Whether it may be the contact that a certificate authority gets.
    public static boolean isContact(String text) {
        return CONTACT.matcher(text).matches() && TextKey.invisible(text) == null;
    }

    private static boolean is(Pattern pattern, String text) {
        return text.length() <= CHARS_MAX && pattern.matcher(text).matches() && TextKey.invisible(text) == null;
    }
}
