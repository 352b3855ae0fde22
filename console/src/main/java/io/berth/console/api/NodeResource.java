package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.Views;
import io.berth.console.api.call.Wildcard;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.insight.Insight;
import io.berth.console.load.NodeLoad;
import io.berth.console.view.DeviceLinks;
import io.berth.console.view.LiveView;
import io.berth.console.view.NodeEntry;
import io.berth.console.view.NodePhase;
import io.berth.console.view.job.JobEntry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.workload.Demand;
import io.berth.live.driver.Operator;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes: the list, and whether one takes tasks. */
record NodeResource(Operator operator, Views views, Sources sources) {
    /** How a row ends that knows of no load. */
    private static final String NO_LOAD = "null}";

    static final Parameter REASON = Parameter.text("reason", "Why, for people; shown until it takes tasks again.");

    private static final int LONGEST_REASON = 256;

    /** The words that the parameter {@code state} takes. */
    static List<String> stateWords() {
        return Arrays.stream(NodePhase.values()).map(NodePhase::text).toList();
    }

    /** {@code GET /nodes}. */
    Response list(Call call) {
        List<String> states = call.words("state");
        Wildcard name = new Wildcard(call.text("name"));
        Wildcard model = new Wildcard(call.text("model"));
        long after = call.whole("after");
        long limit = call.whole("limit");
        long since = call.whole("since");
        LiveView view = views.of(call);
        // Read first: what changes meanwhile is sent now, and once more later.
        String instants = ",\"instants\":" + view.totals().instants() + "}";
        StringBuilder list = new StringBuilder("{\"nodes\":[");
        long listed = 0;
        int last = 0;
        for (NodeEntry node : view.nodes()) {
            boolean wanted = node.number() > after
                    && node.version() > since
                    && (states.isEmpty() || states.contains(node.phase().text()))
                    && name.matches(node.spec().name())
                    && hasModel(node.spec(), model);
            if (wanted && listed == limit) {
                return Response.text(
                        200,
                        Response.JSON,
                        list.append("],\"next\":" + last + instants).toString());
            }
            if (wanted) {
                list.append(listed == 0 ? "" : ",").append(json(node, view));
                last = node.number();
                listed++;
            }
        }
        return Response.text(
                200, Response.JSON, list.append("],\"next\":null" + instants).toString());
    }

    /** True where its models together are meant, or that of some of its devices. */
    private static boolean hasModel(NodeSpec node, Wildcard model) {
        return model.matches(node.gpuModel()) || node.devices().stream().anyMatch(set -> model.matches(set.model()));
    }

    /** {@code GET /nodes/NAME}. */
    Response get(Call call) {
        LiveView view = views.of(call);
        NodeEntry node = find(view, call.text("name"));
        int gpus = node.spec().gpus();
        List<List<Documented.DeviceTask>> tasks = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            tasks.add(new ArrayList<>());
        }
        int[] others = new int[gpus];
        for (JobEntry job : view.jobsAfter(0)) {
            JobEntry shown = job.shownTo(call.caller());
            for (int task : job.placedTasks()) {
                if (job.node(task) == node.number()) {
                    addTask(shown == null ? job : shown, task, shown == null ? null : tasks, others);
                }
            }
        }
        DeviceLayout layout = new DeviceLayout(node.spec().devices());
        List<Documented.Device> devices = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            DeviceSet set = layout.setOf(gpu);
            devices.add(new Documented.Device(
                    gpu,
                    set.kind(),
                    set.model(),
                    node.gpuFreeMilli(gpu),
                    node.gpuFreeMemoryBytes(gpu),
                    tasks.get(gpu),
                    others[gpu]));
        }
        List<DeviceLinks.Link> ways = sources.links().of(node.spec().name());
        String more =
                Json.line(new Documented.NodeMore(devices, ways.isEmpty() ? DeviceLinks.declared(node.spec()) : ways));
        String row = json(node, view);
        return Response.text(200, Response.JSON, row.substring(0, row.length() - 1) + "," + more.substring(1));
    }

    private static void addTask(
            JobEntry job, int task, @Nullable List<List<Documented.DeviceTask>> tasks, int[] others) {
        Demand demand = job.spec().demand(task);
        int milli = demand.wholeGpus() ? Demand.WHOLE_GPU_MILLI : demand.gpuMilli();
        for (int gpu : job.gpus(task)) {
            if (tasks == null) {
                others[gpu]++;
            } else {
                tasks.get(gpu)
                        .add(new Documented.DeviceTask(
                                job.id(), job.spec().name(), job.phase().text(), task, milli));
            }
        }
    }

    /** {@code POST /nodes/NAME/drain}, and {@code undrain}. */
    Response drain(Call call, boolean draining) {
        Documents.none(call.request());
        NodeEntry node = find(views.live(), call.text("name"));
        String why = draining ? call.text(REASON.name()) : "";
        Documents.checkLength(REASON.name(), why, LONGEST_REASON);
        if (!Quote.oneLine(why).equals(why)) {
            throw Problem.input(REASON.name(), "reason must not hold a character that cannot be printed")
                    .exception();
        }
        Engine.await(operator.drain(node.spec().name(), draining, why));
        return Response.text(
                200, Response.JSON, json(find(views.live(), node.spec().name()), views.live()));
    }

    /** The row with what the node does now, which is its last component and changes by itself; of the past it is not known. */
    private String json(NodeEntry node, LiveView view) {
        Insight insight = view == views.live() ? sources.insight() : null;
        NodeLoad load = insight == null ? null : insight.loads().of(node.number());
        load = load == null ? measured(node, view) : load;
        String row = node.json();
        return load == null ? row : row.substring(0, row.length() - NO_LOAD.length()) + Json.line(load) + "}";
    }

    /** What the engine knows of it, means over five minutes; null where nobody measures it. */
    private static @Nullable NodeLoad measured(NodeEntry node, LiveView view) {
        var known = node.measured();
        if (known == null) {
            return null;
        }
        Load load = known.load();
        Double cpu = mean(load, Measure.CPU);
        return new NodeLoad(
                JobEntry.time(view.wall().wallNanos(known.measuredNanos())),
                cpu == null
                        ? null
                        : Math.rint(1000 * cpu / Math.max(1, node.spec().cpuMilli())) / 10,
                mean(load, Measure.MEMORY),
                null,
                mean(load, Measure.NETWORK),
                List.of());
    }

    private static @Nullable Double mean(Load load, Measure measure) {
        long value = load.value(Span.FIVE_MINUTES, measure, Statistic.AVG);
        return value == Load.UNKNOWN ? null : Double.valueOf((double) value);
    }

    private static NodeEntry find(LiveView view, String name) {
        List<NodeEntry> nodes = view.nodes();
        for (NodeEntry node : nodes) {
            if (node.spec().name().equals(name)) {
                return node;
            }
        }
        String nearest = NearestName.of(
                name, nodes.stream().map(node -> node.spec().name()).toList());
        String hint = nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
        throw Problem.of(404, "not-found", "there is no such thing", "there is no node " + Quote.of(name) + hint)
                .exception();
    }
}
