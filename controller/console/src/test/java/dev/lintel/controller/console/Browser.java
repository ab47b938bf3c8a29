package dev.lintel.controller.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A page of Debian's Chromium, driven over its DevTools protocol with nothing but the JDK. It has cookies and storage
/// of its own.
final class Browser implements AutoCloseable {
    private static final long ANSWER_S = DevTools.ANSWER_S;

    private final Chromium chromium;
    private final String context;
    private final DevTools page;

    Browser() throws IOException {
        this(Chromium.shared());
    }

    /// Opens a page in a Chromium process that other tests share.
    Browser(Chromium chromium) {
        this.chromium = chromium;
        context = chromium.context();
        page = chromium.page(context);
        call("Page.enable", Map.of());
        call("Security.setIgnoreCertificateErrors", Map.of("ignore", true)); // the box is its own authority
    }

    void open(String url) {
        call("Page.navigate", Map.of("url", url));
        waitFor("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// Creates the first administrator of the box, who is signed in then, and opens the live page.
    void createAdministrator(Rig rig) {
        open(rig.url(rig.links.create()));
        eval("document.getElementById('email').value = '" + Rig.EMAIL + "';"
                + "document.getElementById('password').value = '" + Rig.PASSWORD + "';"
                + "document.querySelector('main form').requestSubmit(); true");
    }

    /// The value of a script expression: text, number or boolean.
    @Nullable
    Object eval(String expression) {
        return page.eval(expression);
    }

    /// The value of a script expression about a page that is loaded. A page that reloads itself is waited for.
    @Nullable
    Object ofPage(String expression) {
        String whole = "document.readyState === 'complete' ? [" + expression + "] : null";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_S);
        while (System.nanoTime() < end) {
            waitFor("document.readyState === 'complete'");
            try {
                if (eval(whole) instanceof List<?> value) return value.getFirst();
            } catch (AssertionError e) {
                if (!pageWasLeft(e)) throw e;
            }
        }
        throw new AssertionError("the page kept reloading and could not be asked for: " + expression);
    }

    private static boolean pageWasLeft(AssertionError e) {
        return String.valueOf(e.getMessage()).contains("context");
    }

    /// Presses a button, or follows a link, that leads to another page; what [#says] waits for next is on that page.
    /// A page that reloads itself may be without the button for a moment.
    void press(String selector) {
        String found = "document.querySelector(`" + selector + "`)";
        String press = "(() => { const found = " + found + "; if (!found) return false;"
                + " window.left = true; found.click(); return true; })()";
        do waitFor(found);
        while (!Boolean.TRUE.equals(eval(press)));
    }

    /// Waits until a whole page, not the one that was left by [#press], has these words; however they are broken.
    void says(String words) {
        waitFor("document.readyState === 'complete' && !window.left"
                + " && document.body.textContent.replace(/\\s+/g, ' ').includes(`" + words + "`)");
    }

    /// Waits until a script expression is true, over page loads too: a page without its body is not asked.
    void waitFor(String condition) {
        String soon = "new Promise(done => { const end = Date.now() + 300; const look = () => {"
                + " if (document.body && (" + condition + ")) done(true); else if (Date.now() > end) done(false);"
                + " else setTimeout(look, 10); }; look(); })";
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_S);
        while (System.nanoTime() < end) {
            try {
                if (Boolean.TRUE.equals(eval(soon))) return;
            } catch (AssertionError e) {
                if (!pageWasLeft(e)) throw e; // else look again
            }
        }
        throw new AssertionError("never came true: " + condition + "\n" + eval("document.body.innerText"));
    }

