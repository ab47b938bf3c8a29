package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentNamesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0                    | Firefox on Linux
            Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0     | Edge on Windows
            Mozilla/5.0 (Macintosh; Intel Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15 | Safari on Mac
            Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1           | Chrome on iPhone
            Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 | Chrome on Android
            curl/8.9.1                                                                                | curl
            something (Windows)                                             | A browser on Windows
            ''                                                                                        | Unknown browser
            """)
    void aBrowserIsCalledByTheNamePeopleKnow(String agent, String name) {
        assertThat(AgentNames.of(agent)).isEqualTo(name);
    }
}
