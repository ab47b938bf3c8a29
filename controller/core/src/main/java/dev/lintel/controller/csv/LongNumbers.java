package dev.lintel.controller.csv;

import java.util.regex.Pattern;

/// Numbers with more digits than a spreadsheet keeps. It writes zeros for the digits after the fifteenth, so a card
/// number or an id that ends so may be another one. A cell with an apostrophe ([SpreadsheetText]) is exact. Source:
/// Excel specifications and limits, "Number precision: 15 digits".
public final class LongNumbers {
    private static final Pattern ROUNDED = Pattern.compile("[1-9]\\d{14}0+");

    private LongNumbers() {}

    public static boolean mayBeRounded(String text) {
        return ROUNDED.matcher(text).matches();
    }
}
