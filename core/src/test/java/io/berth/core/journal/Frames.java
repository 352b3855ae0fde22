package io.berth.core.journal;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedNodes;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.core.strategy.WorkRange;
import io.berth.core.strategy.WorkRule;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Program;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.Toleration;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.core.workload.term.WorldKeys;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Frames of which golden files were written once; they are never changed, only added to. */
final class Frames {
    static final Demand DEMAND = new Demand(
            new Amounts(500, 1L << 30, 2, 3, 4),
            DeviceDemand.of(1, 250, 5L << 30, Acceptable.gpus(List.of("A100", "T4"))));
    static final StrategySpec STRATEGY =
            StrategySpec.of("mine", "sjf", "fgd", "greedy").placing(PolicySpec.of("fgd", Map.of("coverage", "90")));

    private Frames() {}

    /** What format version 1 had. */
    static List<Frame> version1() {
        JobSpec job = new JobSpec(
                "träin",
                "team",
                JobKind.INTERACTIVE,
                -3,
                TaskGroup.of(2, DEMAND),
                new Timing(Nanos.NEVER, 7, Nanos.MINUTE));
        List<Event> events = List.of(
                new Event.TaskStarting(1, 0, 2),
                new Event.TaskStarted(1, 1, 2),
                new Event.TaskStartFailed(1, 1, 2, "no such image"),
                new Event.TaskEnded(1, 0, 2, 143),
                new Event.NodeJoined(3, new NodeSpec("n3", new Amounts(1, 2, 3, 4, 5), 6, NodeSpec.gpus(7, "T4", 8))),
                new Event.NodeLost(3),
                new Event.UsageObserved(3, 100, 200),
                new Event.MixExpected(List.of(new DemandCount(DEMAND, 9), new DemandCount(Demand.cpu(1, 2), 1))),
                new Event.JobSubmitted(9, job, "cli", 12),
                new Event.JobCancelled(9),
                new Event.NodeDrained(3, true),
                new Event.ClockJumped(-5),
                new Event.StrategyChanged(STRATEGY),
                new Event.Tick(9),
                new Event.ProgressReported(9, 2, Nanos.HOUR));
        List<Decision> decisions = List.of(
                new Decision.Stop(1, 8, Reason.START_FAILED),
                new Decision.Start(2, 9, List.of(Placement.on(0, 0), Placement.on(5, 1L << 62))),
                new Decision.Reject(3, 10, Reason.NO_NODE_EVER),
                new Decision.Remember(4, "round-robin.next", 1, List.of(7L, -7L)),
                new Decision.Promise(5, 11, 1_767_225_600_000_000_009L, List.of(Placement.on(2, 3))));
        return List.of(
                new Frame(1_767_225_600_000_000_000L, events, null),
                new Frame(1_767_225_600_000_000_001L, List.of(), new Plan(1, decisions)),
                new Frame(1_767_225_600_000_000_002L, events, new Plan(2, List.of())),
                windows());
    }

    /** What came with format version 2. */
    static List<Frame> sinceVersion2() {
        List<Frame> frames = new ArrayList<>(arrays());
        frames.add(clock());
        frames.add(operations());
        return frames;
    }

    static List<Frame> all() {
        List<Frame> frames = new ArrayList<>(version1());
        frames.addAll(sinceVersion2());
        frames.addAll(laterInVersion2());
        frames.addAll(sinceVersion3());
        return frames;
    }

