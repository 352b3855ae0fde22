package io.berth.spec.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueKeysTest {
    private static List<QueueSpec> read(String yaml) {
        return QueueKeys.read(TreeReader.read(Source.text("file.yaml", yaml)));
    }

    @Test
    void amountsAreInTheUnitsOfTheirResourcesOrInPerCentOfTheCluster() {
        List<QueueSpec> queues = read("""
                - name: org
                  limit: {gpu: 37.5%}
                - name: a
                  parent: org
                  weight: 2.5
                  quota: {gpu: 16, cpu: 1.5, memory: 1Ti, example.com/licence: 3}
                  borrow: {gpu: 0.5}
                  lend: {gpu: 50%}
                """);
        QueueSpec org = queues.getFirst();
        QueueSpec a = queues.getLast();
        assertThat(org.limit()).containsEntry("gpu", QueueAmount.part(375_000));
        assertThat(a.parent()).isEqualTo("org");
        assertThat(a.weightMilli()).isEqualTo(2_500);
        assertThat(a.quota())
                .containsEntry("gpu", QueueAmount.of(16_000))
                .containsEntry("cpu", QueueAmount.of(1_500))
                .containsEntry("memory", QueueAmount.of(1L << 40))
                .containsEntry("example.com/licence", QueueAmount.of(3));
        assertThat(read(Json.line(QueueKeys.document(queues))))
                .as("written and read again")
                .isEqualTo(queues);
    }

    private static void refused(String yaml, String... words) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContainingAll(words);
    }

    @Test
    void whatIsWrongIsSaidWithItsPlaceAndTheNearestName() {
        refused(
                "[{name: research}, {name: a, parent: reserch}]",
                "file.yaml:1",
                "parent",
                "did you mean \"research\"?");
        refused("[{name: a}, {name: a}]", "file.yaml:1", "two queues are called \"a\"");
        refused("[{name: a, parent: b}, {name: b, parent: a}]", "file.yaml:1", "below itself");
        refused("[{name: a, quota: {gpus: 3}}]", "quota", "unknown resource \"gpus\"", "did you mean \"gpu\"?");
        refused("[{name: a, quota: {gpu: many}}]", "quota.gpu", "a number of GPUs", "many");
        refused("[{name: a, limit: {gpu: 120%}}]", "limit.gpu", "100%");
        refused("[{name: a, limit: {example.com/x: -1}}]", "limit", "-1");
        refused("[{name: a, wieght: 2}]", "wieght", "did you mean \"weight\"?");
        refused("[{name: a, weight: 0}]", "weight", "above 0");
    }
}
