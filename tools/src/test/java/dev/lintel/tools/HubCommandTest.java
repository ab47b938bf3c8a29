package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HubCommandTest {
    private static String said(String by, @Nullable Long minutes) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>(Map.of("expected", "Gate", "by", by));
        if (minutes != null) one.put("minutes", minutes);
        one.put("let_in_by", "olga");
        return HubCommand.Boxes.sentence(one);
    }

    /// Whoever else has the code comes in by it as well.
    @Test
    void whoMayComeYetIsListedWithHowLongTheirCodeHolds() {
        assertThat(said("code", 4_320L))
                .isEqualTo("Gate  not here yet: a code stands for 3 days, made by olga; 'lintel hub code --withdraw"
                        + " Gate' ends that");
        assertThat(said("certificate", 4_320L))
                .isEqualTo("Gate  not here yet: has joined by a code and has not come yet; until it comes the code"
                        + " lets in whoever has it, for 3 days more, made by olga; 'lintel hub code --withdraw Gate'"
                        + " ends that");
        assertThat(said("certificate", null))
                .isEqualTo("Gate  not here yet: has joined by a code and has not come yet, made by olga; 'lintel hub"
                        + " code --withdraw Gate' ends that");
    }
}
