package io.berth.core.dispatch;

import java.util.ArrayList;
import java.util.List;

/** Who watches a fleet. */
final class Watchers {
    private final List<FleetWatcher> watchers = new ArrayList<>();

    void add(FleetWatcher watcher) {
        watchers.add(watcher);
    }

    void changed(int server) {
        for (int watcher = 0; watcher < watchers.size(); watcher++) {
            watchers.get(watcher).changed(server);
        }
    }

    void reshaped() {
        watchers.forEach(FleetWatcher::reshaped);
    }
}
