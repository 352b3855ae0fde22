package io.berth.spec.fleet;

import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;

/** The keys of requests that come by day and night, and what they mean: as spikes, one for each hour. */
final class DayKeys {
    private static final int HOURS = 24;

    static final Section SECTION = Section.of(
            "days",
            "Requests that come by day and night: as fast as they would at midnight, the more times as fast the nearer to noon, in 24 steps. The"
                    + " first comes at midnight.",
            Key.of("length", Shape.of(ValueType.DURATION), "How long a day is.").fallback("24h"),
            Key.of("count", Shape.whole(1, 1000), "How many days it goes on so.")
                    .fallback("7"),
            Key.of("peak", Shape.number(1, 1000), "How many times as fast they come at noon.")
                    .fallback("4"));

    private DayKeys() {}

    static List<Spike> read(Fields requests) {
        Fields days = SECTION.read(requests.value("days"));
        long hour = StrictMath.max(1, FleetScenarioReader.positive(days, "length") / HOURS);
        List<Spike> spikes = new ArrayList<>();
        for (int at = 0; at < HOURS * days.integer("count"); at++) {
            double day = (1 - StrictMath.cos(2 * StrictMath.PI * (at % HOURS) / HOURS)) / 2;
            spikes.add(new Spike(at * hour, hour, 1 + (days.number("peak") - 1) * day));
        }
        return spikes;
    }
}
