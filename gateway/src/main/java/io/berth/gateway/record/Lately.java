package io.berth.gateway.record;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import io.berth.spec.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last requests that ended. For any thread. */
final class Lately implements JourneyListener {
    private final int most;
    private final AccessLine shown;
    private final ArrayDeque<Journey> last;

    /** @param most how many */
    Lately(int most, AccessLine shown) {
        this.most = most;
        this.shown = shown;
        last = new ArrayDeque<>(most);
    }

    @Override
    public synchronized void ended(Journey journey) {
        if (last.size() == most) {
            last.removeFirst();
        }
        last.addLast(journey);
    }

    /** A document with them, the last one first. */
    String page() {
        List<Object> documents = new ArrayList<>();
        for (Journey journey : copy().reversed()) {
            documents.add(shown.document(journey));
        }
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("requests", documents);
        return Json.line(page) + "\n";
    }

    private synchronized List<Journey> copy() {
        return List.copyOf(last);
    }
}
