package dev.lintel.sync;

import dev.lintel.sync.http.HubClient;

/// What puller, pusher and link work with.
///
/// @param hub names the hub
public record Gear(String hub, HubClient client, SyncTarget target, Pace pace, Limits limits, HubState state) {}
