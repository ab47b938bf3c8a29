package dev.lintel.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lintel sync webhook`: webhooks of the service that this box follows.
@Command(
        name = "webhook",
        description = {
            "Shows the address that the followed service is to post webhooks to, and asks for the secret that they are"
                    + " signed with.",
            "Changes are here at once then; without webhooks they are after some seconds, or at the next full listing."
                    + " The secret is read from a terminal, or from standard input."
        },
        mixinStandardHelpOptions = true,
        footer = {"%nExample:", "  lintel sync webhook"})
final class SyncWebhookCommand implements Callable<Integer> {
    @Option(names = "--show", description = "Show the address only.")
    boolean show;

    @Option(names = "--remove", description = "Take no webhooks any more.")
    boolean remove;

    @Mixin
    DataOption data = new DataOption();

    @Mixin
    Output output = new Output();

    @Override
    public Integer call() {
        var client = new ControlClient(data.folder);
        Map<String, @Nullable Object> shown = client.askOne(Map.of("command", "service webhook"));
        if (show) {
            output.print(shown, SyncWebhookCommand::address);
            return 0;
        }
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("command", "service webhook");
        if (remove) {
            request.put("remove", true);
        } else {
            var secrets = new SecretInput(output);
            secrets.say(address(shown));
            request.put("secret", secrets.read("Secret of its webhooks"));
        }
        output.print(
                client.askOne(request),
                done -> Boolean.TRUE.equals(done.get("stored"))
                        ? "webhooks that are signed with it are taken"
                        : "no webhooks are taken any more");
        return 0;
    }

    private static String address(Map<String, @Nullable Object> shown) {
        Object url = shown.get("url");
        return "Webhooks go to " + (url == null ? "https://THIS-BOX:8443/sync/hook" : url);
    }
}
