package io.berth.console.alert;

import io.berth.console.alert.Finding.Level;
import io.berth.console.curve.JobCurve;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The conditions of all alerts, for one look at one job. What is not measured is not found. */
final class AlertChecks {
    private static final double PERCENT = 100;

    /** Fewer steps are no distance. */
    private static final double LEAST_STEPS_BEHIND = 10;

    /** Slower than half the median is a straggler, faster than seven tenths is none. */
    private static final double SLOW = 0.5;

    private static final double NOT_SLOW = 0.7;

    /** The loss of the training goes before others. */
    private static final List<String> LOSSES = List.of("loss", "train_loss", "train/loss", "training_loss");

    private final AlertRules rules;

    AlertChecks(AlertRules rules) {
        this.rules = rules;
    }

    /** All that is found of {@code facts} at {@code nowNanos}. */
    List<Finding> of(JobFacts facts, long nowNanos) {
        List<Finding> found = new ArrayList<>();
        gpus(facts, found);
        output(facts, nowNanos, found);
        losses(facts, nowNanos, found);
        stragglers(facts, found);
        memory(facts, found);
        found.removeIf(finding -> rules.off().contains(finding.kind()));
        return found;
    }

    private void gpus(JobFacts facts, List<Finding> found) {
        for (JobFacts.Gpu gpu : facts.gpus()) {
            Level level = Finding.level(
                    gpu.busyPercent() < rules.gpuIdlePercent(), gpu.busyPercent() >= 2 * rules.gpuIdlePercent());
            String text = "GPU " + gpu.gpu() + " is held and idle: busy " + percent(gpu.busyPercent()) + " of the time";
            found.add(new Finding(AlertKind.GPU_IDLE, gpu.gpu(), level, rules.gpuIdleNanos(), text));
        }
    }

    private void output(JobFacts facts, long nowNanos, List<Finding> found) {
        boolean follows = facts.job().spec().firstProgram().metrics().read()
                && facts.job().spec().kind() == JobKind.BATCH
                && facts.job().startNanos() >= 0;
        if (!follows) {
            return;
        }
        for (int task : facts.job().placedTasks()) {
            if (task >= JobCurve.MOST_TASKS) {
                return;
            }
            long silent = nowNanos - Math.max(facts.job().startNanos(), lastOutput(facts, task));
            Level level = Finding.level(silent >= rules.noOutputNanos(), silent < rules.noOutputNanos());
            String text = "task " + task + " has printed nothing for " + Nanos.format(silent);
            found.add(new Finding(AlertKind.NO_OUTPUT, task, level, 0, text));
        }
    }

    private static long lastOutput(JobFacts facts, int task) {
        for (JobCurve.TaskFigures figures : facts.tasks()) {
            if (figures.task() == task) {
                return figures.outputNanos();
            }
        }
        return 0;
    }

    private void losses(JobFacts facts, long nowNanos, List<Finding> found) {
        JobCurve.@Nullable Figures main = null;
        for (JobCurve.Figures line : facts.series()) {
            boolean loss = line.metric().toLowerCase(Locale.ROOT).contains("loss");
            if (!loss || line.last() == null) {
                continue;
            }
            main = main == null || rank(line) < rank(main) ? line : main;
        }
        if (main == null || main.last() == null) {
            return;
        }
        double value = main.last().value();
        boolean finite = Double.isFinite(value);
        String name = main.metric() + " of task " + main.task();
        found.add(new Finding(
                AlertKind.LOSS_NOT_FINITE,
                main.task(),
                Finding.level(!finite, finite),
                0,
                name + " is " + value + " at step " + main.last().step()));
        found.add(new Finding(
                AlertKind.LOSS_STALLED,
                main.task(),
                LossTrend.over(main.points(), rules.stallNanos(), nowNanos),
                0,
                name + " has not become smaller over " + Nanos.format(rules.stallNanos())));
    }

    private static int rank(JobCurve.Figures line) {
        int known = LOSSES.indexOf(line.metric().toLowerCase(Locale.ROOT));
        return known < 0 ? LOSSES.size() : known;
    }

    private void stragglers(JobFacts facts, List<Finding> found) {
        double step = median(facts, JobCurve.TaskFigures::step);
        double rate = median(facts, JobCurve.TaskFigures::stepsPerSecond);
        if (facts.tasks().size() < 2 || Double.isNaN(step)) {
            return;
        }
        for (JobCurve.TaskFigures task : facts.tasks()) {
            if (Double.isNaN(task.step())) {
                continue;
            }
            double behind = step - task.step();
            double allowed = step * rules.stragglerPercent() / PERCENT;
            boolean slow = task.stepsPerSecond() < SLOW * rate && facts.tasks().size() > 2;
            boolean far = behind > allowed && behind >= LEAST_STEPS_BEHIND;
            boolean fine = behind < allowed / 2 && !(task.stepsPerSecond() < NOT_SLOW * rate);
            String text = "task " + task.task() + " is at step " + (long) task.step() + ", the median of its gang at "
                    + (long) step;
            found.add(new Finding(
                    AlertKind.STRAGGLER, task.task(), Finding.level(far || slow && behind > 0, fine), 0, text));
        }
    }

    /** NaN where fewer than two tasks say it. */
    private static double median(JobFacts facts, ToDoubleFunction<JobCurve.TaskFigures> figure) {
        double[] sorted = facts.tasks().stream()
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int size = sorted.length;
        return size < 2 ? Double.NaN : (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
    }

    private void memory(JobFacts facts, List<Finding> found) {
        for (JobFacts.Memory memory : facts.memory()) {
            double used = PERCENT * (double) memory.usedBytes() / (double) memory.limitBytes();
            Level level = Finding.level(used >= rules.memoryPercent(), used < rules.memoryPercent() * 0.95);
            String text = "task " + memory.task() + " uses " + percent(used) + " of the memory that it may";
            found.add(new Finding(AlertKind.MEMORY, memory.task(), level, 0, text));
        }
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.0f %%", value);
    }
}
