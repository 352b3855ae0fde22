package io.berth.spec.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.berth.spec.input.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what a script becomes, as a task does, with the variables that a task has of Berth. */
class ScriptRunTest {
    private static final ScriptNode NODE = new ScriptNode(List.of("vm"), 8, 4, List.of("H100"), List.of("vm"));

    @TempDir
    Path folder;

    @Test
    void aScriptIsAFileWithItsNameAndNoArgument() throws IOException, InterruptedException {
        String long1 = "# 'quoted' é $x\n".repeat(12_000);

        assertThat(run(
                        "job.sh",
                        "#!/bin/bash\n" + long1
                                + "echo \"$1\"; basename \"$0\"; grep -c quoted \"$0\"; env | grep -c BERTH_SCRIPT\n",
                        "a b"))
                .containsExactly("a b", "job.sh", "12001", "0");
        assertThat(run("x.awk", "#!/usr/bin/awk -f\nBEGIN { print 6 * 7 }\n")).containsExactly("42");
    }

    @Test
    void srunRunsACommandForEachTask() throws IOException, InterruptedException {
        assertSays(
                """
                #!/bin/bash -l
                #SBATCH -n 3
                srun sh -c 'echo task $SLURM_PROCID $SLURM_LOCALID $SLURM_NTASKS $SLURM_STEP_ID' | sort
                srun -n2 --label sh -c 'echo rank $SLURM_PROCID' | sort
                srun bash -c 'exit $((SLURM_PROCID + 3))' 2>/dev/null; echo code $?
                srun -n1 --export=ALL,A=7 sh -c 'echo $A $SLURM_STEP_NUM_TASKS'
                srun --container-image=x true 2>&1
                """,
                "task 0 0 3 0",
                "task 1 1 3 0",
                "task 2 2 3 0",
                "0: rank 0",
                "1: rank 1",
                "code 5",
                "7 1",
                "srun: error: --container-image is not to be had in a job of Berth");
    }

    @Test
    void partsOfTheNodeHaveGpusOfTheirOwn() throws IOException, InterruptedException {
        assertSays(
                """
                #!/bin/bash
                #SBATCH -N 2 --ntasks-per-node=2 --gpus-per-node=2
                echo "script $CUDA_VISIBLE_DEVICES $SLURM_JOB_GPUS $SLURM_NODELIST"
                scontrol show hostnames "$SLURM_JOB_NODELIST"
                srun sh -c 'echo $SLURM_NODEID $SLURM_PROCID $SLURM_LOCALID $CUDA_VISIBLE_DEVICES' | sort
                srun --gpus-per-task=1 sh -c 'echo one $SLURM_PROCID $CUDA_VISIBLE_DEVICES' | sort
                srun -N1 -n1 -w 127.0.0.2 sh -c 'echo there $CUDA_VISIBLE_DEVICES'
                for i in 1 2; do srun -N1 -n1 --gpus=1 sh -c 'echo $CUDA_VISIBLE_DEVICES; sleep 0.5' & done | sort
                wait
                """,
                "script 4,5 4,5 127.0.0.[1-2]",
                "127.0.0.1",
                "127.0.0.2",
                "0 0 0 4,5",
                "0 1 1 4,5",
                "1 2 0 6,7",
                "1 3 1 6,7",
                "one 0 4",
                "one 1 5",
                "one 2 6",
                "one 3 7",
                "there 6,7",
                "4",
                "5");
    }

    /** As Slurm 22.05 does, but for steps that name no CPUs of their own, which share here and take turns there. */
    @Test
    void stepsWithCpusOfTheirOwnTakeTurns() throws IOException, InterruptedException {
        assertSays(
                """
                #!/bin/bash
                #SBATCH -n 2
                now() { find "$TMPDIR" -name 'in.*' | wc -l; }
                export -f now
                step='touch $TMPDIR/in.$0; sleep 0.3; n=$(now); rm $TMPDIR/in.$0; echo $n'
                for i in 1 2 3 4; do srun --exclusive -N1 -n1 bash -c "$step" $i & done | sort -n | tail -n 1
                for i in 1 2 3; do srun -n1 --overlap bash -c "$step" $i & done | wc -l
                srun -n 3 true 2>&1; echo $?
                srun -n 3 -O sh -c 'echo $SLURM_NTASKS' | uniq
                srun -n 1 -c 3 true 2>&1
                """,
                "2",
                "3",
                "srun: error: Unable to create step for job 7: More processors requested than permitted",
                "1",
                "3",
                "srun: error: Unable to create step for job 7: More processors requested than permitted");
    }

