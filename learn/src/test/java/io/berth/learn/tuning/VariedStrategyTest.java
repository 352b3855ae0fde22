package io.berth.learn.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariedStrategyTest {
    private static final CatalogNames NAMES = new CatalogNames(Catalog.standard());

    @Test
    void anyNumberOfAStrategyCanBeVaried() {
        VariedStrategy varied = varied(
                "{order: {rule: {run: -1}}, place: [{fgd: 0.7}, {best-fit: 0.3}], backfill: easy}",
                "order.rule.wait=-3..3",
                "order.rule.jobs=10..500",
                "place[0].fgd=0.1..1");
        StrategySpec tuned = varied.at(new double[] {0.25, 64, 0.9});

        assertThat(tuned.order().toString()).isEqualTo("rule{jobs=64, run=-1, wait=0.25}");
        assertThat(tuned.place().toString()).isEqualTo("fgd:0.9,best-fit:0.3");
        assertThat(varied.ranges())
                .containsExactly(new Range(-3, 3, false), new Range(10, 500, true), new Range(0.1, 1, false));
        assertThat(varied.before().order().toString()).isEqualTo("rule{run=-1}");
    }

    @Test
    void severalNumbersOfOneValueAreVariedTogether() {
        VariedStrategy varied = varied(
                "{order: {multi-level: {}}, preempt: by-order}", "order.multi-level.limits=100..5000 5000..90000");

        assertThat(varied.at(new double[] {250, 7000.5}).order().toString())
                .isEqualTo("multi-level{limits=250 7000.5}");
        assertThat(varied.start()).as("the default").containsExactly(3250, 7200);
    }

    @Test
    void itStartsFromWhatIsWrittenElseFromTheDefaultElseFromTheMiddle() {
        VariedStrategy varied = varied(
                "{order: {rule: {run: -1, wait: 9}}}",
                "order.rule.run=-3..3",
                "order.rule.fits=-1..3",
                "order.rule.wait=2..4");

        assertThat(varied.start()).containsExactly(-1, 0, 3);
    }

    @Test
    void whatIsNoVariationIsRefused() {
        assertRefused("order.rule.wait=3", "must be key.path=LOW..HIGH");
        assertRefused("order.rule.wait=3..1", "must rise, but is \"3..1\"");
        assertRefused("", "must be key.path=LOW..HIGH");
        assertThatThrownBy(() -> varied("{order: sjf}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--vary")
                .hasMessageContaining("is needed");
        assertThatThrownBy(() -> varied("{order: sjf}", "backfill.x=1..2", "backfill.x=1..3"))
                .hasMessageContaining("is varied twice");
    }

    private static void assertRefused(String option, String problem) {
        assertThatThrownBy(() -> Variation.parse(option, NAMES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(problem);
    }

    private static VariedStrategy varied(String strategy, String... options) {
        List<Variation> variations = Arrays.stream(options)
                .map(option -> Variation.parse(option, NAMES))
                .toList();
        return new VariedStrategy(
                TreeReader.read(Source.text("test", strategy)), variations, new StrategyReader(NAMES, Path.of("")));
    }
}
