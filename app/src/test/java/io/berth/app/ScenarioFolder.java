package io.berth.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with scenarios and a small openb trace, each file to be spoiled by a test. */
public record ScenarioFolder(Path folder) {
    private static final String NODES = """
        sn,cpu_milli,memory_mib,gpu,model
        openb-node-0000,64000,262144,2,T4
        openb-node-0001,96000,393216,8,G2
        openb-node-0002,32000,131072,0,
        """;

    private static final String PODS = """
        name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
        openb-pod-0000,4000,15258,1,500,,LS,Running,0,100,0
        openb-pod-0001,8000,30517,1,1000,T4|G2,BE,Running,5,1000,10
        openb-pod-0002,12000,47683,8,1000,,LS,Running,7,400,20
        openb-pod-0003,2000,4096,0,0,,LS,Failed,9,300,
        """;

    private static final String ARRIVALS = """
        # a small experiment
        N,0002:0,0000:1,0001:2
        P,0003,0000,0001,0002,0001,0001,0001
        """;

    /** The folder with an unspoilt trace and the scenarios {@code openb}, {@code timed} and {@code generated}. */
    public static ScenarioFolder in(Path folder) throws IOException {
        ScenarioFolder made = new ScenarioFolder(folder);
        made.write("nodes.csv", NODES);
        made.write("pods.csv", PODS);
        made.write("arrivals.csv", ARRIVALS);
        made.write("openb.yaml", """
            cluster: {openb: nodes.csv}
            workload: {openb: pods.csv, arrivals: arrivals.csv, departures: never}
            strategies: [fgd, best-fit]
            """);
        made.write("timed.yaml", """
            cluster: {openb: nodes.csv}
            workload: {openb: pods.csv}
            """);
        made.write("generated.yaml", """
            cluster: {nodes: [{count: 4, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 200, gang: {1: 4, 2: 1}, queues: [red, blue]}}
            emulate: {start_latency: 3s, start_failures: 5%, node_mtbf: 7d, task_failures: 2%}
            strategies: [fcfs, fgd-greedy]
            """);
        return made;
    }

    public Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Replaces {@code old}, which must be there, in the file {@code name}. */
    public void spoil(String name, String old, String spoilt) throws IOException {
        String text = Files.readString(file(name));
        if (!text.contains(old)) {
            throw new IllegalArgumentException("There is no (" + old + ") in " + name + ".");
        }
        write(name, text.replace(old, spoilt));
    }
}
