package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Views;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.NodeEntry;
import io.berth.console.view.job.JobEntry;
import io.berth.edge.access.Caller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code GET /holders}: whose each GPU is, for a map of all. */
final class HolderResource {
    static final Parameter BY = Parameter.words(
            "by", "Of which queue, owner or job; queues where it is absent.", List.of("queue", "owner", "job"));

    private static final int IDLE = -1;
    private static final int SEVERAL = -2;

    private final Views views;

    HolderResource(Views views) {
        this.views = views;
    }

    /**
     * Whose the GPUs are.
     *
     * @param by {@code queue}, {@code owner} or {@code job}
     * @param names of those that hold any; empty for those whom the caller may not see
     * @param nodes those of which a GPU is held
     */
    record Holders(String by, List<String> names, List<NodeHolders> nodes) {}

    /**
     * Whose the GPUs of a node are.
     *
     * @param node its number
     * @param gpus for each the place of its holder in {@code names}, from 0; -1 for none, -2 for several
     */
    record NodeHolders(int node, List<Integer> gpus) {}

    Response get(Call call) {
        List<String> words = call.words(BY.name());
        String by = words.isEmpty() ? "queue" : words.getFirst();
        LiveView view = views.of(call);
        Map<Integer, NodeEntry> nodes = new TreeMap<>();
        view.nodes().forEach(node -> nodes.put(node.number(), node));
        Map<String, Integer> names = new LinkedHashMap<>();
        Map<Integer, int[]> held = new TreeMap<>();
        for (JobEntry job : view.jobsAfter(0)) {
            if (job.phase().holds() && job.gpuMilli() > 0) {
                int holder = names.computeIfAbsent(name(job, by, call.caller()), _ -> names.size());
                mark(job, holder, nodes, held);
            }
        }
        List<NodeHolders> rows = new ArrayList<>();
        held.forEach((node, gpus) ->
                rows.add(new NodeHolders(node, Arrays.stream(gpus).boxed().toList())));
        return Response.json(200, new Holders(by, List.copyOf(names.keySet()), rows));
    }

    private static String name(JobEntry job, String by, Caller caller) {
        if (!caller.sees(job.spec())) {
            return "";
        }
        return switch (by) {
            case "owner" -> String.valueOf(job.user() == null ? "–" : job.user());
            case "job" -> Long.toString(job.id());
            default -> job.spec().queue();
        };
    }

    private static void mark(JobEntry job, int holder, Map<Integer, NodeEntry> nodes, Map<Integer, int[]> held) {
        for (int task : job.placedTasks()) {
            NodeEntry node = nodes.get(job.node(task));
            if (node == null) {
                continue;
            }
            int[] gpus = held.computeIfAbsent(node.number(), _ -> {
                int[] idle = new int[node.spec().gpus()];
                Arrays.fill(idle, IDLE);
                return idle;
            });
            for (int gpu : job.gpus(task)) {
                gpus[gpu] = gpus[gpu] == IDLE || gpus[gpu] == holder ? holder : SEVERAL;
            }
        }
    }
}
