package io.berth.gateway.fleet;

import io.berth.core.dispatch.gpu.GpuLoads;
import io.berth.core.dispatch.health.Ages;
import io.berth.edge.load.DcgmText;
import io.berth.edge.load.GpuLoad;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.setting.Server;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/**
 * Asks DCGM exporters how busy the GPUs of servers are, and tells the desk. One page is asked once for all servers whose GPUs it names; what
 * it said counts for less and less when it says nothing more. {@link #round} is of one thread.
 */
final class GpuWatch {
    private static final double MILLI = 1000;

    private final Desk desk;
    private final Roster roster;
    private final Asker asker;
    private final Consumer<String> note;
    /** By the numbers of servers. */
    private final Map<Integer, Reading> readings = new ConcurrentHashMap<>();

    private final Set<URI> asked = new ConcurrentSkipListSet<>();
    /** Pages of which people were told that they are of no use. */
    private final Set<URI> told = new ConcurrentSkipListSet<>();

    /** What was said of one server. */
    private static final class Reading {
        private final long nanos;
        private double share = 1;

        private Reading(long nanos) {
            this.nanos = nanos;
        }
    }

    /** @param note told of pages that cannot be read, once */
    GpuWatch(Desk desk, Roster roster, Asker asker, Consumer<String> note) {
        this.desk = desk;
        this.roster = roster;
        this.asker = asker;
        this.note = note;
    }

    /** Asks all pages that were not asked yet or have answered. */
    void ask() {
        Map<URI, List<Member>> pages = new TreeMap<>();
        for (Member member : roster.members()) {
            Server.Gpus gpus = member.server().gpus();
            if (gpus != null && !member.leaving()) {
                pages.computeIfAbsent(gpus.exporter(), _ -> new ArrayList<>()).add(member);
            }
        }
        pages.forEach((url, members) -> {
            if (asked.add(url)) {
                asker.page(url).whenComplete((text, problem) -> {
                    asked.remove(url);
                    hear(url, members, problem == null ? DcgmText.read(text) : List.of());
                });
            }
        });
    }

    private void hear(URI url, List<Member> members, List<GpuLoad> loads) {
        List<String> unheard = new ArrayList<>();
        for (Member member : members) {
            if (!hear(member, loads)) {
                unheard.add(member.server().name());
            }
        }
        if (unheard.isEmpty()) {
            told.remove(url);
        } else if (told.add(url)) {
            note.accept("the DCGM exporter " + url + " does not say how busy the GPUs are of "
                    + String.join(", ", unheard));
        }
    }

    /** Of several GPUs the mean counts, as a request uses all of them; false where one of them is not there. */
    private boolean hear(Member member, List<GpuLoad> loads) {
        Server.Gpus gpus = member.server().gpus();
        if (gpus == null) {
            return true;
        }
        double engine = 0;
        double memory = 0;
        for (String name : gpus.names()) {
            GpuLoad load = loads.stream()
                    .filter(each -> each.gpu().is(name))
                    .findFirst()
                    .orElse(null);
            if (load == null || load.engineMilli() == GpuLoad.UNKNOWN) {
                return false;
            }
            engine += load.engineMilli() / MILLI;
            memory += load.dramMilli() == GpuLoad.UNKNOWN ? GpuLoads.UNKNOWN : load.dramMilli() / MILLI;
        }
        int count = gpus.names().size();
        readings.put(member.number(), new Reading(System.nanoTime()));
        desk.servers().gpuSaid(member.number(), engine / count, memory / count);
        return true;
    }

    /** What was said long ago counts for less. */
    void fade(Ages ages, long now) {
        Set<Integer> there = new HashSet<>();
        roster.members().forEach(member -> there.add(member.number()));
        readings.keySet().retainAll(there);
        readings.forEach((server, reading) -> {
            double share = ages.share(now - reading.nanos);
            if (share != reading.share) {
                reading.share = share;
                desk.servers().gpuFaded(server, share);
            }
        });
    }

    /** Whether what was said of {@code server} counts as it is, in part, or not at all: fresh, decayed, blind. */
    String mode(int server, Ages ages, long now) {
        Reading reading = readings.get(server);
        double share = reading == null ? 0 : ages.share(now - reading.nanos);
        return share == 1 ? "fresh" : share > 0 ? "decayed" : "blind";
    }
}
