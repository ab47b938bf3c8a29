package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `lintel mobile`: phones as keys, and passes in their wallets.
@Command(
        name = "mobile",
        description = {
            "Makes people's phones keys, gives them passes for their wallets, and takes either away again.",
            "Whoever is invited opens the box's page /mobile on their phone and uses a code, once; or the link to a"
                    + " pass, which readers take that scan codes."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MobileCommand.ListAll.class,
            MobileCommand.Invite.class,
            MobileCommand.Show.class,
            MobileCommand.Revoke.class
        })
final class MobileCommand {
    /// `lintel mobile list`.
    @Command(
            name = "list",
            description = "Lists phones, passes and invitations, the newest first.",
            mixinStandardHelpOptions = true)
    static final class ListAll implements Callable<Integer> {
        @Option(names = "--n", paramLabel = "N", description = "So many at most (default 50, at most 1000).")
        @Nullable
        Integer n;

        @Option(
                names = "--of",
                paramLabel = "WHO",
                description = "Only those of people with this in their name, or of this email address or number.")
        @Nullable
        String of;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, @Nullable Object> request = new LinkedHashMap<>();
            request.put("command", "mobile list");
            if (of != null) request.put("of", of);
            if (n != null) request.put("n", n);
            new ControlClient(data.folder).ask(request, one -> output.print(one, ListAll::sentence));
            return 0;
        }

        private static String sentence(Map<String, @Nullable Object> one) {
            Object used = one.get("used_at");
            Object device = one.get("device");
            return one.get("id") + "  " + one.get("status") + "  " + Output.inLine(one.get("person")) + " (person "
                    + one.get("person_id") + ")"
                    + ("".equals(device) ? "" : "  " + Output.inLine(device))
                    + ("pass".equals(one.get("kind")) ? "  " + pass(one.get("wallet")) : "")
                    + "  made " + one.get("made_at") + (used == null ? "" : "  last used " + used);
        }
    }

    private static String pass(@Nullable Object wallet) {
        return wallet == null || "".equals(wallet) ? "pass" : "pass for " + wallet;
    }

    /// `lintel mobile invite`.
    @Command(
            name = "invite",
            description = {
                "Invites somebody's phone, or makes a new code for somebody who is invited: the one before is good no"
                        + " more. A letter with it goes out where codes go by mail."
            },
            mixinStandardHelpOptions = true,
            footer = {"%nExamples:", "  lintel mobile invite 12", "  lintel mobile invite 12 --wallet"})
    static final class Invite implements Callable<Integer> {
        @Parameters(paramLabel = "PERSON", description = "The person's number, as in the API and in exports.")
        long person;

        @Option(
                names = "--wallet",
                description = "To a pass in their phone's wallet, by a link, instead of their phone as a key.")
        boolean wallet;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            Map<String, Object> request = Map.of("command", "mobile invite", "person", person, "wallet", wallet);
            output.print(new ControlClient(data.folder).askOne(request), Show::lines);
            return 0;
        }
    }

    /// `lintel mobile show`.
    @Command(
            name = "show",
            description = "Prints one, with its code while that is good.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "Its number, as in 'lintel mobile list'.")
        long id;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            output.print(
                    new ControlClient(data.folder).askOne(Map.of("command", "mobile show", "id", id)), Show::lines);
            return 0;
        }

        static String lines(Map<String, @Nullable Object> phone) {
            var text = new StringBuilder(ListAll.sentence(phone));
            if (phone.get("code") != null) {
                text.append("\nCode:  ").append(phone.get("code"));
                if (phone.get("link") != null) text.append("\nLink:  ").append(Output.inLine(phone.get("link")));
                text.append("\nGood once, until ").append(phone.get("expires_at"));
                text.append("\nWhoever has it can take the person's place: hand it to nobody else.");
                if (Boolean.TRUE.equals(phone.get("letter"))) text.append("\nA letter with it is on its way.");
            } else if (phone.get("link") != null) {
                text.append("\nLink:  ").append(Output.inLine(phone.get("link")));
                text.append("\nGood until ")
                        .append(phone.get("expires_at"))
                        .append(", or until the pass is in a wallet.");
                text.append("\nWhoever has it can take the person's place: hand it to nobody else.");
                if (Boolean.TRUE.equals(phone.get("letter"))) text.append("\nA letter with it is on its way.");
            } else if ("phone".equals(phone.get("kind")) && "invited".equals(phone.get("status"))) {
                text.append("\nIts code is over: 'lintel mobile invite ")
                        .append(phone.get("person_id"))
                        .append("' makes a new one");
            }
            return text.toString();
        }
    }

    /// `lintel mobile revoke`.
    @Command(
            name = "revoke",
            description = {
                "Takes a phone's key or a pass away: it opens nothing from this moment. An invitation is withdrawn.",
                "This cannot be undone: the person can be invited anew. Their cards and PINs stay as they are."
            },
            mixinStandardHelpOptions = true)
    static final class Revoke implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "Its number, as in 'lintel mobile list'.")
        long id;

        @Mixin
        DataOption data = new DataOption();

        @Mixin
        YesOption yes = new YesOption();

        @Mixin
        Output output = new Output();

        @Override
        public Integer call() {
            yes.needsSomebody();
            var box = new ControlClient(data.folder);
            Map<String, @Nullable Object> phone = box.askOne(Map.of("command", "mobile show", "id", id));
            if (!yes.agreed(
                    output, "Revoke the " + phone.get("kind") + " of " + Output.inLine(phone.get("person")) + "?"))
                return 1;
            output.print(
                    box.askOne(Map.of("command", "mobile revoke", "id", id)),
                    done -> phone.get("kind") + " " + done.get("id") + ": " + done.get("status"));
            return 0;
        }
    }
}
