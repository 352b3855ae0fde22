package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Chance;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerceptronTest {
    private static final List<LayerSizes> SHAPES = List.of(
            LayerSizes.relu(8, 32, 16, 8, 1),
            LayerSizes.relu(3, 5, 7),
            LayerSizes.relu(1, 1),
            new LayerSizes(List.of(6, 9, 2), Activation.TANH));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 6, 7, 63, 64, 65, 128, 200})
    void many_rows_get_the_bits_that_each_gets_alone(int rows) {
        for (LayerSizes shape : SHAPES) {
            float[] parameters = random(shape.parameters(), 1);
            float[] input = random(rows * shape.inputs(), 2);
            float[] together = new float[rows * shape.outputs()];
            new Perceptron(shape, parameters).answer(input, 0, rows, together, 0);

            for (int row = 0; row < rows; row++) {
                float[] alone = naive(shape, parameters, input, row);
                for (int i = 0; i < alone.length; i++) {
                    assertThat(together[row * alone.length + i])
                            .as("%s row %d of %d", shape, row, rows)
                            .isEqualTo(alone[i]);
                }
            }
        }
    }

    @Test
    void a_wrong_number_of_parameters_is_refused() {
        assertThatThrownBy(() -> new Perceptron(LayerSizes.relu(8, 1), new float[8]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A network of 8-1 has 9 parameters, not 8.");
    }

    private static float[] naive(LayerSizes shape, float[] parameters, float[] input, int row) {
        float[] values = Arrays.copyOfRange(input, row * shape.inputs(), (row + 1) * shape.inputs());
        int at = 0;
        for (int layer = 0; layer < shape.layers(); layer++) {
            float[] next = new float[shape.outputs(layer)];
            for (int j = 0; j < next.length; j++) {
                float sum = parameters[at + values.length * next.length + j];
                for (int i = 0; i < values.length; i++) {
                    sum += parameters[at + j * values.length + i] * values[i];
                }
                next[j] = layer + 1 == shape.layers() ? sum : activated(shape, sum);
            }
            at += shape.parameters(layer);
            values = next;
        }
        return values;
    }

    private static float activated(LayerSizes shape, float sum) {
        return shape.hidden() == Activation.TANH ? (float) StrictMath.tanh(sum) : Math.max(sum, 0);
    }

    private static float[] random(int count, long seed) {
        Chance chance = new Chance(seed, "numbers", 0);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) chance.normal();
        }
        return numbers;
    }
}
