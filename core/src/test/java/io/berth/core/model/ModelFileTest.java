package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.model.column.Columns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFileTest {
    private final WrittenModel written = WrittenModel.of(model(), ModelFile::read);

    @Test
    void what_is_written_reads_back_to_the_same_bits() {
        written.isReadAs(model());
        Model read = ModelFile.read(written.text());
        assertThat(read.columns()).isEqualTo(Columns.PUBLISHED);
        assertThat(read.lineage()).containsEntry("data", "a log with blanks");
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
        written.isRefusedWith(right, wrong, line, problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "1.0x", "-1e99"})
    void a_parameter_that_is_no_number_is_named(String wrong) {
        written.isRefusedWithParameter(wrong);
    }

    @Test
    void no_text_cut_anywhere_is_taken_for_a_model() {
        written.isRefusedCutAnywhere();
    }

    @Test
    void parts_that_do_not_fit_make_no_model() {
        assertThatThrownBy(() -> new Model(Columns.SCALED, 128, 1, WrittenModel.network(7, new float[8])))
                .hasMessageContaining("layers must be 8-…-1, not 7-1");
        assertThatThrownBy(() -> new Model(Columns.SCALED, 0, 1, WrittenModel.network(8, new float[9])))
                .hasMessageContaining("looks at 1 to 4096 jobs, not 0");
        float[] wrong = new float[9];
        wrong[3] = Float.NaN;
        assertThatThrownBy(() -> new Model(Columns.SCALED, 1, 1, WrittenModel.network(8, wrong)))
                .hasMessage("Parameter 3 is NaN; all must be finite.");
    }

    private static Model model() {
        return new Model(
                Columns.PUBLISHED,
                64,
                123_456_789_000L,
                WrittenModel.network(LayerSizes.relu(8, 4, 1), "a log with blanks"));
    }
}
