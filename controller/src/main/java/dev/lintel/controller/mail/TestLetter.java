package dev.lintel.controller.mail;

/// The letter by which an operator tries the mail server out.
final class TestLetter {
    private TestLetter() {}

    /// @param by who asked for it
    static Letter of(String boxName, String by) {
        String first = "This is a test letter of the door controller " + boxName + ".";
        String second = by + " asked for it. Letters from this box reach you: there is nothing to do.";
        return new Letter(
                "Test letter from " + boxName,
                first + "\n\n" + second + "\n",
                "<p>" + Html.escaped(first) + "</p><p>" + Html.escaped(second) + "</p>");
    }
}
