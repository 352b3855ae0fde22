package io.berth.sim.fault;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.sim.clock.Feed;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultKind;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.TimedJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** All that happens to a cluster from outside: submissions, faults, and that each is made good again. */
final class FaultFeed implements Feed {
    /** The origin of its jobs. */
    static final String ORIGIN = "simtest";

    /** What never ends by itself is cancelled so long after it came, or after the last fault. */
    private static final long SERVES_NANOS = 5 * Nanos.SECOND;

    private final FaultScenario scenario;
    private final Supplier<State> state;
    private final JobNumbers numbers;
    private final FaultEvents events;
    private final PriorityQueue<Step> steps = new PriorityQueue<>();
    private final ArrayDeque<Event> ready = new ArrayDeque<>();
    private final Set<FaultKind> happened = EnumSet.noneOf(FaultKind.class);
    private long sequence = 1;
    private int order;
    private long readyNanos;

    /** Something that is done at a moment, whose events depend on how things are then. */
    private record Step(long atNanos, int order, Function<State, List<Event>> doing) implements Comparable<Step> {
        @Override
        public int compareTo(Step other) {
            int first = Long.compare(atNanos, other.atNanos);
            return first != 0 ? first : Integer.compare(order, other.order);
        }
    }

    FaultFeed(FaultScenario scenario, JobNumbers numbers, Supplier<State> state) {
        this.scenario = scenario;
        this.state = state;
        this.numbers = numbers;
        this.events = new FaultEvents(scenario, numbers);
        opening();
        scenario.jobs().forEach(this::submission);
        for (Fault fault : scenario.faults()) {
            if (fault.kind().of() != FaultKind.Of.TASKS && !fault.kind().restarts()) {
                step(fault.atNanos(), now -> {
                    List<Event> begins = events.begin(fault, now);
                    if (!begins.isEmpty()) {
                        happened.add(fault.kind());
                    }
                    return begins;
                });
                step(fault.endNanos(), now -> events.end(fault, now));
            }
        }
        step(scenario.calmNanos(), events::calm);
    }

    /** The kinds that something came of. */
    Set<FaultKind> happened() {
        return happened;
    }

    @Override
    public long nextNanos() {
        if (!ready.isEmpty()) {
            return readyNanos;
        }
        Step next = steps.peek();
        return next == null ? Nanos.NEVER : next.atNanos;
    }

    /** Where nothing comes of what is due, a wake that nobody asked for, which the engine drops. */
    @Override
    public Event next() {
        if (ready.isEmpty()) {
            Step step = steps.remove();
            readyNanos = step.atNanos;
            ready.addAll(step.doing.apply(state.get()));
        }
        Event next = ready.poll();
        return next == null ? new Event.Tick(Event.Tick.WAKE) : next;
    }

    private void step(long nanos, Function<State, List<Event>> doing) {
        steps.add(new Step(nanos, order++, doing));
    }

    private void opening() {
        List<Event> opening = new ArrayList<>();
        List<NodeSpec> nodes = scenario.nodes();
        for (int node = 0; node < nodes.size(); node++) {
            opening.add(new Event.NodeJoined(node, nodes.get(node)));
        }
        for (FaultScenario.HeldData data : scenario.data()) {
            int[] holders = data.nodes().stream().mapToInt(Integer::intValue).toArray();
            opening.add(new Event.DataDeclared(data.name(), new DataSet(data.bytes(), NodeSet.of(holders))));
        }
        opening.add(new Event.StrategyChanged(scenario.strategy()));
        step(0, _ -> opening);
    }

    private void submission(TimedJob job) {
        step(job.atNanos(), _ -> {
            List<Event> submitted = new ArrayList<>();
            List<JobSpec> members = job.members();
            long first = numbers.give(job.number());
            long origin = sequence++;
            for (int i = 0; i < members.size(); i++) {
                long number = i == 0 ? first : numbers.give(job.number() + i);
                JobSpec member =
                        members.size() == 1 ? members.getFirst() : job.spec().member(first, i);
                submitted.add(new Event.JobSubmitted(number, following(member), ORIGIN, origin));
            }
            return submitted;
        });
        if (job.spec().workNanos() == Nanos.NEVER) {
            long over = StrictMath.max(job.atNanos(), scenario.calmNanos()) + SERVES_NANOS;
            for (long number = job.number(); number < job.next(); number++) {
                long member = number;
                step(over, _ -> List.of(new Event.JobCancelled(numbers.of(member))));
            }
        }
    }

    /** With the numbers that the jobs have after which it comes; those that were never submitted have none. */
    private JobSpec following(JobSpec job) {
        List<After> after = job.terms().after().stream()
                .filter(other -> numbers.of(other.job()) > 0)
                .map(other -> new After(numbers.of(other.job()), other.when()))
                .toList();
        return job.withTerms(job.terms().withAfter(after));
    }
}
