package io.berth.spec.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SbatchReaderTest {
    private static final ScriptNode NODE =
            new ScriptNode(List.of("vm"), 16, 8, List.of("RTX-4090"), List.of("vm", "gpu", "rtx-4090", "rtx4090"));

    private static final LocalDateTime NOW = LocalDateTime.parse("2026-03-04T10:30:00");

    @Test
    void aTypicalScriptBecomesOneTaskWithAllThatItAsksFor() {
        ScriptJob job = read("""
                #SBATCH --job-name="my train" -p gpu
                #SBATCH -n2 --cpus-per-task 4   # of each
                #SBATCH --gres=gpu:a100:2 --mem-per-cpu=2G
                #SBATCH -t 1-12:00 -a 0-9%3
                #SBATCH --dependency=afterok:3:4,afterany:5
                #SBATCH --chdir /srv/x
                """);

        assertThat(job.document().get("name")).isEqualTo("my train");
        assertThat(job.document().get("queue")).isEqualTo("gpu");
        assertThat(job.document().get("demand"))
                .isEqualTo(Map.of("cpu", 8, "memory", 16L << 30, "gpus", 2, "models", List.of("a100")));
        assertThat(job.document().get("time_limit")).isEqualTo("1d12h");
        assertThat(Json.line(job.document().get("array"))).contains("\"count\":10", "\"parallel\":3");
        assertThat(job.document().get("directory")).isEqualTo("/srv/x");
        assertThat(job.after().jobs())
                .containsExactly(
                        new ScriptAfter(3, -1, "ok"), new ScriptAfter(4, -1, "ok"), new ScriptAfter(5, -1, "any"));
        assertThat(job.environment()).containsEntry("SLURM_NTASKS", "2").containsEntry("SLURM_CPUS_PER_TASK", "4");
        assertThat(job.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "90,5400",
        "1:30,90",
        "2:00:00,7200",
        "1-0,86400",
        "1-2:30,95400",
        "1-,86400",
        "1-2:03:04,93784",
        "0:30,30",
    })
    void everyFormOfTimeIsRead(String text, long seconds) {
        assertThat(SbatchText.timeNanos(text)).isEqualTo(seconds * Nanos.SECOND);
    }

    @Test
    void timeWithoutALimitAndWrongTimes() {
        assertThat(SbatchText.timeNanos("UNLIMITED")).isEqualTo(Nanos.NEVER);
        assertThat(SbatchText.timeNanos("0")).isEqualTo(Nanos.NEVER);
        assertThat(SbatchText.timeNanos("1h")).isNegative();
        assertThat(SbatchText.timeNanos("1:2:3:4")).isNegative();
    }

    @Test
    void memoryIsInMebibytesWithoutAUnit() {
        assertThat(SbatchText.bytes("4000")).isEqualTo(4000L << 20);
        assertThat(SbatchText.bytes("2T")).isEqualTo(2L << 40);
        assertThat(SbatchText.bytes("1k")).isEqualTo(1024);
        assertThat(SbatchText.bytes("4X")).isNegative();
        assertThat(SbatchText.bytes("999999999999T")).isNegative();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes=two|s.sh:2:1: --nodes: must be a number from 1",
                "--nodelist=n[01-03]|--nodelist: names no node that there is: \"n[01-03]\"; there is vm",
                "--exclude=a,vm|--exclude: leaves no node",
                "--constraint=haswell|--constraint: is met by no node: \"haswell\"; the node here has vm, gpu",
                "--constraint=[a&(b]|--constraint: must be features with",
                "--signal=now|--signal: must be [B:]SIGNAL[@SECONDS]",
                "--ntasks-per=2|unknown option of sbatch \"--ntasks-per\"",
                "--ntaks=2|unknown option of sbatch \"--ntaks\"; did you mean \"--ntasks\"?",
                "-Z 2|unknown option of sbatch \"-Z\"",
                "--begin=10:31|--begin: is to come: jobs here wait for others",
                "--begin=soon|--begin: must be a time such as now, now+2hours",
                "--gpus-per-socket=1|--gpus-per-socket: is not supported: --gpus or --gpus-per-node",
                "--container-mounts=/a:/b|--container-mounts: is not supported: run the container in the script",
                "hetjob|\"hetjob\" parts jobs whose nodes differ",
                "--time|--time, -t needs a value",
                "--time=soon|--time: must be a time such as 90",
                "--mem=lots|--mem: must be memory such as 4G",
                "--gres=craynetwork:1|--gres: must be gpu:N or gpu:MODEL:N",
                "--gpus=a:b:c|--gpus: must be N or MODEL:N",
                "--gpus=2 --gres=gpu:1|--gres: asks for 1 GPUs, and --gpus for 2",
                "--gres=gpu:1g.10gb:2|--gres: asks for 2 MIG instances, of which a task can use one",
                "--array=5-1|--array: must be",
                "--dependency=soon:1|--dependency: must be afterok, afterany, afternotok or aftercorr",
                "--dependency=after:1+5|--dependency: has after: a job here waits for the end",
                "--dependency=afterok:1?afterok:2|--dependency: has \"?\"",
                "--dependency=afterok:1,afternotok:1|--dependency: can never be",
                "--dependency=afterok:x|\"x\" is no number of a job",
                "--output=a%q|--output: must be a file name with the symbols",
                "--job-name='a|the quote ' is not closed",
                "train.py|\"train.py\" is no option",
            })
    void whatWouldChangeTheJobIsAnErrorAtItsLine(String options, String message) {
        assertThatThrownBy(() -> read("#SBATCH " + options + "\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("s.sh:2");
    }

    @Test
    void whatChangesNothingIsAWarningWithItsLine() {
        ScriptJob job = read("""
                #SBATCH --mail-user=a@b.c
                #SBATCH -A lab -p gpu
                srun ./train
                #SBATCH -n 99
                """);

        assertThat(job.warnings())
                .anyMatch(line -> line.startsWith("s.sh:2: --mail-user is left out"))
                .anyMatch(line -> line.startsWith("s.sh:3: --account is left out"))
                .anyMatch(line -> line.startsWith("s.sh:5: stands after the first command"))
                .hasSize(3);
        assertThat(job.document().get("demand")).isEqualTo(Map.of("cpu", 1));
    }

    @Test
    void exportSaysWhichVariablesTheJobGets() {
        assertThat(read("").kept()).isNull();
        assertThat(read("#SBATCH --export=ALL,A=1").kept()).isNull();
        assertThat(read("#SBATCH --export=ALL,A=1").environment()).containsEntry("A", "1");
        assertThat(read("#SBATCH --export=NONE").kept()).isEmpty();
        assertThat(read("#SBATCH --export=PATH,B=x=y").kept()).containsExactly("PATH");
    }

    @Test
    void fileNamesAreFilledInWhenTheJobStartsAndNothingElseIs() {
        assertThat(OutputPattern.shell("out/%x-%A_%a.%4j", "a$b"))
                .isEqualTo("\"out/a\\$b-${BERTH_ARRAY_JOB_ID:-$BERTH_JOB_ID}_${BERTH_ARRAY_TASK_ID:-4294967294}."
                        + "$(printf %04d $BERTH_JOB_ID)\"");
        assertThat(OutputPattern.shell("$(rm -rf x)`y`\"%%", "n")).isEqualTo("\"\\$(rm -rf x)\\`y\\`\\\"%\"");
        assertThat(OutputPattern.shell("%q", "n")).isNull();
    }

    @Test
    void scriptsOfOtherKindsAreRefused() {
        assertError("#!\n", "names no program behind #!");
        assertError("#!/bin/sh\r\necho\r\n", "s.sh:1: has DOS line ends");
        assertError("#!/bin/sh\n" + "#".repeat(524_288), "is too large for a script");
    }

    @Test
    void severalNodesArePartsOfTheOne() {
        ScriptJob job = read("#SBATCH -N 2-4 --ntasks-per-node=3 -c 2 --gpus-per-node=4 --mem=1G\n");

        assertThat(job.document().get("demand")).isEqualTo(Map.of("cpu", 12, "gpus", 8, "memory", 2L << 30));
        assertThat(job.environment())
                .containsEntry("SLURM_NNODES", "2")
                .containsEntry("SLURM_NTASKS", "6")
                .containsEntry("SLURM_TASKS_PER_NODE", "3(x2)")
                .containsEntry("SLURM_JOB_CPUS_PER_NODE", "6(x2)")
                .containsEntry("SLURM_GPUS_PER_NODE", "4")
                .containsEntry("SLURM_GPUS_ON_NODE", "4");
        assertThat(read("#SBATCH -N 2 -n 5\n").environment()).containsEntry("SLURM_TASKS_PER_NODE", "3,2");
    }

    /** What Slurm 22.05 sets for the same options. */
    @Test
    void variablesAreThereWhereTheirOptionsWere() {
        assertThat(read("").environment())
                .doesNotContainKeys(
                        "SLURM_NTASKS", "SLURM_NPROCS", "SLURM_MEM_PER_NODE", "SLURM_GPUS", "SLURM_CPUS_PER_TASK")
                .containsEntry("SLURM_TASKS_PER_NODE", "1")
                .containsEntry("SLURM_JOB_CPUS_PER_NODE", "1");
        assertThat(read("#SBATCH -n2 --mem-per-cpu=500M --gpus-per-task=a100:1 -A lab\n")
                        .environment())
                .containsEntry("SLURM_NTASKS", "2")
                .containsEntry("SLURM_MEM_PER_CPU", "500")
                .containsEntry("SLURM_GPUS_PER_TASK", "a100:1")
                .containsEntry("SLURM_JOB_ACCOUNT", "lab")
                .doesNotContainKeys("SLURM_GPUS", "SLURM_MEM_PER_NODE", "SLURM_NTASKS_PER_NODE");
        assertThat(read("#SBATCH -G2 --cpus-per-gpu=2 --mem-per-gpu=1G\n").environment())
                .containsEntry("SLURM_GPUS", "2")
                .containsEntry("SLURM_TASKS_PER_NODE", "4")
                .containsEntry("SLURM_MEM_PER_GPU", "1024");
        assertThat(read("#SBATCH -a 1-9:2%3\n").environment()).containsEntry("SLURM_ARRAY_TASK_STEP", "2");
        assertThat(read("#SBATCH -G2 --ntasks-per-gpu=1\n").environment()).containsEntry("SLURM_NTASKS", "2");
    }

    @Test
    void aConstraintIsWhatTheNodeHas() {
        for (String met :
                List.of("gpu", "GPU&rtx4090", "a100|rtx4090", "[a100|rtx4090]", "(a100|gpu)&vm", "gpu*2&vm*1")) {
            assertThat(Constraint.holds(met, NODE.features())).as(met).isTrue();
        }
        for (String unmet : List.of("a100", "gpu&a100", "gpu,a100", "(a100|gpu)&haswell")) {
            assertThat(Constraint.holds(unmet, NODE.features())).as(unmet).isFalse();
        }
        assertThat(read("#SBATCH -C gpu -w vm,a[1-2] -x b1\n").warnings()).isEmpty();
    }

    @Test
    void aNodeForItselfIsAllThatItHas() {
        assertThat(read("#SBATCH --exclusive --mem=0\n").document().get("demand"))
                .isEqualTo(Map.of("cpu", 16, "gpus", 8));
        assertThat(read("#SBATCH --gres=gpu:rtx_4090:1\n").document().get("demand"))
                .isEqualTo(Map.of("cpu", 1, "gpus", 1, "models", List.of("RTX-4090")));
    }

    @Test
    void aTypeThatIsAMigProfileIsAnInstance() {
        for (String type : List.of("1g.10gb", "a100_1g.10gb")) {
            assertThat(read("#SBATCH --gres=gpu:" + type + ":1\n").document().get("demand"))
                    .isEqualTo(Map.of("cpu", 1, "mig", "1g.10gb"));
        }
    }

    @Test
    void optionsMayBeBegunAndTheStrongerDependencyHolds() {
        ScriptJob job = read("#SBATCH --cpus-per-t=3 --dep=afterok:1,afterany:1,singleton,afterany:4_2 --mail-t=ALL\n");

        assertThat(job.environment()).containsEntry("SLURM_CPUS_PER_TASK", "3");
        assertThat(job.after().jobs()).containsExactly(new ScriptAfter(1, -1, "ok"), new ScriptAfter(4, 2, "any"));
        assertThat(job.after().singleton()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "3g.40gb,H100-3g.40gb",
        "nvidia_h100_80gb_hbm3_3g.40gb,H100-3g.40gb",
        "h100,H100-3g.40gb",
        "h100_1g.10gb,h100_1g.10gb",
        "a100,a100",
        "NVIDIAL40S,L40S",
        "geforce_l40s,geforce_l40s",
    })
    void modelsGoByWhatSitesCallThem(String text, String model) {
        ScriptNode node = new ScriptNode(List.of("vm"), 8, 4, List.of("H100-3g.40gb", "L40S"), List.of());

        assertThat(node.model(text)).isEqualTo(model);
    }

    /** As sbatch 22.05 reads the same lines. */
    @Test
    void linesAreCutWhereSbatchCutsThem() {
        ScriptJob job = read("""
                #SBATCH-n 3
                #SBATCH --cpus-per-task=2#of each
                #SBATCH -J run#1 -t 5#SBATCH --gres=gpu:1
                #SBATCH --comment="not #this" --output='a#b'
                #SBATCHED=1
                """);

        assertThat(job.document().get("name")).isEqualTo("run");
        assertThat(job.document().get("demand")).isEqualTo(Map.of("cpu", 6));
        assertThat(job.prelude()).contains("\"a#b\"");
        assertThat(read("#SBATCH -J a\\#b\n").document().get("name")).isEqualTo("a#b");
    }

    @Test
    void otherNamesAndWhatTheScriptItselfIs() {
        assertThat(read("#SBATCH --tasks-per-node=2\n").environment())
                .containsEntry("SLURM_NTASKS_PER_NODE", "2")
                .containsEntry("SLURM_NTASKS", "2");
        assertThat(read("#SBATCH --wrap 'sleep 1'\n").warnings())
                .singleElement()
                .asString()
                .contains("--wrap is left out: the script is what runs");
    }

    @Test
    void tasksThatShareAProcessorNeedOneOfEachNode() {
        assertThat(read("#SBATCH -O -n 4 -c 2\n").document().get("demand")).isEqualTo(Map.of("cpu", 2));
        assertThat(read("#SBATCH --overcommit -N 2 --ntasks-per-node=8\n")
                        .document()
                        .get("demand"))
                .isEqualTo(Map.of("cpu", 2));
        assertThat(read("#SBATCH -O -n 4\n").environment())
                .containsEntry("SLURM_OVERCOMMIT", "1")
                .containsEntry("SLURM_NTASKS", "4")
                .containsEntry("SLURM_CPUS_ON_NODE", "1");
    }

    @ParameterizedTest
    @CsvSource({
        "now,2026-03-04T10:30:00",
        "now+90,2026-03-04T10:31:30",
        "now+2hours,2026-03-04T12:30:00",
        "now+1day,2026-03-05T10:30:00",
        "16:00,2026-03-04T16:00:00",
        "9:15,2026-03-05T09:15:00",
        "4:30 PM,2026-03-04T16:30:00",
        "noon,2026-03-04T12:00:00",
        "tomorrow,2026-03-05T00:00:00",
        "2025-12-31,2025-12-31T00:00:00",
        "2026-06-29T16:23:42,2026-06-29T16:23:42",
        "06/29/26,2026-06-29T00:00:00",
        "062926,2026-06-29T00:00:00",
        "2026-02-30,",
        "25:00,",
        "later,",
    })
    void timesOfTheWallClockAreRead(String text, LocalDateTime time) {
        assertThat(SbatchBegin.time(text, NOW)).isEqualTo(time);
    }

    @Test
    void aTimeThatIsPastIsNone() {
        assertThat(read("#SBATCH --begin=now\n").document())
                .isEqualTo(read("#SBATCH\n").document());
        assertThat(read("#SBATCH --begin=2023-10-20T09:00:00# later\n").document())
                .isEqualTo(read("#SBATCH\n").document());
    }

    /** What Slurm 22.05 sets for options that Berth itself leaves out, too. */
    @Test
    void variablesAreThereForOptionsThatChangeNothing() {
        assertThat(read("#SBATCH --hint=nomultithread -m cyclic --gpu-bind=closest -A Lab_B -d singleton\n")
                        .environment())
                .containsEntry("SLURM_HINT", "nomultithread")
                .containsEntry("SLURM_THREADS_PER_CORE", "1")
                .containsEntry("SLURM_DISTRIBUTION", "cyclic")
                .containsEntry("SLURM_GPU_BIND", "closest")
                .containsEntry("SLURM_JOB_ACCOUNT", "lab_b")
                .containsEntry("SLURM_JOB_DEPENDENCY", "singleton");
        assertThat(read("#SBATCH --export=NONE --open-mode=append\n").environment())
                .containsEntry("SLURM_GET_USER_ENV", "1")
                .containsEntry("SLURM_OPEN_MODE", "a");
        assertThat(read("#SBATCH --export=ALL\n").environment()).doesNotContainKey("SLURM_GET_USER_ENV");
    }

    @Test
    void hostListsAreWrittenOut() {
        assertThat(HostList.names("a,b[1-2,09]c,d[01-02]")).containsExactly("a", "b1c", "b2c", "b09c", "d01", "d02");
        assertThat(HostList.names("x[2-1],y[,")).containsExactly("y[,");
    }

    private static ScriptJob read(String lines) {
        return SbatchReader.read(BatchScript.read(Source.text("s.sh", "#!/bin/bash\n" + lines)), () -> NODE, NOW);
    }

    private static void assertError(String text, String part) {
        assertThatThrownBy(() -> BatchScript.read(Source.text("s.sh", text)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(part);
    }
}
