package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.model.column.Columns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFileTest {
    @ParameterizedTest
    @EnumSource
    void what_is_written_reads_back_to_the_same_bits(WrittenModel written) {
        LearntModel read = written.read(written.text);

        assertThat(read.shape()).isEqualTo(written.model.shape());
        assertThat(read.parameters()).containsExactly(written.model.parameters());
        assertThat(read.lineage()).isEqualTo(written.model.lineage());
        assertThat(ModelFile.write(read)).isEqualTo(written.text);
        assertThat(read.id()).isEqualTo(ModelFile.id(written.text)).hasSize(16);
    }

    @Test
    void what_a_model_is_shown_and_measured_by_is_read_too() {
        assertThat(ModelFile.read(WrittenModel.ORDER.text).columns()).isEqualTo(Columns.PUBLISHED);
        assertThat(ModelFile.read(WrittenModel.ORDER.text).lineage()).containsEntry("data", "a log with blanks");
        assertThat(ModelFile.readPlacement(WrittenModel.PLACEMENT.text).largest())
                .isEqualTo(new LargestNode(96_000, 1L << 40, 8_000));
        assertThat(ModelFile.readBalancer(WrittenModel.BALANCER.text).largest())
                .isEqualTo(new LargestServer(4_000, 8, 80L << 30));
    }

    @Test
    void the_shipped_model_can_be_read() {
        assertThat(ModelFile.read(ShippedModel.text()).shape()).hasToString("8-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ORDER|berth-model 1|berth-model 3|1|is of version 3; this program reads versions 1 to 2",
                "ORDER|decides order|decides place|2|decides (place); this program has models that decide order",
                "ORDER|columns published|columns pretty|3|columns (pretty): There are no columns (pretty)",
                "ORDER|features wait|features weight|4|has the features (weight requested_time",
                "ORDER|rows 64|rows many|5|rows (many)",
                "ORDER|layers 8-4-1 relu|layers 8-4-1 cubic|7|layers (8-4-1 cubic)",
                "ORDER|layers 8-4-1 relu|layers 8-5-1 relu|10|tells of 41 parameters; layers 8-5-1 have 51",
                "ORDER|parameters 41|parameters 42|10|tells of 42 parameters; layers 8-4-1 have 41",
                "ORDER|lineage data a log|lineage data a lie|17|was changed after it was written",
                "PLACEMENT|decides placement|decides place|2|decides (place); this program has models that decide order, placement",
                "PLACEMENT|decides placement|decides order|3|columns (nodes): There are no columns (nodes)",
                "PLACEMENT|columns nodes|columns scaled|3|columns (scaled): A placement is shown the columns (nodes)",
                "PLACEMENT|features cpu_free|features cpu|4|has the features (cpu memory_free",
                "PLACEMENT|largest_cpu_milli 96000|largest_cpu_milli 0|21|was changed after it was written",
                "PLACEMENT|largest_gpu_milli 8000|largest_gpu_milli some|7|largest_gpu_milli (some)",
                "PLACEMENT|berth-model 1|berth-model 2|7|is of version 2; placements are perceptrons, of version 1",
                "PLACEMENT|layers 15-4-1 relu|layers 14-4-1 relu|11|tells of 69 parameters; layers 14-4-1 have 65",
                "JOINT|decides joint|decides placement|3|A placement is shown the columns (nodes)",
                "JOINT|decides joint|decides order|3|columns (joint): There are no columns (joint)",
                "JOINT|features job_wait|features wait|4|has the features (wait job_slowdown",
                "JOINT|rows 16|rows 0|26|was changed after it was written",
                "JOINT|nodes 8|nodes some|7|nodes (some)",
                "JOINT|machine_milli 64000|machine_milli some|8|machine_milli (some)",
                "JOINT|berth-model 1|berth-model 2|11|is of version 2; models of order and placement are perceptrons",
                "BALANCER|decides balance|decides balancer|2|decides (balancer); this program has models that decide order",
                "BALANCER|decides balance|decides placement|3|A placement is shown the columns (nodes)",
                "BALANCER|columns servers|columns nodes|3|columns (nodes): A balancer is shown the columns (servers)",
                "BALANCER|features takes|features has|4|has the features (has outstanding",
                "BALANCER|largest_speed_milli 4000|largest_speed_milli 0|20|was changed after it was written",
                "BALANCER|largest_slots 8|largest_slots some|6|largest_slots (some)",
                "BALANCER|berth-model 1|berth-model 2|7|is of version 2; balancers are perceptrons, of version 1",
                "BALANCER|berth-model 1|berth-model 9|1|is of version 9; this program reads versions 1 to 2",
                "BALANCER|layers 19-3-1 relu|layers 18-3-1 relu|11|tells of 64 parameters; layers 18-3-1 have 61"
            })
    void what_is_wrong_is_named_with_its_line(
            WrittenModel written, String right, String wrong, int line, String problem) {
        written.isRefusedWith(right, wrong, line, problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "1.0x", "-1e99"})
    void a_parameter_that_is_no_number_is_named(String wrong) {
        for (WrittenModel written : WrittenModel.values()) {
            written.isRefusedWithParameter(wrong);
        }
    }

    @ParameterizedTest
    @EnumSource
    void no_text_cut_anywhere_is_taken_for_a_model(WrittenModel written) {
        for (int end = 0; end < written.text.length() - 1; end++) {
            String cut = written.text.substring(0, end);

            assertThatThrownBy(() -> written.read(cut)).isInstanceOf(InvalidModelException.class);
            assertThatThrownBy(() -> ModelFile.readAny(cut)).isInstanceOf(InvalidModelException.class);
        }
        assertThat(ModelFile.readAny(written.text)).hasSameClassAs(written.model);
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
}
