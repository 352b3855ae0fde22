package io.berth.spec.fault;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.fault.FaultScenario.HeldData;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.JobReader;
import io.berth.spec.scenario.NodeDocument;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.PolicyNames;
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Reads a scenario of {@code berth simtest} from its file. */
public final class FaultScenarioReader {
    private final StrategyReader strategies;

    /** A reader of scenarios that may name {@code policies}. */
    public FaultScenarioReader(PolicyNames policies) {
        this.strategies = StrategyReader.ofText(policies);
    }

    /**
     * The scenario in {@code source}.
     *
     * @throws InputException where it names a node that is not there, a job twice, or anything that is not allowed
     */
    public FaultScenario read(Source source) {
        Fields fields = FaultSchema.SCENARIO.read(TreeReader.read(source));
        List<NodeSpec> nodes =
                fields.items("nodes").stream().map(NodeDocument::read).toList();
        checkNodes(fields.value("nodes"), nodes);
        return new FaultScenario(
                fields.text("title"),
                fields.text("source"),
                fields.whole("seed"),
                fields.nanos("latency"),
                fields.text("planner").equals(FaultSchema.CAPRICIOUS),
                nodes,
                strategies.read(fields.value("strategy")),
                jobs(fields.items("jobs")),
                fields.items("data").stream()
                        .map(tree -> data(tree, nodes.size()))
                        .toList(),
                faults(fields.items("faults"), nodes.size()),
                fields.items("expect").stream()
                        .map(FaultScenarioReader::expectation)
                        .toList());
    }

    private static void checkNodes(Tree tree, List<NodeSpec> nodes) {
        TreeSet<String> names = new TreeSet<>();
        for (NodeSpec node : nodes) {
            if (!names.add(node.name())) {
                throw InputException.at(tree, "two nodes are called \"" + node.name() + "\"");
            }
        }
        if (nodes.isEmpty()) {
            throw InputException.at(tree, "must have at least one node");
        }
    }

    private static List<TimedJob> jobs(List<Tree> items) {
        List<TimedJob> jobs = new ArrayList<>();
        long next = 1;
        for (Tree item : items) {
            Fields fields = FaultSchema.JOB.read(item);
            long number = fields.whole("number");
            if (number < next) {
                throw InputException.at(fields.value("number"), "must be " + next + " or more: numbers rise");
            }
            TimedJob job =
                    new TimedJob(number, fields.nanos("at"), JobReader.read(fields.value("job"), "job-" + number));
            jobs.add(job);
            next = job.next();
        }
        return jobs;
    }

    private static HeldData data(Tree tree, int nodes) {
        Fields fields = FaultSchema.DATA.read(tree);
        List<Integer> holders = new ArrayList<>();
        for (Tree node : fields.items("nodes")) {
            holders.add(node(node, nodes));
        }
        return new HeldData(fields.text("name"), fields.bytes("size"), holders);
    }

    private static int node(Tree tree, int nodes) {
        long node = tree.whole();
        if (node >= nodes) {
            throw InputException.at(tree, "there is no node " + node + ", only 0 to " + (nodes - 1));
        }
        return (int) node;
    }

    private List<Fault> faults(List<Tree> items, int nodes) {
        List<Fault> faults = new ArrayList<>();
        for (Tree item : items) {
            Fields fields = FaultSchema.FAULT.read(item);
            FaultKind kind = FaultKind.valueOf(
                    fields.text("fault").toUpperCase(Locale.ROOT).replace('-', '_'));
            needs(fields, kind, FaultKind.Of.JOB, "job");
            needs(fields, kind, FaultKind.Of.STRATEGY, "strategy");
            StrategySpec strategy = fields.has("strategy") ? strategies.read(fields.value("strategy")) : null;
            faults.add(new Fault(
                    kind,
                    fields.nanos("at"),
                    fields.nanos("for"),
                    node(fields.value("node"), nodes),
                    fields.has("job") ? fields.whole("job") : 0,
                    fields.integer("percent"),
                    fields.nanos("by"),
                    strategy));
        }
        return faults;
    }

    private static void needs(Fields fields, FaultKind kind, FaultKind.Of of, String key) {
        if (kind.of() == of && !fields.has(key)) {
            throw InputException.at(fields.tree(), "the key \"" + key + "\" is missing: " + kind.doc());
        }
        if (kind.of() != of && fields.has(key)) {
            throw InputException.at(fields.value(key), "does not go with " + kind.key() + ": " + kind.doc());
        }
    }

    private static Expectation expectation(Tree tree) {
        Fields fields = FaultSchema.EXPECT.read(tree);
        return new Expectation(fields.whole("job"), fields.nanos("starts_by"));
    }
}
