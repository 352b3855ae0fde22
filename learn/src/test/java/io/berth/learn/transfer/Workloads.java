package io.berth.learn.transfer;

import io.berth.learn.environment.ordering.OrderingJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Small logs on a machine of 64 nodes. */
final class Workloads {
    private Workloads() {}

    /** One job: seconds of submission and of running, nodes, seconds requested. */
    record Line(long submit, long run, int nodes, long requested) {}

    static OrderingJobs of(Path folder, List<Line> lines) throws IOException {
        List<String> text = new ArrayList<>(List.of("; MaxNodes: 64", "; MaxProcs: 64"));
        for (Line line : lines) {
            text.add((text.size() - 1) + " " + line.submit() + " -1 " + line.run() + " " + line.nodes() + " -1 -1 "
                    + line.nodes() + " " + line.requested() + " -1 1 1 1 1 -1 -1 -1 -1");
        }
        Path file = Files.createTempFile(folder, "log", ".swf");
        Files.write(file, text);
        return OrderingJobs.read(file, Integer.MAX_VALUE);
    }

    /** So many jobs of run times and sizes that differ, one each {@code gap} seconds. */
    static OrderingJobs regular(Path folder, int jobs, long gap, long run) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            int turn = job % 7;
            lines.add(new Line(job * gap, run * (1 + turn), 1 << turn % 6, 2 * run * (1 + turn)));
        }
        return of(folder, lines);
    }
}
