package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/people",
                "/users/7?done=kind",
                "/oauth/authorize?client_id=a-B_1.~&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=a+b&state=x%3D",
                "/oauth/authorize?redirect_uri=https://app.example/cb"
            })
    void aPathOfOursStaysWithItsQuery(String path) {
        assertThat(LocalPath.of(path, "/")).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "people",
                "//evil.example",
                "///evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "https://evil.example/",
                "https:evil.example",
                "javascript:alert(1)",
                "/a\r\nSet-Cookie: x=y",
                "/a?b\r\nSet-Cookie: x=y",
                "/\t/evil.example",
                " //evil.example",
                "/a b",
                "/a?b=%zz",
                "/a?b=%",
                "/a#b",
                "/a?b#c",
                "/a?b=\\",
                "/a?<script>",
                "/@evil.example",
                "/é"
            })
    void anythingElseIsNot(String path) {
        assertThat(LocalPath.of(path, "/")).isEqualTo("/");
    }

    /// On the stack of a small thread: a pattern that goes deeper with each character would not end well.
    @Test
    void theLongestIsJudgedWithoutGoingDeep() throws InterruptedException {
        var judged = new ArrayList<String>();
        String longest = "/a?" + "b%20".repeat((LocalPath.CHARS_MAX - 3) / 4);
        Thread small = new Thread(null, () -> judged.add(LocalPath.of(longest, "/")), "small", 64 * 1024);
        small.start();
        small.join();
        assertThat(judged).containsExactly(longest);
    }

    @Test
    void whatIsMissingOrTooLongIsNot() {
        assertThat(LocalPath.of(null, "/sign-in")).isEqualTo("/sign-in");
        assertThat(LocalPath.of("/a?" + "b".repeat(LocalPath.CHARS_MAX), "/")).isEqualTo("/");
    }
}
