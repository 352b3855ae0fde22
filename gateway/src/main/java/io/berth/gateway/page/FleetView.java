package io.berth.gateway.page;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.gateway.desk.AttachedServers;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Member;
import io.berth.gateway.fleet.Roster;
import io.berth.gateway.fleet.Standing;
import io.berth.gateway.fleet.Watch;
import io.berth.gateway.record.Evenness;
import io.berth.gateway.record.Recorders;
import io.berth.gateway.setting.ServerTraits;
import io.berth.gateway.tenant.Account;
import io.berth.gateway.tenant.Tenancy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The servers and the fleet at a moment, as a document. */
public final class FleetView {
    private static final double NANOS = 1e9;

    private final House house;
    private final Board board;
    private final String balance;

    /** What is looked at. */
    public record House(
            Desk desk, Roster roster, Watch watch, Tenancy tenancy, Recorders recorders, Supplier<Evenness.Look> use) {}

    FleetView(House house, Board board, String balance) {
        this.house = house;
        this.board = board;
        this.balance = balance;
    }

    Map<String, Object> document() {
        long now = System.nanoTime();
        Evenness.Look look = house.use.get();
        Map<Integer, Evenness.Seen> seen = new HashMap<>();
        look.servers().forEach(server -> seen.put(server.server(), server));
        List<Object> servers = new ArrayList<>();
        for (Member member : house.roster.members()) {
            servers.add(server(member, seen.get(member.number()), now));
        }
        Document imbalance = new Document();
        house.recorders.imbalance().forEach(imbalance::number);
        return new Document()
                .put("at", Instant.now().toString())
                .put("balance", balance)
                .put("servers", servers)
                .put(
                        "fleet",
                        new Document()
                                .put("under_way", house.desk.underWay())
                                .put("held", Math.max(0, look.held()))
                                .put("sent", house.desk.look(Fleet::sends))
                                .all(board.all().figures(now))
                                .put("imbalance", imbalance.map())
                                .map())
                .put("held", held())
                .put("tenants", tenants())
                .map();
    }

    private Map<String, Object> server(Member member, Evenness.@Nullable Seen seen, long now) {
        Standing standing = house.watch.standing(member);
        int told = member.server().spec().slots();
        long age = house.watch.reportAge(member);
        Document server = new Document()
                .put("name", member.server().name())
                .put("number", member.number())
                .put("place", member.server().backend().authority())
                .text("region", member.server().region())
                .put("state", standing.state())
                .text("why", standing.why())
                .number("since_s", standing.sinceSeconds())
                .number("until_s", standing.untilSeconds() < 0 ? Double.NaN : standing.untilSeconds())
                .put("ejections", standing.ejections())
                .put("report", house.watch.mode(member))
                .number("report_age_s", age < 0 ? Double.NaN : (double) age / NANOS)
                .put("in_flight", house.desk.servers().outstanding(member.number()));
        if (told != ServerTraits.UNTOLD_SLOTS) {
            server.put("slots", told);
        } else if (board.mostRunning(member.number()) > 0) {
            server.put("slots_seen", board.mostRunning(member.number()));
        }
        if (seen != null && seen.running() >= 0) {
            server.put("running", seen.running()).put("waiting", seen.waiting());
        }
        AttachedServers.Gpus gpus = house.desk.servers().gpus(member.number());
        if (member.server().gpus() != null) {
            server.put("gpu_report", house.watch.gpuMode(member));
        }
        if (gpus != null) {
            server.number("gpu_engine", gpus.engine())
                    .number("gpu_memory", gpus.memory())
                    .number("gpu_others", gpus.others());
        }
        Tally tally = board.of(member.number());
        return (tally == null ? server : server.all(tally.figures(now))).map();
    }

    /** How many requests of each tenant and urgency wait here, those that wait most ahead. */
    private List<Object> held() {
        Map<Integer, String> names = names();
        Map<String, Document> groups = new TreeMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (Arrival arrival : house.desk.waiting()) {
            String tenant = names.getOrDefault(arrival.tenant(), "");
            String group = tenant + " " + arrival.priority();
            counts.merge(group, 1, Integer::sum);
            groups.computeIfAbsent(
                    group, _ -> new Document().put("tenant", tenant).put("priority", arrival.priority()));
        }
        groups.forEach((group, document) -> document.put("requests", counts.getOrDefault(group, 0)));
        return groups.entrySet().stream()
                .sorted((a, b) -> counts.getOrDefault(b.getKey(), 0) - counts.getOrDefault(a.getKey(), 0))
                .map(entry -> (Object) entry.getValue().map())
                .toList();
    }

    private List<Object> tenants() {
        List<Object> tenants = new ArrayList<>();
        names().forEach((number, name) -> tenants.add(
                new Document().put("number", number).put("name", name).map()));
        return tenants;
    }

    private Map<Integer, String> names() {
        Map<Integer, String> names = new TreeMap<>();
        for (Account account : house.tenancy.accounts().all()) {
            names.put(account.number(), account.name());
        }
        return names;
    }

    /** How many requests servers run at once, by name: as was told, or seen while others waited; others are left out. */
    Map<String, Integer> slots() {
        Map<String, Integer> slots = new TreeMap<>();
        for (Member member : house.roster.members()) {
            int told = member.server().spec().slots();
            int seen = board.full(member.number());
            if (told != ServerTraits.UNTOLD_SLOTS || seen > 0) {
                slots.put(member.server().name(), told != ServerTraits.UNTOLD_SLOTS ? told : seen);
            }
        }
        return slots;
    }
}
