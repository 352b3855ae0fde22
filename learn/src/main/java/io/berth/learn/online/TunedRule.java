package io.berth.learn.online;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.model.Activation;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.core.policy.SortKey;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.learn.agent.CrossEntropy;
import io.berth.learn.environment.KnownRule;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.OrderingJobs.RanJob;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.network.RowNetworks;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.StrangeJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tunes the eight weights of a rule by the cross-entropy method on a model of the queue: the window's jobs on a machine of as many
 * equal processors as the cluster has GPUs, or CPUs where it has none, and as many {@link StrangeJobs}, so that it is not helpless when
 * others come. The search begins with shortest first. The work is counted: population × episodes × iterations plays.
 */
public final class TunedRule implements CandidateMaker {
    private static final int ROWS = 64;

    private final CrossEntropy.Options options;
    private final int episodeJobs;
    private final long seed;

    /** @param episodeJobs of one play; windows with fewer jobs make no candidate */
    public TunedRule(CrossEntropy.Options options, int episodeJobs, long seed) {
        this.options = options;
        this.episodeJobs = episodeJobs;
        this.seed = seed;
    }

    /** About 250,000 choices a candidate: half a second. */
    public static TunedRule standard(long seed) {
        return new TunedRule(new CrossEntropy.Options(16, 4, 12, 0.2, 10), 128, seed);
    }

    @Override
    public List<Candidate> make(PastWindow window) {
        boolean gpus = window.nodes().stream().anyMatch(node -> node.gpus() > 0);
        int machine = processors(window.nodes(), gpus);
        List<RanJob> ran = new ArrayList<>();
        long longest = Nanos.SECOND;
        for (PastJob job : window.jobs()) {
            int wide = (int) Math.ceil(SortKey.processors(job.spec()));
            if (wide >= 1 && wide <= machine && gpus == job.spec().needsDevices()) {
                long work = window.workNanos(job);
                long expected = job.spec().estimateNanos() == Nanos.NEVER
                        ? work
                        : job.spec().estimateNanos();
                longest = Math.max(longest, expected);
                ran.add(new RanJob(job.submitNanos(), work, expected, wide));
            }
        }
        if (ran.size() < episodeJobs) {
            return List.of();
        }
        ran.addAll(strange(ran, machine, new Chance(seed ^ window.number(), "strange jobs", 0)));
        for (RanJob job : ran) {
            longest = Math.max(longest, job.expectedNanos());
        }
        Model model = tune(OrderingJobs.of(ran, machine, longest), longest, window);
        PolicySpec order = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model)));
        return List.of(new Candidate(model.id(), order));
    }

    /** As many jobs after {@code ran}, as nobody has seen them, that ask for as much of the machine. */
    private static List<RanJob> strange(List<RanJob> ran, int machine, Chance chance) {
        double[] nodes = ran.stream().mapToDouble(RanJob::nodes).toArray();
        List<RanJob> strange = new ArrayList<>();
        double area = 0;
        double before = 0;
        for (StrangeJobs.Changed changed : StrangeJobs.of(nodes, machine, chance)) {
            RanJob job = ran.get(strange.size());
            RanJob like = ran.get(changed.like());
            int wide = job.nodes() * changed.wider();
            long run = changed.time(like.runNanos());
            before += (double) job.nodes() * job.runNanos();
            area += (double) wide * run;
            strange.add(new RanJob(job.submitNanos(), run, changed.time(like.expectedNanos()), wide));
        }
        double stretch = area / before;
        long first = ran.getFirst().submitNanos();
        long last = ran.getLast().submitNanos();
        strange.replaceAll(job -> new RanJob(
                last + (long) ((job.submitNanos() - first) * stretch),
                job.runNanos(),
                job.expectedNanos(),
                job.nodes()));
        return strange;
    }

    private Model tune(OrderingJobs jobs, long longest, PastWindow window) {
        QueueOrdering.Setup setup = new QueueOrdering.Setup(
                episodeJobs,
                ROWS,
                !window.inForce().backfill().name().equals("none"),
                Columns.SCALED.columns(),
                Reward.BOUNDED_SLOWDOWN,
                QueueOrdering.Rewarding.AT_END);
        Mdp mdp = new QueueOrdering(jobs, setup).mdp();
        RowNetworks networks = new RowNetworks(mdp, List.of());
        CrossEntropy search =
                new CrossEntropy(() -> new QueueOrdering(jobs, setup), networks, options, null, seed ^ window.number());
        search.around(KnownRule.of(mdp, Map.of("run", -1f)));
        for (int iteration = 0; iteration < options.iterations(); iteration++) {
            search.update();
        }
        TreeMap<String, String> lineage = new TreeMap<>();
        lineage.put("agent", "cross-entropy");
        lineage.put("data", "last " + jobs.count() + " jobs, " + window.number() + " ended");
        LayerSizes shape = new LayerSizes(networks.actor().sizes(), Activation.RELU);
        return new Model(Columns.SCALED, ROWS, longest, new LearntNetwork<>(shape, search.best(), lineage));
    }

    private static int processors(List<NodeSpec> nodes, boolean gpus) {
        long milli = 0;
        for (NodeSpec node : nodes) {
            milli += gpus ? node.gpus() * 1000L : node.cpuMilli();
        }
        return (int) Math.max(1, milli / 1000);
    }
}
