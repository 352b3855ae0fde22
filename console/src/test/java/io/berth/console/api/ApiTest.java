package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.core.event.Event;
import io.berth.core.state.part.JobState;
import io.berth.spec.input.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ApiTest extends ServedTest {
    private static final String ENDLESS = """
            {"name": "serve", "queue": "research", "demand": {"gpus": 8, "cpu": 1}}""";

    @BeforeEach
    void aConsoleOfTwoNodes() {
        serve(Cluster.of(2, null), ConsoleOptions.local(0));
    }

    @Test
    void aSubmittedJobIsThereAtOnceAndRunsAndIsCancelled() {
        Answer taken = client.post("/api/v1/jobs", ENDLESS);

        assertThat(taken.status()).isEqualTo(201);
        assertThat(taken.header("Location")).isEqualTo("/api/v1/jobs/1");
        assertThat(taken.id()).isEqualTo(1);
        Answer job = client.get("/api/v1/jobs/1");
        assertThat(job.status()).isEqualTo(200);
        assertThat(job.text("queue")).isEqualTo("research");
        assertThat(job.json().require("spec").require("demand").require("gpus").text())
                .isEqualTo("8");
        cluster.await(state -> state.job(1).state() == JobState.RUNNING);
        job = client.get("/api/v1/jobs/1");
        assertThat(job.text("state")).isEqualTo("running");
        assertThat(job.text("start_time")).endsWith("Z");
        assertThat(job.json().require("places").items()).hasSize(1);
        assertThat(job.json()
                        .require("places")
                        .items()
                        .getFirst()
                        .require("gpus")
                        .items())
                .hasSize(8);

        assertThat(client.delete("/api/v1/jobs/1").status()).isEqualTo(202);
        cluster.await(state -> state.job(1) == null);
        job = client.get("/api/v1/jobs/1");
        assertThat(job.text("state")).isEqualTo("cancelled");
        assertThat(job.json().require("exit_code").whole()).isEqualTo(143);
        assertThat(job.json().require("nodes").whole()).isEqualTo(1);
        Answer again = client.delete("/api/v1/jobs/1");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("detail")).contains("ended already");
    }

    @Test
    void yamlIsTakenAsWell() {
        Answer taken = client.post(
                "/api/v1/jobs",
                "name: train\ntasks: 2\ndemand: {gpus: 1}\n",
                "Content-Type",
                "application/yaml; charset=UTF-8");

        assertThat(taken.status()).isEqualTo(201);
        assertThat(client.get("/api/v1/jobs/1").json().require("tasks").whole()).isEqualTo(2);
    }

    @Test
    void aJobOfGroupsIsCountedThroughAllOfThem() {
        Answer taken = client.post("/api/v1/jobs", """
                {"name": "train", "groups": [
                  {"name": "ps", "cpu": 2, "memory": "1Gi"},
                  {"name": "worker", "min": 1, "max": 3, "gpus": 8, "cpu": 4, "memory": "2Gi"}]}""");
        cluster.await(state -> state.job(1) != null && !state.job(1).waiting());

        assertThat(taken.status()).isEqualTo(201);
        Answer job = client.get("/api/v1/jobs/1");
        assertThat(job.json().require("tasks").whole()).isEqualTo(4);
        assertThat(job.json().require("gpus").number()).isEqualTo(24);
        assertThat(job.json().require("cpus").number()).isEqualTo(14);
        assertThat(job.json().require("memory_bytes").whole()).isEqualTo(7L << 30);
        List<Tree> groups = job.json().require("spec").require("groups").items();
        assertThat(groups.getLast().require("max").whole()).isEqualTo(3);
        assertThat(groups.getLast().require("gpus").whole()).isEqualTo(8);
        List<Tree> places = job.json().require("places").items();
        assertThat(places).extracting(place -> place.require("group").text()).containsExactly("ps", "worker", "worker");
        assertThat(places).extracting(place -> place.require("task").whole()).containsExactly(0L, 1L, 2L);
        Answer queue = client.get("/api/v1/queues");
        assertThat(queue.body()).contains("\"gpus_held\":16");
    }

    @Test
    void anErrorInAGroupNamesItsKey() {
        Answer twice = client.post("/api/v1/jobs", "{\"groups\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}");
        Answer many = client.post(
                "/api/v1/jobs",
                "{\"groups\": [{\"name\": \"a\"}, {\"name\": \"b\", \"min\": 9, \"max\": 9, \"gpus\": 8}]}");
        Answer large = client.post("/api/v1/jobs", "{\"groups\": [{\"name\": \"a\", \"cpu\": 100000}]}");

        assertThat(twice.status()).isEqualTo(400);
        assertThat(twice.text("key")).isEqualTo("groups[1].name");
        assertThat(many.text("key")).isEqualTo("groups[1].tasks");
        assertThat(large.text("key")).isEqualTo("groups[0].cpu");
        assertThat(large.text("detail")).contains("groups[0].cpu: a task asks for 100000, and no node has more than");
    }

    @Test
    void anErrorInAJobNamesItsKeyAndLineAndTheNearestName() {
        Answer refused = client.post("/api/v1/jobs", "{\"name\": \"a\",\n \"demand\": {\"gpuz\": 1}}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.type()).isEqualTo("application/problem+json");
        assertThat(refused.text("type")).isEqualTo("urn:berth:problem:invalid-input");
        assertThat(refused.json().require("status").whole()).isEqualTo(400);
        assertThat(refused.text("key")).isEqualTo("demand.gpuz");
        assertThat(refused.json().require("line").whole()).isEqualTo(2);
        assertThat(refused.text("detail")).contains("did you mean \"gpus\"?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET|/api/v1/jobs?stat=running|400|stat|did you mean \"state\"?",
                "GET|/api/v1/jobs?state=runing|400|state|did you mean \"running\"?",
                "GET|/api/v1/jobs?limit=5000|400|limit|1 to 1000",
                "GET|/api/v1/jobs?limit=1&limit=2|400|limit|twice",
                "GET|/api/v1/jobs/seven|400|id|whole number",
                "GET|/api/v1/jobs/%EF%BC%91|400|id|whole number",
                "GET|/api/v1/jobs/%D9%A1|400|id|whole number",
                "GET|/api/v1/jobs?limit=%EF%BC%91|400|limit|whole number",
                "GET|/api/v1/jobs?after=%DB%B1|400|after|whole number",
                "GET|/api/v1/jobs/7|404||no job 7",
                "GET|/api/v1/job|404||did you mean \"/api/v1/jobs\"?",
                "GET|/api/v1/jobs/|404||nothing is at",
                "PATCH|/api/v1/jobs|405||DELETE, GET, HEAD, OPTIONS, POST",
                "DELETE|/api/v1/jobs|400|jobs|which jobs",
                "DELETE|/api/v1/jobs?jobs=9-3|400|jobs|such as 1-20000",
                "DELETE|/api/v1/jobs?jobs=%EF%BC%91|400|jobs|whole number",
                "DELETE|/api/v1/strategy|405||GET, HEAD, OPTIONS, PUT",
                "POST|/api/v1/nodes/node-9/drain|404||no node",
                "POST|/api/v1/nodes/nod-1/drain|404||did you mean \"node-1\"?",
                "GET|/api/v1/jobs/%ff|400||UTF-8",
            })
    void wrongRequestsAreToldWhatIsWrong(String method, String path, int status, String key, String words) {
        Answer answer = client.send(method, path, "");

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.type()).isEqualTo("application/problem+json");
        assertThat(answer.text("detail")).contains(words);
        if (key != null) {
            assertThat(answer.text("key")).isEqualTo(key);
        }
    }

    @Test
    void mediaTypesAreNegotiated() {
        assertThat(client.send(client.request("/api/v1/jobs").header("Accept", "text/html"))
                        .status())
                .isEqualTo(406);
        assertThat(client.send(client.request("/api/v1/jobs").header("Accept", "application/json;q=0, */*"))
                        .status())
                .isEqualTo(406);
        assertThat(client.send(client.request("/api/v1/jobs").header("Accept", "text/html, application/*;q=0.5"))
                        .status())
                .isEqualTo(200);
        assertThat(client.post("/api/v1/jobs", ENDLESS, "Content-Type", "text/plain")
                        .status())
                .isEqualTo(415);
        assertThat(client.post("/api/v1/jobs", ENDLESS, "Content-Type", "application/json; charset=latin1")
                        .status())
                .isEqualTo(415);
        Answer zipped = client.post("/api/v1/jobs", ENDLESS, "Content-Encoding", "gzip");
        assertThat(zipped.status()).isEqualTo(415);
        assertThat(zipped.header("Accept")).contains("application/yaml");
    }

    @Test
    void headAndOptionsSayWhatGetWould() {
        Answer get = client.get("/api/v1/status");
        Answer head = client.send("HEAD", "/api/v1/policies", "");
        Answer options = client.send("OPTIONS", "/api/v1/jobs", "");

        assertThat(get.status()).isEqualTo(200);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(Integer.parseInt(head.header("Content-Length")))
                .isEqualTo(client.get("/api/v1/policies").body().getBytes(StandardCharsets.UTF_8).length);
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.header("Allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS, POST");
    }

    @Test
    void listsAreFiltered() {
        cluster.submit(Cluster.endless("train-1", "research/vision", 8));
        cluster.submit(Cluster.endless("train-2", "research", 8));
        cluster.submit(Cluster.endless("serve-1", "researchers", 8));
        cluster.await(state -> state.waitingJobs() == 1 && state.job(2).state() == JobState.RUNNING);

        assertThat(ids("")).containsExactly(1L, 2L, 3L);
        assertThat(ids("?queue=research")).containsExactly(1L, 2L);
        assertThat(ids("?name=train-*")).containsExactly(1L, 2L);
        assertThat(ids("?name=*-1&state=live")).containsExactly(1L, 3L);
        assertThat(ids("?state=pending,finished")).containsExactly(3L);
        assertThat(ids("?state=ended")).isEmpty();
        assertThat(ids("?after=2")).containsExactly(3L);
        Answer queues = client.get("/api/v1/queues");
        assertThat(queues.json().require("queues").items())
                .extracting(queue -> queue.require("name").text())
                .containsExactly("research", "research/vision", "researchers");
        assertThat(queues.json()
                        .require("queues")
                        .items()
                        .getLast()
                        .require("gpus_waiting")
                        .number())
                .isEqualTo(8);
    }

    @Test
    void manyJobsAreCancelledAtOnce() {
        client.post("/api/v1/jobs", ENDLESS);
        client.post("/api/v1/jobs", """
                {"name": "sweep", "queue": "lab", "array": 40, "demand": {"gpus": 8}}""");

        Answer ended = client.delete("/api/v1/jobs?jobs=2-11,1,12,99");

        assertThat(ended.status()).isEqualTo(202);
        assertThat(ended.json().require("cancelled").whole()).isEqualTo(12);
        assertThat(ended.json().require("refused").items()).singleElement().satisfies(refused -> {
            assertThat(refused.require("id").whole()).isEqualTo(99);
            assertThat(refused.require("detail").text()).startsWith("there is no job 99");
        });
        cluster.await(state -> state.job(1) == null && state.job(12) == null);
        assertThat(client.get("/api/v1/jobs/12").text("state")).isEqualTo("cancelled");
        Answer again = client.delete("/api/v1/jobs?jobs=1-12,12");
        assertThat(again.json().require("cancelled").whole()).isZero();
        assertThat(again.json().require("refused").items())
                .singleElement()
                .satisfies(
                        refused -> assertThat(refused.require("detail").text()).contains("ended already"));
        assertThat(client.cancelled("/api/v1/jobs?array=2&name=sweep*&queue=other"))
                .isZero();
        assertThat(client.cancelled("/api/v1/jobs?array=2")).isEqualTo(29);
        cluster.await(state -> state.job(41) == null);
    }

    @Test
    void theTableOfJobsIsForPeople() {
        client.post("/api/v1/jobs", ENDLESS);
        client.post("/api/v1/jobs", ENDLESS.replace("serve", "a-longer-name"));
        client.post("/api/v1/jobs", """
                {"name": "wait", "queue": "research", "after": [2], "demand": {"gpus": 0.5}}""");
        cluster.await(state -> state.job(2).state() == JobState.RUNNING);

        Answer table = client.get("/api/v1/job-table");

        assertThat(table.type()).startsWith("text/plain");
        assertThat(table.body()
                        .lines()
                        .map(line -> line.replaceAll("\\d+(\\.\\d+)?m?s", "T"))
                        .toList())
                .satisfiesExactly(
                        head -> assertThat(head)
                                .matches(
                                        "ID  NAME           QUEUE     USER  STATE    RESOURCES      WAIT +RUN +REASON"),
                        first -> assertThat(first)
                                .matches("1   serve          research  -     running  8 GPU 1 CPU    T +T"),
                        second -> assertThat(second)
                                .matches("2   a-longer-name  research  -     running  8 GPU 1 CPU    T +T"),
                        third -> assertThat(third)
                                .matches(
                                        "3   wait           research  -     pending  0.5 GPU 1 CPU  T +- +after 2 \\(ok\\)"));
        assertThat(client.get("/api/v1/job-table?limit=1&state=live").body().lines())
                .hasSize(3)
                .last()
                .isEqualTo("and 2 more");
        assertThat(client.get("/api/v1/job-table?name=none").body())
                .isEqualTo("ID  NAME  QUEUE  USER  STATE  RESOURCES  WAIT  RUN\n");
    }

    @Test
    void aListIsReadInPartsWhileJobsEnd() {
        for (int i = 0; i < 230; i++) {
            cluster.submit(Cluster.endless("job-" + i, "default", 8));
        }
        List<Long> seen = new ArrayList<>();
        String after = "0";
        long cancelled = 0;
        while (!after.isEmpty()) {
            Tree page = client.get("/api/v1/jobs?limit=20&after=" + after).json();
            page.require("jobs")
                    .items()
                    .forEach(job -> seen.add(job.require("id").whole()));
            for (int i = 0; i < 15; i++) {
                client.delete("/api/v1/jobs/" + ++cancelled);
            }
            Tree next = page.get("next");
            after = next.isNull() ? "" : next.text();
        }
        assertThat(seen).hasSize(230).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void whyAJobWaitsIsExplained() {
        cluster.submit(Cluster.endless("a", "default", 8));
        cluster.submit(Cluster.endless("b", "default", 8));
        cluster.submit(Cluster.endless("c", "default", 8));

        Answer why = client.get("/api/v1/jobs/3/explain");
        assertThat(why.json().require("waiting").flag()).isTrue();
        assertThat(why.text("reason")).isEqualTo("whole_gpus");
        assertThat(why.text("text")).isEqualTo("not enough idle GPUs");
        assertThat(why.text("cure")).isEqualTo("on_release");
        assertThat(why.json()
                        .require("nodes")
                        .items()
                        .getFirst()
                        .require("nodes")
                        .whole())
                .isEqualTo(2);
        assertThat(client.get("/api/v1/jobs/1/explain")
                        .json()
                        .require("waiting")
                        .flag())
                .isFalse();
    }

    @Test
    void nodesAreDrainedAndComeBack() {
        assertThat(client.post("/api/v1/nodes/node-1/drain", "").text("state")).isEqualTo("draining");
        assertThat(client.get("/api/v1/nodes?state=draining")
                        .json()
                        .require("nodes")
                        .items())
                .extracting(node -> node.require("name").text())
                .containsExactly("node-1");
        assertThat(client.post("/api/v1/nodes/node-1/undrain", "{}").text("state"))
                .isEqualTo("up");
        assertThat(client.post("/api/v1/nodes/node-1/undrain", "{\"a\": 1}").status())
                .isEqualTo(400);
    }

    @Test
    void aNodeThatIsLostTakesItsJobsWithIt() {
        cluster.submit(Cluster.endless("a", "default", 8));
        cluster.await(state -> state.job(1).state() == JobState.RUNNING);
        Tree first = client.get("/api/v1/nodes?limit=1").json();
        assertThat(first.require("next").whole()).isZero();
        assertThat(first.require("nodes")
                        .items()
                        .getFirst()
                        .require("gpus_free")
                        .number())
                .isZero();
        cluster.happens(new Event.NodeLost(0));
        assertThat(client.get("/api/v1/nodes")
                        .json()
                        .require("nodes")
                        .items()
                        .getFirst()
                        .require("state")
                        .text())
                .isEqualTo("lost");
        cluster.await(state -> state.job(1).state() == JobState.RUNNING);
        assertThat(client.get("/api/v1/jobs/1").json().require("node_names").items())
                .extracting(Tree::text)
                .containsExactly("node-1");
        Tree status = client.get("/api/v1/status").json();
        assertThat(status.require("gpus").number()).isEqualTo(8);
        assertThat(status.require("gpus_free").number()).isZero();
        assertThat(status.require("jobs_holding").whole()).isEqualTo(1);
    }

    @Test
    void theStrategyIsChangedAndSaysWhatItIs() {
        Answer changed = client.send(
                "PUT",
                "/api/v1/strategy",
                "{\"name\": \"mine\", \"order\": \"sjf\", \"place\": [{\"fgd\": 0.7}, {\"least-allocated\": 0.3}]}");

        assertThat(changed.status()).isEqualTo(200);
        Answer strategy = client.get("/api/v1/strategy");
        assertThat(strategy.text("name")).isEqualTo("mine");
        assertThat(strategy.body()).isEqualTo(changed.body());
        assertThat(client.send("PUT", "/api/v1/strategy", strategy.body()).body())
                .isEqualTo(strategy.body());
        assertThat(client.send("PUT", "/api/v1/strategy", "\"fgd-gredy\"").text("detail"))
                .contains("did you mean \"fgd-greedy\"?");
        assertThat(client.send("PUT", "/api/v1/strategy", "{\"order\": \"sjff\"}")
                        .text("key"))
                .isEqualTo("order");
        assertThat(client.get("/api/v1/policies").json().require("policies").items())
                .extracting(policy -> policy.require("name").text())
                .contains("fgd", "sjf", "easy");
    }

    @Test
    void whatWouldHarmTheEngineIsTurnedAway() {
        Answer model = client.post("/api/v1/jobs", "{\"demand\": {\"gpus\": 1, \"models\": [\"H10\"]}}");
        assertThat(model.status()).isEqualTo(400);
        assertThat(model.text("key")).isEqualTo("demand.models");
        assertThat(model.text("detail")).contains("did you mean \"H100\"?");
        Answer name = client.post("/api/v1/jobs", "{\"name\": \"" + "x".repeat(300) + "\"}");
        assertThat(name.status()).isEqualTo(400);
        assertThat(name.text("key")).isEqualTo("name");
    }

    @Test
    void healthIsTold() {
        assertThat(client.get("/healthz").text("status")).isEqualTo("ok");
        assertThat(client.get("/readyz").text("status")).isEqualTo("ok");
        cluster.run().operator().stop().join();
        cluster.run().done().join();
        assertThat(client.get("/healthz").status()).isEqualTo(503);
        assertThat(client.post("/api/v1/jobs", ENDLESS).status()).isEqualTo(503);
        assertThat(client.post("/api/v1/jobs", ENDLESS, "Idempotency-Key", "a").status())
                .isEqualTo(503);
        assertThat(client.get("/api/v1/jobs").status()).isEqualTo(200);
    }

    private List<Long> ids(String query) {
        return client.get("/api/v1/jobs" + query).json().require("jobs").items().stream()
                .map(job -> job.require("id").whole())
                .toList();
    }
}
