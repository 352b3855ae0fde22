package io.berth.spec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.scale.WarmSpec;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleKeysTest {
    private static final String SCALED = """
            fleet:
              servers: [{count: 3, slots: 10}]
              autoscale: {min: 2, max: 9, start_time: 2m, season: 24h}
            requests: {generate: {}}
            """;

    @Test
    void what_is_absent_is_by_default() {
        FleetSpec fleet = read(SCALED).fleet();
        ScaleSpec scale = fleet.changes().scale();

        assertThat(scale)
                .isEqualTo(new ScaleSpec(
                        Policy.FORECAST,
                        2,
                        9,
                        2 * Nanos.MINUTE,
                        15 * Nanos.SECOND,
                        7,
                        new ScaleSpec.Kubernetes(0.1, 5 * Nanos.MINUTE),
                        new ScaleSpec.Ahead(0.9, Nanos.SECOND, 0.95, Nanos.DAY, 2 * Nanos.MINUTE)));
        // As many places as may ever be there, of which the count is there at first.
        assertThat(fleet.servers().getFirst().count()).isEqualTo(9);
        assertThat(fleet.changes().thereAtFirst(2)).isTrue();
        assertThat(fleet.changes().thereAtFirst(3)).isFalse();
        assertThat(read("fleet: {servers: [{count: 3}]}\nrequests: {generate: {}}")
                        .fleet()
                        .changes()
                        .scale())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max: 9 | max: 1 | fleet.autoscale.max: must not be below min, which is 2",
                "max: 9 | most: 9 | unknown key \"most\"",
                ", max: 9 | | \"max\" is missing",
                "count: 3 | count: 1 | fleet.servers: begin as 1 by count, which must be from 2 to 9",
                "count: 3 | count: 10 | fleet.servers: begin as 10 by count",
                "slots: 10} | slots: 10}, {count: 2} | fleet.autoscale: goes with one group of servers, and there are 2",
                "season: 24h | policy: forcast | fleet.autoscale.policy",
                "season: 24h | quantile: 50% | must be above 50 % and below 100 %",
                "season: 24h | within: 100% | must be below 100 %",
                "season: 24h | every: 0s | fleet.autoscale.every: must be longer than 0",
                "season: 24h | target: 0 | fleet.autoscale.target",
                "season: 24h} | season: 24h}, events: [{at: 1m, server: server-0001, happens: leaves}] | does not go with autoscale",
            })
    void a_wrong_value_is_told_with_its_key(String good, String bad, String told) {
        String yaml = SCALED.replace(good, bad == null ? "" : bad);
        String flow = yaml.replace("}, events", "}\n  events");

        assertThat(SCALED).contains(good);
        assertThatThrownBy(() -> read(flow)).hasMessageStartingWith("x.yaml").hasMessageContaining(told);
    }

    @Test
    void days_are_as_many_times_as_fast_at_noon() {
        List<Spike> hours =
                read("fleet: {servers: [{}]}\nrequests: {generate: {}, days: {length: 2h, count: 2, peak: 5}}")
                        .requests()
                        .spikes();

        assertThat(hours).hasSize(48);
        assertThat(hours.get(0)).isEqualTo(new Spike(0, 5 * Nanos.MINUTE, 1));
        assertThat(hours.get(12).rate()).isEqualTo(5);
        assertThat(hours.get(36)).isEqualTo(new Spike(3 * Nanos.HOUR, 5 * Nanos.MINUTE, 5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "budget: 5% | fleet.prewarm.budget: must be above 0 % | 0%",
                "budget: 5% | fleet.prewarm.budget | 120%",
                "least: 50% | must be above 0 % and below 100 % | 100%",
                "every: 10s | fleet.prewarm.every: must be longer than 0 | 0s",
            })
    void what_is_wrong_of_loads_ahead_is_told_with_its_key(String good, String told, String value) {
        String key = good.substring(0, good.indexOf(':'));
        String yaml = "fleet: {servers: [{}], prewarm: {%s: %s}}\nrequests: {generate: {}}";

        assertThat(read(yaml.formatted(key, good.substring(good.indexOf(':') + 2)))
                        .fleet()
                        .changes()
                        .warm())
                .isEqualTo(new WarmSpec(0.05, 10 * Nanos.SECOND, 0.5, 0));
        assertThatThrownBy(() -> read(yaml.formatted(key, value))).hasMessageContaining(told);
        assertThatThrownBy(() -> read(yaml.formatted(key, "5%").replace("[{}]", "[{engine: a10}]")))
                .isInstanceOf(InputException.class);
    }

    private static FleetScenario read(String yaml) {
        return FleetScenarioReader.read(Source.text("x.yaml", yaml), List.of());
    }
}
