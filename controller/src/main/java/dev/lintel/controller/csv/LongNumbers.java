package dev.lintel.controller.csv;

import java.util.Collection;
import java.util.regex.Pattern;

/// Numbers with more digits than a spreadsheet keeps. It writes zeros for the digits after the fifteenth, so a card
/// number or an id that ends so may be another one. A cell with an apostrophe ([SpreadsheetText]) is exact. Source: Excel
/// specifications and limits, "Number precision: 15 digits".
public final class LongNumbers {
    private static final Pattern ROUNDED = Pattern.compile("[1-9]\\d{14}0+");
    private static final Pattern LONG = Pattern.compile("[1-9]\\d{15,}");

    private LongNumbers() {}

    public static boolean mayBeRounded(String text) {
        return ROUNDED.matcher(text).matches();
    }

    /// Whether most of the long numbers among these cells of a column end with other digits: then no spreadsheet
    /// has rounded the column, and a number that ends with zeros is as exact as the others. One in ten of 16 digits
    /// does.
    public static boolean areExact(Collection<String> cells) {
        int exact = 0;
        int others = 0;
        for (String cell : cells) {
            String text = cell.strip();
            if (mayBeRounded(text)) others++;
            else if (LONG.matcher(text).matches()) exact++;
        }
        return exact > others;
    }
}
