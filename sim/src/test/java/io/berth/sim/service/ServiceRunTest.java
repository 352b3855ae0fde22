package io.berth.sim.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.JobEnd;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.RequestEnd;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.run.Companion;
import io.berth.sim.run.Simulation;
import io.berth.sim.safety.SafetyRules;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.service.ServedScenario;
import io.berth.spec.service.ServedScenarioReader;
import io.berth.spec.strategy.StoredModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service beside training on sixteen GPUs, with waves of requests that make the training yield. */
class ServiceRunTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final String SCENARIO = """
            cluster:
              nodes: [{count: 2, gpus: 8, model: H100, cpu: 112, memory: 2Ti}]
            workload:
              generate: {jobs: 60, load: 2, gpus: {1: 3, 2: 1}, duration_median: 20m, duration_max: 2h}
            service:
              name: chat
              job: {priority: 10, demand: {gpus: 1, cpu: 8, memory: 32Gi}}
              fleet:
                servers: [{count: 3, slots: 4}]
                autoscale: {min: 1, max: 14, start_time: 2m, every: 30s, policy: reactive}
              requests:
                generate: {requests: 6000, interarrival: 2s, work_median: 8s, work_max: 30s, memory: {256Mi: 1}}
                days: {length: 1h, count: 3, peak: 6}
                deadline: 30s
            emulate: {start_latency: 10s}
            strategies:
              - {name: yields, order: priority, place: best-fit, backfill: greedy, preempt: by-order}
            """;

    /** What came of a run. */
    private static final class Ran implements FleetObserver {
        private final List<Frame> frames = new ArrayList<>();
        private final List<RequestArrival> arrivals = new ArrayList<>();
        private final List<RequestEnd> ends = new ArrayList<>();
        private final TreeMap<String, Object> figures = new TreeMap<>();
        private int most;

        @Override
        public void arrived(RequestArrival arrival) {
            arrivals.add(arrival);
        }

        @Override
        public void ended(RequestEnd end) {
            ends.add(end);
        }

        long firstNanos() {
            return frames.getFirst().atNanos();
        }

        long lastNanos() {
            return frames.getLast().atNanos();
        }

        double figure(String name) {
            return ((Number) figures.get(name)).doubleValue();
        }
    }

    /** Compares the fleet with the jobs whenever time goes on: whose tasks run for long enough, that is a server, and nobody else. */
    private static final class Compared implements Companion {
        private final ServiceRun service;
        private final Ran ran;
        private final long readyNanos;
        private State state = new State(0);
        private long lastNanos = -1;
        private long firstNanos;
        private long running;
        private int members;

        Compared(ServiceRun service, Ran ran, long readyNanos) {
            this.service = service;
            this.ran = ran;
            this.readyNanos = readyNanos;
        }

        @Override
        public void begins(Beginning run) {
            state = run.state();
            service.begins(run);
            firstNanos = service.nextNanos(true);
        }

        @Override
        public void instant(Frame frame, State now) {
            timeGoesOn(frame.atNanos());
            service.instant(frame, now);
        }

        @Override
        public void ended(JobEnd end) {
            service.ended(end);
        }

        @Override
        public long nextNanos(boolean lively) {
            long next = service.nextNanos(lively);
            boolean serves = lastNanos >= firstNanos && next != Nanos.NEVER;
            running = serves ? running() : 0;
            members = serves ? service.members() : 0;
            return next;
        }

        @Override
        public void moment(long nowNanos) {
            timeGoesOn(nowNanos);
            service.moment(nowNanos);
        }

        @Override
        public void ends() {
            service.ends();
        }

        private long running() {
            return state.jobs().stream()
                    .filter(job -> service.has(job.id()))
                    .filter(job -> job.state() == JobState.RUNNING)
                    .filter(job -> job.startNanos() + readyNanos <= lastNanos)
                    .count();
        }

        /** What was seen last was of the end of the moment that is over now. */
        private void timeGoesOn(long nowNanos) {
            if (nowNanos > lastNanos) {
                assertThat(members).as("at %s", lastNanos).isEqualTo(running);
                ran.most = Math.max(ran.most, members);
            }
            lastNanos = nowNanos;
        }
    }

    private static Ran run(String... set) {
        return run(0, set);
    }

    private static Ran run(long shuffle, String... set) {
        ServedScenario scenario = read(SCENARIO, set);
        PreparedScenario jobs = PreparedScenario.read(scenario.jobs(), "text", (_, _) -> {});
        PreparedService service =
                PreparedService.read(scenario.service(), DispatchCatalog.standard(), jobs.nodes(42), "text");
        Simulation.Setup setup = jobs.setup(scenario.jobs().strategies().getFirst(), 42);
        Simulation.Setup shuffled = new Simulation.Setup(
                setup.nodes(),
                setup.workload(),
                setup.strategy(),
                setup.seed(),
                setup.world(),
                setup.untilNanos(),
                shuffle);
        Ran ran = new Ran();
        ServiceRun served = service.run(shuffled, ran, _ -> {});
        RunMetrics metrics = new Simulation(shuffled, CATALOG, ran.frames::add, new SafetyRules())
                .beside(new Compared(served, ran, scenario.service().scale().startNanos()))
                .run(Window.ALL);
        ran.figures.putAll(metrics.figures());
        ran.figures.putAll(served.figures());
        return ran;
    }

    private static ServedScenario read(String yaml, String... set) {
        return new ServedScenarioReader(
                        new ScenarioReader(new CatalogNames(CATALOG)), StoredModels.NONE, DispatchCatalog.standard())
                .read(
                        Source.inline("text", yaml),
                        Arrays.stream(set).map(Assignment::parse).toList());
    }

    private static void everyRequestEndsOnce(Ran ran) {
        assertThat(ran.arrivals).hasSize((int) ran.figure("service_requests_submitted"));
        assertThat(ran.ends).extracting(RequestEnd::arrival).containsExactlyInAnyOrderElementsOf(ran.arrivals);
        assertThat(ran.figure("service_requests_finished"))
                .isEqualTo(ran.ends.stream().filter(RequestEnd::answered).count());
        assertThat(ran.figure("service_requests_under_way")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "target-utilisation", "reactive", "forecast"})
    void training_yields_to_replicas_and_comes_back(String policy) {
        Ran ran = run("service.fleet.autoscale.policy=" + policy);

        everyRequestEndsOnce(ran);
        assertThat(ran.ends).allMatch(RequestEnd::answered);
        assertThat(ran.figure("jobs_submitted")).isEqualTo(60);
        assertThat(ran.figure("jobs_finished")).isEqualTo(60);
        assertThat(ran.figure("jobs_cancelled")).isZero();
        assertThat(ran.most).isGreaterThanOrEqualTo(policy.equals("fixed") ? 3 : 6);
        assertThat(ran.figure("preemptions")).isGreaterThanOrEqualTo(policy.equals("fixed") ? 0 : 2);
        assertThat(ran.figure("service_replicas_lost")).isZero();
        // They hold their GPUs a little longer than they are servers: until then and after that they start and end.
        assertThat(ran.figure("service_gpu_h")).isGreaterThan(ran.figure("service_server_hours"));
    }

    @Test
    void requests_of_replicas_that_make_room_are_tried_again_elsewhere() {
        // Now the training is what is urgent, and takes the GPUs of replicas.
        Ran ran = run("service.job.priority=-1", "service.requests.retries=20", "service.fleet.autoscale.max=6");

        everyRequestEndsOnce(ran);
        assertThat(ran.figure("service_replicas_preempted")).isPositive();
        assertThat(ran.figure("service_replicas_lost"))
                .isPositive()
                .isLessThanOrEqualTo(ran.figure("service_replicas_preempted"));
        assertThat(ran.figure("service_requests_lost")).isPositive();
        assertThat(ran.figure("service_requests_retried")).isPositive();
    }

    @Test
    void replicas_are_lost_with_their_nodes_and_start_again_elsewhere() {
        Ran ran = run("emulate.node_mtbf=40m", "emulate.node_repair=5m");

        everyRequestEndsOnce(ran);
        assertThat(ran.figure("service_replicas_lost")).isPositive();
        assertThat(ran.figure("service_requests_finished")).isGreaterThan(5000);
        assertThat(ran.figure("jobs_finished")).isEqualTo(60);
    }

    @Test
    void what_waits_for_replicas_that_never_start_ends_for_want_of_a_server() {
        Ran ran = run(
                "service.job.queue=closed",
                "queues=[{name: default}, {name: closed, limit: {gpu: 0}}]",
                "service.requests.generate.requests=300");

        everyRequestEndsOnce(ran);
        assertThat(ran.figure("service_requests_finished")).isZero();
        assertThat(ran.figure("service_requests_rejected")).isEqualTo(300);
        assertThat(ran.figure("jobs_finished")).isEqualTo(60);
    }

    @Test
    void a_run_that_is_cut_off_leaves_requests_under_way() {
        Ran ran = run("until=40m");

        assertThat(ran.figure("service_requests_under_way"))
                .isEqualTo(ran.arrivals.size() - ran.ends.size())
                .isPositive();
    }

    @Test
    void replicas_may_be_gangs() {
        Ran ran = run(
                "service.job.tasks=2", "service.fleet.autoscale.max=6", "service.fleet.servers=[{count: 3, slots: 8}]");

        everyRequestEndsOnce(ran);
        assertThat(ran.most).isBetween(3, 6);
        assertThat(ran.figure("service_gpu_h")).isGreaterThan(2 * ran.figure("service_server_hours"));
    }

    @Test
    void elastic_training_gives_tasks_back_to_replicas_and_goes_on() {
        Ran ran = run(
                "strategies=[{order: priority, place: best-fit, backfill: greedy, resize: elastic}]",
                "workload.generate={jobs: 40, load: 4, gpus: {1: 1}, gang: {4: 1, 8: 1}, elastic: {share: 100%}, duration_median: 1h}");

        everyRequestEndsOnce(ran);
        assertThat(ran.figure("tasks_given_back")).isPositive();
        assertThat(ran.figure("preemptions")).isZero();
        assertThat(ran.figure("jobs_finished")).isEqualTo(40);
        assertThat(ran.most).isGreaterThan(6);
    }

    @Test
    void training_of_best_effort_makes_way_without_preemption_of_others() {
        Ran ran = run(
                "strategies=[{order: priority, place: best-fit, backfill: greedy}]",
                "workload.generate.use={gpu: 0.9, cpu: 0.5, memory: 0.5, best_effort: 1, best_effort_gpu: 1}",
                "workload.generate.gpus={1: 1}");

        everyRequestEndsOnce(ran);
        assertThat(ran.ends).allMatch(RequestEnd::answered);
        assertThat(ran.figure("preemptions")).isPositive();
        assertThat(ran.figure("jobs_finished")).isEqualTo(60);
        assertThat(ran.most).isGreaterThan(6);
    }

    @Test
    void what_others_hold_is_what_is_allocated_beside_replicas() {
        Ran ran = run();
        double hours = ran.figure("gpu_allocation_pct") / 100 * 16 * (ran.lastNanos() - ran.firstNanos()) / 3.6e12;

        assertThat(ran.figure("service_gpu_h") + ran.figure("beside_gpu_h")).isCloseTo(hours, Offset.offset(1e-6));
    }

    @Test
    void without_autoscale_there_are_as_many_as_are_said() {
        String fixed = SCENARIO.replaceAll(" +autoscale: .*\n", "");
        ServedScenario scenario = read(fixed);
        assertThat(scenario.service().scale().min()).isEqualTo(3);
        assertThat(scenario.service().scale().max()).isEqualTo(3);
        assertThat(scenario.service().scale().startNanos()).isZero();
    }

    @Test
    void the_same_run_is_the_same_in_any_order_of_events() {
        Ran first = run();
        Ran again = run(7);

        assertThat(again.frames).isEqualTo(first.frames);
        assertThat(again.figures).isEqualTo(first.figures);
        assertThat(again.ends).isEqualTo(first.ends);
    }

    @Test
    void every_decision_is_made_again() {
        Ran ran = run();
        Recovery again = Recovery.redecide(new State(42), CATALOG);
        ran.frames.forEach(again::apply);

        assertThat(again.firstDifference()).isNull();
        assertThat(again.decisionsCompared()).isGreaterThan(50);
        assertThat(ran.frames).noneMatch(frame -> frame.events().isEmpty() && frame.plan() == null);
        assertThat(ran.frames.stream().flatMap(frame -> frame.events().stream()))
                .anyMatch(event -> event instanceof Event.JobSubmitted job
                        && job.origin().equals(ReplicaJobs.ORIGIN)
                        && job.spec().name().equals("chat-1"));
    }

    @Test
    void jobs_alone_are_as_they_were() {
        String alone = SCENARIO.replaceAll("(?s)service:.*emulate", "emulate");
        ServedScenario scenario = read(alone);

        assertThat(scenario.service()).isNull();
        assertThat(scenario.jobs())
                .isEqualTo(new ScenarioReader(new CatalogNames(CATALOG)).read(Source.inline("text", alone)));
    }

    private static void refused(String set, String... says) {
        assertThatThrownBy(() -> run(set)).isInstanceOf(InputException.class).hasMessageContainingAll(says);
    }

    @Test
    void what_cannot_be_meant_is_told_with_its_key() {
        refused("service.fleet.failures={mean_time_between: 1h}", "service.fleet.failures", "emulate.node_mtbf");
        refused("service.fleet.servers=[{count: 3}, {count: 2, name: b}]", "goes with one group of servers");
        refused("service.fleet.servers=[{count: 30, slots: 4}]", "service.fleet.servers", "from 1 to 14");
        refused("service.job.demand.gpus=9", "service.job", "room for 0 of the 1 task of a replica");
        refused("service.job.command=serve", "service.job.command", "unknown key");
        refused("service.dispatch=least-conections", "service.dispatch", "least-connections");
        refused("service.fleet.autoscale.policy=reactiv", "autoscale.policy", "reactive");
        refused("service.requests.deadlin=3s", "deadline");
        refused("workload.generate.use={best_effort: 0.5, service: {load: 0.5}}", "workload", "generate.use.service");
        refused("warmup=auto", "warmup", "cannot be auto");
        assertThatThrownBy(() -> new ScenarioReader(new CatalogNames(CATALOG)).read(Source.inline("text", SCENARIO)))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("service", "goes only with berth simulate");
    }
}
