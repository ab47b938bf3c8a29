package dev.lintel.controller.console;

import io.nayuki.qrcodegen.QrCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A text as a QR code for an `<img>`: dark on white whatever the page's colours, or phones do not read it. Pure.
final class QrImage {
    /// Modules of white around it, as the standard asks.
    private static final int QUIET = 4;

    private QrImage() {}

    /// A `data:` address with an SVG.
    static String address(String text) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
        int side = code.size + 2 * QUIET;
        var path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) path.append("M%d,%dh1v1h-1z".formatted(x + QUIET, y + QUIET));
            }
        }
        String svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + side + " " + side
                + "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0,0h" + side + "v" + side + "H0z\"/>"
                + "<path d=\"" + path + "\"/></svg>";
        return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    }
}
