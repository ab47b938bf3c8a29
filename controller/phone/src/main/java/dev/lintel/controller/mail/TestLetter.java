package dev.lintel.controller.mail;

import dev.lintel.controller.mail.Letter.Part;
import java.util.List;

/// The letter by which an operator tries the mail server out.
final class TestLetter {
    private TestLetter() {}

    /// @param by who asked for it
    static Letter of(String boxName, String by) {
        String first = "This is a test letter of the door controller " + boxName + ".";
        String second = by + " asked for it. Letters from this box reach you: there is nothing to do.";
        return Letter.of("Test letter from " + boxName, List.of(new Part.Text(first), new Part.Text(second)));
    }
}
