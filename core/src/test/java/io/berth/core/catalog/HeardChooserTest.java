package io.berth.core.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.policy.Facts;
import io.berth.core.policy.Order;
import io.berth.core.policy.order.Srtf;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeardChooserTest {
    @Test
    void a_chooser_that_is_listened_to_still_says_in_which_order_jobs_go_that_it_does_not_choose() {
        StrategySpec hybrid =
                StrategySpec.of("mine").ordering(PolicySpec.of("hybrid", Map.of("base", "srtf", "window", "2")));
        Facts facts = new Facts(1, 1, List.of());

        Order heard = Catalog.standard()
                .with((waiting, chooser, place) -> {})
                .strategy(hybrid, facts)
                .order();

        assertThat(heard.keyed()).isInstanceOf(Srtf.class);
    }
}
