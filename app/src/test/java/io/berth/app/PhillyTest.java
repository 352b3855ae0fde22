package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of Philly: simulated as they are, and in the protocols of the two papers that published results on them. */
class PhillyTest {
    private static final String MURI = """
        job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,iteration_time,resource_time_0,resource_time_1,resource_time_2,priority
        0,1,0,1000,bert,4,1000000,0,1000,0.5,160,0,1
        1,1,100000,1000,bert,4,1000000,0,1000,0.5,160,0,1
        """;

    private static final String PHILLY = """
        job_id,submit_time,submit_rel_oct1_s,duration_s,num_gpu,vc,vc_nodes_8gpu,in_helios_window
        0,2017-09-30 00:00:00,-86400,999,8,v1,1,0
        1,2017-10-01 00:00:00,0,100,8,v1,1,1
        2,2017-10-01 00:00:20,20,10,1,v1,1,1
        """;

    @TempDir
    private Path temp;

    private Path muriTargets;
    private Path heliosTargets;

    /**
     * One hand-made trace for each paper. Muri: each job pays 10 s of overhead, when the other comes or goes. Helios: the short
     * job preempts, which costs the long one 30 s, and every job takes a second more.
     */
    @BeforeEach
    void writeTheFolder() throws IOException {
        Path philly = Files.createDirectories(temp.resolve("philly"));
        Path expected = Files.createDirectories(temp.resolve("expected"));
        Files.writeString(philly.resolve("muri_tiny.csv"), MURI);
        Files.writeString(philly.resolve("muri_restart_overhead_s.csv"), "model,gpus_1,gpus_2\nbert,10,12\n");
        Files.writeString(philly.resolve("v1.csv"), PHILLY);
        muriTargets = Files.writeString(expected.resolve("philly_muri.csv"), """
            policy,metric,trace,value_s
            SRTF,JCT,tiny,1025
            SRTF,Makespan,tiny,1125.0005
            SRTF,99JCT,tiny,1025
            themis,JCT,tiny,1
            SRSF,JCT,absent,1
            """);
        heliosTargets = Files.writeString(expected.resolve("philly_helios.csv"), """
            vc,nodes8,jct_fifo,jct_sjf,jct_srtf,jct_qssf,que_fifo,que_sjf,que_srtf,que_qssf
            v1,1,95,95,76,1,40,40,5,1
            v2,1,1,1,1,1,1,1,1,1
            """);
    }

    @Test
    void theMuriProtocolIsFollowed() {
        Cli run = berth("reproduce", "muri", "--data", temp, "--json").done();

        assertThat(cells(run))
                .extracting(
                        PhillyTest::address, cell -> cell.require("tolerance").number())
                .containsExactly(
                        tuple("tiny srtf jct_mean_s", 0.001),
                        tuple("tiny srtf makespan_s", 0.001),
                        tuple("tiny srtf jct_p99_s", 0.001));
        assertThat(run.err())
                .contains("skipped themis: is not reproduced", "skipped absent: has published results and no");
    }

    @Test
    void theHeliosProtocolIsFollowed() {
        Cli run = berth("reproduce", "helios", "--data", temp, "--json").done();

        assertThat(cells(run))
                .extracting(PhillyTest::address, cell -> cell.require("ours").number())
                .containsExactly(
                        tuple("v1 fifo jct_mean_s", 95.0),
                        tuple("v1 fifo wait_mean_s", 40.0),
                        tuple("v1 sjf jct_mean_s", 95.0),
                        tuple("v1 sjf wait_mean_s", 40.0),
                        tuple("v1 srtf jct_mean_s", 76.0),
                        tuple("v1 srtf wait_mean_s", 5.0));
        assertThat(run.err()).contains("skipped v2: has published results and no v2.csv", "skipped qssf");
    }

    @Test
    void aFigureThatIsOffIsNotWithin() throws IOException {
        spoil(muriTargets, "1125.0005", "1125.002");
        assertThat(berth("reproduce", "muri", "--data", temp).code()).isEqualTo(1);
        spoil(heliosTargets, "76", "77");
        Cli run = berth("reproduce", "helios", "--data", temp);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("NOT within", "5 of 6 cells are within");
    }

    @Test
    void largeMeansAreAsExactAsTheyWerePublished() throws IOException {
        spoil(muriTargets, "SRTF,JCT,tiny,1025", "SRTF,JCT,tiny,10555502.04");
        Cli run = berth("reproduce", "muri", "--data", temp, "--json");
        assertThat(cells(run).getFirst().require("tolerance").number()).isEqualTo(0.005);
    }

