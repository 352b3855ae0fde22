package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.model.column.Columns;
import io.berth.core.model.column.JobColumns;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A model holds one of two networks, and its file says which. */
class NetworkKindsTest {
    private static final LayerSizes KERNEL = LayerSizes.relu(8, 2, 1);
    private static final PointerShape POINTER = new PointerShape(8, 4, 4, 1);

    private static Model model(NetworkShape shape, int rows) {
        float[] parameters = PointerNetworkTest.random(shape.parameters(), "parameters", 0.5);
        return new Model(
                Columns.SCALED,
                rows,
                3_600_000_000_000L,
                new LearntNetwork<>(shape, parameters, new TreeMap<>(Map.of("agent", "test"))));
    }

    @Test
    void a_kernel_is_written_as_ever() {
        String text = ModelFile.write(model(KERNEL, 128));

        assertThat(text)
                .startsWith("berth-model 1\ndecides order\ncolumns scaled\n")
                .contains("\nlayers 8-2-1 relu\n");
        assertThat(ModelFile.id(text)).isEqualTo("ba552fdc5eeb0000");
        assertThat(ModelFile.write(ModelFile.read(text))).isEqualTo(text);
    }

    @Test
    void a_pointer_network_names_itself() {
        String text = ModelFile.write(model(POINTER, 128));

        assertThat(text)
                .startsWith("berth-model 2\n")
                .contains("\nnetwork pointer inputs 8 width 4 hidden 4 blocks 1\n");
        Model read = ModelFile.read(text);
        assertThat(read.shape()).isEqualTo(POINTER);
        assertThat(read.parameters()).isEqualTo(model(POINTER, 128).parameters());
        assertThat(ModelFile.write(read)).isEqualTo(text);
    }

    @Test
    void scores_are_those_of_the_network_it_holds() {
        Model model = model(POINTER, 16);
        QueueScores scores = new QueueScores(model);
        float[] rows = PointerNetworkTest.random(10 * JobColumns.COUNT, "rows", 1);
        System.arraycopy(rows, 0, scores.rows(), 0, rows.length);
        float[] expected = new float[10];
        new PointerNetwork(POINTER, model.parameters(), 16).answer(rows, 10, expected);

        int best = scores.best(10);

        for (int row = 0; row < 10; row++) {
            assertThat(scores.score(row)).isEqualTo(expected[row]).isLessThanOrEqualTo(expected[best]);
        }
    }

    @Test
    void a_pointer_network_looks_at_fewer_rows() {
        assertThat(model(KERNEL, 4096).rows()).isEqualTo(4096);
        assertThatThrownBy(() -> model(POINTER, 513)).hasMessage("A learnt order looks at 1 to 512 jobs, not 513.");
    }

    @Test
    void another_network_is_named_with_its_line() {
        String text = ModelFile.write(model(POINTER, 128));

        assertThatThrownBy(() -> ModelFile.read(text.replace("network pointer", "network tree")))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.line()).isEqualTo(7))
                .hasMessageContaining("This program knows networks like: pointer inputs 8");
        assertThatThrownBy(() -> ModelFile.read(text.replace("width 4", "width many")))
                .hasMessageContaining("network (pointer inputs 8 width many");
        assertThatThrownBy(() -> ModelFile.read(text.replace("berth-model 2", "berth-model 3")))
                .hasMessage("is of version 3; this program reads versions 1 to 2");
        assertThatThrownBy(() -> ModelFile.read(text.replace("berth-model 2", "berth-model 1")))
                .hasMessageContaining("should say (layers)");
    }
}
