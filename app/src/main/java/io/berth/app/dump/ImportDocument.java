package io.berth.app.dump;

import io.berth.kube.dump.DumpImport;
import io.berth.kube.dump.DumpNotes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an import came to.
 *
 * @param scenario the file that {@code berth simulate} runs
 * @param journal the folder of the journal
 * @param gangs how many jobs of several pods that start together
 * @param queues how many the scenario declares
 * @param frames how many the journal has
 * @param otherKinds objects that were not read, by kind
 * @param leftOut how many objects were malformed
 * @param problems the first of them
 * @param notes what does not count, by how much
 */
record ImportDocument(
        Path scenario,
        Path journal,
        int nodes,
        DumpImport.Pods pods,
        int gangs,
        int queues,
        long frames,
        Map<String, Long> otherKinds,
        long leftOut,
        List<String> problems,
        List<String> notes) {
    ImportDocument(Path folder, DumpImport done, Map<String, Long> others, DumpNotes notes) {
        this(
                folder.resolve(ImportedScenario.FILE),
                folder.resolve(ImportedScenario.JOURNAL),
                done.nodes(),
                done.pods(),
                done.gangs(),
                done.queues().size(),
                done.frames(),
                others,
                notes.leftOut(),
                notes.problems(),
                notes.lines());
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("nodes ").append(nodes);
        text.append("\npods ").append(pods.waiting()).append(" waiting, ");
        text.append(pods.running()).append(" running, ");
        text.append(pods.succeeded()).append(" succeeded, ");
        text.append(pods.failed()).append(" failed, ");
        text.append(pods.deleted()).append(" deleted");
        text.append("\ngangs ").append(gangs).append('\n');
        if (queues > 0) {
            text.append("queues ").append(queues).append('\n');
        }
        notes.forEach(note -> text.append("  ").append(note).append('\n'));
        otherKinds.forEach((kind, count) -> text.append("  ")
                .append(count)
                .append(" of the kind ")
                .append(kind)
                .append(" do not count\n"));
        if (leftOut > 0) {
            text.append(leftOut).append(" malformed, and left out:\n");
            problems.forEach(problem -> text.append("  ").append(problem).append('\n'));
        }
        text.append("wrote ").append(journal).append(" (").append(frames).append(" frames) and ");
        return text.append(scenario).append("; berth simulate runs it\n").toString();
    }
}
