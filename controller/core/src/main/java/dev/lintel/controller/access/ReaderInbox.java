package dev.lintel.controller.access;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderListener;
import dev.lintel.reader.keypad.PinCollector;
import dev.lintel.reader.keypad.PinOutcome;
import dev.lintel.reader.keypad.PinRules;
import org.jspecify.annotations.Nullable;

/// Where one reader's events arrive, on its driver's thread: cards, codes and whole PINs go to the decision
/// thread, the state of its line to the door lane. Never blocks.
public final class ReaderInbox implements ReaderListener {
    private final long channelId;
    private final String side;
    private final Reading reading;
    private final Decisions decisions;
    private final Lane lane;
    private final PinCollector keys;
    private @Nullable Shown card; // the last one, and when it was read first; the driver's thread only
    private long cardNs;

    /// What the reader's configuration says about cards and keys.
    public record Reading(ReaderFormats formats, PinRules pins) {}

    public ReaderInbox(long channelId, String side, Reading reading, Decisions decisions, Lane lane) {
        this.channelId = channelId;
        this.side = side;
        this.reading = reading;
        this.keys = new PinCollector(reading.pins);
        this.decisions = decisions;
        this.lane = lane;
    }

    @Override
    public void on(ReaderEvent event) {
        switch (event) {
            case ReaderEvent.Card card -> card(new Shown.Card(card.bits()), card.atNs());
            case ReaderEvent.Text code -> card(new Shown.Text(code.text(), code.scanned()), code.atNs());
            case ReaderEvent.Keys pressed -> {
                for (PinOutcome outcome : keys.feed(pressed.keys(), pressed.atNs())) {
                    switch (outcome) {
                        case PinOutcome.Complete pin ->
                            decisions.submit(
                                    channelId, side, new Shown.Pin(pin.pin()), pressed.atNs(), reading.formats);
                        case PinOutcome.Cleared _, PinOutcome.TimedOut _, PinOutcome.TooLong _ -> {
                            // Nothing was presented; the person starts again.
                        }
                    }
                }
            }
            case ReaderEvent.Online on -> lane.offer(new LaneInput.ReaderLine(channelId, on.atNs(), side, true));
            case ReaderEvent.Offline off -> lane.offer(new LaneInput.ReaderLine(channelId, off.atNs(), side, false));
            case ReaderEvent.Insecure(String why, int attempts, long atNs) ->
                lane.offer(new LaneInput.ReaderInsecure(channelId, atNs, side, why, attempts));
            case ReaderEvent.Tamper(boolean on, int changes, long atNs) ->
                lane.offer(new LaneInput.TamperMoved(channelId, atNs, side, on, changes));
            case ReaderEvent.Power(boolean failed, int changes, long atNs) ->
                lane.offer(new LaneInput.ReaderPower(channelId, atNs, side, failed, changes));
            case ReaderEvent.Inputs _, ReaderEvent.Vendor _ -> {
                // A reader's own inputs and its maker's messages mean nothing to a door.
            }
        }
    }

    /// A card takes the place of digits typed before it; the same card again, while its PIN may be awaited, does not:
    /// it lies near the reader while somebody types.
    private void card(Shown shown, long atNs) {
        boolean again = shown.equals(card) && atNs - cardNs <= SecondFactors.WINDOW_NS;
        if (!again) {
            keys.clear();
            card = shown;
            cardNs = atNs;
        }
        decisions.submit(channelId, side, shown, atNs, reading.formats);
    }
}
