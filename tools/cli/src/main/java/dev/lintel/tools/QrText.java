package dev.lintel.tools;

import io.nayuki.qrcodegen.QrCode;

/// A QR code for a terminal: two rows of it a line, dark on light whatever the terminal's colours.
final class QrText {
    /// Modules of light around it: half of what the standard asks, and enough for phones on a screen.
    private static final int QUIET = 2;

    private static final String DARK_ON_LIGHT = "\u001B[30;107m";
    private static final String PLAIN = "\u001B[0m";

    private QrText() {}

    static String of(String text) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
        var lines = new StringBuilder();
        for (int y = -QUIET; y < code.size + QUIET; y += 2) {
            lines.append(DARK_ON_LIGHT);
            for (int x = -QUIET; x < code.size + QUIET; x++) {
                boolean upper = code.getModule(x, y);
                boolean lower = code.getModule(x, y + 1);
                lines.append(upper && lower ? '█' : upper ? '▀' : lower ? '▄' : ' ');
            }
            lines.append(PLAIN).append('\n');
        }
        return lines.toString();
    }
}
