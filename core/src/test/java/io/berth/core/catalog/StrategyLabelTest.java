package io.berth.core.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.ModelFile;
import io.berth.core.model.ShippedModel;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrategyLabelTest {
    private static final String MODEL = ShippedModel.text();
    private static final String ID = ModelFile.id(MODEL);

    @Test
    void aStrategyIsCalledByItsName() {
        assertThat(StrategyLabel.of(StrategySpec.of("mine", "sjf", "fgd", "easy")))
                .isEqualTo("mine");
    }

    @Test
    void theModelThatItGoesByIsTold() {
        assertThat(StrategyLabel.of(learnt("mine"))).isEqualTo("mine (model " + ID + ")");
    }

    @Test
    void aNameThatTellsOfTheModelTellsItOnce() {
        assertThat(StrategyLabel.of(learnt("online " + ID))).isEqualTo("online " + ID);
    }

    @Test
    void theModelThatPlacesIsToldAfterTheOneThatOrders() {
        String place = MODEL + "lineage of another\n";
        StrategySpec both = learnt("mine").placing(PolicySpec.of("learnt", Map.of("model", place)));

        assertThat(StrategyLabel.of(both)).isEqualTo("mine (model " + ID + ") (model " + ModelFile.id(place) + ")");
    }

    @Test
    void thePluginsOfItsPartsAreTold() {
        PluginOrigin wide = new PluginOrigin("wide", "1.0", "wide.jar", "0a");

        assertThat(StrategyLabel.of(
                        StrategySpec.of("mine", "widest", "fgd", "easy").from(List.of(wide))))
                .isEqualTo("mine (plugin wide 1.0)");
    }

    private static StrategySpec learnt(String name) {
        return StrategySpec.of(name, "fcfs", "fgd", "easy").ordering(PolicySpec.of("learnt", Map.of("model", MODEL)));
    }
}
