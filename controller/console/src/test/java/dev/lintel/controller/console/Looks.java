package dev.lintel.controller.console;

import java.util.ArrayList;
import java.util.List;

/// Looks at pages as people meet them: light, dark and on a phone; notes what cannot be read, hit or named there.
final class Looks {
    private static final int WIDE = 1280;
    private static final int PHONE = 360;
    /// Controls without a name, and pages without a heading of the first rank.
    private static final String NAMELESS = """
            [...document.querySelectorAll('input:not([type=hidden], [hidden]), textarea, select, button')]
              .filter(e => !(e.labels?.length || e.getAttribute('aria-label') || e.textContent?.trim()))
              .map(e => e.outerHTML).join('; ') + (document.querySelectorAll('h1').length === 1 ? '' : 'h1')""";

    /// What was found.
    final List<String> ugly = new ArrayList<>();

    private final Browser browser;

    Looks(Browser browser) {
        this.browser = browser;
        browser.viewport(WIDE, 900, false);
    }

    /// Keeps three screenshots by this name.
    void at(String name) throws Exception {
        browser.screenshot(name + "-light");
        note(name, browser.faintText());
        note(name, width(WIDE));
        browser.dark(true);
        browser.screenshot(name + "-dark");
        note(name, browser.faintText());
        browser.dark(false);
        browser.viewport(PHONE, 1500, true);
        browser.screenshot(name + "-phone");
        note(name, browser.smallTargets());
        note(name, width(PHONE));
        note(name, String.valueOf(browser.ofPage(NAMELESS)));
        browser.viewport(WIDE, 900, false);
    }

    private String width(int wanted) {
        Object width = browser.ofPage("document.documentElement.scrollWidth");
        return Long.valueOf(wanted).equals(width) ? "" : "wide: " + width;
    }

    private void note(String page, String fault) {
        if (!fault.isEmpty()) ugly.add(page + ": " + fault);
    }
}
