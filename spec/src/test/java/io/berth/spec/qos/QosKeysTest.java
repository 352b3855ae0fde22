package io.berth.spec.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.qos.QosClass;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class QosKeysTest {
    private static List<QosClass> read(String yaml) {
        return QosKeys.read(TreeReader.read(Source.text("file.yaml", yaml)));
    }

    @Test
    void what_is_read_is_written_so_that_it_is_read_again() {
        List<QosClass> classes = read("[{name: interactive, wait: 10m, priority: 100}, {name: batch, priority: -1}]");

        assertThat(classes)
                .containsExactly(
                        new QosClass("interactive", 10 * Nanos.MINUTE, 100), new QosClass("batch", Nanos.NEVER, -1));
        assertThat(read(Json.line(QosKeys.document(classes)))).isEqualTo(classes);
    }

    @Test
    void what_is_wrong_is_told_with_its_place() {
        refused("[{name: a}, {name: a}]", "[1].name: two classes are called \"a\", or one nothing");
        refused("[{name: a, wait: 0}]", "[0].wait: must be above 0");
        refused("[{name: a, wiat: 1h}]", "unknown key \"wiat\"; did you mean \"wait\"?");
    }

    private static void refused(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(message);
    }
}
