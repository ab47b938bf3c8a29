package dev.lintel.controller.reference;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The whole description. Texts are [Piece]s in paragraphs, ready to be escaped and shown.
///
/// @param errors what answers with these codes mean and look like, told once for all operations
/// @param headers those that every answer has
public record Reference(
        String title, List<List<Piece>> text, List<Chapter> chapters, List<Answer> errors, List<Row> headers) {
    public Reference {
        text = List.copyOf(text);
        chapters = List.copyOf(chapters);
        errors = List.copyOf(errors);
        headers = List.copyOf(headers);
    }

    /// A stretch of text of one kind.
    public record Piece(Kind kind, String text) {
        public enum Kind {
            PLAIN,
            STRONG,
            CODE
        }
    }

    /// Operations that belong together. `anchor` is its name within the page.
    public record Chapter(String name, String anchor, List<List<Piece>> text, List<Operation> operations) {
        public Chapter {
            text = List.copyOf(text);
            operations = List.copyOf(operations);
        }
    }

    /// A method of a path.
    ///
    /// @param id unique within the description, and its name within the page
    /// @param scopes those of a token that would do, in words
    /// @param body what is sent: one for each form it may have; empty without a body
    /// @param answers those that are no errors, each in full
    /// @param errors the codes of those that are
    /// @param curl a line to try it with; `$BOX` is the address and `$KEY` an API key
    public record Operation(
            String id,
            String method,
            String path,
            List<Piece> summary,
            List<List<Piece>> text,
            List<Piece> scopes,
            List<Row> parameters,
            List<Form> body,
            List<Answer> answers,
            List<String> errors,
            String curl) {
        public Operation {
            summary = List.copyOf(summary);
            text = List.copyOf(text);
            scopes = List.copyOf(scopes);
            parameters = List.copyOf(parameters);
            body = List.copyOf(body);
            answers = List.copyOf(answers);
            errors = List.copyOf(errors);
        }
    }

    /// What comes back with one code.
    ///
    /// @param shape of the clients that it is for, or null for all
    /// @param headers but those that every answer has
    public record Answer(String code, @Nullable String shape, List<Piece> text, List<Row> headers, List<Form> forms) {
        public Answer {
            text = List.copyOf(text);
            headers = List.copyOf(headers);
            forms = List.copyOf(forms);
        }
    }

    /// One form of a body.
    ///
    /// @param shape of the clients that it is for, or null for all
    public record Form(@Nullable String shape, List<Row> rows) {
        public Form {
            rows = List.copyOf(rows);
        }
    }

    /// A parameter, a header or a field.
    ///
    /// @param depth 0 for the outermost
    /// @param type in words
    public record Row(int depth, String name, String type, boolean required, List<Piece> text) {
        public Row {
            text = List.copyOf(text);
        }
    }
}
