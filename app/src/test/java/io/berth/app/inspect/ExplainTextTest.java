package io.berth.app.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.web.PageWords;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import org.junit.jupiter.api.Test;

/** Why a job waits, in the words of both languages. */
class ExplainTextTest {
    private static final String WHY = """
            {"id": 7, "state": "pending", "waiting": true, "startable": false, "reason": "gang",
             "text": "not room for all tasks of the gang at once", "cure": "on_release", "try_time": null, "tasks": 4, "room": 3, "fitting_nodes": 1,
             "nodes": [{"reason": "whole_gpus", "text": "not enough idle GPUs", "cure": "on_release", "nodes": 5},
                       {"reason": "extended_resource", "text": "not enough example.com/licence", "cure": "on_release", "nodes": 2}],
             "nearest": {"node": "gpu-7", "text": "gpu-7 lacks 2 GPUs and 4 GiB of memory", "reason": "memory", "when_empty": false,
               "lacks": [{"resource": "gpu", "unit": "count", "lacks": 2, "asked": 8, "has": 6},
                         {"resource": "memory", "unit": "bytes", "lacks": 4294967296, "asked": 4294967296, "has": 0},
                         {"resource": "example.com/licence", "unit": "count", "lacks": 1, "asked": 1, "has": 0}]},
             "place": {"position": 17, "of": 240, "queue_position": 3, "of_queue": 10},
             "unmet": null, "preferences": [], "speeds": [], "strategy": "easy", "started": null}
            """;

    private static String said(String language) {
        return ExplainText.of(JsonReader.read(Source.text("why", WHY)), PageWords.of("--language", language));
    }

    @Test
    void whatIsMissingAndWhenItsTurnComesIsSaid() {
        assertThat(said("en")).isEqualTo("""
                        job 7 is pending: not room for all tasks of the gang at once (on release)
                          5 × not enough idle GPUs
                          2 × not enough example.com/licence
                          3 of 4 tasks fit now; nodes on which one fits: 1
                          nearest: gpu-7 lacks 2 GPUs and 4 GiB of memory
                          17 of 240 in the order, 3 of 10 in its queue
                          decided by easy
                        """);
    }

    @Test
    void inChineseItIsMadeOfCodes() {
        assertThat(said("zh"))
                .contains("作业 7 等待中：")
                .contains("5 × 空闲 GPU 不足\n", " (not enough example.com/licence)\n")
                .contains("最接近的节点：gpu-7 还缺 2 个 GPU、4 GiB 内存、1 个 example.com/licence。")
                .contains("第 17 位，共 240 个；在其队列中：第 3 位，共 10 个")
                .doesNotContain("GPUs")
                .doesNotContain("lacks");
    }

    @Test
    void anotherLanguageIsRefused() {
        assertThatThrownBy(() -> PageWords.of("--language", "fr"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("fr");
    }
}
