package dev.lintel.controller.csv;

/// A text that a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets take for "this
/// is text": people's names are written by strangers, and a formula in one could send the sheet's other cells away.
/// Source: OWASP, CSV Injection. A text that has apostrophes before such a character gets one more, so that each
/// guarded text is the cell of exactly one text.
public final class CsvGuard {
    /// What a formula begins with, its wide forms too; tab and ends of line are skipped by some spreadsheets.
    private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

    private CsvGuard() {}

    public static String guarded(String text) {
        return isFormula(text) ? "'" + text : text;
    }

    /// The text that [#guarded] made `cell` of; any other cell stays as it is.
    public static String unguarded(String cell) {
        return cell.startsWith("'") && isFormula(cell) ? cell.substring(1) : cell;
    }

    static boolean isFormula(String text) {
        int first = 0;
        while (first < text.length() && text.charAt(first) == '\'') first++;
        return first < text.length() && FORMULA.indexOf(text.charAt(first)) >= 0;
    }
}
