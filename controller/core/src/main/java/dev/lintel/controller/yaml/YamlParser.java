package dev.lintel.controller.yaml;

import dev.lintel.controller.yaml.YamlNode.Entry;
import dev.lintel.controller.yaml.YamlNode.Mapping;
import dev.lintel.controller.yaml.YamlNode.Scalar;
import dev.lintel.controller.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Text to [YamlNode]s, from the library's stream of events: the tree is built here so that depth and the size that
/// aliases expand to are bounded while it grows. One text, one parser.
final class YamlParser {
    /// Deeper than any file of ours by far; a deeper one would use up the stack.
    private static final int DEPTH_MAX = 32;
    /// Values in a file with its aliases expanded: far above a large site, far below what hurts a small board.
    private static final long NODES_MAX = 200_000;

    private final Iterator<Event> events;
    private final Faults faults;
    private final Map<Anchor, YamlNode> anchors = new HashMap<>();

    private YamlParser(String text, Faults faults) {
        var settings = LoadSettings.builder()
                .setUseMarks(true)
                .setCodePointLimit(Yaml.FILE_BYTES_MAX)
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
        this.faults = faults;
    }

    /// The one document of `text`; null after adding at least one fault.
    static @Nullable YamlNode parse(String text, Faults faults) {
        try {
            return new YamlParser(text, faults).document();
        } catch (MarkedYamlEngineException e) { // the scanner or parser found no YAML
            syntaxFault(text, e, faults);
        } catch (ReaderException e) { // a character that YAML forbids
            String sentence = "holds the character U+%04X, which YAML forbids".formatted(e.getCodePoint());
            faults.add(lineOf(text, e.getPosition()), "", sentence);
        } catch (YamlEngineException e) { // a directive for another version of YAML, say
            faults.add(0, "", "is not valid YAML: " + firstLine(e.toString()));
        } catch (IllegalArgumentException e) { // the library on an escape or a directive with an impossible number
            faults.add(0, "", "is not valid YAML: a number in an escape or directive is out of range");
        }
        return null;
    }

    private @Nullable YamlNode document() {
        YamlNode root = new Mapping(1, 1, List.of());
        boolean seen = false;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
                case DocumentStart -> {
                    if (seen) return stop(line(event), "a second document starts here: a file holds one");
                    seen = true;
                }
                case Alias, Scalar, SequenceStart, MappingStart, SequenceEnd, MappingEnd -> {
                    YamlNode node = node(event, 1);
                    if (node == null) return null;
                    root = node;
                }
            }
        }
        return root instanceof Scalar s && s.isNull() ? new Mapping(1, 1, List.of()) : root;
    }

    /// The node that `event` begins; null after a fault that ends the reading.
    private @Nullable YamlNode node(Event event, int depth) {
        if (depth > DEPTH_MAX) return stop(line(event), "is nested more than " + DEPTH_MAX + " levels deep");
        YamlNode node = switch (event) {
            case AliasEvent alias -> anchors.get(alias.getAlias());
            case ScalarEvent scalar -> scalar(scalar);
            case CollectionStartEvent start ->
                start.getEventId() == Event.ID.MappingStart ? mapping(start, depth) : sequence(start, depth);
            default -> throw new IllegalStateException("no node begins with " + event.getEventId());
        };
        if (node == null && event instanceof AliasEvent alias) {
            return stop(line(event), "*" + alias.getAlias() + " stands before the end of what it names");
        }
        if (node != null && node.size() > NODES_MAX) {
            return stop(line(event), "holds more than " + NODES_MAX + " values (with aliases written out)");
        }
        return node;
    }

    private Scalar scalar(ScalarEvent event) {
        checkTag(event, event.getTag());
        var scalar = new Scalar(line(event), event.getValue(), event.isPlain());
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor, scalar));
        return scalar;
    }

    private @Nullable YamlNode sequence(CollectionStartEvent start, int depth) {
        checkTag(start, start.getTag());
        var items = new ArrayList<YamlNode>();
        long size = 1;
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            YamlNode item = node(event, depth + 1);
            if (item == null) return null;
            items.add(item);
            size += item.size();
            if (size > NODES_MAX) break; // node() tells
        }
        return anchored(start, new Sequence(line(start), size, items));
    }

    private @Nullable YamlNode mapping(CollectionStartEvent start, int depth) {
        checkTag(start, start.getTag());
        Map<String, Entry> entries = new HashMap<>();
        var ordered = new ArrayList<Entry>();
        long size = 1;
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                return stop(line(event), "a key must be a single word");
            }
            YamlNode value = node(events.next(), depth + 1);
            if (value == null) return null;
            var entry = new Entry(line(event), key.text(), value);
            Entry first = entries.putIfAbsent(key.text(), entry);
            if (first == null) ordered.add(entry);
            else faults.add(entry.line(), key.text(), "stands here a second time (first in line " + first.line() + ")");
            size += 1 + value.size();
            if (size > NODES_MAX) break; // node() tells
        }
        return anchored(start, new Mapping(line(start), size, ordered));
    }

    private YamlNode anchored(CollectionStartEvent start, YamlNode node) {
        start.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        return node;
    }

    private void checkTag(Event event, Optional<String> tag) {
        tag.ifPresent(name -> faults.add(line(event), "", "has the tag " + name + "; these files use no tags"));
    }

    private @Nullable YamlNode stop(int line, String sentence) {
        faults.add(line, "", sentence);
        return null;
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    /// A tab in the indentation is the likeliest cause and the one nobody sees: each such line is told by itself.
    private static void syntaxFault(String text, MarkedYamlEngineException e, Faults faults) {
        int failed = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
        boolean tabAtFault = false;
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String indent =
                    line.substring(0, line.length() - line.stripLeading().length());
            if (indent.indexOf('\t') < 0 || line.isBlank()) continue;
            faults.add(number, "", "is indented with a tab character; YAML wants spaces");
            tabAtFault |= number == failed;
        }
        if (!tabAtFault) faults.add(failed, "", "is not valid YAML: " + problem(e));
    }

    /// `position` counts code points from the start of the text.
    private static int lineOf(String text, int position) {
        return 1
                + (int) text.codePoints().limit(position).filter(c -> c == '\n').count();
    }

    private static String problem(MarkedYamlEngineException e) {
        String problem = e.getProblem() == null ? "" : firstLine(e.getProblem());
        String context = e.getContext() == null ? "" : " (" + firstLine(e.getContext()) + ")";
        return problem + context;
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
