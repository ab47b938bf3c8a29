package dev.lintel.sync.cloud;

import java.util.ArrayList;
import java.util.List;

/// A file with a refresh token, in memory.
final class FakeGrant implements Grant {
    final List<String> log = new ArrayList<>();
    private String token;
    private boolean underWay;

    FakeGrant(String token) {
        this.token = token;
    }

    @Override
    public synchronized String refreshToken() {
        return token;
    }

    @Override
    public synchronized void underWay() {
        underWay = true;
        log.add("under way");
    }

    @Override
    public synchronized boolean isUnderWay() {
        return underWay;
    }

    @Override
    public synchronized void rotated(String refresh) {
        token = refresh;
        underWay = false;
        log.add("rotated");
    }
}
