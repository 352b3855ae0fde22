package io.berth.gateway.record;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import io.berth.spec.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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

    /** A document with {@code most} of those that are {@code wanted}, the last one first. */
    String page(Predicate<Journey> wanted, int most) {
        List<Object> documents = new ArrayList<>();
        copy().reversed().stream()
                .filter(wanted)
                .limit(most)
                .map(shown::document)
                .forEach(documents::add);
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("requests", documents);
        return Json.line(page) + "\n";
    }

    private synchronized List<Journey> copy() {
        return List.copyOf(last);
    }
}
