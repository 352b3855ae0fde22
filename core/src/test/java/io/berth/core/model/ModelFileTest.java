package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.model.column.Columns;
import io.berth.core.time.Chance;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFileTest {
    private final String text = ModelFile.write(model());

    @Test
    void what_is_written_reads_back_to_the_same_bits() {
        Model read = ModelFile.read(text);

        assertThat(read.parameters()).isEqualTo(model().parameters());
        assertThat(read.columns()).isEqualTo(Columns.PUBLISHED);
        assertThat(read.lineage()).containsEntry("data", "a log with blanks");
        assertThat(ModelFile.write(read)).isEqualTo(text);
        assertThat(read.id()).isEqualTo(ModelFile.id(text)).hasSize(16);
    }

    @Test
    void the_shipped_model_can_be_read() {
        assertThat(ModelFile.read(ShippedModel.text()).shape()).hasToString("8-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "berth-model 1|berth-model 3|1|is of version 3; this program reads versions 1 to 2",
                "decides order|decides place|2|decides (place); this program has models that decide order",
                "columns published|columns pretty|3|columns (pretty): There are no columns (pretty)",
                "features wait|features weight|4|has the features (weight requested_time",
                "rows 64|rows many|5|rows (many)",
                "layers 8-4-1 relu|layers 8-4-1 cubic|7|layers (8-4-1 cubic)",
                "layers 8-4-1 relu|layers 8-5-1 relu|10|tells of 41 parameters; layers 8-5-1 have 51",
                "parameters 41|parameters 42|10|tells of 42 parameters; layers 8-4-1 have 41",
                "lineage data a log|lineage data a lie|17|was changed after it was written"
            })
    void what_is_wrong_is_named_with_its_line(String right, String wrong, int line, String problem) {
        assertThat(text).contains(right);

        assertThatThrownBy(() -> ModelFile.read(text.replace(right, wrong)))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.line()).isEqualTo(line))
                .hasMessageContaining(problem);
    }

    @Test
    void a_parameter_that_is_no_number_is_named() {
        String number = Float.toString(model().parameters()[0]);

        for (String wrong : new String[] {"NaN", "Infinity", "1.0x", "-1e99"}) {
            assertThatThrownBy(() -> ModelFile.read(text.replace("\n" + number + " ", "\n" + wrong + " ")))
                    .isInstanceOf(InvalidModelException.class)
                    .hasMessage("has a parameter (" + wrong + ") that is no finite number");
        }
    }

    @Test
    void no_text_cut_anywhere_is_taken_for_a_model() {
        for (int end = 0; end < text.length() - 1; end++) {
            String cut = text.substring(0, end);

            assertThatThrownBy(() -> ModelFile.read(cut)).isInstanceOf(InvalidModelException.class);
        }
    }

    @Test
    void parts_that_do_not_fit_make_no_model() {
        assertThatThrownBy(() -> new Model(Columns.SCALED, 128, 1, network(7, new float[8])))
                .hasMessageContaining("layers must be 8-…-1, not 7-1");
        assertThatThrownBy(() -> new Model(Columns.SCALED, 0, 1, network(8, new float[9])))
                .hasMessageContaining("looks at 1 to 4096 jobs, not 0");
        float[] wrong = new float[9];
        wrong[3] = Float.NaN;
        assertThatThrownBy(() -> new Model(Columns.SCALED, 1, 1, network(8, wrong)))
                .hasMessage("Parameter 3 is NaN; all must be finite.");
    }

    private static LearntNetwork<LayerSizes> network(int inputs, float[] parameters) {
        return new LearntNetwork<>(LayerSizes.relu(inputs, 1), parameters, new TreeMap<>());
    }

    private static Model model() {
        Chance chance = new Chance(7, "parameters", 0);
        float[] parameters = new float[41];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) (chance.normal() * StrictMath.pow(10, chance.below(20) - 10));
        }
        TreeMap<String, String> lineage = new TreeMap<>(Map.of("agent", "ppo", "data", "a log with blanks"));
        return new Model(
                Columns.PUBLISHED,
                64,
                123_456_789_000L,
                new LearntNetwork<>(LayerSizes.relu(8, 4, 1), parameters, lineage));
    }
}
