package dev.lintel.controller.mail;

/// What a letter says. It may hold a link or code that opens a door: it belongs in a mail, or before an
/// operator, and in no log.
///
/// @param text plain, for whoever reads no HTML; the same words
/// @param html a fragment without head or body
public record Letter(String subject, String text, String html) {
    @Override
    public String toString() {
        return "Letter[" + subject + "]";
    }
}
