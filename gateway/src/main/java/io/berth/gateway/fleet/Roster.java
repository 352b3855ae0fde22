package io.berth.gateway.fleet;

import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.health.Condition;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.desk.Newcomer;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.Server;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which servers there are: who joined, who takes no more requests, who has left. A server is known by its name; at another place it is
 * another one. For any thread.
 */
public final class Roster {
    /** How long it is still known who had a number, for what was told late of it. */
    private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Desk desk;
    private final Models models;
    private final Map<Integer, Member> members = new ConcurrentSkipListMap<>();
    private volatile IntConsumer left = _ -> {};
    private boolean begun;

    /** What became of a new list. */
    public record Change(List<String> joined, List<String> leaving, List<String> changed) {
        /** Whether nothing did. */
        public boolean none() {
            return joined.isEmpty() && leaving.isEmpty() && changed.isEmpty();
        }

        /** In words. */
        public String text() {
            List<String> parts = new ArrayList<>();
            part(parts, "joined", joined);
            part(parts, "leaving", leaving);
            part(parts, "changed", changed);
            return "servers " + String.join(", ", parts);
        }

        private static void part(List<String> parts, String what, List<String> names) {
            if (!names.isEmpty()) {
                parts.add(what + ": " + String.join(" ", names));
            }
        }
    }

    /** @param desk to which {@code servers} are known by the numbers 0, 1, ... */
    public Roster(Desk desk, List<Server> servers) {
        this.desk = desk;
        this.models = new Models(desk);
        long now = System.nanoTime();
        for (int number = 0; number < servers.size(); number++) {
            Server server = servers.get(number);
            members.put(number, new Member(number, server, new Condition(false, now)));
            desk.servers().models(number, models.joins(number, server.models()));
            desk.servers().place(number, server.region());
        }
        begun = !servers.isEmpty();
        desk.servers().onGone(this::gone);
    }

    /** {@code heard} is told of each server that takes no more requests, and again when it has left. */
    public void onLeft(IntConsumer heard) {
        left = heard;
    }

    /** Which servers have which models. */
    public Models models() {
        return models;
    }

    /** All that have not left, those among them that take no more requests. */
    public List<Member> members() {
        return members.values().stream().filter(member -> !member.isGone()).toList();
    }

    /** The bearer of {@code number}, which may have left; null where it was long ago. */
    public @Nullable Member member(int number) {
        return members.get(number);
    }

    /** Where server {@code number} is, or was. */
    public Backend backend(int number) {
        Member member = members.get(number);
        if (member == null) {
            throw new IllegalArgumentException("There is no server " + number + ".");
        }
        return member.server().backend();
    }

    /** Whether connections to server {@code number} are worth keeping. */
    public boolean stays(int number) {
        Member member = members.get(number);
        return member != null && !member.leaving();
    }

    /** These are the servers from now on: others leave when what is under way there has ended. */
    public synchronized Change apply(Collection<Server> wanted) {
        forget();
        Map<String, Server> byName = new LinkedHashMap<>();
        wanted.forEach(server -> byName.put(server.name(), server));
        Change change = new Change(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<Member> leaving = new ArrayList<>();
        for (Member member : members()) {
            if (member.leaving()) {
                continue;
            }
            Server now = byName.remove(member.server().name());
            if (now == null) {
                leaving.add(member);
                change.leaving.add(member.server().name());
            } else if (!now.at(member.server())) {
                leaving.add(member);
                byName.put(now.name(), now);
                change.changed.add(now.name());
            } else if (!now.equals(member.server())) {
                change(member, now);
                change.changed.add(now.name());
            }
        }
        for (Server server : byName.values()) {
            if (!change.changed.contains(server.name())) {
                change.joined.add(server.name());
            }
            join(server);
        }
        // After those that came: there is always somebody for a request.
        leaving.forEach(this::leave);
        begun |= !wanted.isEmpty();
        return change;
    }

    /** Where none was there yet, nobody else could have the requests while one is tried. */
    private void join(Server server) {
        int number = desk.servers().nextServer();
        Member member = new Member(number, server, new Condition(begun, System.nanoTime()));
        members.put(number, member);
        member.most = begun ? 1 : Integer.MAX_VALUE;
        desk.servers()
                .join(
                        number,
                        new Newcomer(
                                server.spec(), server.region(), models.joins(number, server.models()), member.most));
    }

    private void leave(Member member) {
        member.leave();
        models.leaves(member.number());
        left.accept(member.number());
        desk.servers().leave(member.number());
    }

    private void change(Member member, Server now) {
        Server before = member.server();
        member.change(now);
        ServerSpec spec = now.spec();
        if (!spec.equals(before.spec())) {
            desk.servers().redeclare(member.number(), spec);
        }
        if (!now.region().equals(before.region())) {
            desk.servers().place(member.number(), now.region());
        }
        if (!now.models().equals(before.models())) {
            models.has(member.number(), now.models());
        }
    }

    private void gone(int number) {
        Member member = members.get(number);
        if (member != null) {
            member.gone(System.nanoTime());
            left.accept(number);
        }
    }

    private void forget() {
        long before = System.nanoTime() - REMEMBERED_NANOS;
        members.values().removeIf(member -> member.forgotten(before));
    }

    /**
     * The same list with one server for each name.
     *
     * @param doubts told of those that are left out
     */
    public static List<Server> distinct(List<Server> servers, Consumer<String> doubts) {
        Map<String, Server> byName = new LinkedHashMap<>();
        for (Server server : servers) {
            Server other = byName.putIfAbsent(server.name(), server);
            if (other != null && !other.at(server)) {
                doubts.accept("two servers are called " + server.name() + ": the one at "
                        + server.backend().authority() + " is left out");
            }
        }
        return List.copyOf(byName.values());
    }
}
