package io.berth.spec.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SbatchReaderTest {
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
        assertThat(job.after()).containsExactly(Map.entry(3L, "ok"), Map.entry(4L, "ok"), Map.entry(5L, "any"));
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
                "--nodes=2|s.sh:2:1: --nodes: must be 1",
                "--ntaks=2|unknown option of sbatch \"--ntaks\"; did you mean \"--ntasks\"?",
                "-Z 2|unknown option of sbatch \"-Z\"",
                "--begin=now+1hour|--begin: is not supported: jobs wait for others",
                "--exclusive|--exclusive: is not supported",
                "--time|--time, -t needs a value",
                "--time=soon|--time: must be a time such as 90",
                "--mem=lots|--mem: must be memory such as 4G",
                "--mem=0|--mem: must be above 0",
                "--gres=craynetwork:1|--gres: must be gpu:N or gpu:MODEL:N",
                "--gpus=a:b:c|--gpus: must be N or MODEL:N",
                "--gpus=2 --gres=gpu:1|--gres: asks for 1 GPUs, and --gpus for 2",
                "--array=5-1|--array: must be",
                "--dependency=singleton|--dependency: must be afterok, afterany or afternotok",
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
                .anyMatch(line -> line.startsWith("s.sh:4: srun is Slurm's"))
                .anyMatch(line -> line.startsWith("s.sh:5: stands after the first command"))
                .hasSize(4);
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
        assertError("#!/usr/bin/awk -f\n", "s.sh:1:1: scripts of \"awk\" are not taken");
        assertError("#!\n", "scripts of \"\" are not taken");
        assertError("#!/bin/sh\r\necho\r\n", "s.sh:1: has DOS line ends");
        assertError("#!/bin/sh\n" + "#".repeat(131_072), "is too large for a script");
        assertThat(BatchScript.read(Source.text("a/t.py", "#!/usr/bin/env python3\nprint(1)\n"))
                        .command(List.of("x")))
                .containsExactly("python3", "-c", "#!/usr/bin/env python3\nprint(1)\n", "x");
        assertThat(BatchScript.read(Source.text("a/t.sh", "#!/bin/bash -l\nx\n"))
                        .command(List.of("y")))
                .containsExactly("/bin/bash", "-l", "-c", "#!/bin/bash -l\nx\n", "t", "y");
    }

    private static ScriptJob read(String lines) {
        return SbatchReader.read(BatchScript.read(Source.text("s.sh", "#!/bin/bash\n" + lines)));
    }

    private static void assertError(String text, String part) {
        assertThatThrownBy(() -> BatchScript.read(Source.text("s.sh", text)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(part);
    }
}
