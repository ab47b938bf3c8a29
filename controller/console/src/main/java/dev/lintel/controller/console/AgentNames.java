package dev.lintel.controller.console;

/// What a browser calls itself, in two words a person knows: `Firefox on Windows`. Pure.
final class AgentNames {
    /// Mark and name, the more particular first: each of these also says it is one of those below it.
    private static final String[][] BROWSERS = {
        {"Edg/", "Edge"},
        {"OPR/", "Opera"},
        {"SamsungBrowser/", "Samsung Internet"},
        {"Firefox/", "Firefox"},
        {"FxiOS/", "Firefox"},
        {"HeadlessChrome/", "Chrome"},
        {"CriOS/", "Chrome"},
        {"Chrome/", "Chrome"},
        {"Safari/", "Safari"},
        {"curl/", "curl"},
        {"Java-http-client/", "A Java program"}
    };

    private static final String[][] SYSTEMS = {
        {"iPhone", "iPhone"},
        {"iPad", "iPad"},
        {"Android", "Android"},
        {"Windows", "Windows"},
        {"CrOS", "ChromeOS"},
        {"Macintosh", "Mac"},
        {"Linux", "Linux"}
    };

    private AgentNames() {}

    static String of(String agent) {
        String browser = first(BROWSERS, agent);
        String system = first(SYSTEMS, agent);
        if (browser.isEmpty()) return system.isEmpty() ? "Unknown browser" : "A browser on " + system;
        return system.isEmpty() ? browser : browser + " on " + system;
    }

    private static String first(String[][] names, String agent) {
        for (String[] name : names) if (agent.contains(name[0])) return name[1];
        return "";
    }
}
