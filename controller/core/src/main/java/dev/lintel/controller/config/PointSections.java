package dev.lintel.controller.config;

import dev.lintel.controller.config.BoxPoints.NamedInput;
import dev.lintel.controller.config.BoxPoints.NamedOutput;
import dev.lintel.controller.yaml.Section;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.LineSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `inputs:` and `outputs:` of `controller.yaml`, after all other lines.
///
/// ```
///   outputs:
///     - {name: siren, line: 40}
///   inputs:
///     - {name: bell, line: 41}
///     - {name: siren_on, line: 42, wired_to: siren}
/// ```
final class PointSections {
    static final String INPUTS = "inputs";
    static final String OUTPUTS = "outputs";

    private static final String WIRED_TO = "wired_to";
    /// A board has some tens of lines, and doors use most of them.
    private static final int POINTS_MAX = 64;
    /// A name is part of an address of the API and of an event.
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    private final Section root;
    private final ChannelSections lines;

    PointSections(Section root, ChannelSections lines) {
        this.root = root;
        this.lines = lines;
    }

    BoxPoints read() {
        List<NamedOutput> outputs = outputs();
        return new BoxPoints(inputs(outputs), outputs);
    }

    private List<NamedOutput> outputs() {
        var outputs = new ArrayList<NamedOutput>();
        Map<String, Integer> names = new HashMap<>();
        for (Section section : sections(OUTPUTS)) {
            String name = name(section, names);
            LineSpec line = lines.lineSpec(section, "active", "output '" + name + "'", true);
            if (line != null) outputs.add(new NamedOutput(name, line));
        }
        return outputs;
    }

    private List<NamedInput> inputs(List<NamedOutput> outputs) {
        var inputs = new ArrayList<NamedInput>();
        Map<String, Integer> names = new HashMap<>();
        for (Section section : sections(INPUTS)) {
            String name = name(section, names);
            if (BoxPoints.ALARMS.contains(name)) {
                section.fault("name", "'" + name + "' is the name of the box's own input '" + name + "'");
            }
            LineSpec line = line(section, name);
            String wiredTo = section.text(WIRED_TO).orNull();
            if (wiredTo != null
                    && outputs.stream().noneMatch(output -> output.name().equals(wiredTo))) {
                section.fault(WIRED_TO, "there is no '" + wiredTo + "' among the outputs of this file");
            }
            int debounceMs = Debounce.ofContact(section);
            if (line != null) inputs.add(new NamedInput(name, line, debounceMs, wiredTo));
        }
        return inputs;
    }

    /// Held at the inactive level unless the file says otherwise, so that a cut wire is no button pressed.
    private @Nullable LineSpec line(Section section, String name) {
        LineSpec usual = lines.lineSpec(section, "active", "input '" + name + "'", false);
        if (usual == null) return null;
        Bias bias = section.choice("bias", Bias.byWord()).or(usual.bias());
        if (bias == (usual.activeHigh() ? Bias.PULL_UP : Bias.PULL_DOWN)) {
            section.warn("bias", bias.word() + " makes a cut wire look like an active input");
        }
        return new LineSpec(usual.line(), usual.activeHigh(), bias);
    }

    private List<Section> sections(String key) {
        List<Section> sections = root.sections(key).or(List.of());
        if (sections.size() > POINTS_MAX) root.fault(key, "has more than " + POINTS_MAX + " entries");
        return sections;
    }

    private static String name(Section section, Map<String, Integer> names) {
        String name = section.text("name").that(PointSections::nameFault).required("");
        Integer other = name.isEmpty() ? null : names.putIfAbsent(name, section.line());
        if (other != null) section.fault("name", "'" + name + "' is the name of the one in line " + other + " already");
        return name;
    }

    private static @Nullable String nameFault(String name) {
        if (NAME.matcher(name).matches()) return null;
        return "must be lower-case letters, digits and underscores, beginning with a letter, 32 characters at most";
    }
}