    @Test
    void tasksSeeTheGpusThatTheirStepBindsThemTo() throws IOException, InterruptedException {
        assertSays(
                """
                #!/bin/bash
                #SBATCH -n 4 --gpus=4
                see='echo $0 $SLURM_PROCID $CUDA_VISIBLE_DEVICES'
                srun --gpu-bind=single:2 sh -c "$see" pairs | sort
                srun --gpu-bind=map_gpu:3,0 sh -c "$see" map | sort
                srun -n2 --ntasks-per-gpu=1 sh -c "$see" each | sort
                srun -n1 --gres=none sh -c "$see" none
                for i in 1 2; do srun -n1 --gpus-per-task=2 sh -c 'echo own $CUDA_VISIBLE_DEVICES; sleep 0.5' & done | sort
                """,
                "pairs 0 4",
                "pairs 1 4",
                "pairs 2 5",
                "pairs 3 5",
                "map 0 7",
                "map 1 4",
                "map 2 7",
                "map 3 4",
                "each 0 4",
                "each 1 5",
                "none 0",
                "own 4,5",
                "own 6,7");
    }

    @Test
    void severalProgramsMakeOneStep() throws IOException, InterruptedException {
        assertSays("""
                #!/bin/bash
                #SBATCH -n 5
                printf '# ranks and programs\\n0 echo first %%t\\n1-2,4 echo more %%t %%o "a\\n*  echo rest %%o\\n' >"$TMPDIR/p.conf"
                srun --label --multi-prog "$TMPDIR/p.conf" | sort
                """, "0: first 0", "1: more 1 0 \"a", "2: more 2 1 \"a", "3: rest 3", "4: more 4 2 \"a");
    }

    /** A machine may have Slurm itself. */
    @Test
    void otherProgramsOfTheirNamesAreNotAsked() throws IOException, InterruptedException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("scontrol"), "#!/bin/sh\necho wrong\n");
        assertThat(other.resolve("scontrol").toFile().setExecutable(true)).isTrue();

        assertSays(
                "#!/bin/bash\n#SBATCH -N 2\nPATH=" + other
                        + ":$PATH\n\"$BERTH_TOOLS/srun\" sh -c 'echo $SLURMD_NODENAME' | sort\n",
                "127.0.0.1",
                "127.0.0.2");
    }

    /** As the functions of a site's modules come to scripts. */
    @Test
    void functionsThatBashExportsAreThereInScriptAndSteps() throws IOException, InterruptedException {
        assumeThat(Path.of("/bin/bash")).exists();

        assertSays("""
                #!/bin/bash
                again() { echo "again $1"; }
                export -f again
                srun bash -c 'again $SLURM_PROCID; module load x'
                module load y
                """, "again 0", "module load x", "module load y");
    }

    @Test
    void hostsAreListedAsSlurmWritesThem() throws IOException, InterruptedException {
        assertSays(
                "#!/bin/sh\nscontrol show hostnames 'a[08-10,3],b,c[1-2]x'\n",
                "a08",
                "a09",
                "a10",
                "a3",
                "b",
                "c1x",
                "c2x");
    }

    @Test
    void aSignalComesBeforeTheLimit() throws IOException, InterruptedException {
        assertSays("""
                #!/bin/bash
                #SBATCH --time=1 --signal=B:USR1@59
                trap 'echo got it; exit 0' USR1
                for i in $(seq 100); do sleep 0.1; done
                """, "got it");
    }

    @Test
    void inputAndTheUserAreThereWithoutAnEnvironment() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("in.txt"), "read\n");

        assertSays(
                "#!/bin/sh\n#SBATCH --export=NONE -i " + folder + "/in.txt\ncat; echo \"$USER\" | wc -l\n",
                "read",
                "1");
    }

    /** The folder of a task that runs as somebody else is not his: the script is elsewhere then, and goes with its end. */
    @Test
    void whereTheFolderOfTheTaskIsClosedTheScriptIsElsewhere() throws IOException, InterruptedException {
        Path closed = Files.writeString(folder.resolve("closed"), "");

        List<String> lines = run("s.sh", "#!/bin/sh\necho \"$0\"; exit 0\n", closed);

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith(folder + "/berth-script.")
                .endsWith("/s.sh");
        assertThat(Path.of(lines.getFirst())).doesNotExist();
    }

    private void assertSays(String script, String... lines) throws IOException, InterruptedException {
        assertThat(run("s.sh", script)).containsExactly(lines);
    }

    private List<String> run(String name, String text, String... arguments) throws IOException, InterruptedException {
        return run(name, text, Files.createTempDirectory(folder, "run"), arguments);
    }

    private List<String> run(String name, String text, Path run, String... arguments)
            throws IOException, InterruptedException {
        BatchScript script = BatchScript.read(Source.text(name, text));
        ScriptJob job = SbatchReader.read(script, () -> NODE, LocalDateTime.MIN);
        ProcessBuilder builder =
                new ProcessBuilder(job.command(script.name(), List.of(arguments))).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(job.environment());
        environment.putAll(
                Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", folder.toString(), "HOME", folder.toString()));
        environment.putAll(Map.of("BERTH_RUN", run.toString(), "BERTH_JOB_ID", "7"));
        environment.put("BASH_FUNC_module%%", "() { echo module $*; }");
        environment.putAll(Map.of("BERTH_GPUS", "4,5,6,7", "CUDA_VISIBLE_DEVICES", "4,5,6,7"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.lines().toList();
    }
}
