package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.ConfigFile;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.YamlEdit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DoorFormTest {
    private static YamlEdit parts(String text) {
        return switch (YamlEdit.of("controller.yaml", text)) {
            case Checked.Valid<YamlEdit>(YamlEdit edit) -> edit;
            case Checked.Faulty<YamlEdit>(var faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static ControllerConfig config(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Checked.Faulty<ControllerConfig>(var faults) -> throw new AssertionError(faults.toString());
        };
    }

    @Test
    void theDemosTextIsTheDemo() {
        assertThat(config(DemoConfig.TEXT)).isEqualTo(DemoConfig.create());
    }

    @Test
    void aFormThatNobodyTouchedIsTheSameDoor() {
        YamlEdit edit = parts(DemoConfig.TEXT);
        for (String unit : List.of("1", "2")) {
            Map<String, Object> before = Objects.requireNonNull(edit.item("channels", "unit", unit));
            Map<String, Object> after = DoorForm.channel(Integer.parseInt(unit), DoorForm.of(before), before);
            edit = edit.withItem("channels", "unit", after);
        }
        assertThat(config(edit.text())).isEqualTo(DemoConfig.create());
    }

    @Test
    void whatTheFormDoesNotHaveStays() {
        Map<String, Object> before = Map.of(
                "unit", "4",
                "readers",
                        Map.of(
                                "entry",
                                Map.of(
                                        "driver", "wiegand",
                                        "d0", "1",
                                        "d1", "2",
                                        "pin", Map.of("digits", "4"),
                                        "values", Map.of("H10301", "fc*100000+number"))),
                "strike", Map.of("line", "3"),
                "rex", Map.of("line", "5", "bias", "off"),
                "egress", "mechanical");
        Map<String, String> form = DoorForm.of(before);
        form.put("entry.d0", "11");
        Map<String, Object> after = DoorForm.channel(4, form, before);
        assertThat(after).extractingByKey("rex").isEqualTo(Map.of("line", "5", "bias", "off"));
        assertThat(((Map<?, ?>) Objects.requireNonNull(after.get("readers"))).get("entry"))
                .isEqualTo(Map.of(
                        "driver", "wiegand",
                        "d0", "11",
                        "d1", "2",
                        "pin", Map.of("digits", "4"),
                        "values", Map.of("H10301", "fc*100000+number")));
    }

    @Test
    void anotherWireHasNothingOfTheOneBefore() {
        Map<String, Object> before = Map.of(
                "unit", "4",
                "readers", Map.of("entry", Map.of("driver", "wiegand", "d0", "1", "d1", "2", "keypad", "burst4")),
                "strike", Map.of("line", "3"));
        Map<String, String> form = DoorForm.of(before);
        form.put("entry.driver", "osdp");
        form.put("entry.bus", "rs485-1");
        form.put("entry.address", "0");
        form.put("entry.key", "reader-1");
        form.put("entry.formats", "C1k35s,  raw");
        Map<String, Object> after = DoorForm.channel(4, form, before);
        assertThat(((Map<?, ?>) Objects.requireNonNull(after.get("readers"))).get("entry"))
                .isEqualTo(Map.of(
                        "driver", "osdp",
                        "bus", "rs485-1",
                        "address", "0",
                        "key", "secret:reader-1",
                        "formats", List.of("C1k35s", "raw")));
        assertThat(DoorForm.of(after))
                .containsEntry("entry.key", "reader-1")
                .containsEntry("entry.formats", "C1k35s, raw");
    }

    @Test
    void aPartWithoutALineIsNotThere() {
        Map<String, String> form = DoorForm.of(null);
        form.put("strike.line", "9");
        form.put("egress", "mechanical");
        Map<String, Object> channel = DoorForm.channel(7, form, null);
        assertThat(channel.keySet()).containsExactly("unit", "strike", "egress");
        assertThat(channel)
                .extractingByKey("strike")
                .isEqualTo(Map.of("line", "9", "active", "high", "fail", "secure"));
    }
}
