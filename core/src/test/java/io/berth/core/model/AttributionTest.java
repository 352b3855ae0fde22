package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.Attribution.Contribution;
import io.berth.core.model.column.Columns;
import io.berth.core.model.column.JobColumns;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.time.Chance;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttributionTest {
    private static final float[] FIRST = {0.1f, 0, 0.3f, 0.5f, 0.4f, 0.25f, 0.5f, 1};
    private static final float[] SECOND = {0.4f, 0, 0.8f, 0.5f, 0.65f, 0.25f, 0.5f, 0};

    @Test
    void withoutHiddenLayersAColumnAddsItsWeightTimesItsDifference() {
        LayerSizes shape = LayerSizes.relu(JobColumns.COUNT, 1);
        float[] weights = {1, 5, -2, 3, 0, 7, 9, 0.5f, 100};
        Attribution why = Attribution.of(model(shape, weights), FIRST, SECOND);

        assertThat(why.contributions())
                .extracting(Contribution::feature)
                .containsExactly("wait", "slowdown", "run", "processors", "area", "share", "free", "fits");
        assertThat(points(why)).containsExactly(new double[] {-0.3, 0, 1, 0, 0, 0, 0, 0.5}, within(1e-6));
        assertThat(why.lead()).isEqualTo(1.2, within(1e-6));
        assertThat(why.error()).isZero().isEqualTo(why.lead() - sum(why));
        assertThat(why.contributions().getFirst().first()).isEqualTo(0.1f);
        assertThat(why.contributions().getFirst().second()).isEqualTo(0.4f);
    }

    @ParameterizedTest
    @EnumSource
    void whatTheColumnsOfANetworkAddIsItsLeadButForTheErrorThatIsTold(Activation hidden) {
        LayerSizes shape = new LayerSizes(List.of(JobColumns.COUNT, 32, 16, 8, 1), hidden);
        for (long seed = 1; seed <= 20; seed++) {
            Chance chance = new Chance(seed, "weights", 0);
            float[] weights = new float[shape.parameters()];
            for (int i = 0; i < weights.length; i++) {
                weights[i] = (float) (chance.normal() / 2);
            }
            Model model = model(shape, weights);
            Attribution why = Attribution.of(model, FIRST, SECOND);

            assertThat(why.lead()).isEqualTo(score(model, FIRST) - score(model, SECOND), within(1e-4));
            assertThat(sum(why) + why.error()).isEqualTo(why.lead(), within(1e-12));
            assertThat(why.error()).isEqualTo(0, within(0.01 * Math.abs(why.lead()) + 0.01));
            assertThat(points(why)[1]).as("a column in which they are equal").isZero();
        }
    }

    @Test
    void aBendBetweenTheRowsCountsFromWhereItIs() {
        LayerSizes shape = LayerSizes.relu(JobColumns.COUNT, 1, 1);
        float[] weights = new float[shape.parameters()];
        weights[2] = -1;
        weights[8] = 0.6f;
        weights[9] = 4;
        Attribution why = Attribution.of(model(shape, weights), FIRST, SECOND);

        assertThat(why.lead()).as("4 × (0.6 − 0.3), and 0 from 0.6 on").isEqualTo(1.2, within(1e-5));
        assertThat(why.contributions().get(2).points()).isEqualTo(1.2, within(2e-3));
    }

    @Test
    void theColumnsOfNodesAddUpToTheLeadAsThoseOfJobsDo() {
        LayerSizes shape = LayerSizes.relu(NodeColumns.COUNT, 6, 1);
        Chance chance = new Chance(3, "weights", 0);
        float[] weights = new float[shape.parameters()];
        float[] first = new float[NodeColumns.COUNT];
        float[] second = new float[NodeColumns.COUNT];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        for (int i = 0; i < first.length; i++) {
            first[i] = chance.below(100) / 100f;
            second[i] = i == 11 ? first[i] : chance.below(100) / 100f;
        }
        PlacementModel model = new PlacementModel(
                new LargestNode(16_000, 64L << 30, 4_000), new LearntNetwork<>(shape, weights, new TreeMap<>()));
        Attribution why = Attribution.of(model, first, second);

        assertThat(why.contributions())
                .extracting(Contribution::feature)
                .startsWith("cpu_free", "memory_free", "gpu_free")
                .endsWith("task_gpus", "task_share")
                .hasSize(NodeColumns.COUNT);
        assertThat(sum(why) + why.error()).isEqualTo(why.lead(), within(1e-12));
        assertThat(why.error()).isEqualTo(0, within(0.01 * Math.abs(why.lead()) + 0.01));
        assertThat(why.lead()).isNotZero();
        assertThat(points(why)[11]).as("what the task asks for is the same").isZero();
    }

    private static Model model(LayerSizes shape, float[] weights) {
        return new Model(Columns.SCALED, 16, 1, new LearntNetwork<>(shape, weights, new TreeMap<>()));
    }

    private static float score(Model model, float[] row) {
        QueueScores scores = new QueueScores(model);
        System.arraycopy(row, 0, scores.rows(), 0, row.length);
        scores.best(1);
        return scores.score(0);
    }

    private static double[] points(Attribution why) {
        return why.contributions().stream().mapToDouble(Contribution::points).toArray();
    }

    private static double sum(Attribution why) {
        double sum = 0;
        for (double points : points(why)) {
            sum += points;
        }
        return sum;
    }
}
