package io.berth.gateway.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.scale.Demand;
import io.berth.edge.scale.Told;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DemandShareTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final SortedMap<String, Demand> here = new TreeMap<>();
    private final SortedMap<String, Demand> there = new TreeMap<>();
    private final DemandShare one = new DemandShare(() -> here, now::get);
    private final DemandShare two = new DemandShare(() -> there, now::get);

    @Test
    void whatAllOfThemHaveIsTheSumWhoeverIsAsked() {
        here.put("service models/llama", new Demand(10, 2, 1, 1.5, 1, 2));
        there.put("service models/llama", new Demand(32, 3, 0, 2.5, 0.5, 1));
        there.put("service models/draw", new Demand(1, 1, 1, 0, 1, 1));
        tell(two, one, "two", 7);
        tell(one, two, "one", 5);
        now.set(SECOND);

        assertThat(llama(one, here))
                .isEqualTo(Map.of(
                        DemandShare.OWN,
                        new Told(here.get("service models/llama"), 0),
                        "two since 7",
                        new Told(there.get("service models/llama"), SECOND)));
        assertThat(arrived(llama(one, here))).isEqualTo(42).isEqualTo(arrived(llama(two, there)));
        // To hear it again adds nothing.
        tell(two, one, "two", 7);
        assertThat(arrived(llama(one, here))).isEqualTo(42);
    }

    @Test
    void oneThatIsGoneIsForgottenAfterItsTime() {
        here.put("service models/llama", new Demand(10, 0, 0, 1, 1, 1));
        there.put("service models/llama", new Demand(32, 0, 0, 1, 1, 1));
        tell(two, one, "two", 7);
        now.set(DemandShare.HEARD_NANOS);
        assertThat(arrived(llama(one, here))).isEqualTo(42);
        now.set(DemandShare.HEARD_NANOS + 1);
        assertThat(arrived(llama(one, here))).isEqualTo(10);
    }

    @Test
    void oneThatBeganAgainIsAnotherAndNotCountedTwice() {
        here.put("service models/llama", new Demand(10, 0, 0, 1, 1, 1));
        there.put("service models/llama", new Demand(32, 5, 5, 1, 1, 1));
        tell(two, one, "two", 7);
        there.put("service models/llama", new Demand(1, 1, 0, 1, 1, 1));
        tell(two, one, "two", 8);
        SortedMap<String, Told> all = llama(one, here);
        assertThat(all).containsOnlyKeys(DemandShare.OWN, "two since 8");
        assertThat(arrived(all)).isEqualTo(11);
    }

    @Test
    void whileNobodyCanBeHeardTheOthersAreSilentAndNotGone() {
        here.put("service models/llama", new Demand(10, 0, 0, 1, 1, 1));
        there.put("service models/llama", new Demand(32, 0, 0, 1, 1, 1));
        tell(two, one, "two", 7);
        one.alone(2);
        now.set(100 * SECOND);
        assertThat(llama(one, here).get("two since 7").ageNanos()).isEqualTo(100 * SECOND);
        one.alone(1);
        now.set(100 * SECOND + DemandShare.HEARD_NANOS);
        assertThat(llama(one, here)).hasSize(2);
        now.set(101 * SECOND + DemandShare.HEARD_NANOS);
        assertThat(llama(one, here)).hasSize(1);
    }

    @Test
    void nothingIsToldWhereNothingFollows() {
        assertThat(one.due()).isFalse();
        here.put("service models/llama", new Demand(0, 0, 0, 0, 1, 1));
        assertThat(one.due()).isTrue();
        assertThatThrownBy(() -> one.heard(
                        "two",
                        7,
                        JsonReader.read(Source.inline(
                                "two", "{\"services\": [{\"name\": \"x\", \"arrived\": -1, \"running\": 0}]}"))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("arrived");
    }

    private static SortedMap<String, Told> llama(DemandShare share, SortedMap<String, Demand> own) {
        return share.all("service models/llama", own.get("service models/llama"));
    }

    private static long arrived(SortedMap<String, Told> all) {
        return all.values().stream().mapToLong(told -> told.demand().arrived()).sum();
    }

    private static void tell(DemandShare from, DemandShare to, String name, long life) {
        to.heard(name, life, JsonReader.read(Source.inline(name, Json.line(from.told()))));
    }
}
