package io.berth.app.up.setting;

import io.berth.local.launch.LaunchSettings;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/**
 * The keys of {@code tasks:} in the file of {@code berth up}: what every task is held to.
 *
 * @param processes most processes and threads of a task at one time; 0 for no limit
 * @param mps true where MPS is to hold tasks to their shares of a GPU
 * @param mig true where instances are to be made of GPUs in MIG mode as tasks need them
 */
public record TaskSettings(long processes, boolean mps, boolean mig) {
    /** No kernel gives more: PID_MAX_LIMIT of 64 bits. Source: proc_sys_kernel(5), pid_max. */
    private static final int MOST_PROCESSES = 1 << 22;

    static final Section SECTION = Section.of(
            "tasks",
            "What every task is held to.",
            Key.of(
                            "processes",
                            Shape.whole(0, MOST_PROCESSES),
                            "How many processes and threads a task has at most, where this machine has control groups to"
                                    + " give; 0: as many as the machine.")
                    .fallback(Long.toString(LaunchSettings.DEFAULT_PROCESSES)),
            Key.of(
                            "mps",
                            Shape.of(ValueType.FLAG),
                            "Whether tasks with a share of an NVIDIA GPU are held to it by MPS where the driver has"
                                    + " nvidia-cuda-mps-control; else shares are by trust.")
                    .fallback("true"),
            Key.of(
                            "mig",
                            Shape.of(ValueType.FLAG),
                            "Whether instances of NVIDIA GPUs in MIG mode are made as tasks need them, where nobody else has"
                                    + " made any on the GPU and Berth may (root).")
                    .fallback("true"));

    /** What holds where the file says nothing. */
    public static TaskSettings standard() {
        return read(TreeReader.read(Source.text("defaults", "{}")));
    }

    public static TaskSettings read(Tree tree) {
        Fields fields = SECTION.read(tree);
        return new TaskSettings(fields.integer("processes"), fields.flag("mps"), fields.flag("mig"));
    }
}
