package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel threat`: the threat levels of sites.
@Command(
        name = "threat",
        description = {
            "Shows and sets the threat level of a site, from 0 to 5.",
            "Roles with threat_level_max in site.yaml are not valid at a higher level."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ThreatCommand.Show.class, ThreatCommand.Set.class})
final class ThreatCommand {
    /// `lintel threat show`.
    @Command(
            name = "show",
            description = "Shows the threat level of each site, and who set it.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "threat show");
            new ControlClient(data.folder).ask(request, answer -> output.print(answer, ThreatCommand::sentence));
            return 0;
        }
    }

    /// `lintel threat set`.
    @Command(
            name = "set",
            description = {
                "Sets the threat level of a site. The next card is decided by it.",
                "The event log keeps the old level, the new one and the note."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExample:", "  lintel threat set --site 1 --level 3 --note \"Police in the yard\""})
    static final class Set implements Callable<Integer> {
        @Option(names = "--site", paramLabel = "ID", required = true, description = "The id of the site.")
        long site;

        @Option(names = "--level", paramLabel = "N", required = true, description = "0 (no threat) to 5.")
        long level;

        @Option(names = "--note", paramLabel = "TEXT", description = "Why, for the event log: up to 500 characters.")
        @Nullable
        String note;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "threat set");
            request.put("site", site);
            request.put("level", level);
            request.put("note", note);
            output.print(new ControlClient(data.folder).askOne(request), ThreatCommand::sentence);
            return 0;
        }
    }

    private static String sentence(Map<String, @Nullable Object> answer) {
        String level =
                answer.get("site") + " (site " + answer.get("site_id") + "): threat level " + answer.get("level");
        if (answer.get("changed_at") == null) return level;
        String set = level + ", set at " + answer.get("changed_at") + " by " + answer.get("changed_by");
        return "".equals(answer.get("note")) ? set : set + ": " + answer.get("note");
    }
}