    @Test
    void jobsOfOneSecondMakeSomeFiguresUncertain() throws IOException {
        Path log = temp.resolve("philly/v1.csv");
        spoil(log, "00:00:20,20,10,1", "00:00:00,0,10,1");
        spoil(heliosTargets, "95,95,76,1,40,40,5,1", "105,60,61,1,50,5,5,1");
        Cli run = berth("reproduce", "helios", "--data", temp, "--json");

        // Which of the two goes first matters to FIFO alone: 100 and 110 s, or 10 and 110 s.
        assertThat(cells(run))
                .extracting(
                        PhillyTest::address, cell -> cell.require("tolerance").number())
                .contains(
                        tuple("v1 fifo jct_mean_s", 105 * 0.005),
                        tuple("v1 fifo wait_mean_s", 50 * 0.02),
                        tuple("v1 sjf jct_mean_s", 0.0),
                        tuple("v1 srtf wait_mean_s", 0.0));
    }

    @Test
    void whatIsMissingOrWrongIsNamed() throws IOException {
        Path trace = temp.resolve("philly/muri_tiny.csv");
        spoil(trace, "0,1,0,1000", "0,128,0,1000");
        berth("reproduce", "muri", "--data", temp).refused("muri_tiny.csv", "num_gpu", "128 GPUs");
        spoil(trace, "0,128,0,1000", "0,3,0,1000");
        berth("reproduce", "muri", "--data", temp).refused("muri_tiny.csv", "num_gpu", "[1, 2]");
        spoil(trace, "0,3,0,1000", "0,x,0,1000");
        berth("reproduce", "muri", "--data", temp).refused("muri_tiny.csv:2", "num_gpu", "\"x\"");
        spoil(muriTargets, "tiny,1025\n", "tiny,fast\n");
        berth("reproduce", "muri", "--data", temp).refused("philly_muri.csv:2", "value_s", "\"fast\"");
        spoil(muriTargets, "JCT,tiny,fast", "JCT,../tiny,1");
        berth("reproduce", "muri", "--data", temp).refused("philly_muri.csv:2", "trace", "\"../tiny\"");

        Path log = temp.resolve("philly/v1.csv");
        spoil(log, "10,1,v1,1,1", "10,1,v1,2,1");
        berth("reproduce", "helios", "--data", temp).refused("v1.csv", "vc_nodes_8gpu");
        spoil(log, "10,1,v1,2,1", "10,9,v1,1,1");
        berth("reproduce", "helios", "--data", temp).refused("v1.csv", "num_gpu", "9 GPUs");
        spoil(heliosTargets, "que_srtf", "queue_srtf");
        berth("reproduce", "helios", "--data", temp).refused("philly_helios.csv:1", "\"que_srtf\" is missing");
        Files.delete(heliosTargets);
        berth("reproduce", "helios", "--data", temp).refused("philly_helios.csv", "does not exist");
    }

    @Test
    void bothTracesAreWorkloads() throws IOException {
        assertThat(simulate("muri: philly/muri_tiny.csv").done().out()).contains("2 jobs, 2 nodes, 16 GPUs");
        assertThat(simulate("philly: philly/v1.csv").done().out()).contains("3 jobs, 2 nodes, 16 GPUs");
    }

    @Test
    void badRowsAreRefusedOrCounted() throws IOException {
        spoil(temp.resolve("philly/v1.csv"), "2017-10-01 00:00:20", "soon");
        simulate("philly: philly/v1.csv").refused("v1.csv:4", "submit_time", "\"soon\"");
        Cli run = simulate("philly: philly/v1.csv", "--lenient").done();
        assertThat(run.out()).contains("2 jobs");
        assertThat(run.err()).contains("submit_time is not a time");
    }

    @Test
    void publishedTablesComeOutTheSame() {
        Path data = RealData.folder();
        assumeTrue(data != null, RealData.ABSENT);

        assertThat(berth("reproduce", "muri", "helios", "--data", data).done().out())
                .doesNotContain("NOT within");
    }

    private Cli simulate(String workload, Object... more) throws IOException {
        Path scenario = Files.writeString(
                temp.resolve("scenario.yaml"), "cluster: {philly: {nodes: 2}}\nworkload: {" + workload + "}\n");
        Object[] args = new Object[more.length + 2];
        args[0] = "simulate";
        args[1] = scenario;
        System.arraycopy(more, 0, args, 2, more.length);
        return berth(args);
    }

    private static List<Tree> cells(Cli run) {
        return run.json().require("tables").items().getFirst().require("cells").items();
    }

    private static String address(Tree cell) {
        return cell.require("input").text() + " " + cell.require("row").text() + " "
                + cell.require("column").text();
    }

    private static void spoil(Path file, String old, String spoilt) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, spoilt));
    }
}
