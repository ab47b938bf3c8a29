package dev.lintel.controller.mail;

/// Text in HTML. Pure.
final class Html {
    private Html() {}

    /// As it is shown, whatever it says.
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
