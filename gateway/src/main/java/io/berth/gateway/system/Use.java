package io.berth.gateway.system;

import io.berth.core.dispatch.Fleet;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.journey.Observed;
import io.berth.gateway.record.Evenness;
import io.berth.gateway.setting.ServerTraits;
import java.util.ArrayList;
import java.util.List;

/** How the servers of a desk are used now. */
final class Use {
    private Use() {}

    static Evenness.Look of(Desk desk) {
        long underWay = desk.underWay();
        return desk.heard((fleet, heard) -> look(desk, fleet, heard, underWay));
    }

    private static Evenness.Look look(Desk desk, Fleet fleet, Observed heard, long underWay) {
        List<Evenness.Seen> servers = new ArrayList<>();
        long held = underWay;
        for (int server = 0; server < fleet.size(); server++) {
            int number = desk.servers().bearer(server);
            if (number < 0) {
                continue;
            }
            int there = fleet.outstanding(server);
            held -= there;
            int slots = fleet.spec(server).slots();
            servers.add(new Evenness.Seen(
                    number,
                    slots == ServerTraits.UNTOLD_SLOTS ? 0 : slots,
                    fleet.up(server) ? there : -1,
                    heard.running(server),
                    heard.waiting(server)));
        }
        return new Evenness.Look(servers, held);
    }
}
