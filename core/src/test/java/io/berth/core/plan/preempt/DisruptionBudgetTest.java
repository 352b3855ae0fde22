package io.berth.core.plan.preempt;

import static io.berth.core.plan.preempt.ByHand.fits;
import static io.berth.core.plan.preempt.ByHand.scene;
import static io.berth.core.plan.preempt.ByHand.stopped;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
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

class DisruptionBudgetTest {
    private static final int CLUSTERS = 3_000;

    private static Job submit(Scene scene, String app, int priority, Demand demand, int tasks) {
        return scene.submit(JobSpec.batch(app, demand, Nanos.HOUR)
                .withTasks(tasks)
                .withPriority(priority)
                .withEach(group -> group.withLabels(List.of(new Label("app", app)))));
    }

    private static Job runs(Scene scene, String app, int priority, Demand demand) {
        Job job = submit(scene, app, priority, demand, 1);
        assertThat(scene.settle()).contains(job);
        return job;
    }

    private static DisruptionBudget budget(long allowed, String... apps) {
        return new DisruptionBudget(
                PeerSelector.ofAll(List.of(new Requirement("app", Operator.IN, List.of(apps)))), allowed);
    }

    private static void allows(Scene scene, long allowed, String... apps) {
        scene.happens(new Event.BudgetChanged(String.join("+", apps), budget(allowed, apps)));
    }

    @Test
    void whoHasABudgetIsStoppedAfterAllOthers() {
        Scene scene = scene(2);
        Job other = runs(scene, "other", 2, Scene.TWO_GPUS);
        Job web = runs(scene, "web", 1, Scene.TWO_GPUS);
        allows(scene, 0, "web");

        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);
        assertThat(stopped(scene)).containsExactly(other.id());

