package dev.lintel.controller;

import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The last lines of a start: where to go, and how to get in.
///
/// @param url where it is served; null while it is not
/// @param simulated whether there is a simulator's page
/// @param authority the certificate that browsers are to trust
/// @param first the link that makes the first administrator; null once there is one
record Welcome(@Nullable String url, boolean simulated, Path authority, FirstLink.@Nullable Link first) {
    /// `doorsAfter` and `readyAfter` are times since the start, in words.
    void print(PrintStream out, String doorsAfter, String readyAfter) {
        if (url == null) {
            out.println("Lintel's doors work after " + doorsAfter + "; its web server is not open yet, see the log.");
            return;
        }
        out.println("Lintel is ready: doors worked after " + doorsAfter + ", HTTPS after " + readyAfter + ".");
        out.println("  Page     " + url + "/");
        if (simulated) out.println("  Doors    " + url + "/sim   (simulated: tap a card there)");
        out.println("  Trust    " + authority + "   (this box's own authority: until a browser has it, it warns)");
        if (first == null) out.println("  Sign in  with your email and password");
        else out.println("  Sign in  " + url + first.line());
    }
}
