package dev.lintel.controller.reference;

import dev.lintel.controller.reference.Reference.Piece;
import java.util.ArrayList;
import java.util.List;

/// The little of CommonMark that the description uses: paragraphs, `code` and **strong**.
final class Pieces {
    private Pieces() {}

    static List<List<Piece>> paragraphs(String text) {
        var all = new ArrayList<List<Piece>>();
        for (String paragraph : text.split("\n\\s*\n", -1)) {
            if (!paragraph.isBlank()) all.add(of(paragraph));
        }
        return all;
    }

    static List<Piece> of(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        var pieces = new ArrayList<Piece>();
        int at = 0;
        while (at < line.length()) {
            String mark = line.startsWith("**", at) ? "**" : line.charAt(at) == '`' ? "`" : "";
            int end = mark.isEmpty() ? -1 : line.indexOf(mark, at + mark.length());
            if (end < 0) {
                int next = next(line, at + 1);
                add(pieces, Piece.Kind.PLAIN, line.substring(at, next));
                at = next;
                continue;
            }
            add(
                    pieces,
                    mark.equals("`") ? Piece.Kind.CODE : Piece.Kind.STRONG,
                    line.substring(at + mark.length(), end));
            at = end + mark.length();
        }
        return pieces;
    }

    private static int next(String line, int from) {
        int code = line.indexOf('`', from);
        int strong = line.indexOf("**", from);
        return Math.min(code < 0 ? line.length() : code, strong < 0 ? line.length() : strong);
    }

    private static void add(List<Piece> pieces, Piece.Kind kind, String text) {
        if (!text.isEmpty()) pieces.add(new Piece(kind, text));
    }
}
