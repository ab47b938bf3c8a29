package dev.lintel.controller.sync;

import dev.lintel.controller.time.Time;
import dev.lintel.sync.cloud.CloudPace;
import java.util.concurrent.ThreadLocalRandom;

/// By what the library that follows a service counts: this box's clocks.
record ServicePace(Time time) implements CloudPace {
    @Override
    public long nowNs() {
        return time.nowNs();
    }

    @Override
    public long wallMs() {
        return time.nowMs();
    }

    @Override
    public double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
