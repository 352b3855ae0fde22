package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Chance;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The text of a model, who reads it, and what is asked of every such reader. */
record WrittenModel(String text, Function<String, LearntModel> reader) {
    static WrittenModel of(LearntModel model, Function<String, LearntModel> reader) {
        return new WrittenModel(ModelFile.write(model), reader);
    }

    /** A network with parameters of all magnitudes, of data whose name has blanks. */
    static LearntNetwork<LayerSizes> network(LayerSizes shape, String data) {
        Chance chance = new Chance(7, "parameters", 0);
        float[] parameters = new float[shape.parameters()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) (chance.normal() * StrictMath.pow(10, chance.below(20) - 10));
        }
        return new LearntNetwork<>(shape, parameters, new TreeMap<>(Map.of("agent", "ppo", "data", data)));
    }

    /** A network of one layer. */
    static LearntNetwork<LayerSizes> network(int inputs, float... parameters) {
        return new LearntNetwork<>(LayerSizes.relu(inputs, 1), parameters, new TreeMap<>());
    }

    void isReadAs(LearntModel written) {
        LearntModel read = reader.apply(text);

        assertThat(read.shape()).isEqualTo(written.shape());
        assertThat(read.parameters()).containsExactly(written.parameters());
        assertThat(read.lineage()).isEqualTo(written.lineage());
        assertThat(ModelFile.write(read)).isEqualTo(text);
        assertThat(read.id()).isEqualTo(ModelFile.id(text)).hasSize(16);
    }

    /** With {@code wrong} instead of {@code right} it is told what is wrong, and on which line. */
    void isRefusedWith(String right, String wrong, int line, String problem) {
        assertThat(text).contains(right);

        assertThatThrownBy(() -> reader.apply(text.replace(right, wrong)))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.line()).isEqualTo(line))
                .hasMessageContaining(problem);
    }

    /** With {@code wrong} instead of its first parameter it is told so. */
    void isRefusedWithParameter(String wrong) {
        String number = Float.toString(reader.apply(text).parameters()[0]);

        assertThatThrownBy(() -> reader.apply(text.replace("\n" + number + " ", "\n" + wrong + " ")))
                .isInstanceOf(InvalidModelException.class)
                .hasMessage("has a parameter (" + wrong + ") that is no finite number");
    }

    void isRefusedCutAnywhere() {
        for (int end = 0; end < text.length() - 1; end++) {
            String cut = text.substring(0, end);

            assertThatThrownBy(() -> reader.apply(cut)).isInstanceOf(InvalidModelException.class);
        }
    }
}
