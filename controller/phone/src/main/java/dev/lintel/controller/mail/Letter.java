package dev.lintel.controller.mail;

import java.util.List;

/// What a letter says. It may hold a link or code that opens a door: it belongs in a mail, or before an
/// operator, and in no log.
///
/// @param text plain, for whoever reads no HTML; the same words
/// @param html a fragment without head or body
public record Letter(String subject, String text, String html) {
    /// A piece of a letter.
    public sealed interface Part {
        /// A paragraph.
        record Text(String text) implements Part {}

        /// An address in a line of its own. A secret as likely as not.
        record Link(String address) implements Part {
            @Override
            public String toString() {
                return "Link";
            }
        }

        /// A code in a line of its own.
        record Code(String code) implements Part {
            @Override
            public String toString() {
                return "Code";
            }
        }
    }

    /// The same words as text and as HTML.
    public static Letter of(String subject, List<Part> parts) {
        var text = new StringBuilder();
        var html = new StringBuilder();
        for (Part part : parts) {
            if (!text.isEmpty()) text.append('\n');
            switch (part) {
                case Part.Text(String words) -> {
                    text.append(words).append('\n');
                    html.append("<p>").append(Html.escaped(words)).append("</p>");
                }
                case Part.Link(String address) -> {
                    String shown = Html.escaped(address);
                    text.append("  ").append(address).append('\n');
                    html.append("<p><a href=\"")
                            .append(shown)
                            .append("\">")
                            .append(shown)
                            .append("</a></p>");
                }
                case Part.Code(String code) -> {
                    text.append("  ").append(code).append('\n');
                    html.append("<p><strong>").append(Html.escaped(code)).append("</strong></p>");
                }
            }
        }
        return new Letter(subject, text.toString(), html.toString());
    }

    @Override
    public String toString() {
        return "Letter[" + subject + "]";
    }
}
