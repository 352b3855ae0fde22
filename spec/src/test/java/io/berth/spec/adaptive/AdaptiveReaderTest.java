package io.berth.spec.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.FixedPolicies;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdaptiveReaderTest {
    private static final String REST =
            "cluster: {nodes: [{cpu: 1, memory: 1}]}\nworkload: {generate: {}}\nstrategies: ";

    private static ScenarioReader reader() {
        return new ScenarioReader(new FixedPolicies());
    }

    private static Scenario read(String strategies) {
        return reader().withAdaptive().read(Source.inline("scenario", REST + strategies));
    }

    @Test
    void it_stands_among_other_strategies_under_its_name_as_the_first_of_its_portfolio() {
        Scenario scenario =
                read("[tiresias, {adaptive: {portfolio: [fcfs, tiresias], every: 30m, guard: {p99-wait: 2}}}]");

        assertThat(scenario.strategies()).extracting(StrategySpec::name).containsExactly("tiresias", "adaptive");
        assertThat(scenario.adaptive(scenario.strategies().getFirst())).isNull();
        AdaptiveSpec adaptive = scenario.adaptive(scenario.strategies().getLast());
        assertThat(adaptive).isEqualTo(scenario.adaptive().getFirst());
        assertThat(adaptive.first().parts())
                .isEqualTo(adaptive.portfolio().getFirst().parts());
        assertThat(adaptive.everyNanos()).isEqualTo(30 * Nanos.MINUTE);
        assertThat(adaptive.hysteresis()).isEqualTo(0.05);
        assertThat(adaptive.guard()).containsEntry("p99-wait", 2.0);
    }

    @Test
    void what_is_wrong_is_said_with_its_key() {
        for (List<String> wrong : List.of(
                List.of("{adaptive: {portfolio: [fcfs]}}", "two strategies or more"),
                List.of("{adaptive: {}}", "\"portfolio\" is missing"),
                List.of("{adaptive: {portfolio: [fcfs, fcfs]}}", "there twice"),
                List.of("{adaptive: {portfolio: [fcfs, tiresias], every: 0s}}", "longer than 0"),
                List.of("{adaptive: {portfolio: [fcfs, tiresias], sedes: 3}}", "did you mean \"seeds\"?"),
                List.of("{place: fgd, adaptive: {portfolio: [fcfs, tiresias]}}", "may not stand beside adaptive"),
                List.of("{adaptive: {portfolio: [fcfs, tiresias]}}, {name: adaptive, order: fcfs}", "there twice"))) {
            assertThatThrownBy(() -> read("[" + wrong.getFirst() + "]"))
                    .as(wrong.getFirst())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(wrong.getLast());
        }
    }

    @Test
    void who_knows_only_strategies_that_stay_what_they_are_is_not_given_one_that_changes() {
        String yaml = REST + "[{adaptive: {portfolio: [fcfs, tiresias]}}]";

        assertThatThrownBy(() -> reader().read(Source.inline("scenario", yaml)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("goes only with berth simulate");
    }
}
