package io.berth.learn.environment.fleet;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.model.Feature;
import io.berth.core.time.Nanos;
import io.berth.learn.environment.Observation;
import java.util.List;

/** A row for each server: what the dispatcher knows of it, what the request would meet there, and the request itself. */
final class FleetView {
    private static final String SQUASHED = ", seconds, x / (x + 1 s)";
    private static final List<Feature> FEATURES = List.of(
            Feature.share("takes", "1 where the request can go there"),
            Feature.share("outstanding", "requests there, waiting and running, x / (x + slots)"),
            Feature.share("running", "the share of its slots in use"),
            Feature.share("drain", "how long it needs for all that is there" + SQUASHED),
            Feature.share("pace", "how long it takes for one request, measured" + SQUASHED),
            Feature.share(
                    "finish",
                    "after how long the request would be answered there, its model's load included" + SQUASHED),
            Feature.share("service", "how long the request takes there by itself" + SQUASHED),
            Feature.share("loaded", "1 where it has the request's model loaded, or needs none"),
            Feature.share("will_have", "1 where it has it, or will have for a request that is there"),
            Feature.share("load_time", "how long it takes to load a model" + SQUASHED),
            Feature.share("speed", "its speed, divided by the largest of the fleet"),
            Feature.share("slots", "its slots, divided by the most of the fleet"),
            Feature.share("memory", "its memory, divided by the largest of the fleet; 0 where none has any"),
            Feature.share("memory_free", "what of its memory nobody holds, a share; 0 where it has none"),
            Feature.share("idle_sends", "requests sent since the last one there, x / (x + servers)"),
            Feature.share("work", "the request's expected work at speed 1" + SQUASHED),
            Feature.share(
                    "need",
                    "memory of the request and its model, divided by the largest server's; 0 where none has any"),
            Feature.share("priority", "of the request, x / (x + 1); 0 where it is not above 0"),
            Feature.share("slack", "time to its deadline" + SQUASHED + "; 1 where it has none, 0 where it has passed"));

    private final Observation observation;
    private final int servers;
    private final double speed;
    private final double slots;
    private final double memory;

    FleetView(List<ServerSpec> specs) {
        servers = specs.size();
        observation = new Observation(servers, "server", FEATURES);
        speed = specs.stream().mapToInt(ServerSpec::speedMilli).max().orElse(1);
        slots = specs.stream().mapToInt(ServerSpec::slots).max().orElse(1);
        memory = specs.stream().mapToLong(ServerSpec::memoryBytes).max().orElse(0);
    }

    Observation observation() {
        return observation;
    }

    void write(Question question, float[] into) {
        Fleet fleet = question.fleet();
        long sends = 0;
        for (int server = 0; server < servers; server++) {
            sends = StrictMath.max(sends, fleet.lastSent(server));
        }
        int at = 0;
        for (int server = 0; server < servers; server++) {
            at = writeLoad(question, server, into, at);
            at = writeServer(fleet, server, into, at);
            into[at++] = (float) squash((double) (sends - fleet.lastSent(server)), servers);
            at = writeRequest(question, into, at);
        }
    }

    private int writeLoad(Question question, int server, float[] into, int from) {
        Fleet fleet = question.fleet();
        Request request = question.request();
        int at = from;
        into[at++] = fleet.takes(server, request) ? 1 : 0;
        into[at++] =
                (float) squash(fleet.outstanding(server), fleet.spec(server).slots());
        into[at++] = (float) fleet.running(server) / fleet.spec(server).slots();
        into[at++] = squashed(fleet.drainNanos(server));
        into[at++] = squashed(fleet.paceNanos(server));
        into[at++] = squashed(fleet.finishNanos(server, request));
        into[at++] = squashed(fleet.serviceNanos(server, request));
        into[at++] = fleet.loaded(server, request.model()) ? 1 : 0;
        into[at++] = hasOrWill(fleet, server, request) ? 1 : 0;
        return at;
    }

    private int writeServer(Fleet fleet, int server, float[] into, int from) {
        ServerSpec spec = fleet.spec(server);
        int at = from;
        into[at++] = squashed(fleet.loadTimeNanos(server));
        into[at++] = (float) (spec.speedMilli() / speed);
        into[at++] = (float) (spec.slots() / slots);
        into[at++] = memory == 0 ? 0 : (float) (spec.memoryBytes() / memory);
        into[at++] = spec.memoryBytes() == 0 ? 0 : (float) (fleet.freeBytes(server) / (double) spec.memoryBytes());
        return at;
    }

    private int writeRequest(Question question, float[] into, int from) {
        Request request = question.request();
        long deadline = request.deadlineNanos();
        int at = from;
        into[at++] = squashed(request.workNanos());
        into[at++] =
                memory == 0 ? 0 : (float) StrictMath.min(1, question.fleet().needBytes(request) / memory);
        into[at++] = (float) squash(StrictMath.max(0, request.priority()), 1);
        into[at++] = deadline == Nanos.NEVER ? 1 : squashed(StrictMath.max(0, deadline - question.nowNanos()));
        return at;
    }

    private static boolean hasOrWill(Fleet fleet, int server, Request request) {
        return request.model() == Request.NO_MODEL || fleet.willHave(server, request.model());
    }

    private static float squashed(long nanos) {
        return (float) squash(Nanos.toSeconds(nanos), 1);
    }

    private static double squash(double value, double half) {
        return value / (value + half);
    }
}
