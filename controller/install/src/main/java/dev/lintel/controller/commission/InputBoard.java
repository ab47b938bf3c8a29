package dev.lintel.controller.commission;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the lines of each channel are now, and each change of them. Inputs are read where they are, outputs and readers
/// as the door lane has published them: no door is asked anything. Any thread.
public final class InputBoard {
    private final ControllerConfig config;
    private final DoorViews doors;
    private final PointTap tap;
    private final Time time;

    /// `doors` are this box's own.
    public InputBoard(ControllerConfig config, DoorViews doors, PointTap tap, Time time) {
        this.config = config;
        this.doors = doors;
        this.tap = tap;
        this.time = time;
    }

    /// Of every channel of the site that is wired, by channel.
    public List<Inputs> all() {
        var all = new ArrayList<Inputs>();
        for (DoorView door : doors.all()) {
            Inputs inputs = of(door);
            if (inputs != null) all.add(inputs);
        }
        return all;
    }

    /// Null when no channel of that id is wired here.
    public @Nullable Inputs of(long channelId) {
        DoorView door = doors.of(channelId);
        return door == null ? null : of(door);
    }

    /// Hears of changes from now on; to be closed.
    public InputWatch watch() {
        return new InputWatch(this, tap, time);
    }

    /// Which input of which channels is on a line of the chip: fire may be several channels'.
    record Place(long channelId, Point.Name name) {}

    List<Place> places(int line) {
        var places = new ArrayList<Place>();
        for (DoorView door : doors.all()) {
            ChannelWiring wiring = wiring(door);
            if (wiring == null) continue;
            for (Point.Name name : Point.Name.values()) {
                boolean here = specs(wiring, name).stream().anyMatch(spec -> spec.line() == line);
                if (here) places.add(new Place(door.channelId(), name));
            }
        }
        return places;
    }

    private @Nullable ChannelWiring wiring(DoorView door) {
        return door.channelId() > 0 ? config.channel(door.unit()) : null; // below: a unit that no channel has
    }

    private @Nullable Inputs of(DoorView door) {
        ChannelWiring wiring = wiring(door);
        if (wiring == null) return null;
        Map<Point.Name, Point> points = new EnumMap<>(Point.Name.class);
        for (Point.Name name : Point.Name.values()) points.put(name, point(wiring, door, name));
        return new Inputs(door.channelId(), door.unit(), points);
    }

    private Point point(ChannelWiring wiring, DoorView door, Point.Name name) {
        return switch (name) {
            case CONTACT, REX, AUX, TAMPER, FIRE -> {
                List<InputPoint> opened = specs(wiring, name).stream()
                        .map(spec -> tap.opened(spec.line()))
                        .filter(Objects::nonNull)
                        .toList();
                yield opened.isEmpty()
                        ? Point.NONE
                        : new Point(true, opened.stream().anyMatch(InputPoint::active));
            }
            case STRIKE -> new Point(true, door.strikeReleased());
            case SOUNDER -> wiring.alarm() == null ? Point.NONE : new Point(true, door.sounder());
            case ENTRY -> reader(door, "entry");
            case EXIT -> reader(door, "exit");
        };
    }

    private static Point reader(DoorView door, String side) {
        Boolean online = door.readersOnline().get(side);
        return online == null ? Point.NONE : new Point(true, online);
    }

    /// None where it is not wired; of fire one for each zone that releases the door.
    private List<LineSpec> specs(ChannelWiring wiring, Point.Name name) {
        return switch (name) {
            case CONTACT -> one(wiring.contact());
            case REX -> one(wiring.rex());
            case AUX -> one(wiring.aux());
            case TAMPER -> one(wiring.tamper());
            case FIRE ->
                config.inputs().fireZones(wiring.unit()).stream()
                        .map(BoxInputs.FireZone::line)
                        .toList();
            case STRIKE, SOUNDER, ENTRY, EXIT -> List.of();
        };
    }

    private static List<LineSpec> one(@Nullable LineSpec line) {
        return line == null ? List.of() : List.of(line);
    }
}
