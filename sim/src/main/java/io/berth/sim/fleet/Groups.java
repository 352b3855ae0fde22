package io.berth.sim.fleet;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.split.CallTimes;
import io.berth.core.dispatch.split.FleetView;
import io.berth.core.dispatch.split.Merger;
import io.berth.core.dispatch.split.Share;
import io.berth.core.dispatch.split.Splitter;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Items;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What becomes of requests of several items on their way to the flow: they are split and merged by what decides at a gateway, too. */
final class Groups {
    private final VirtualFleet servers;
    private final Balancer balancer;
    private final CallTimes times = new CallTimes();
    private final @Nullable Splitter splitter;
    private final @Nullable Merger<Alike, Tracked.Member> merger;
    /** By their numbers at the flow. */
    private final Map<Long, Sent> sent = new LinkedHashMap<>();

    private record Alike(int tenant, int model, int priority) {}

    private record Sent(
            List<Merger.Member<Tracked.Member>> members, Splitter.@Nullable Split split, List<Integer> items) {}

    /**
     * What goes to the flow.
     *
     * @param tracked what is known of it here
     * @param asked what the flow is told
     */
    record Ready(Tracked tracked, Arrival asked) {}

    Groups(DispatchSpec.Grouping grouping, VirtualFleet servers, Balancer balancer) {
        this.servers = servers;
        this.balancer = balancer;
        splitter = grouping.splits() ? new Splitter(grouping.mostShares(), times) : null;
        merger = grouping.merges() ? new Merger<>(grouping.holdNanos(), grouping.mostItems(), times) : null;
    }

    /** Whether it has a say in what becomes of {@code arrival}. */
    boolean takes(RequestArrival arrival) {
        return arrival.items() != null && (splitter != null || merger != null);
    }

    /** A request of items came; returns what is to be sent now. */
    List<Ready> arrive(RequestArrival arrival, long number, long nowNanos) {
        Tracked.Member member = new Tracked.Member(arrival, number);
        Stage stage = arrival.stages().getFirst();
        if (merger == null) {
            return List.of(ready(
                    new Merger.Batch<>(
                            List.of(new Merger.Member<>(member, stage.model(), null)),
                            items(arrival).count()),
                    nowNanos));
        }
        Alike alike = new Alike(arrival.tenant(), stage.model(), arrival.priority());
        return ready(
                merger.offer(
                        new Merger.Asked<>(alike, stage.model(), items(arrival).count()),
                        member,
                        view(arrival, nowNanos),
                        nowNanos),
                nowNanos);
    }

    /** When something that is held is to be sent; {@link Nanos#NEVER} for nothing. */
    long nextNanos() {
        return merger == null ? Nanos.NEVER : merger.nextNanos();
    }

    /** What is held no longer. */
    List<Ready> due(long nowNanos) {
        return merger == null || merger.nextNanos() > nowNanos ? List.of() : ready(merger.due(nowNanos), nowNanos);
    }

    /** The server of {@code place} has answered {@code call}. */
    void answered(int place, Call call, long nowNanos) {
        Sent what = sent.get(call.number());
        if (what != null) {
            Need.Part part = call.request().need().part();
            times.answered(call.stage().model(), place, what.items.get(part == null ? 0 : part.place()), (double)
                    (nowNanos - call.startedNanos()));
        }
    }

    /** What was sent as {@code number} ended, as {@code ends} says of each. */
    void ended(long number, List<RequestEnd> ends) {
        Sent what = sent.remove(number);
        if (what == null || !ends.getFirst().answered()) {
            return;
        }
        for (int i = 0; i < ends.size(); i++) {
            double took = ends.get(i).atNanos() - ends.get(i).arrival().atNanos();
            if (merger != null) {
                merger.ended(what.members.get(i), took);
            }
            if (splitter != null && what.split != null) {
                splitter.ended(what.split, took);
            }
        }
    }

    private List<Ready> ready(List<Merger.Batch<Tracked.Member>> batches, long nowNanos) {
        return batches.stream().map(batch -> ready(batch, nowNanos)).toList();
    }

    private Ready ready(Merger.Batch<Tracked.Member> batch, long nowNanos) {
        List<Tracked.Member> members =
                batch.members().stream().map(Merger.Member::who).toList();
        RequestArrival whole = merged(members, nowNanos);
        Stage stage = whole.stages().getFirst();
        long number = members.getFirst().number();
        Splitter.Split split = splitter == null || members.size() > 1
                ? null
                : splitter.split(stage.model(), batch.items(), view(whole, nowNanos));
        List<Share> shares = split == null ? List.of() : split.shares();
        if (shares.isEmpty()) {
            sent.put(number, new Sent(batch.members(), split, List.of(batch.items())));
            return new Ready(new Tracked(whole, members), whole.asked(number));
        }
        List<Stage> parts = new ArrayList<>();
        List<io.berth.core.dispatch.flow.Stage> asked = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            Stage part = items(whole).share(stage, shares.get(i).items(), i > 0);
            Need.Part place = new Need.Part(shares.get(i).row(), i);
            Need need = new Need(part.model(), part.expectedNanos(), part.memoryBytes(), Prompt.NONE).as(place);
            parts.add(part);
            asked.add(new io.berth.core.dispatch.flow.Stage(need, i > 0, Stage.NOT_KEPT));
        }
        sent.put(
                number,
                new Sent(
                        batch.members(),
                        split,
                        shares.stream().map(Share::items).toList()));
        return new Ready(
                new Tracked(whole.with(parts), members),
                new Arrival(number, whole.tenant(), whole.priority(), whole.deadlineNanos(), asked));
    }

    /** One call for all of {@code members}. */
    private static RequestArrival merged(List<Tracked.Member> members, long nowNanos) {
        RequestArrival first = members.getFirst().arrival();
        if (members.size() == 1) {
            return first;
        }
        Stage stage = first.stages().getFirst();
        long callNanos = items(first).callNanos();
        long work = callNanos;
        long expected = 0;
        long bytes = 0;
        long deadline = Nanos.NEVER;
        int count = 0;
        for (Tracked.Member member : members) {
            Stage one = member.arrival().stages().getFirst();
            work += one.workNanos() - callNanos;
            expected += one.expectedNanos();
            bytes = StrictMath.max(bytes, one.memoryBytes());
            deadline = StrictMath.min(deadline, member.arrival().deadlineNanos());
            count += items(member.arrival()).count();
        }
        Stage all = new Stage(stage.name(), stage.model(), work, expected, 0, bytes, false, Stage.NOT_KEPT);
        return new RequestArrival(
                nowNanos,
                first.tenant(),
                first.priority(),
                deadline,
                List.of(all),
                RequestArrival.Bond.NONE,
                new Items(count, callNanos));
    }

    private FleetView view(RequestArrival arrival, long nowNanos) {
        Stage stage = arrival.stages().getFirst();
        Need need = Need.of(stage.model(), stage.expectedNanos(), stage.memoryBytes());
        return FleetView.of(
                servers.fleet(), balancer, new FleetView.Arriving(arrival.tenant(), need), nowNanos, servers::place);
    }

    private static Items items(RequestArrival arrival) {
        if (arrival.items() == null) {
            throw new IllegalStateException("The request has no items.");
        }
        return arrival.items();
    }
}
