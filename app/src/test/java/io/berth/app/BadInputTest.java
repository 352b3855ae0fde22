package io.berth.app;

import static io.berth.app.Cli.berth;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with the input is one line that names the place, and exit code 2. */
class BadInputTest extends ScenarioTest {
    private Cli simulate(String scenario, Object... more) {
        Object[] args = new Object[more.length + 2];
        args[0] = "simulate";
        args[1] = folder.file(scenario);
        System.arraycopy(more, 0, args, 2, more.length);
        return berth(args);
    }

    @Test
    void aMissingScenario() {
        simulate("opemb.yaml").refused("opemb.yaml", "there is no such file", "did you mean \"openb.yaml\"?");
        berth("simulate").refused("needs a scenario");
    }

    @Test
    void aMissingTrace() throws IOException {
        Files.delete(folder.file("pods.csv"));
        simulate("openb.yaml").refused("openb.yaml:2", "workload.openb", "pods.csv");
    }

    @ParameterizedTest
    @CsvSource({
        "nodes.csv, cpu_milli, cpu, nodes.csv:1, cpu",
        "nodes.csv, '0000,64000', '0000,-64000', nodes.csv:2, cpu_milli",
        "nodes.csv, '262144', 'much', nodes.csv:2, memory_mib",
        "nodes.csv, '393216,8', '393216,64', nodes.csv:3, gpu",
        "pods.csv, num_gpu, gpus, pods.csv:1, num_gpu",
        "pods.csv, '4000,15258,1', '4000,15258,-1', pods.csv:2, num_gpu",
        "pods.csv, '8000,30517', '8000,x', pods.csv:3, memory_mib",
        "pods.csv, '1,500', '1,1500', pods.csv:2, gpu_milli",
        "arrivals.csv, '0002:0', '0009:0', arrivals.csv:2, N",
        "arrivals.csv, '0003,0000', '0003,7777', arrivals.csv:3, P",
    })
    void aSpoiltTrace(String file, String old, String spoilt, String place, String column) throws IOException {
        folder.spoil(file, old, spoilt);
        simulate("openb.yaml").refused(place, column);
    }

    @Test
    void aTruncatedGzipFile() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(Files.readAllBytes(folder.file("pods.csv")));
        }
        byte[] whole = packed.toByteArray();
        Files.write(folder.file("pods.csv"), Arrays.copyOf(whole, whole.length - 12));
        simulate("openb.yaml").refused("pods.csv");
    }

    @Test
    void anUnknownStrategy() {
        simulate("openb.yaml", "--set", "strategies=[fdg]").refused("\"fdg\"", "did you mean \"fgd\"?");
        simulate("openb.yaml", "--strategy", "best-fot").refused("--strategy", "did you mean \"best-fit\"?");
    }

    @Test
    void aCombinationThatCannotBe() {
        simulate("openb.yaml", "--set", "strategies=[{place: [fgd, leest-tasks]}]")
                .refused("strategies[0].place[1]", "did you mean \"least-tasks\"?");
        simulate("openb.yaml", "--strategy", "{place: [{fgd: 1}, {random: 1}]}")
                .refused("--strategy", "place[1]", "\"random\" gives no scores", "those that can: best-fit, ");
        simulate("openb.yaml", "--strategy", "{place: [worst-fit, least-tasks, least-allocated]}")
                .refused("too fine to be told apart in order");
    }

    @Test
    void aStrategyThatIsThereTwice() {
        simulate("openb.yaml", "--strategy", "fgd", "--strategy", "fgd").refused("--strategy", "twice");
        simulate("openb.yaml", "--seed", "1..3", "--seed", "2").refused("--seed", "twice");
    }

    @Test
    void anUnknownKey() {
        simulate("generated.yaml", "--set", "workload.generate.jbos=3").refused("jbos", "jobs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cluster.nodes=[]",
                "cluster.nodes[0].gpus=64",
                "cluster.nodes[0].gpus=-1",
                "cluster.nodes[0].count=0",
                "cluster.nodes[0].cpu=many",
                "workload.generate.jobs=-5",
                "workload.generate.load=0",
                "workload.generate.burstiness=50",
                "workload.generate.gpus={1.5: 1}",
                "workload.generate.kinds={batch: 0}",
                "workload.generate.within=rack",
                "emulate.start_failures=120%",
                "strategies=[{place: {fgd: {coverage: most}}}]",
                "seeds=[]",
                "until=soon",
                "lenient=perhaps",
            })
    void anImpossibleScenario(String assignment) {
        String key = assignment.substring(0, assignment.indexOf('='));
        String last = key.substring(Math.max(key.lastIndexOf('.'), key.lastIndexOf(']')) + 1);
        simulate("generated.yaml", "--set", assignment).refused(last);
    }

    @Test
    void aLabelThatNoNodeHas() {
        simulate(
                        "generated.yaml",
                        "--set",
                        "cluster.nodes[0].labels={rack: r1}",
                        "--set",
                        "workload.generate.within=rak")
                .refused("workload.generate.within", "rak", "did you mean \"rack\"?");
    }

    @Test
    void aClusterWithoutGpusForALoadOfGpus() {
        simulate("generated.yaml", "--set", "cluster.nodes[0].gpus=0", "--set", "workload.generate.gpus={1: 1}")
                .refused("workload.generate", "no GPUs");
    }

    @Test
    void aNodeListWithoutANode() throws IOException {
        folder.write("nodes.csv", "sn,cpu_milli,memory_mib,gpu,model\n");
        simulate("timed.yaml").refused("nodes.csv", "no node");
    }

    @Test
    void anOrderOfArrivalForPodsThatEnd() {
        simulate("timed.yaml", "--set", "workload.arrivals=arrivals.csv")
                .refused("workload.arrivals", "departures: never");
        simulate("timed.yaml", "--set", "workload.tune=1.3").refused("workload.tune", "departures: never");
    }

    @Test
    void aJournalThatIsThereAlready() {
        Path journal = temp.resolve("journal");
        simulate("timed.yaml", "--journal", journal).done();
        simulate("timed.yaml", "--journal", journal).refused("journal", "already");
    }

    @Test
    void aFileOfJobsInAFolderThatIsNotThere() {
        simulate("timed.yaml", "--csv", temp.resolve("nowhere/jobs.csv")).refused("--csv", "nowhere");
    }
}
