package io.berth.core.metric;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.Rate;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.term.RunProfile;
import java.util.List;
import java.util.TreeMap;

/**
 * What jobs that live cost so far, and how useful it was: the prices and the watts of the devices that they had, and what they were worth
 * there, a share as so much of one, for as long as all their tasks ran. What is told of devices counts as it was when the job started.
 */
public final class JobCosts {
    private static final double HOUR = 3_600.0 * Nanos.SECOND;

    static final Spent NOTHING = new Spent(0, 0, 0, 0);

    private final TreeMap<Long, Running> jobs = new TreeMap<>();
    private boolean priced;
    private boolean powered;

    /**
     * What a job cost.
     *
     * @param money in the currency of the prices
     * @param wattHours of energy
     * @param gpuHours of work, at the speed that run times are told for, of jobs that tell their utility
     * @param useful the same, each as many times as its utility on the devices says
     */
    public record Spent(double money, double wattHours, double gpuHours, double useful) {
        Spent and(Spent more) {
            return new Spent(
                    money + more.money, wattHours + more.wattHours, gpuHours + more.gpuHours, useful + more.useful);
        }

        private Spent times(double hours) {
            return new Spent(money * hours, wattHours * hours, gpuHours * hours, useful * hours);
        }
    }

    /**
     * A job in its present life.
     *
     * @param before what its earlier lives cost
     * @param perHour what this one does
     * @param ranNanos how long it had run when it was started
     */
    private record Running(Spent before, Spent perHour, long ranNanos) {
        Spent until(Job job, long now) {
            return before.and(perHour.times((job.ranNanos(now) - ranNanos) / HOUR));
        }
    }

    /** {@code frame} was applied to {@code state}. */
    public void instant(Frame frame, State state) {
        for (int i = 0; i < frame.events().size(); i++) {
            switch (frame.events().get(i)) {
                case Event.JobFound found -> starts(found.job(), state);
                case Event.TaskOutcome outcome -> resizes(outcome.job(), state);
                default -> {}
            }
        }
        Plan plan = frame.plan();
        List<Decision> decisions = plan == null ? List.of() : plan.decisions();
        for (int i = 0; i < decisions.size(); i++) {
            switch (decisions.get(i)) {
                case Decision.Start start -> starts(start.job(), state);
                case Decision.Grow grow -> resizes(grow.job(), state);
                default -> {}
            }
        }
    }

    /** A task may have come to the job, or left it. */
    private void resizes(long id, State state) {
        Job job = state.job(id);
        if (job != null && job.resized()) {
            starts(id, state);
        }
    }

    private void starts(long id, State state) {
        Job job = state.job(id);
        if (job == null || job.waiting()) {
            return;
        }
        Spent perHour = perHour(job, state);
        Running last = jobs.get(id);
        if (last == null && perHour.equals(NOTHING)) {
            return;
        }
        Spent before = last == null ? NOTHING : last.until(job, state.nowNanos());
        jobs.put(id, new Running(before, perHour, job.ranNanos(state.nowNanos())));
    }

    private Spent perHour(Job job, State state) {
        RunProfile profile = job.spec().profile();
        // An hour on what makes it faster is more of its work, as run times are told.
        double told = profile.utilities().isEmpty() ? 0 : job.pace() / (double) RunProfile.TOLD;
        double micros = 0;
        double watts = 0;
        double gpus = 0;
        double useful = 0;
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) < 0 || !job.holds(task) || job.grant(task).mask() == 0) {
                continue;
            }
            Demand demand = job.shape(task).demand();
            double part = demand.wholeGpus() ? 1 : demand.gpuMilli() / (double) Demand.WHOLE_GPU_MILLI;
            DeviceLayout devices = state.nodes().nodeClass(job.node(task)).devices();
            long mask = job.grant(task).mask() & (1L << devices.count()) - 1;
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                Rate rate = devices.setOf(Long.numberOfTrailingZeros(rest)).rate();
                micros += part * rate.micros();
                watts += part * rate.watts();
                gpus += told * part;
                String model = devices.setOf(Long.numberOfTrailingZeros(rest)).model();
                useful += told * part * profile.utilityOn(model) / RunProfile.TOLD;
            }
        }
        priced |= micros > 0;
        powered |= watts > 0;
        return new Spent(micros / Rate.UNIT, watts, gpus, useful);
    }

    /** What {@code job} cost until {@code now}. */
    public Spent of(Job job, long now) {
        Running running = jobs.get(job.id());
        return running == null ? NOTHING : running.until(job, now);
    }

    /** The same of a job that ended, which is forgotten then. */
    public Spent ended(Job job, long atNanos) {
        Spent spent = of(job, atNanos);
        jobs.remove(job.id());
        return spent;
    }

    /** True once a job had a device with a price. */
    public boolean priced() {
        return priced;
    }

    /** True once a job had a device of which watts are told. */
    public boolean powered() {
        return powered;
    }
}
