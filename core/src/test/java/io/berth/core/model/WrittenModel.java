package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.model.column.Columns;
import io.berth.core.time.Chance;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A model of each kind as a text, with who reads it. */
enum WrittenModel {
    ORDER(
            new Model(Columns.PUBLISHED, 64, 123_456_789_000L, network(LayerSizes.relu(8, 4, 1), "a log with blanks")),
            ModelFile::read),
    PLACEMENT(
            new PlacementModel(
                    new LargestNode(96_000, 1L << 40, 8_000),
                    network(LayerSizes.relu(15, 4, 1), "a cluster with blanks")),
            ModelFile::readPlacement),
    JOINT(
            new JointModel(
                    new JointModel.View(16, 8),
                    new JointModel.Scales(123_456_789_000L, 64_000, new LargestNode(96_000, 1L << 40, 8_000)),
                    network(LayerSizes.relu(22, 3, 1), "a cluster with blanks")),
            ModelFile::readJoint),
    BALANCER(
            new BalancerModel(
                    new LargestServer(4_000, 8, 80L << 30), network(LayerSizes.relu(19, 3, 1), "a fleet with blanks")),
            ModelFile::readBalancer),
    WINDOW(new SequenceModel(network(new SequenceShape(4, 4, 1), "windows with blanks")), ModelFile::readWindow);

    final LearntModel model;
    final String text;
    private final Function<String, LearntModel> reader;

    WrittenModel(LearntModel model, Function<String, LearntModel> reader) {
        this.model = model;
        this.text = ModelFile.write(model);
        this.reader = reader;
    }

    /** A network with parameters of all magnitudes, of data whose name has blanks. */
    private static <S extends NetworkShape> LearntNetwork<S> network(S shape, String data) {
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

    LearntModel read(String other) {
        return reader.apply(other);
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
        String number = Float.toString(model.parameters()[0]);

        assertThatThrownBy(() -> reader.apply(text.replace("\n" + number + " ", "\n" + wrong + " ")))
                .isInstanceOf(InvalidModelException.class)
                .hasMessage("has a parameter (" + wrong + ") that is no finite number");
    }
}
