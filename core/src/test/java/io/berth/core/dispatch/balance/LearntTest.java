package io.berth.core.dispatch.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.LargestServer;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.ShippedModel;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LearntTest {
    private static final LargestServer LARGEST = new LargestServer(2000, 2, 10);

    private final Chance chance = new Chance(1, "test", 0);

    @Test
    void a_model_that_scores_the_finish_low_takes_the_earliest() {
        Fleet fleet = Fleets.ofSpeeds(1000, 2000);
        Learnt learnt = begun("finish", -1, fleet);
        // As in its documentation: the first must load for 22 s, the second has the model and work for 15 s.
        fleet.setLoaded(1, 0, true);
        fleet.sent(1, Fleets.forModel(0, 30, 0));
        Request request = Fleets.forModel(0, 20, 0);

        assertThat(fleet.finishNanos(0, request)).isEqualTo(42 * Nanos.SECOND);
        assertThat(fleet.finishNanos(1, request)).isEqualTo(25 * Nanos.SECOND);
        assertThat(learnt.pick(request, fleet, 0, chance)).isEqualTo(1);
    }

    @Test
    void of_equal_scores_the_lower_number_is_picked_among_those_that_take_the_request() {
        Fleet fleet = Fleets.of(List.of(Fleets.server(1000, 4), Fleets.server(1000, 8), Fleets.server(1000, 8)));
        Learnt learnt = begun("work", 1, fleet);

        assertThat(learnt.pick(Fleets.work(1, 5), fleet, 0, chance)).isZero();
        assertThat(learnt.pick(Fleets.forModel(0, 5, 2), fleet, 0, chance)).isEqualTo(1);
        fleet.setUp(1, false);
        assertThat(learnt.pick(Fleets.forModel(0, 5, 2), fleet, 0, chance)).isEqualTo(2);
        fleet.setUp(2, false);
        assertThat(learnt.pick(Fleets.forModel(0, 5, 2), fleet, 0, chance)).isEqualTo(Fleet.NONE);
    }

    @Test
    void a_server_looks_the_same_in_another_fleet_and_what_exceeds_the_largest_counts_as_it() {
        float[] small = row(Fleets.ofSpeeds(1000, 1000), 0);
        float[] mixed = row(Fleets.ofSpeeds(1000, 8000), 0);
        float[] quick = row(Fleets.ofSpeeds(1000, 8000), 1);

        assertThat(mixed).containsExactly(small);
        assertThat(small[column("speed")]).isEqualTo(0.5f);
        assertThat(small[column("slots")]).isEqualTo(0.5f);
        assertThat(small[column("memory")]).isEqualTo(0.8f);
        assertThat(quick[column("speed")]).isEqualTo(1);
    }

    @Test
    void every_column_says_what_it_is() {
        Fleet fleet = Fleets.of(List.of(Fleets.server(500, 8), Fleets.server(1000, 8)));
        fleet.sent(0, Fleets.forModel(1, 3, 1));
        fleet.sent(1, Fleets.work(2, 9));
        fleet.started(0);
        fleet.setFree(0, 2);
        Request request = new Request(3, 0, 3, Need.of(1, 2 * Nanos.SECOND, 1), 0, 10 * Nanos.SECOND);
        float[] row = new float[ServerColumns.COUNT];

        new ServerRow(LARGEST, fleet).write(request, 4 * Nanos.SECOND, 0, row, 0);

        float[] expected = {
            1, 1 / 2f, 1, 6 / 7f, 2 / 3f, 10 / 11f, 4 / 5f, 0, 1, 22 / 23f, 0.25f, 0.5f, 0.8f, 0.25f, 1 / 3f, 2 / 3f,
            0.5f, 0.75f, 6 / 7f
        };
        assertThat(row).containsExactly(expected);
    }

    @Test
    void what_is_no_balancer_is_refused() {
        assertRefused(Map.of(), "needs the parameter (model): {balance: {learnt: {model: FILE}}}");
        assertRefused(Map.of("model", "none"), "The model, line 1: should say (berth-model)");
        assertRefused(
                Map.of("model", ShippedModel.text()),
                "The model, line 2: decides order, and what decides balance is needed here");
        assertThatThrownBy(
                        () -> new Learnt(model("finish", 1)).pick(Fleets.work(1, 1), Fleets.ofSpeeds(1000), 0, chance))
                .isInstanceOf(IllegalStateException.class);
    }

    private static void assertRefused(Map<String, String> parameters, String problem) {
        assertThatThrownBy(() -> DispatchCatalog.standard().balancer(PolicySpec.of("learnt", parameters)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    private static float[] row(Fleet fleet, int server) {
        float[] row = new float[ServerColumns.COUNT];
        new ServerRow(LARGEST, fleet).write(Fleets.work(1, 5), 0, server, row, 0);
        return row;
    }

    /** From its file, by the catalog. */
    private static Learnt begun(String column, float weight, Fleet fleet) {
        PolicySpec spec = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model(column, weight))));
        Learnt learnt = (Learnt) DispatchCatalog.standard().balancer(spec);
        learnt.begin(fleet);
        return learnt;
    }

    private static BalancerModel model(String column, float weight) {
        float[] weights = new float[ServerColumns.COUNT + 1];
        weights[column(column)] = weight;
        return new BalancerModel(
                LARGEST, new LearntNetwork<>(LayerSizes.relu(ServerColumns.COUNT, 1), weights, new TreeMap<>()));
    }

    private static int column(String name) {
        return ServerColumns.FEATURES.stream().map(Feature::name).toList().indexOf(name);
    }
}
