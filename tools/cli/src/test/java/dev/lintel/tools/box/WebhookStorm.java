package dev.lintel.tools.box;

import dev.lintel.controller.json.Json;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes what webhooks tell of, by the API: people are let in at both doors, and cards are given, changed and taken
/// away. Goes on at the next box when one is killed, and knows of each card what was done to it. Threads of its own.
final class WebhookStorm {
    private static final int ADMITTERS = 3;
    private static final int CHANGERS = 2;
    private static final int CARD_TYPE = 1;
    private static final int FIRST_CARD = 3_000_000;
    private static final Pattern ID = Pattern.compile("\"id\":\"?([0-9]+)");

    private final int wanted;
    private final long seed;
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger cards = new AtomicInteger(FIRST_CARD);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Chain> chains = new ArrayList<>();
    private List<Thread> threads = List.of();

    /// What was done to one card, in its order. One thread.
    static final class Chain {
        final long personId;
        final List<String> done = new ArrayList<>();
        /// 0: not known, for the answer did not come.
        long id;
        /// What the box was asked for and has not answered.
        @Nullable
        String asked;

        String value = "";

        Chain(long personId) {
            this.personId = personId;
        }
    }

    /// An integrator's program at one box.
    private record Client(BoxApi api, String url) {
        HttpResponse<String> send(String method, String path, Map<String, Object> body) {
            var publisher = HttpRequest.BodyPublishers.ofString(Json.write(body));
            return api.send(HttpRequest.newBuilder(URI.create(url + path))
                    .header("Content-Type", "application/json")
                    .method(method, publisher));
        }
    }

    /// @param wanted answered requests, each of which is told of
    WebhookStorm(int wanted, long seed) {
        this.wanted = wanted;
        this.seed = seed;
    }

    void at(Box box) {
        var started = new ArrayList<Thread>();
        for (int i = 0; i < ADMITTERS + CHANGERS; i++) {
            int number = i;
            var client = new Client(box.api(), box.url());
            started.add(Thread.ofPlatform().name("storm-" + i).start(() -> run(number, client)));
        }
        threads = started;
    }

    private void run(int number, Client client) {
        try {
            if (number < ADMITTERS) admit(client, 1 + number % 2);
            else change(client, new Random(seed + number + made.get()));
        } catch (UncheckedIOException e) { // killed
        } catch (RuntimeException | AssertionError e) {
            failure.compareAndSet(null, e);
        }
    }

    private boolean goesOn() {
        return made.get() < wanted && failure.get() == null;
    }

    private void admit(Client client, int channel) {
        while (goesOn()) {
            int status = client.send("POST", "/api/3/channels/" + channel + "/admit", Map.of())
                    .statusCode();
            if (status / 100 == 2) made.incrementAndGet();
            else if (status != 503) throw new AssertionError("admit: " + status);
        }
    }

    private void change(Client client, Random random) {
        while (goesOn()) {
            var name = Map.<String, Object>of("first_name", "Storm", "last_name", "No " + cards.incrementAndGet());
            long person = id(client.send("POST", "/api/3/people", name));
            String path = "/api/3/people/" + person + "/credentials";
            for (boolean more = true; more && goesOn(); more = random.nextBoolean()) {
                var chain = new Chain(person);
                synchronized (this) {
                    chains.add(chain);
                }
                one(client, path, chain, "CREATE", random);
                for (int i = random.nextInt(4); i > 0; i--) one(client, path, chain, "UPDATE", random);
                one(client, path, chain, "DESTROY", random);
                if (!chain.done.getLast().equals("DESTROY")) break; // it has a card: on with somebody else
            }
        }
    }

    private void one(Client client, String path, Chain chain, String action, Random random) {
        if (action.equals("DESTROY") && random.nextInt(3) == 0) return;
        String value = Integer.toString(cards.incrementAndGet());
        if (!action.equals("DESTROY")) chain.value = value;
        chain.asked = action;
        HttpResponse<String> answer = switch (action) {
            case "CREATE" -> client.send("POST", path, Map.of("credential_type_id", CARD_TYPE, "value", value));
            case "UPDATE" -> client.send("PUT", path + "/" + chain.id, Map.of("value", value));
            default -> client.send("DELETE", path + "/" + chain.id, Map.of());
        };
        if (answer.statusCode() / 100 != 2) throw new AssertionError(action + ": " + answer.body());
        if (action.equals("CREATE")) chain.id = id(answer);
        chain.done.add(action);
        chain.asked = null;
        made.incrementAndGet();
    }

    private static long id(HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) throw new AssertionError(answer.body());
        Matcher id = ID.matcher(answer.body()); // some answers are objects, some lists of one
        if (!id.find()) throw new AssertionError(answer.body());
        return Long.parseLong(id.group(1));
    }

    /// Whether all that was wanted has been made; throws what a thread failed with.
    boolean isOver() {
        Throwable failed = failure.get();
        if (failed != null) throw new AssertionError("the storm failed", failed);
        return made.get() >= wanted;
    }

    /// Answered requests so far.
    int made() {
        return made.get();
    }

    /// Waits for threads whose box is gone, or that are done.
    void join() throws InterruptedException {
        for (Thread thread : threads) thread.join();
    }

    /// After [#join].
    synchronized List<Chain> chains() {
        return List.copyOf(chains);
    }
}
