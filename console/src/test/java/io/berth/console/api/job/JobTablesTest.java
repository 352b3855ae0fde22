package io.berth.console.api.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.core.state.part.JobState;
import io.berth.spec.table.DisplayWidth;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of jobs that commands print. */
@Timeout(60)
class JobTablesTest extends ServedTest {
    private static final String ALL = """
            {"name": "训练任务-all", "queue": "a", "command": ["true"], "user": "ann", "demand": {"gpus": 8, "cpu": 1, "memory": "1Gi"}}""";
    private static final String SWEEP = """
            {"name": "sweep", "queue": "b", "command": ["true"], "array": "3-40", "demand": {"gpus": 8, "cpu": 2.5}}""";

    @BeforeEach
    void aJobThatTakesAllAndAnArrayThatWaits() {
        serve(Cluster.of(1, null), ConsoleOptions.local(0));
        assertThat(client.post("/api/v1/jobs", ALL).status()).isEqualTo(201);
        cluster.await(state -> state.job(1).state() == JobState.RUNNING);
        assertThat(client.post("/api/v1/jobs", SWEEP).status()).isEqualTo(201);
    }

    private List<String> lines(String query) {
        Answer answer = client.get("/api/v1/job-table" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.body().lines().toList();
    }

    @Test
    void thoseOfAnArrayThatWaitAlikeAreOneLine() {
        List<String> folded = lines("?fold=true&columns=id,name,state,reason");

        assertThat(folded).hasSize(3);
        assertThat(folded.get(0)).startsWith("ID").contains("REASON");
        assertThat(folded.get(2)).startsWith("2_[3-40]").contains("  sweep  ").endsWith("not enough idle GPUs");
        assertThat(lines("?fold=false")).hasSize(40);
        cluster.run().operator().cancel(4).join();
        cluster.await(state -> state.job(4) == null);
        assertThat(lines("?fold=true&state=live").get(2)).startsWith("2_[3-4,6-40]");
    }

    @Test
    void noLineIsWiderThanTheWindow() {
        for (int width : new int[] {40, 80, 100, 200}) {
            for (String columns : List.of("", "&columns=id,name,queue,user,state,resources,submit,start,end,reason")) {
                for (String line : lines("?fold=true&width=" + width + columns)) {
                    assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(width);
                }
            }
        }
    }

    @Test
    void columnsOrderAndLimitAreThoseThatAreAskedFor() {
        assertThat(lines("?fold=true&columns=id,user,resources&sort=-id"))
                .containsExactly(
                        "ID        USER  RESOURCES",
                        "2_[3-40]  " + System.getProperty("user.name") + "  8 GPU 2.5 CPU",
                        "1         ann   8 GPU 1 CPU 1Gi");
        assertThat(lines("?columns=id&limit=2")).containsExactly("ID", "1", "2", "and 37 more");
        assertThat(lines("?columns=id&user=ann")).containsExactly("ID", "1");
        assertThat(lines("?columns=id&array=2&sort=-id").get(1)).isEqualTo("39");
        assertThat(lines("?columns=id&until=2000-01-01T00:00:00Z")).containsExactly("ID");
    }

    @Test
    void csvHasPlainValuesAndQuotesWhatMustBe() {
        List<String> csv = lines("?format=csv&columns=id,name,state,memory,cpus,run,exit,reason&fold=true");

        assertThat(csv.get(0)).isEqualTo("id,name,state,memory,cpus,run,exit,reason");
        assertThat(csv.get(1)).startsWith("1,训练任务-all,running,1073741824,1,");
        assertThat(csv.get(2)).isEqualTo("2_[3-40],sweep,pending,0,2.5,,,");
    }

    @Test
    void statesHaveColoursWhereTheyAreWanted() {
        assertThat(lines("?colour=true&fold=true").get(1)).contains("\u001b[32mrunning\u001b[0m");
        assertThat(lines("?fold=true").get(1)).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "columns=id,nam|columns|did you mean \"name\"?",
                "sort=id,-stat|sort|did you mean \"-state\"?",
                "zone=Nowhere/At|zone|must be a time zone",
                "width=-1|width|0 to",
                "since=yesterday|since|must be a moment"
            })
    void whatIsWrongIsNamed(String query, String key, String part) {
        Answer answer = client.get("/api/v1/job-table?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("key")).isEqualTo(key);
        assertThat(answer.text("detail")).contains(part);
    }

    @Test
    void momentsAreThoseOfTheZoneThatIsAskedFor() {
        String utc = lines("?columns=submit&zone=UTC").get(1);
        String ahead = lines("?columns=submit&zone=%2B02:00").get(1);

        assertThat(utc).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
        assertThat(LocalDateTime.parse(ahead))
                .isEqualTo(LocalDateTime.parse(utc).plusHours(2));
    }

    @Test
    void manyJobsAreCancelledAndItIsToldHowManyHadEnded() {
        cluster.run().operator().cancel(4).join();
        cluster.await(state -> state.job(4) == null);

        Answer dry = client.delete("/api/v1/jobs?jobs=2-10&dry_run=true");
        assertThat(dry.json().require("cancelled").whole()).isEqualTo(8);
        assertThat(dry.json().require("ended").whole()).isEqualTo(1);
        assertThat(lines("?columns=id&state=pending")).hasSize(38);
        Answer done = client.delete("/api/v1/jobs?jobs=2-10");
        assertThat(done.json().require("cancelled").whole()).isEqualTo(8);
        cluster.await(state -> state.job(10) == null);
        assertThat(client.cancelled("/api/v1/jobs?user=nobody")).isZero();
        assertThat(client.cancelled("/api/v1/jobs?user=ann")).isEqualTo(1);
    }
}
