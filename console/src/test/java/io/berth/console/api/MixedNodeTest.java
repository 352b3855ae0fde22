package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.state.part.JobState;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node with devices of several kinds, labels, taints and licences, as the API tells of it and takes jobs for it. */
@Timeout(60)
class MixedNodeTest extends ServedTest {
    private static final NodeSpec NODE = new NodeSpec(
            "mixed",
            Amounts.of(64_000, 1L << 38).withExtended(List.of(new ExtendedResource("example.com/licence", 2))),
            Integer.MAX_VALUE,
            List.of(
                    DeviceSet.gpus(2, "A100", 80L << 30).withLinks(new Links(2, List.of(300_000))),
                    new DeviceSet(1, "npu", "910B", 0)),
            List.of(new Label("rack", "r1")),
            List.of(new Taint("reserved", "vision"), new Taint("slow", "", Effect.PREFER_NO_SCHEDULE)),
            "");

    @BeforeEach
    void aConsoleOfOneNode() {
        serve(Cluster.of(NODE), ConsoleOptions.local(0));
    }

    @Test
    void lists_tell_what_a_node_has_and_what_is_left_of_it() {
        submit("\"gpus\": 1, \"device_kind\": \"npu\", \"resources\": {\"example.com/licence\": 1}");

        Tree row = client.get("/api/v1/nodes").json().require("nodes").items().getFirst();

        assertThat(line(row.require("device_sets")))
                .isEqualTo("[{\"count\":2,\"kind\":\"gpu\",\"model\":\"A100\",\"memory_bytes\":85899345920,"
                        + "\"links\":{\"devices\":2,\"pairs\":[300000]},\"mig_profiles\":[]},"
                        + "{\"count\":1,\"kind\":\"npu\",\"model\":\"910B\",\"memory_bytes\":0,"
                        + "\"links\":{\"devices\":0,\"pairs\":[]},\"mig_profiles\":[]}]");
        assertThat(line(row.require("resources")))
                .isEqualTo("[{\"name\":\"example.com/licence\",\"total\":2,\"free\":1}]");
        assertThat(line(row.require("labels"))).isEqualTo("[{\"key\":\"rack\",\"value\":\"r1\"}]");
        assertThat(line(row.require("taints")))
                .isEqualTo("[{\"key\":\"reserved\",\"value\":\"vision\",\"effect\":\"no_schedule\"},"
                        + "{\"key\":\"slow\",\"value\":\"\",\"effect\":\"prefer_no_schedule\"}]");
        for (String model : List.of("A100", "910*", "A100*")) {
            assertThat(client.get("/api/v1/nodes?model=" + model)
                            .json()
                            .require("nodes")
                            .items())
                    .as(model)
                    .hasSize(1);
        }
    }

    @Test
    void devices_are_of_their_kind_and_a_job_holds_one_of_the_kind_that_it_asks_for() {
        submit("\"gpus\": 1, \"device_kind\": \"npu\"");

        Tree node = client.get("/api/v1/nodes/mixed").json();
        List<Tree> devices = node.require("devices").items();
        assertThat(line(node.require("links"))).isEqualTo("[{\"from\":0,\"to\":1,\"kind\":\"300 GB/s\",\"lanes\":0}]");

        assertThat(devices).extracting(device -> device.require("kind").text()).containsExactly("gpu", "gpu", "npu");
        assertThat(devices)
                .extracting(device -> device.require("tasks").items().size())
                .containsExactly(0, 0, 1);
    }

    @Test
    void a_job_that_no_node_could_hold_is_refused_with_the_key_that_says_so() {
        assertRefused("\"gpus\": 1, \"models\": [\"T4\"]", "demand.models", "unknown GPU model \"T4\"");
        assertRefused("\"gpus\": 3", "demand.gpus", "asks for 3, and no node has more than 2");
        assertRefused(
                "\"resources\": {\"example.com/licence\": 3}",
                "demand.resources.example.com/licence",
                "asks for 3, and no node has more than 2");
        assertRefused("\"node_labels\": {\"rack\": \"r2\"}", "demand.node_labels", "no node has all of these labels");
        assertRefused("\"gpus\": 2, \"links\": \"400G\"", "demand.links", "on no node are the links of the devices");
        assertThat(post("{\"demand\": {}}").text("key")).isEqualTo("demand.tolerations");
    }

    private void submit(String demand) {
        long id = post(job(demand)).id();
        cluster.await(state -> state.job(id).state() == JobState.RUNNING);
    }

    private void assertRefused(String demand, String key, String detail) {
        Answer answer = post(job(demand));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("key")).isEqualTo(key);
        assertThat(answer.text("detail")).contains(detail);
    }

    private static String job(String demand) {
        return "{\"duration\": \"never\", \"demand\": {\"tolerations\": {\"reserved\": \"*\"}, " + demand + "}}";
    }

    private Answer post(String job) {
        return client.post("/api/v1/jobs", job);
    }

    private static String line(Tree tree) {
        return Json.line(JsonTree.of(tree));
    }
}
