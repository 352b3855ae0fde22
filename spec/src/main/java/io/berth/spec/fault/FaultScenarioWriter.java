package io.berth.spec.fault;

import io.berth.spec.fault.FaultScenario.HeldData;
import io.berth.spec.job.JobGraphWriter;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Durations;
import io.berth.spec.scenario.NodeDocument;
import io.berth.spec.scenario.YamlDocument;
import io.berth.spec.strategy.StrategyWriter;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Writes a scenario of {@code berth simtest} as the YAML that {@link FaultScenarioReader} reads back to an equal one. */
public final class FaultScenarioWriter {
    private FaultScenarioWriter() {}

    /** {@code scenario} as text. */
    public static String write(FaultScenario scenario) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("title", scenario.title());
        if (!scenario.source().isEmpty()) {
            document.put("source", scenario.source());
        }
        document.put("seed", scenario.seed());
        duration("latency", scenario.latencyNanos(), document);
        if (scenario.capricious()) {
            document.put("planner", FaultSchema.CAPRICIOUS);
        }
        document.put("nodes", scenario.nodes().stream().map(NodeDocument::of).toList());
        document.put("strategy", StrategyWriter.document(scenario.strategy()));
        document.put(
                "jobs", scenario.jobs().stream().map(FaultScenarioWriter::job).toList());
        if (!scenario.data().isEmpty()) {
            document.put(
                    "data",
                    scenario.data().stream().map(FaultScenarioWriter::data).toList());
        }
        if (!scenario.faults().isEmpty()) {
            document.put(
                    "faults",
                    scenario.faults().stream().map(FaultScenarioWriter::fault).toList());
        }
        if (!scenario.expected().isEmpty()) {
            document.put(
                    "expect",
                    scenario.expected().stream()
                            .map(FaultScenarioWriter::expectation)
                            .toList());
        }
        return YamlDocument.write(document);
    }

    private static SequencedMap<String, Object> job(TimedJob job) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("number", job.number());
        duration("at", job.atNanos(), document);
        document.put("job", JobGraphWriter.brief(job.spec()));
        return document;
    }

    private static SequencedMap<String, Object> data(HeldData data) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("name", data.name());
        document.put("size", Bytes.format(data.bytes()));
        document.put("nodes", data.nodes());
        return document;
    }

    private static SequencedMap<String, Object> fault(Fault fault) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("at", Durations.format(fault.atNanos()));
        document.put("fault", fault.kind().key());
        duration("for", fault.forNanos(), document);
        if (fault.kind().of() == FaultKind.Of.NODE) {
            document.put("node", fault.node());
        }
        if (fault.kind().of() == FaultKind.Of.JOB) {
            document.put("job", fault.job());
        }
        if (fault.percent() > 0) {
            document.put("percent", fault.percent());
        }
        duration("by", fault.byNanos(), document);
        if (fault.strategy() != null) {
            document.put("strategy", StrategyWriter.document(fault.strategy()));
        }
        return document;
    }

    private static SequencedMap<String, Object> expectation(Expectation expectation) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("job", expectation.job());
        document.put("starts_by", Durations.format(expectation.startsByNanos()));
        return document;
    }

    private static void duration(String key, long nanos, SequencedMap<String, Object> document) {
        if (nanos > 0) {
            document.put(key, Durations.format(nanos));
        }
    }
}
