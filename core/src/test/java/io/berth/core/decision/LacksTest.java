package io.berth.core.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LacksTest {
    @Test
    void resourcesAreNamedWhereTheyAreKnown() {
        TreeMap<Reason, Integer> reasons = new TreeMap<>(Map.of(Reason.EXTENDED_RESOURCE, 5, Reason.CPU, 3));
        assertThat(Lacks.of(reasons).text())
                .isEqualTo("5 × not enough of a resource known by name, 3 × not enough free CPU");
        TreeMap<String, Integer> resources = new TreeMap<>(Map.of("example.com/fpga", 1, "example.com/licence", 4));
        assertThat(new Lacks(reasons, resources).text())
                .isEqualTo(
                        "4 × not enough example.com/licence, 3 × not enough free CPU, 1 × not enough example.com/fpga");
        assertThat(Lacks.NONE.text()).isEmpty();
    }
}
