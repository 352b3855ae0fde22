package io.berth.app.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.web.PageWords;
import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import org.junit.jupiter.api.Test;

/** What would start a job, in the words of both languages. */
class RemedyLinesTest {
    private static final String REST = "\"start\": null, \"early\": null, \"late\": null";
    private static final String NOBODY = "\"victims\": [], \"lost_gpu_hours\": 0, \"lost_cpu_hours\": 0";
    private static final String TOLD = """
            {"id": 61, "state": "pending", "text": "", "remedies": [
              {"number": 1, "kind": "demand", "text": "2 GPUs instead of 4", "parts": [{"what": "gpu", "from": "4", "to": "2"}],
               "now": true, %s, "once": null, "slower": 2, %s, "raises": []},
              {"number": 2, "kind": "rights", "text": "raise the quota of queue team to 6 gpu", "parts": [], "now": false, %s, "once": "configured",
               "slower": 1, %s, "raises": [{"queue": "team", "right": "quota", "resource": "gpu", "from": 4, "to": 6}]},
              {"number": 3, "kind": "victims", "text": "stop and hold job 58 (train)", "parts": [], "now": false, %s, "once": "stopped",
               "slower": 1, "victims": [{"id": 58, "name": "train"}], "lost_gpu_hours": 1.2, "lost_cpu_hours": 8, "raises": []},
              {"number": 4, "kind": "wait", "text": "wait", "parts": [], "now": false, %s, "once": null, "slower": 1, %s, "raises": []}]}
            """.formatted(REST, NOBODY, REST, NOBODY, REST, REST, NOBODY);

    private static String said(String language) {
        return new RemedyLines(PageWords.of("--language", language))
                .text(61, JsonReader.read(Source.text("told", TOLD)));
    }

    @Test
    void eachIsALineWithWhenAndAtWhatPrice() {
        assertThat(said("en")).isEqualTo("""
                        job 61 is pending
                          1  2 GPUs instead of 4: now; its work takes 2.00 times as long
                          2  raise the quota of queue team to 6 gpu: once that is configured
                          3  stop and hold job 58 (train): once they have stopped; 1.20 GPU hours of others' work are lost
                          4  wait: nobody knows when
                        """);
    }

    @Test
    void inChineseTheyAreMadeOfCodes() {
        assertThat(said("zh")).isEqualTo("""
                        作业 61 等待中
                          1  2 个 GPU（原为 4）：立即；其工作耗时为原来的 2.00 倍
                          2  将队列 team 的配额从 4 GPU 提高到 6 GPU：待配置生效之后
                          3  停止并挂起 1 个作业：58（train）：待它们停止之后；其他作业损失 1.20 GPU 小时的工作
                          4  等待：无法预知
                        """);
    }
}