    /** What the world finds otherwise than it was told; jobs and nodes with all that came later in format version 3. */
    static List<Frame> laterInVersion3() {
        List<ExtendedResource> licences = List.of(new ExtendedResource("example.com/licence", 2));
        NodeSpec node = new NodeSpec(
                "n7",
                new Amounts(1, 2, 3, 4, 5, licences),
                6,
                List.of(DeviceSet.gpus(2, "T4", 16), new DeviceSet(4, "npu", "910B", 64)),
                List.of(new Label("rack", "r1")),
                List.of(new Taint("reserved", "vision")),
                "node-uid");
        Demand demand = new Demand(
                new Amounts(500, 1, 0, 0, 0, licences),
                DeviceDemand.of(2, 1000, 0, new Acceptable("npu", List.of("910B"))),
                new NodeTerms(List.of(new Label("rack", "r1")), List.of(new Toleration("reserved", Toleration.ANY))));
        JobSpec job = JobSpec.batch("found", demand, 7)
                .withTasks(2)
                .withTerms(Terms.NONE.withKeys(new WorldKeys("job-uid", List.of("pod-0", "pod-1"))));
        List<Event> events = List.of(
                new Event.NodeJoined(7, node),
                new Event.NodeChanged(7, node.withLabels(List.of())),
                new Event.NodeForgotten(6),
                new Event.JobFound(9, job, List.of(Placement.on(7, 0b1100), Placement.on(8, 0))),
                new Event.JobSubmitted(10, job, "cli", 12));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** What a cluster of Kubernetes says of nodes and pods. */
    static List<Frame> selectors() {
        NodeSpec node = new NodeSpec("n8", Amounts.of(1, 2), 6, List.of())
                .withTaints(List.of(
                        new Taint("a", "b"),
                        new Taint("a", "b", Effect.PREFER_NO_SCHEDULE),
                        new Taint("c", "", Effect.NO_EXECUTE)));
        List<Toleration> tolerations = List.of(
                new Toleration("a", "b"),
                new Toleration("a", "b", Effect.NO_EXECUTE),
                new Toleration("", Toleration.ANY));
        List<NodeSelectorTerm> selector = List.of(
                new NodeSelectorTerm(List.of(
                        new Requirement("zone", Operator.IN, List.of("a", "b")),
                        new Requirement("size", Operator.GREATER, List.of("8")))),
                new NodeSelectorTerm(List.of(new Requirement("spot", Operator.DOES_NOT_EXIST, List.of()))));
        Demand demand = new Demand(
                Amounts.of(500, 1 << 20), DeviceDemand.NONE, new NodeTerms(List.of(), tolerations, selector));
        JobSpec job = JobSpec.batch("pod", demand, 7).withTerms(Terms.NONE.awaitingNodes());
        List<Event> events = List.of(new Event.NodeJoined(8, node), new Event.JobSubmitted(11, job, "kubernetes", 1));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** GPUs that MIG cuts, and jobs that ask for instances of them. */
    static List<Frame> mig() {
        List<MigProfile> profiles = List.of(new MigProfile("3g.95gb", 3, 4, 95L << 30, List.of(0, 4)));
        DeviceSet whole = DeviceSet.gpus(2, "GB200", 189L << 30);
        List<DeviceSet> devices = List.of(
                whole,
                whole.withMig(new Mig.Cut(profiles)),
                DeviceSet.gpus(7, "GB200", 23L << 30).withMig(new Mig.Instance("1g.23gb", false)),
                DeviceSet.gpus(1, "GB200", 23L << 30).withMig(new Mig.Instance("1g.23gb+me", true)));
        Demand demand = DEMAND.withDevices(new DeviceDemand.Instance("3g.95gb", Acceptable.gpus(List.of("GB200"))));
        JobSpec job = JobSpec.batch("slice", demand, 7).withTasks(2);
        List<Event> events = List.of(
                new Event.NodeJoined(9, new NodeSpec("n9", Amounts.of(1, 2), 6, devices)),
                new Event.JobFound(
                        12,
                        job,
                        List.of(
                                new Placement(9, new Grant.Instance(3, 0, 4)),
                                new Placement(9, new Grant.Instance(2, 0, 0)))));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** A job of which all tasks go to one domain. */
    static List<Frame> within() {
        List<PeerRule> rules =
                List.of(new PeerRule.Apart(PeerSelector.ofAll(List.of()), PeerRule.NODE), new PeerRule.Within("rack"));
        JobSpec job = JobSpec.batch("gang", DEMAND.withPeers(rules), 7);
        List<Event> events = List.of(new Event.JobSubmitted(11, job, "kubernetes", 1));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Jobs that go to a domain of one of several levels, some in parts. */
    static List<Frame> levels() {
        List<String> levels = List.of("zone", "gpu.clique before .", "rack");
        List<PeerRule> rules = List.of(
                new PeerRule.Within("rack", new Reach(levels, true, Division.even(PeerRule.NODE, 0))),
                new PeerRule.Within("zone", Reach.REQUIRED.divided(Division.slices(8, "rack"))));
        List<Event> events = new ArrayList<>();
        for (PeerRule rule : rules) {
            JobSpec job = JobSpec.batch("gang", DEMAND.withPeers(List.of(rule)), 7);
            events.add(new Event.JobSubmitted(11 + events.size(), job, "kubernetes", 1));
        }
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** A job that makes room together with others, and one that is found and began before. */
    static List<Frame> units() {
        JobSpec job = JobSpec.batch("member", DEMAND, 7)
                .withTerms(Terms.NONE.withInterruption(new Interruption(false, Nanos.MINUTE).with("team/gäng")));
        List<Event> events = List.of(
                new Event.JobSubmitted(11, job, "kubernetes", 1),
                new Event.JobFound(
                        12,
                        JobSpec.batch("found", DEMAND, 7),
                        List.of(Placement.on(7, 0b1100)),
                        Event.JobFound.NONE,
                        1_767_222_000_000_000_000L));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** A task that starts again at once. */
    static List<Frame> atOnce() {
        List<Event> events = List.of(new Event.TaskStartFailed(11, 0, 7, "no, the node is büsy", Again.AT_ONCE));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Rules between tasks, of one group and of two. */
    static List<Frame> peers() {
        PeerSelector web = PeerSelector.of(
                List.of("team", "äll"), List.of(new Requirement("app", Operator.IN, List.of("web", "db"))));
        PeerSelector any = PeerSelector.ofAll(List.of(new Requirement("tier", Operator.DOES_NOT_EXIST, List.of())));
        List<PeerRule> rules = List.of(
                new PeerRule.Together(web, List.of("rack", "zone")),
                new PeerRule.Apart(any, PeerRule.NODE),
                new PeerRule.Spread(web, "zone", 2, 3, new PeerRule.Over(false, true)),
                new PeerRule.Spread(any, "rack", 1, 1, PeerRule.Over.USUAL));
        List<Label> labels = List.of(new Label("app", "web"), new Label("tier", ""));
        TaskGroup group = TaskGroup.of(1, DEMAND.withPeers(rules)).withLabels(labels);
        JobSpec job = JobSpec.batch("pod", DEMAND, 7);
        List<TaskGroup> two = List.of(group.withName("a"), group.withName("b").withLabels(List.of()));
        List<Event> events = List.of(
                new Event.JobSubmitted(11, job.withFirst(group), "kubernetes", 1),
                new Event.JobSubmitted(12, job.withGroups(two), "kubernetes", 2),
                new Event.JobUpdated(11, JobChange.ofLabels(labels)),
                new Event.JobUpdated(11, JobChange.ofLabels(List.of())));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** What tasks prefer, whom they spare, and who may be stopped for them. */
    static List<Frame> wishes() {
        PeerSelector web =
                PeerSelector.of(List.of("team"), List.of(new Requirement("app", Operator.IN, List.of("web"))));
        List<Preference> preferences = List.of(
                new Preference.OfNodes(
                        new NodeSelectorTerm(List.of(new Requirement("zone", Operator.IN, List.of("a")))), 70),
                new Preference.Near(web, "zone", -7),
                new Preference.Even(web, "rack", 100));
        JobSpec job = JobSpec.batch("pod", DEMAND.preferring(preferences), 7).withTerms(Terms.NONE.sparing());
        List<Event> events = List.of(
                new Event.JobSubmitted(11, job, "kubernetes", 1),
                new Event.BudgetChanged("team/wéb", new DisruptionBudget(web, 3)),
                new Event.BudgetChanged("team/all", new DisruptionBudget(PeerSelector.ofAll(List.of()), 0)),
                new Event.BudgetChanged("team/gone", null));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Which nodes hold which images, and a task that would rather find two of them. */
    static List<Frame> images() {
        JobSpec job = JobSpec.batch(
                "pod", DEMAND.preferring(List.of(new Preference.OfImages(List.of("b/träin:2", "a:latest")))), 7);
        List<Event> events = List.of(
                new Event.JobSubmitted(11, job, "kubernetes", 1),
                new Event.ImageChanged("a:latest", new ImageHolders(5L << 30, NodeSet.of(0, 3, 64, 4_999))),
                new Event.ImageChanged("b/träin:2", new ImageHolders(0, NodeSet.NONE)),
                new Event.ImageChanged("gone", null));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Data sets, who holds them, and a job that reads two, faster on one model than on another. */
    static List<Frame> data() {
        JobSpec job = JobSpec.batch(
                        "reader", DEMAND.preferring(List.of(new Preference.OfData(List.of("wéb", "toy")))), 7)
                .withTiming(Timing.known(7).withProfile(new RunProfile(List.of(new ModelSpeed("H100", 2_500_000)))));
        List<Event> events = List.of(
                new Event.JobSubmitted(11, job, "people", 1),
                new Event.DataDeclared("wéb", new DataSet(150_000_000_000L, NodeSet.of(0, 64))),
                new Event.DataDeclared("toy", new DataSet(0, NodeSet.NONE)),
                new Event.DataDeclared("gone", null),
                new Event.DataHeld("toy", 3, true),
                new Event.DataHeld("wéb", 64, false));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Queues that are declared in all their words, and then no more. */
    static List<Frame> queues() {
        QueueSpec whole = QueueSpec.of("örg")
                .weighing(3)
                .deserving("gpu", QueueAmount.of(16_000))
                .limited("example.com/licence", QueueAmount.part(1_000_000));
        QueueSpec team = QueueSpec.of("team")
                .below("örg")
                .borrowing("cpu", QueueAmount.of(0))
                .lending("memory", QueueAmount.part(0));
        List<Event> events =
                List.of(new Event.QueuesDeclared(List.of(whole, team)), new Event.QueuesDeclared(List.of()));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Tasks that come to jobs that run, and leave them. */
    static List<Frame> resizes() {
        List<Decision> decisions = List.of(
                new Decision.Grow(
                        300,
                        7,
                        List.of(new Placement(4_999, Grant.of(0b11)), new Placement(0, Grant.NONE)),
                        List.of(2, 9)),
                new Decision.Shrink(301, 8, List.of(1, 700), Reason.SHRUNK));
        return List.of(new Frame(1_767_225_600_000_000_000L, List.of(new Event.Tick(0)), new Plan(12, decisions)));
    }

    /** A strategy with classes of work. */
    static List<Frame> workClasses() {
        WorkRule training = new WorkRule(
                List.of(JobKind.BATCH, JobKind.SERVICE),
                new WorkRange(2_000, Long.MAX_VALUE),
                new WorkRange(1, 64),
                new WorkRange(0, 86_400),
                new WorkRange(1, 3),
                List.of("team-*"),
                List.of("*llm*"),
                true);
        StrategySpec strategy = StrategySpec.of("classed", "fcfs", "best-fit", "easy")
                .classed(List.of(
                        new WorkClass(
                                "training",
                                training,
                                new TreeMap<>(Map.of(
                                        PolicyKind.PLACE, PolicySpec.of("best-linked"),
                                        PolicyKind.DEVICE, PolicySpec.of("fastest")))),
                        new WorkClass(
                                "others",
                                WorkRule.ANY,
                                new TreeMap<>(Map.of(PolicyKind.DOMAIN, PolicySpec.of("kai-pack"))))));
        return List.of(new Frame(1_767_225_600_000_000_000L, List.of(new Event.StrategyChanged(strategy)), null));
    }

    /** Classes of jobs, a job of one of them, and none any more. */
    static List<Frame> classes() {
        JobSpec job = JobSpec.batch("prompt", Demand.cpu(1_000, 1L << 30), 60_000_000_000L);
        List<Event> events = List.of(
                new Event.QosDeclared(
                        List.of(new QosClass("rapide", 600_000_000_000L, 100), new QosClass("lot", Nanos.NEVER, -3))),
                new Event.JobSubmitted(7, job.withTerms(job.terms().ofClass("rapide")), "cli", 9),
                new Event.QosDeclared(List.of()));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** A reservation, and that it is taken back. */
    static List<Frame> reservations() {
        NodeReservation hourly = new NodeReservation(
                "class",
                new ReservedNodes(List.of("n1"), List.of(new Label("rack", "r1")), 2),
                new ReservedTime(1_767_225_600_000_000_000L, 1_800_000_000_000L, 3_600_000_000_000L, 4),
                List.of("course"),
                true,
                "every hour");
        List<Event> events =
                List.of(new Event.ReservationChanged("class", hourly), new Event.ReservationChanged("class", null));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** A fixed pool and one whose nodes move, a grant, one that is taken back, and a stop for one. */
    static List<Frame> pools() {
        NodePool fixed = new NodePool("held", List.of("vision"), List.of("n1"), List.of(), PoolTerms.fixed(1));
        PoolTerms terms = new PoolTerms(6, 9, 4, 600_000_000_000L, 900_000_000_000L);
        NodePool moving =
                new NodePool("lent", List.of("text", "code"), List.of(), List.of(new Label("rack", "r1")), terms);
        List<Decision> decisions = List.of(
                new Decision.Stop(5, 3, Reason.TAKEN_BACK),
                new Decision.GrantNode(6, 4_999, "lent"),
                new Decision.GrantNode(7, 0, ""));
        return List.of(new Frame(
                1_767_225_600_000_000_000L,
                List.of(new Event.PoolsDeclared(List.of(fixed, moving)), new Event.PoolsDeclared(List.of())),
                new Plan(9, decisions)));
    }

    /** A job that tells what it loses, one that moves for another, and one that does no more. */
    static List<Frame> moves() {
        Interruption saving = Interruption.HARMLESS.with(new Checkpoints(15 * Nanos.MINUTE, 7));
        JobSpec job = JobSpec.batch("saving", DEMAND, 7).withTerms(Terms.NONE.withInterruption(saving));
        List<Placement> places = List.of(new Placement(7, Grant.NONE), Placement.on(4_999, 12));
        List<Decision> decisions = List.of(
                new Decision.Stop(5, 3, Reason.MOVED),
                new Decision.Move(6, 4, 4, places),
                new Decision.Move(7, 3, 4, places),
                new Decision.Move(8, 2, 4, List.of()));
        return List.of(new Frame(
                1_767_225_600_000_000_000L,
                List.of(new Event.JobSubmitted(12, job, "people", 2)),
                new Plan(9, decisions)));
    }

    /** A job that asks for different amounts one after another, in its second phase, and must run soon after it is started. */
    static List<Frame> phases() {
        Phases phases = new Phases(
                List.of(
                        new Phase("läd", TaskGroup.of(1, DEMAND), Nanos.NEVER, 7),
                        new Phase(
                                "train", TaskGroup.of(1, DEMAND.withGpus(2)).withTasks(2, 4), Nanos.HOUR, Nanos.NEVER)),
                1);
        JobSpec job = JobSpec.batch("phased", DEMAND, 7)
                .withTerms(Terms.NONE.withReady(new Readiness(5 * Nanos.MINUTE, 1, 3)))
                .withPhases(phases);
        return List.of(new Frame(
                1_767_225_600_000_000_000L,
                List.of(new Event.JobSubmitted(13, job, "people", 3)),
                new Plan(10, List.of(new Decision.Stop(9, 13, Reason.NOT_READY)))));
    }

    /** A job of three groups, the first and the last of which have a domain of their own. */
    static List<Frame> domains() {
        TaskGroup group = TaskGroup.of(1, DEMAND).withTasks(2, 4);
        List<TaskGroup> groups = List.of(
                group.withName("prefill").withWithin(new PeerRule.Within("rack")),
                group.withName("röuter"),
                group.withName("decode")
                        .withWithin(new PeerRule.Within("rack", Reach.REQUIRED.over(List.of("zone", "rack")))));
        JobSpec job = JobSpec.batch("serve", DEMAND, 7).withGroups(groups);
        return List.of(
                new Frame(1_767_225_600_000_000_000L, List.of(new Event.JobSubmitted(14, job, "people", 4)), null));
    }

    /** What nodes do, measured now and before. */
    static List<Frame> loads() {
        Load load = new Load(List.of(
                new LoadFigure(Span.FIVE_MINUTES, Measure.CPU, List.of(1L, 2L, 3L, 4L, 5_000_000_000L)),
                LoadFigure.flat(Span.THIRTY_MINUTES, Measure.NETWORK, -7)));
        List<Event> events = List.of(
                new Event.LoadObserved(3, load, 0),
                new Event.LoadObserved(4_999, Load.NONE, 90 * Nanos.SECOND),
                new Event.LoadObserved(5_000, load, -Nanos.SECOND));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Tasks that were measured. */
    static List<Frame> measured() {
        List<Event> events = List.of(
                new Event.TaskMeasured(9, 2, 77, new Use(1_500, 3L << 30, 250), new Use(2_000, 4L << 30, 900)),
                new Event.TaskMeasured(1L << 40, 0, -4, Use.NONE, new Use(-1, 0, 1)));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** What all but best-effort tasks use, and a best-effort job. */
    static List<Frame> spare() {
        JobSpec job = JobSpec.batch("spare", Demand.cpu(7, 1).withGpuShare(1, 250), 7);
        List<Event> events = List.of(
                new Event.JobSubmitted(12, job.ofBestEffort(), "people", 2),
                new Event.GuaranteedObserved(3, Amount.of(2, i -> i * 5_000_000_000L - 1), 0),
                new Event.GuaranteedObserved(4_999, Amount.nothing(0), 90 * Nanos.SECOND));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }

    /** Two arrays, one of real jobs and one of emulated ones; the jobs of one came in two frames. */
    private static List<Frame> arrays() {
        Program program =
                new Program(List.of("träin", "x".repeat(40)), new TreeMap<>(Map.of("A", "b", "Z", "")), "/srv", "");
        JobSpec real = JobSpec.batch("reäl", DEMAND, 7)
                .withTerms(Terms.NONE.withRetries(2).withArray(JobArray.of(List.of(7, 9, 10), 2)))
                .withProgram(program.withMetrics(new Metrics(true, "(?P<loss>[0-9.]+)", 400)));
        JobSpec emulated = JobSpec.batch("emulated", DEMAND, 7).withTerms(Terms.NONE.withArray(JobArray.of(2, 2)));
        List<Event> events = List.of(
                new Event.JobSubmitted(9, real.member(9, 0), "cli", 12),
                new Event.JobSubmitted(12, emulated.member(12, 0), "cli", 13),
                new Event.JobSubmitted(10, real.member(9, 1), "cli", 12),
                new Event.JobSubmitted(13, emulated.member(12, 1), "cli", 13),
                // Not as the others are: written as a whole.
                new Event.JobSubmitted(14, emulated.member(12, 1).withQueue("other"), "cli", 13));
        return List.of(
                new Frame(1_767_225_600_000_000_000L, events, null),
                new Frame(
                        1_767_225_600_000_000_001L,
                        List.of(new Event.JobSubmitted(11, real.member(9, 2), "cli", 12)),
                        null));
    }

    /** Kinds that came with windows, behind the others in the golden file. */
    private static Frame windows() {
        PolicySpec dual = PolicySpec.of("dual", Map.of("window", "4"));
        WindowStart start = new WindowStart(9, List.of(Placement.on(3, 5), Placement.on(4, 0)));
        return new Frame(
                1_767_225_600_000_000_003L,
                List.of(
                        new Event.StrategyChanged(STRATEGY.planning(dual)),
                        new Event.WindowPlanned(6, new WindowAnswer(true, List.of(start), 1_500, 20_000))),
                new Plan(3, List.of(new Decision.PlanWindow(7, List.of(9L, 12L), 1_767_225_630_000_000_003L))));
    }

    /** A kind that came with time that goes evenly. */
    private static Frame clock() {
        Event set = new Event.ClockSet(-3_600_000_000_000L, new BootTime("5bd1 time:[4026531834]", 1_767_225_000, -9));
        return new Frame(1_767_225_600_000_000_004L, List.of(set), null);
    }

    /** Kinds that came with what people may want of jobs that were handed in. */
    private static Frame operations() {
        List<Event> events = List.of(
                new Event.JobHeld(9, true),
                new Event.JobHeld(9, false),
                new Event.JobRequeued(9),
                new Event.JobUpdated(9, new JobChange("träin", -3, Nanos.NEVER)),
                new Event.JobUpdated(9, new JobChange(null, null, null)));
        return new Frame(1_767_225_600_000_000_005L, events, null);
    }

    /** What came with format version 3. */
    static List<Frame> sinceVersion3() {
        Interruption anew = new Interruption(false, Nanos.MINUTE);
        JobSpec job = JobSpec.batch("anew", DEMAND, 7).withTerms(Terms.NONE.withInterruption(anew));
        return List.of(new Frame(1_767_225_600_000_000_007L, List.of(new Event.JobSubmitted(9, job, "cli", 12)), null));
    }

    /** What came to format version 2 with kinds of its own, behind those of its golden file. */
    static List<Frame> laterInVersion2() {
        JobSpec job = JobSpec.batch("real", DEMAND, 7);
        Program program = new Program(List.of("träin", ""), new TreeMap<>(Map.of("A", "", "B", "c")), "/srv", "ada");
        List<After> after = List.of(new After(3, When.OK), new After(4, When.ANY), new After(5, When.FAILED));
        Terms terms = new Terms(Nanos.HOUR, 3, after, new JobArray(9, 1, 5, 2), Interruption.HARMLESS);
        Metrics metrics = new Metrics(true, "(?P<loss>[0-9.]+)", 400);
        PolicySpec fgd = PolicySpec.of("fgd", Map.of("coverage", "90"));
        PolicySpec fit = PolicySpec.of("best-fit");
        List<Event> events = List.of(
                new Event.JobSubmitted(9, job.withDeadline(Nanos.HOUR), "cli", 12),
                new Event.JobSubmitted(10, job.withDeadline(Nanos.HOUR).withProgram(program), "cli", 13),
                new Event.JobSubmitted(11, job.withTerms(terms), "cli", 14),
                new Event.JobSubmitted(
                        12, job.withTerms(Terms.NONE.withRetries(1)).withProgram(program), "cli", 15),
                new Event.JobSubmitted(13, job.withProgram(program.withMetrics(metrics)), "cli", 16),
                new Event.JobSubmitted(14, job.withProgram(program.withMetrics(Metrics.OFF)), "cli", 17),
                new Event.NodeDrained(4, true, "a fan is löud"),
                new Event.StrategyChanged(STRATEGY.preempting("by-order")),
                new Event.StrategyChanged(STRATEGY.placing(new PartSpec.Lexicographic(List.of(fit, fgd)))),
                new Event.StrategyChanged(STRATEGY.placing(new PartSpec.Weighted(
                        List.of(new PartSpec.Weighed(fgd, 0.7), new PartSpec.Weighed(fit, 1e-9))))),
                new Event.TaskEnded(1, 0, 2, 137, true),
                new Event.TaskEnded(1, 0, 2, 143, true, 0),
                new Event.TaskEnded(1, 0, 2, 0, false, 1L << 40),
                new Event.TaskStartFailed(1, 1, 2, "no such user", Again.NEVER),
                new Event.ProgressReported(9, 3, 0),
                new Event.ProgressReported(9, 3, Nanos.NEVER - 1),
                new Event.WindowPlanned(7, new WindowAnswer(true, List.of(), 1_500, 20_000, new Worth(-3, 1L << 40))));
        return List.of(new Frame(1_767_225_600_000_000_006L, events, null));
    }

    /** Changes of what the tasks of a job are. */
    static List<Frame> withResizedJobs() {
        List<Event> events = List.of(
                new Event.JobUpdated(12, JobChange.ofTasks(3)), new Event.JobUpdated(12, JobChange.ofDemand(DEMAND)));
        return List.of(new Frame(1_767_225_600_000_000_000L, events, null));
    }
}