        submit(scene, "urgent", 8, Scene.TWO_GPUS, 1);
        assertThat(stopped(scene)).as("nobody else is left").containsExactly(web.id());
    }

    @Test
    void asManyAsTheBudgetAllowsAreStoppedAsWithoutIt() {
        Scene scene = scene(3);
        Job other = runs(scene, "other", 2, Scene.TWO_GPUS);
        Job first = runs(scene, "web", 1, Scene.TWO_GPUS);
        Job second = runs(scene, "web", 1, Scene.TWO_GPUS);
        allows(scene, 1, "web");

        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);
        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);

        assertThat(stopped(scene)).containsExactly(second.id(), other.id());
        assertThat(first.stopping()).isNull();
    }

    @Test
    void whoWasToldToStopCountsUntilItIsGone() {
        Scene scene = scene(3);
        Job other = runs(scene, "other", 2, Scene.TWO_GPUS);
        runs(scene, "web", 1, Scene.TWO_GPUS);
        Job second = runs(scene, "web", 1, Scene.TWO_GPUS);
        allows(scene, 1, "web");
        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);
        assertThat(stopped(scene)).containsExactly(second.id());

        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);
        assertThat(stopped(scene)).containsExactly(other.id());
    }

    @Test
    void aBudgetThatIsGoneProtectsNobody() {
        Scene scene = scene(2);
        runs(scene, "other", 2, Scene.TWO_GPUS);
        Job web = runs(scene, "web", 1, Scene.TWO_GPUS);
        allows(scene, 0, "web");
        scene.happens(new Event.BudgetChanged("web", null));
        assertThat(scene.state.budgets()).isEmpty();

        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);
        assertThat(stopped(scene)).containsExactly(web.id());
    }

    @Test
    void theyAreKeptInSnapshots() {
        Scene scene = scene(1);
        allows(scene, 2, "web");
        scene.happens(new Event.BudgetChanged(
                "team/all", new DisruptionBudget(PeerSelector.of(List.of("team"), List.of()), 0)));

        StateImage image = scene.state.image();
        State copy = image.state();
        assertThat(copy.budgets()).hasSize(2).isEqualTo(scene.state.budgets());
        assertThat(copy.image().bytes()).isEqualTo(image.bytes());
    }

    @Test
    void eachTaskOfAGangCounts() {
        Scene scene = scene(3);
        Job other = runs(scene, "other", 2, Scene.TWO_GPUS);
        Job gang = submit(scene, "web", 1, Scene.TWO_GPUS, 2);
        scene.settle();
        allows(scene, 1, "web");
        submit(scene, "urgent", 9, Scene.TWO_GPUS, 1);
        assertThat(stopped(scene)).containsExactly(other.id());
        assertThat(gang.stopping()).isNull();
    }

    /** All sets of jobs that could be stopped are tried by hand, for one job that waits. */
    @Test
    void noBudgetIsBrokenWhereThatCanBeHelped() {
        int within = 0;
        int broken = 0;
        int spared = 0;
        int more = 0;
        for (int seed = 1; seed <= CLUSTERS; seed++) {
            Chance chance = new Chance(seed, "budgets", 0);
            Scene scene = scene(1 + chance.below(4));
            List<Job> running = fill(scene, chance);
            allows(scene, chance.below(3), "web");
            if (chance.below(2) == 0) {
                allows(scene, chance.below(2), "web", "data");
            }
            Job urgent = submit(scene, "urgent", 2, chance.below(2) == 0 ? Scene.ONE_GPU : Scene.TWO_GPUS, 1);
            boolean fits = fits(scene, urgent, List.of());
            long fewest = fits ? 0 : fewestBeyond(scene, urgent, running);

            List<Long> stopped = stopped(scene);
            List<Job> victims =
                    running.stream().filter(job -> stopped.contains(job.id())).toList();
            String scenario = "seed " + seed;
            assertThat(victims.isEmpty()).as(scenario).isEqualTo(fits || fewest < 0);
            if (!victims.isEmpty()) {
                long beyond = beyond(scene, victims);
                assertThat(beyond == 0).as(scenario).isEqualTo(fewest == 0);
                more += beyond > fewest ? 1 : 0;
                assertThat(fits(scene, urgent, victims)).as(scenario).isTrue();
                broken += fewest > 0 ? 1 : 0;
                within += fewest == 0 ? 1 : 0;
                spared += victims.contains(lastInOrder(running)) ? 0 : 1;
            }
        }
        assertThat(within).isGreaterThan(CLUSTERS / 4);
        assertThat(broken).isGreaterThan(CLUSTERS / 50);
        assertThat(more).as("broken by more than need be").isLessThan(CLUSTERS / 50);
        assertThat(spared).isGreaterThan(CLUSTERS / 10);
    }

    private static List<Job> fill(Scene scene, Chance chance) {
        List<Job> running = new ArrayList<>();
        List<String> apps = List.of("web", "data", "other");
        for (int i = 0; i < 8; i++) {
            Demand demand = chance.below(3) == 0 ? Scene.TWO_GPUS : Scene.ONE_GPU;
            submit(scene, apps.get(chance.below(3)), chance.below(3), demand, 1);
        }
        running.addAll(scene.settle());
        scene.state.jobs().stream().filter(Job::queued).forEach(job -> scene.happens(new Event.JobCancelled(job.id())));
        scene.settle();
        running.removeIf(job -> scene.state.job(job.id()) != job);
        return running;
    }

    private static Job lastInOrder(List<Job> running) {
        return running.stream()
                .min((a, b) -> a.spec().priority() != b.spec().priority()
                        ? Integer.compare(a.spec().priority(), b.spec().priority())
                        : Long.compare(b.id(), a.id()))
                .orElseThrow();
    }

    /** Of all sets of those that may be stopped and make room, the one that breaks the fewest; -1 where none makes room. */
    private static long fewestBeyond(Scene scene, Job urgent, List<Job> running) {
        long fewest = -1;
        for (int set = 1; set < 1 << running.size(); set++) {
            List<Job> victims = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                if ((set >> i & 1) == 1) {
                    victims.add(running.get(i));
                }
            }
            boolean may = victims.stream()
                    .allMatch(job -> job.spec().priority() < urgent.spec().priority());
            if (may && fits(scene, urgent, victims)) {
                long beyond = beyond(scene, victims);
                fewest = fewest < 0 ? beyond : StrictMath.min(fewest, beyond);
            }
        }
        return fewest;
    }

    /** How many of {@code victims} are more than their budgets allow. */
    private static long beyond(Scene scene, List<Job> victims) {
        long beyond = 0;
        for (DisruptionBudget budget : scene.state.budgets().values()) {
            long covered = victims.stream()
                    .filter(job -> budget.covers()
                            .picks(job.queue(), job.spec().groups().getFirst().labels()))
                    .count();
            beyond += StrictMath.max(0, covered - budget.allowed());
        }
        return beyond;
    }
}
