package io.berth.kube.dump;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import io.berth.kube.object.Pod;
import io.berth.live.journal.JournalReader;
import io.berth.spec.quantity.Durations;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A dump of a few objects, imported: what was said, and what its journal tells. */
record ImportedDump(DumpImport done, DumpNotes notes, List<String> told) {
    /** A node of 4 GPUs. */
    static final String NODE = """
            ---
            kind: Node
            apiVersion: v1
            metadata: {name: a, uid: node-a, creationTimestamp: "2026-03-01T08:00:00Z", labels: {kubernetes.io/hostname: a}}
            status: {allocatable: {cpu: "64", memory: 512Gi, pods: "110", nvidia.com/gpu: "4"}}
            """;

    static ImportedDump of(DumpKind kind, Path folder, String yaml) {
        return of(kind, folder, _ -> true, yaml);
    }

    /** With pods for which {@code waits} holds, in a folder that is empty. */
    static ImportedDump of(DumpKind kind, Path folder, Predicate<Pod> waits, String yaml) {
        DumpNotes notes = new DumpNotes(false);
        Dump dump = new Dump(kind, notes);
        dump.read("dump", new ByteArrayInputStream(yaml.getBytes(UTF_8)));
        DumpImport done = DumpImport.write(dump, folder, waits, Nanos.HOUR, notes);
        List<String> told = new ArrayList<>();
        JournalReader.open(folder)
                .forEachRemaining(frame -> frame.events().forEach(event -> told.add(text(frame.atNanos(), event))));
        return new ImportedDump(done, notes, told);
    }

    /** A pod of {@code spec} and {@code status}, each the inside of a map, that was made at a time of the day. */
    static String pod(String name, String made, String spec, String status) {
        return pod(name, made, "", spec, status);
    }

    /** The same with {@code more} metadata. */
    static String pod(String name, String made, String more, String spec, String status) {
        return """
                ---
                kind: Pod
                apiVersion: v1
                metadata: {name: %s, namespace: team, uid: pod-%s, creationTimestamp: "2026-03-01T%sZ"%s}
                spec: {%s}
                status: {%s}
                """.formatted(name, name, made, more.isEmpty() ? "" : ", " + more, spec, status);
    }

    /** A container that asks for so many. */
    static String gpus(int count) {
        return "containers: [{name: m, resources: {requests: {nvidia.com/gpu: \"" + count + "\"}}}]";
    }

    /** The status of a pod of {@code phase} that was bound at a time of the day. */
    static String since(String phase, String bound) {
        return "phase: " + phase
                + ", conditions: [{type: PodScheduled, status: \"True\", lastTransitionTime: \"2026-03-01T" + bound
                + "Z\"}]";
    }

    /** The same whose container was over at {@code ended}. */
    static String over(String phase, String bound, String ended) {
        return since(phase, bound) + ", containerStatuses: [{name: m, state: {terminated: {finishedAt: \"2026-03-01T"
                + ended + "Z\"}}}]";
    }

    private static String text(long nanos, Event event) {
        String time = Instant.ofEpochSecond(nanos / Nanos.SECOND).toString().substring(11, 19);
        return time + " "
                + switch (event) {
                    case Event.NodeJoined joined -> "node " + joined.spec().name();
                    case Event.JobSubmitted made ->
                        "made " + made.spec().name() + " of " + made.spec().tasks() + " for "
                                + Durations.format(made.spec().workNanos()) + " in "
                                + made.spec().queue();
                    case Event.JobFound found -> found.spec().name() + " at " + found.placements();
                    case Event.TaskEnded ended -> "end " + ended.job() + "." + ended.task() + " " + ended.exitCode();
                    default -> event.getClass().getSimpleName();
                };
    }
}
