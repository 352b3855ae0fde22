package io.berth.gateway.peer;

import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.Member;
import io.berth.gateway.fleet.Roster;
import io.berth.gateway.setting.Backend;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What gateways have at servers. Servers are known by where they are: gateways may give them names of their own. */
public final class Loads implements Subject {
    private final Desk desk;
    private final Roster roster;

    public Loads(Desk desk, Roster roster) {
        this.desk = desk;
        this.roster = roster;
    }

    @Override
    public Map<String, Object> told() {
        Map<Integer, Desk.Load> loads = desk.loads();
        List<Map<String, Object>> servers = new ArrayList<>();
        for (Member member : roster.members()) {
            Desk.Load load = loads.get(member.number());
            if (load != null && load.requests() > 0) {
                Map<String, Object> server = new LinkedHashMap<>();
                server.put("at", place(member));
                server.put("requests", load.requests());
                server.put("work_nanos", load.workNanos());
                servers.add(server);
            }
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("servers", servers);
        return document;
    }

    @Override
    public void heard(String gateway, long life, Tree document) {
        Map<String, Integer> numbers = new HashMap<>();
        roster.members().forEach(member -> numbers.put(place(member), member.number()));
        Map<Integer, Desk.Load> loads = new HashMap<>();
        for (Tree server : document.require("servers").items()) {
            Integer number = numbers.get(server.require("at").text());
            int requests = Math.toIntExact(server.require("requests").whole());
            long work = server.require("work_nanos").whole();
            if (number != null && requests > 0 && work >= 0) {
                loads.put(number, new Desk.Load(requests, work));
            }
        }
        desk.heard(gateway, loads);
    }

    private static String place(Member member) {
        Backend backend = member.server().backend();
        return backend.authority() + backend.path();
    }
}
