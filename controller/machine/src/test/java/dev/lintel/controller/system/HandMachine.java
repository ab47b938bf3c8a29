package dev.lintel.controller.system;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A machine whose programs only note that they were run. [#broken] is one that does not work.
public final class HandMachine implements Machine {
    public final List<String> ran = new CopyOnWriteArrayList<>();
    String broken = "";
    int times = Integer.MAX_VALUE;

    @Override
    public void restart() {
        run("restart");
    }

    @Override
    public void readNetworkAnew() {
        run("network");
    }

    @Override
    public void wakeForNetwork(boolean on) {
        run(on ? "wake" : "sleep");
    }

    @Override
    public void setClock(Instant to) {
        run("clock " + to);
    }

    @Override
    public void keepClock() {
        run("chip");
    }

    @Override
    public void readTimeServersAnew() {
        run("time servers");
    }

    private synchronized void run(String what) {
        if (what.equals(broken) && times-- > 0) throw new SystemException(what + " does not work");
        ran.add(what);
    }
}