    void viewport(int width, int height, boolean phone) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", phone ? 2 : 1, "mobile", phone));
    }

    void dark(boolean dark) {
        var feature = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
    }

    /// What a finger can hardly hit: every visible control under 44 x 44 px (WCAG 2.5.5), with its size. A box
    /// inside its label is as large as the label.
    String smallTargets() {
        return String.valueOf(ofPage("""
                [...document.querySelectorAll('a, button, input, select, summary, label:has(input)')]
                  .filter(e => e.checkVisibility() && e.type !== 'hidden' && e.className !== 'skip')
                  .filter(e => !(e.matches('input') && e.closest('label')))
                  .map(e => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width < 43.9 || r.height < 43.9)
                  .map(([e, r]) => `${e.tagName} ${e.innerText || e.id} ${r.width}x${r.height}`).join('; ')"""));
    }

    /// What scrolls sideways, the page or anything in it.
    String sideways() {
        return String.valueOf(ofPage("[document.documentElement, ...document.querySelectorAll('body *')]"
                + ".filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1"
                + " && (e === document.documentElement || /auto|scroll/.test(getComputedStyle(e).overflowX)))"
                + ".map(e => e.tagName + ' ' + e.className + ' ' + e.scrollWidth).join('; ')"));
    }

    /// Visible text with less than 4.5 : 1 to the nearest plain ground (WCAG AA). Text on a picture is left out.
    String faintText() {
        return String.valueOf(ofPage("""
                (() => {
                  const numbers = (c) => c.match(/[\\d.]+/g).map(Number);
                  const light = (c) => c.slice(0, 3).map(v => v / 255)
                      .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                      .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
                  const ground = (e) => {
                    for (; e; e = e.parentElement) {
                      const style = getComputedStyle(e);
                      if (style.backgroundImage !== 'none') return null;
                      const colour = numbers(style.backgroundColor);
                      if (colour.length === 3 || colour[3] === 1) return light(colour);
                    }
                    return null;
                  };
                  const faint = [];
                  for (const e of document.querySelectorAll('body *')) {
                    if (!e.checkVisibility()) continue;
                    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
                    const under = ground(e);
                    if (under === null) continue;
                    const over = light(numbers(getComputedStyle(e).color));
                    const ratio = (Math.max(over, under) + .05) / (Math.min(over, under) + .05);
                    if (ratio < 4.5) faint.push(e.textContent.trim() + ' ' + ratio.toFixed(2));
                  }
                  return faint.join('; ');
                })()"""));
    }

    /// What is saved as `name` in `folder` when `expression` is run: a link is followed, a button pressed.
    String saved(Path folder, String name, String expression) throws IOException {
        Path file = folder.resolve(name);
        call(
                "Browser.setDownloadBehavior",
                Map.of("behavior", "allow", "browserContextId", context, "downloadPath", folder.toString()));
        eval(expression);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_S);
        while (!Files.exists(file) || Files.size(file) == 0) { // under another name until it is whole
            if (System.nanoTime() > end) throw new AssertionError("nothing was saved as " + file);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        return Files.readString(file);
    }

    /// A click of the mouse at a point of the window, on whatever lies there.
    void clickAt(long x, long y) {
        for (String type : List.of("mousePressed", "mouseReleased")) {
            call("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
        }
    }

    /// Runs a script in each page before its own.
    void beforeEachPage(String script) {
        call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /// Lets the pages of an origin show notifications, as if a person had agreed.
    void allowNotifications(String origin) {
        chromium.allowNotifications(context, origin);
    }

    /// Gives a push message to the service worker of an origin, as the browser's push service does.
    void push(String origin, String data) {
        call("ServiceWorker.enable", Map.of());
        Map<?, ?> found = page.event(
                "ServiceWorker.workerRegistrationUpdated",
                event -> event.get("registrations") instanceof List<?> all && !all.isEmpty());
        var first = (Map<?, ?>) ((List<?>) Objects.requireNonNull(found.get("registrations"))).getFirst();
        String id = String.valueOf(first.get("registrationId"));
        call("ServiceWorker.deliverPushMessage", Map.of("origin", origin, "registrationId", id, "data", data));
    }

    void screenshot(String name) throws IOException {
        Path file = Path.of("target", "screenshots", name + ".png");
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        String data = (String) Objects.requireNonNull(picture().get("data"));
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /// Once more where there is no answer: Chromium forgets a picture of a page that reloads itself meanwhile.
    private Map<?, ?> picture() {
        try {
            return call("Page.captureScreenshot", Map.of("format", "png"));
        } catch (CompletionException _) {
            return call("Page.captureScreenshot", Map.of("format", "png"));
        }
    }

    @Override
    public void close() {
        page.close();
        chromium.dispose(context);
    }

    private Map<?, ?> call(String method, Map<String, ?> parameters) {
        return page.call(method, parameters);
    }
}
