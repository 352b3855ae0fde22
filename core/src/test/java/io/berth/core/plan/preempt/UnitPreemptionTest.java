package io.berth.core.plan.preempt;

import static io.berth.core.plan.preempt.ByHand.fits;
import static io.berth.core.plan.preempt.ByHand.scene;
import static io.berth.core.plan.preempt.ByHand.stopped;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerSelector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitPreemptionTest {
    private static final int CLUSTERS = 3_000;

    private static Job submit(Scene scene, String unit, int priority, Demand demand) {
        JobSpec job = JobSpec.batch(unit.isEmpty() ? "alone" : unit, demand, Nanos.HOUR)
                .withPriority(priority)
                .withEach(group -> group.withLabels(List.of(new Label("app", unit.isEmpty() ? "alone" : unit))));
        return scene.submit(job.withTerms(
                job.terms().withInterruption(job.terms().interruption().with(unit))));
    }

    private static Job runs(Scene scene, String unit, int priority, Demand demand) {
        Job job = submit(scene, unit, priority, demand);
        assertThat(scene.settle()).contains(job);
        return job;
    }

    @Test
    void allOfAUnitStopWhereOneIsNeeded() {
        Scene scene = scene(2);
        Job one = runs(scene, "unit", 1, Scene.TWO_GPUS);
        Job other = runs(scene, "unit", 1, Scene.TWO_GPUS);
        submit(scene, "", 9, Scene.ONE_GPU);
        assertThat(stopped(scene)).containsExactlyInAnyOrder(one.id(), other.id());
    }

    /** All of it was told to stop, and it still stands beside others. */
    @Test
    void aUnitThatStopsAlreadyIsNobodysVictim() {
        for (String picker : List.of("by-order", "least-loss")) {
            Scene scene = scene(2, picker);
            runs(scene, "unit", 1, Scene.ONE_GPU);
            Job beside = runs(scene, "", 2, Scene.ONE_GPU);
            runs(scene, "unit", 1, Scene.TWO_GPUS);
            submit(scene, "", 9, Scene.TWO_GPUS);
            assertThat(stopped(scene)).as(picker).hasSize(2);

            submit(scene, "", 8, Scene.TWO_GPUS);
            assertThat(stopped(scene)).as(picker).containsExactly(beside.id());
        }
    }

    @Test
    void aUnitIsAsUrgentAsTheMostUrgentOfIt() {
        Scene scene = scene(3);
        runs(scene, "unit", 1, Scene.TWO_GPUS);
        runs(scene, "unit", 3, Scene.TWO_GPUS);
        Job alone = runs(scene, "", 2, Scene.TWO_GPUS);
        submit(scene, "", 9, Scene.TWO_GPUS);
        assertThat(stopped(scene)).containsExactly(alone.id());
    }

    @Test
    void nobodyOfAUnitStopsWhereOneOfItGoesBeforeWhoWaits() {
        Scene scene = scene(2);
        runs(scene, "unit", 1, Scene.TWO_GPUS);
        runs(scene, "unit", 7, Scene.TWO_GPUS);
        Job waits = submit(scene, "", 5, Scene.ONE_GPU);
        assertThat(stopped(scene)).isEmpty();
        assertThat(waits.queued()).isTrue();
    }

    @Test
    void oneThatLeftItsUnitByItselfKeepsNobodyThere() {
        Scene scene = scene(2);
        Job one = runs(scene, "unit", 1, Scene.TWO_GPUS);
        Job other = runs(scene, "unit", 7, Scene.TWO_GPUS);
        scene.happens(new Event.JobCancelled(other.id()));
        scene.settle();
        Job filler = runs(scene, "", 8, Scene.TWO_GPUS);
        submit(scene, "", 5, Scene.ONE_GPU);
        assertThat(stopped(scene)).containsExactly(one.id());
        assertThat(filler.stopping()).isNull();
    }

    @Test
    void aBudgetThatCoversOneOfAUnitHasOthersStopped() {
        Scene scene = scene(3);
        Job alone = runs(scene, "", 2, Scene.TWO_GPUS);
        runs(scene, "unit", 1, Scene.TWO_GPUS);
        runs(scene, "unit", 1, Scene.TWO_GPUS);
        scene.happens(new Event.BudgetChanged(
                "b",
                new DisruptionBudget(
                        PeerSelector.ofAll(List.of(new Requirement("app", Operator.IN, List.of("unit")))), 1)));
        submit(scene, "", 9, Scene.TWO_GPUS);
        assertThat(stopped(scene)).containsExactly(alone.id());
    }

    /** All sets of units that could be stopped are tried by hand, for one job that waits. */
    @Test
    void roomIsMadeWhereWholeUnitsCanMakeIt() {
        int made = 0;
        int unitsStopped = 0;
        int notMade = 0;
        for (int seed = 1; seed <= CLUSTERS; seed++) {
            Chance chance = new Chance(seed, "units", 0);
            Scene scene = scene(1 + chance.below(4), seed % 2 == 0 ? "by-order" : "least-loss");
            List<Job> running = fill(scene, chance);
            Job urgent = submit(scene, "", 2, chance.below(2) == 0 ? Scene.ONE_GPU : Scene.TWO_GPUS);
            List<List<Job>> units = stoppable(running, 2);
            boolean fits = fits(scene, urgent, List.of());
            boolean possible = possible(scene, urgent, units);

            List<Long> stopped = stopped(scene);
            List<Job> victims =
                    running.stream().filter(job -> stopped.contains(job.id())).toList();
            String scenario = "seed " + seed;
            assertThat(victims.isEmpty()).as(scenario).isEqualTo(fits || !possible);
            for (List<Job> unit : units) {
                assertThat(victims.containsAll(unit))
                        .as(scenario)
                        .isEqualTo(unit.stream().anyMatch(victims::contains));
                unitsStopped += unit.size() > 1 && victims.containsAll(unit) ? 1 : 0;
            }
            assertThat(units.stream().flatMap(List::stream).toList())
                    .as(scenario)
                    .containsAll(victims);
            if (!victims.isEmpty()) {
                made++;
                assertThat(fits(scene, urgent, victims)).as(scenario).isTrue();
            }
            notMade += !fits && !possible ? 1 : 0;
        }
        assertThat(made).isGreaterThan(CLUSTERS / 4);
        assertThat(unitsStopped).isGreaterThan(CLUSTERS / 20);
        assertThat(notMade).isGreaterThan(CLUSTERS / 20);
    }

    private static List<Job> fill(Scene scene, Chance chance) {
        List<String> units = List.of("a", "b", "", "");
        for (int i = 0; i < 8; i++) {
            Demand demand = chance.below(3) == 0 ? Scene.TWO_GPUS : Scene.ONE_GPU;
            submit(scene, units.get(chance.below(4)), chance.below(6) == 0 ? 3 : chance.below(2), demand);
        }
        List<Job> running = new ArrayList<>(scene.settle());
        scene.state.jobs().stream().filter(Job::queued).forEach(job -> scene.happens(new Event.JobCancelled(job.id())));
        scene.settle();
        running.removeIf(job -> scene.state.job(job.id()) != job);
        return running;
    }

    private static String unit(Job job) {
        return job.spec().terms().interruption().unit();
    }

    /** The units all of whose jobs are less urgent than {@code priority}. */
    private static List<List<Job>> stoppable(List<Job> running, int priority) {
        List<List<Job>> units = new ArrayList<>();
        for (Job job : running) {
            if (unit(job).isEmpty()) {
                units.add(List.of(job));
            }
        }
        for (String name : List.of("a", "b")) {
            units.add(running.stream().filter(job -> unit(job).equals(name)).toList());
        }
        units.removeIf(unit ->
                unit.isEmpty() || unit.stream().anyMatch(job -> job.spec().priority() >= priority));
        return units;
    }

    private static boolean possible(Scene scene, Job urgent, List<List<Job>> units) {
        for (int set = 1; set < 1 << units.size(); set++) {
            List<Job> gone = new ArrayList<>();
            for (int i = 0; i < units.size(); i++) {
                if ((set >> i & 1) == 1) {
                    gone.addAll(units.get(i));
                }
            }
            if (fits(scene, urgent, gone)) {
                return true;
            }
        }
        return false;
    }
}
