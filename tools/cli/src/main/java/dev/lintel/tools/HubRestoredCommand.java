package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel hub restored`: what boxes do not take of this hub since it was restored from a backup.
@Command(
        name = "restored",
        description = {
            "Lists the people from whom this hub had taken something later than the backup that it was restored from."
                    + " Boxes do not give that back by themselves.",
            "People, cards, groups, roles and reservations that a box remembers as revoked are refused at this hub's"
                    + " own doors, and at boxes that joined later. "
                    + "What no box remembers is not in the list: check it by hand.",
            "To confirm that it stays taken, change or delete the person here. To give it back, use --give-back."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "%nExamples:",
            "  lintel hub restored",
            "  lintel hub restored --give-back 17",
            "  lintel hub restored --accept Gate"
        })
final class HubRestoredCommand implements Callable<Integer> {
    @ArgGroup
    @Nullable
    Give give;

    /// One of them.
    static final class Give {
        @Option(
                names = "--give-back",
                required = true,
                paramLabel = "ID",
                description = "Boxes take this person as they are here.")
        @Nullable
        Long person;

        @Option(
                names = "--give-back-all",
                required = true,
                description = "Boxes take all of them as they are here, and this hub's policy.")
        boolean all;

        @Option(
                names = "--accept",
                required = true,
                paramLabel = "BOX",
                description = "This hub refuses the people of the report of this box, which is held.")
        @Nullable
        String accept;

        @Option(
                names = "--checked",
                required = true,
                description = "You have checked by hand the cards, groups, roles and reservations that boxes of an"
                        + " earlier version do not report: /health no longer names these boxes.")
        boolean checked;
    }

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "hub restored");
        Give asked = give;
        Long person = asked == null ? null : asked.person;
        if (person != null) request.put("person", person);
        else if (asked != null && asked.accept != null) request.put("accept", asked.accept);
        else if (asked != null && asked.checked) request.put("checked", true);
        else if (asked != null) request.put("all", true);
        output.print(new ControlClient(data.folder).askOne(request), HubRestoredCommand::lines);
        return 0;
    }

    /// Boxes name some people at a time.
    private static String left(Map<String, @Nullable Object> answer) {
        boolean more = answer.get("left") instanceof Number left && left.longValue() > 0;
        return more
                ? "; " + answer.get("left") + " more wait: call it again in a minute, when boxes have named them"
                : "";
    }

    static String lines(Map<String, @Nullable Object> answer) {
        if (answer.get("given_back") instanceof Number given)
            return "boxes take " + people(given) + " as they are here" + left(answer);
        if (answer.get("accepted") instanceof String box) return "this hub refuses the people whom " + box + " reports";
        if (Boolean.TRUE.equals(answer.get("checked")))
            return "/health no longer names boxes of an earlier version; update them before the next restore";
        String held = held(answer);
        boolean policy = Boolean.TRUE.equals(answer.get("policy"));
        if (!(answer.get("people") instanceof List<?> people) || (people.isEmpty() && !policy)) {
            if (!held.isEmpty()) return held;
            return "boxes take everything from this hub. People who had access only to doors of this hub are not"
                    + " listed: after a restore, check them by hand";
        }
        var text = new StringBuilder("boxes do not give back what this hub had taken away after the backup:");
        if (policy) text.append("\n  rights in site.yaml: this hub's policy is older than that of a box");
        for (Object one : people) text.append("\n  ").append(Output.inLine(one));
        if (answer.get("withheld") instanceof Number count && count.longValue() > people.size()) {
            text.append("\n  and ").append(count.longValue() - people.size()).append(" more");
        }
        if (!held.isEmpty()) text.append("\n").append(held);
        return text.toString();
    }

    /// Reports of boxes that wait for a decision; empty: none.
    private static String held(Map<String, @Nullable Object> answer) {
        if (!(answer.get("held") instanceof List<?> all)) return "";
        return all.stream()
                .map(one -> one instanceof Map<?, ?> map
                        ? "held: the box " + Output.inLine(map.get("box")) + " reports " + map.get("people") + " of "
                                + map.get("of") + " people as deleted, disabled or with less rights."
                                + " --accept takes the report"
                        : "")
                .collect(Collectors.joining("\n"));
    }

    private static String people(Number count) {
        return count.longValue() == 1 ? "1 person" : count + " people";
    }
}
