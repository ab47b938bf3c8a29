package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.mobile.TestPhone;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a box answers where more is asked than phones at doors would.
class PhoneCrowdTest {
    /// Fewer than one phone may ask in a minute.
    private static final int CROWD = 40;

    @TempDir
    Path folder;

    private PhoneBox rig;

    @BeforeEach
    void begin() throws Exception {
        rig = new PhoneBox(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void wrongInputIsToldAndTooMuchIsRefused() throws Exception {
        for (String body : List.of("", "[]", "{", "{\"credential\": 7}", "{\"credential\": \"-1\"}")) {
            assertThat(rig.client.post("/mobile/open", body).status()).as(body).isBetween(400, 422);
        }
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        String waits = PhoneBox.code(rig.invite(rig.person("Ben", 1)));
        rig.logged.next();
        // Nothing else asks for doors without proof: the log leaves out what comes too often, whoever makes it.
        for (int i = 0; i < 130; i++) rig.client.post("/mobile/doors", "{\"credential\": \"9\"}");
        assertThat(rig.client.post("/mobile/doors", "{\"credential\": \"9\"}").status())
                .isEqualTo(429);
        assertThat(rig.client
                        .post("/mobile/challenge", "{\"credential\": \"9\"}")
                        .status())
                .isEqualTo(200);
        int refused = 0;
        for (int i = 0; i < 13; i++) {
            var answer = rig.client.post("/mobile/redeem", "{\"code\": \"AAAA-AAAA-AAAA-AAAA\"}");
            assertThat(answer.status()).isIn(401, 429);
            if (answer.status() == 429) refused++;
        }
        assertThat(refused).isEqualTo(1);
        String log = rig.logged.next();
        assertThat(log.split("more of that kind is not told this minute", -1)).hasSize(3);
        assertThat(log)
                .contains("doors refused, its challenge is none of ours", "a code is not good: its phone has no key");
        // Who proves something shares their address with whoever did that.
        assertThat(ada.open(1).object()).containsEntry("opened", true);
        assertThat(new TestPhone(rig.client).redeem(waits).status()).isEqualTo(200);
    }

    /// However many ask at once, each has their turn.
    @Test
    void aCrowdIsAnsweredInTurn() throws Exception {
        TestPhone ada = rig.bound(rig.person("Ada", 1));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = Stream.generate(() -> threads.submit(ada::doors))
                    .limit(CROWD)
                    .toList();
            for (Future<Answer> one : asked) assertThat(one.get().status()).isEqualTo(200);
        }
        assertThat(ada.open(1).object()).containsEntry("opened", true);
    }
}
