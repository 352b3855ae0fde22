package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.safety.SafetyRules;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A start may name any tasks of each group, not only the first, as somebody else's planner would: state and journal bear it. */
class NamedTasksTest {
    private static final int CLUSTERS = Seeds.some(500);
    private static final int READ_BACK_EVERY = 4;

    @Test
    void any_tasks_that_a_start_names_are_held_given_back_and_read_back() {
        int[] gaps = {0};
        Seeds.upTo(CLUSTERS, seed -> gaps[0] += new Life(seed).live());

        if (System.getProperty("berth.seed") == null) {
            assertThat(gaps[0]).isGreaterThan(CLUSTERS / 3);
        }
    }

    /** A state to which plans are applied that no planner made. */
    private static final class Life {
        private final Chance chance;
        private final MemoryJournal journal = new MemoryJournal();
        private final SafetyRules rules = new SafetyRules();
        private final RandomDay day;
        private State state;
        private long now = Nanos.SECOND;
        private int gaps;

        Life(long seed) {
            this.chance = new Chance(seed, "named-tasks", 0);
            this.day = RandomDay.of(seed, Catalog.standard());
            this.state = new State(seed);
            state.observe(rules);
        }

        /** How many starts left tasks out before one that they named. */
        int live() {
            List<Event> events = new ArrayList<>();
            for (int node = 0; node < day.nodes().size(); node++) {
                events.add(new Event.NodeJoined(node, day.nodes().get(node)));
            }
            for (int job = 1; job <= day.arrivals().size(); job++) {
                JobSpec spec = day.arrivals().get(job - 1).spec();
                JobSpec alone = spec.withTerms(spec.terms().withAfter(List.of()));
                events.add(new Event.JobSubmitted(job, alone, "test", job));
            }
            instant(events, List.of());
            for (int instant = 0; instant < 40; instant++) {
                instant(outcomes(), List.of());
                start();
                // What a state lost by being read back is missed at the instants that follow.
                if (instant % READ_BACK_EVERY == 0) {
                    state = Recoveries.readBack(state);
                    state.observe(rules);
                }
            }
            assertThat(MemoryJournal.read(journal.bytes())).isEqualTo(journal.frames());
            return gaps;
        }

        private void instant(List<Event> events, List<Decision> decisions) {
            now += Nanos.SECOND;
            Plan plan = decisions.isEmpty() ? null : new Plan(state.passes() + 1, decisions);
            Frame frame = new Frame(now, events, plan);
            journal.append(frame);
            events.forEach(event -> state.apply(now, event));
            if (plan != null) {
                state.apply(now, plan);
            }
            rules.instant(frame, state);
            state.endInstant();
        }

        /** All goes well: what must be stopped would be a planner's part. */
        private List<Event> outcomes() {
            List<Event> outcomes = new ArrayList<>();
            for (Job job : state.jobs()) {
                for (int task = 0; task < job.placedTasks(); task++) {
                    if (chance.below(3) == 0) {
                        outcomes.add(
                                job.holds(task) && job.startNanos() >= 0
                                        ? new Event.TaskEnded(job.id(), task, job.decision(), 0)
                                        : new Event.TaskStarted(job.id(), task, job.decision()));
                    }
                }
            }
            return outcomes;
        }

        /** Starts at most one job, whose tasks are drawn. */
        private void start() {
            List<Job> queued = state.jobs().stream().filter(Job::queued).toList();
            Job job = queued.isEmpty() ? null : queued.get(chance.below(queued.size()));
            // Which tasks go where is drawn, so that they would seldom be in one domain.
            boolean divided = job != null && job.gang().within() != null;
            if (job == null || divided || job.spec().terms().array().count() > 0) {
                return;
            }
            List<Integer> tasks = drawn(job.spec());
            List<Placement> placements = new ArrayList<>();
            NodeTable copy = state.nodeTable().copy();
            for (int task : tasks) {
                Placement placement = place(copy, job.shape(task));
                if (placement == null) {
                    return;
                }
                placements.add(placement);
            }
            gaps += tasks.getLast() >= tasks.size() ? 1 : 0;
            instant(List.of(), List.of(new Decision.Start(state.decisions() + 1, job.id(), placements, tasks)));
        }

        /** At least the fewest of each group, any of them. */
        private List<Integer> drawn(JobSpec job) {
            List<Integer> tasks = new ArrayList<>();
            int first = 0;
            for (TaskGroup group : job.groups()) {
                int leave = chance.below(group.max() - group.min() + 1);
                for (int left = group.max(); left > 0; left--) {
                    boolean leaves = leave > 0 && chance.below(left) < leave;
                    leave -= leaves ? 1 : 0;
                    if (!leaves) {
                        tasks.add(first + group.max() - left);
                    }
                }
                first += group.max();
            }
            return tasks;
        }

        private static Placement place(NodeTable nodes, Shape shape) {
            for (int node = 0; node < nodes.count(); node++) {
                if (nodes.whyNot(shape, node) == null) {
                    Grant grant = nodes.row(node).takeOne(shape);
                    nodes.take(shape, node, grant);
                    return new Placement(node, grant);
                }
            }
            return null;
        }
    }
}
