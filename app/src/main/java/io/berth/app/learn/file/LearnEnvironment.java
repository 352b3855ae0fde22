package io.berth.app.learn.file;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be learnt, each with a scenario of its own for whoever names it alone. */
public enum LearnEnvironment {
    ASSIGNMENT("Which task goes to which agent: a problem of berth solve, a pair at a time.", """
            learn:
              environment: assignment
              start: none
              hidden: [32, 32]
              ppo: {updates: 30, episodes: 64, discount: 1, passes: 10, value_passes: 10, batch: 64, rate: 0.003, entropy: 0.05, divergence: 0.05}
            """),
    DEEPRM(
            "DeepRM: which pending job is given room on two resources, and when.",
            "learn: {environment: deeprm, hidden: [32, 24]}"),
    DISPATCH("Which model server a request goes to; a scenario file brings its own fleet.", """
            fleet:
              models: [{name: small, memory: 4Gi}, {name: large, memory: 20Gi}]
              servers:
                - {count: 4, name: slow, speed: 0.5, memory: 16Gi, load_time: 30s, models: [small]}
                - {count: 2, name: quick, speed: 2, slots: 2, memory: 40Gi, load_time: 10s, models: [small, large]}
            requests:
              generate: {requests: 300, load: 0.9, models: {small: 5, large: 2}, memory: {2Gi: 6, 12Gi: 1}}
            learn:
              environment: dispatch
              dispatch: {requests: 300}
              ppo: {updates: 4, discount: 1}
            """),
    ENGINE_JOINT(
            "Which pending job starts and on which node, both in one action, in the production engine.",
            Jobs.placed(4) + """
            learn:
              environment: engine-joint
              engine: {jobs: 64, rows: 8, nodes: 8}
              ppo: {updates: 4, discount: 1}
            """),
    ENGINE_ORDERING("Which pending job the production engine tries next.", Jobs.QUEUED + """
            learn:
              environment: engine-ordering
              engine: {jobs: 64, rows: 64}
            """),
    ENGINE_PLACEMENT("On which node the production engine puts a task.", Jobs.placed(2) + """
            learn:
              environment: engine-placement
              engine: {jobs: 128}
              ppo: {updates: 4, discount: 1}
            """),
    ENGINE_QUEUES("The same by several agents, one for each queue, that pick their jobs by turns.", Jobs.TEAMS + """
            learn: {environment: engine-queues, engine: {jobs: 64, rows: 16}}
            """),
    NODES("Which of a few nodes a task goes to, by how full the first is: a published example for a table.", """
            learn:
              environment: nodes
              start: none
              ppo: {updates: 10, episodes: 100, discount: 0.9}
            """),
    TEAM("Agents that take tasks of one queue: a published example, mended; learn.team.printed as it is printed.", """
            learn:
              environment: team
              start: none
              ppo: {updates: 12, episodes: 100, discount: 1, rate: 0.001, passes: 10, entropy: 0.01, divergence: 0.02}
            """),
    ORDERING("Which pending job starts next; a scenario file brings its own workload.", """
            cluster: {nodes: [{count: 8, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload:
              generate:
                jobs: 10000
                load: 1.05
                gpus: {1: 6, 2: 2, 4: 1, 8: 1}
                duration_sigma: 1.4
                duration_max: 12h
                estimate_error: 3
            learn: {ordering: {jobs: 256}, test_jobs: 256}
            """),
    WINDOWS(
            "In which order the jobs of a window of the queue get their places, imitated from exact solutions.",
            Jobs.WINDOWED + "learn: {environment: windows}\n");

    private final String summary;
    private final String scenario;

    LearnEnvironment(String summary, String scenario) {
        this.summary = summary;
        this.scenario = scenario;
    }

    /** The one called {@code key}; null where none is. */
    static @Nullable LearnEnvironment find(String key) {
        return Arrays.stream(values())
                .filter(environment -> environment.key().equals(key))
                .findFirst()
                .orElse(null);
    }

    static List<String> names() {
        return Arrays.stream(values()).map(LearnEnvironment::key).toList();
    }

    /** Its name, as users write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The key below {@code learn} that has its settings. */
    String section() {
        return switch (this) {
            case ENGINE_JOINT, ENGINE_ORDERING, ENGINE_PLACEMENT, ENGINE_QUEUES -> "engine";
            default -> key();
        };
    }

    /** What is decided in it, one sentence. */
    String summary() {
        return summary;
    }

    /** The text of its scenario. */
    String scenario() {
        return scenario;
    }

    /** Small clusters that are asked for a little too much. */
    private static final class Jobs {
        static final String QUEUED = """
                cluster: {nodes: [{count: 4, gpus: 8, cpu: 96, memory: 1Ti}]}
                workload:
                  generate:
                    jobs: 64
                    load: 2
                    gpus: {1: 6, 2: 2, 4: 1, 8: 1}
                    duration_sigma: 1.4
                    duration_max: 12h
                    estimate_error: 3
                """;

        static final String TEAMS = """
                cluster: {nodes: [{count: 4, gpus: 8, cpu: 96, memory: 1Ti}]}
                workload:
                  generate:
                    jobs: 64
                    load: 1.1
                    gpus: {1: 6, 2: 2, 4: 1, 8: 1}
                    duration_sigma: 1.2
                    duration_max: 12h
                    queues: [vision, language, platform]
                """;

        static final String WINDOWED = """
                cluster:
                  nodes:
                    - {count: 4, gpus: 8, model: H100, cpu: 96, memory: 1Ti}
                    - {count: 4, gpus: 4, model: A100, cpu: 64, memory: 512Gi}
                workload:
                  generate:
                    jobs: 400
                    load: 1.5
                    gpus: {0.25: 2, 0.5: 2, 1: 6, 2: 4, 4: 3, 8: 1}
                    gang: {1: 8, 2: 2, 3: 1}
                    cpu_per_gpu: 12
                    duration_sigma: 1.2
                    duration_max: 12h
                strategies:
                  - {name: windows, place: fgd, backfill: greedy, plan: {exchange: {window: 16}}}
                """;

        /** Nodes of two kinds, on which fractions, single GPUs and whole nodes are asked for. */
        static String placed(int load) {
            return """
                    cluster:
                      nodes:
                        - {count: 6, gpus: 8, cpu: 96, memory: 1Ti}
                        - {count: 4, gpus: 4, cpu: 64, memory: 512Gi}
                    workload:
                      generate:
                        jobs: 128
                        load: LOAD
                        gpus: {0.25: 3, 0.5: 3, 1: 4, 2: 2, 4: 2, 8: 2}
                        duration_sigma: 1.2
                        duration_max: 12h
                    """.replace("LOAD", Integer.toString(load));
        }
    }
}
