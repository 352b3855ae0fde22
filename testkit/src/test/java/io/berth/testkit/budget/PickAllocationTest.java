package io.berth.testkit.budget;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.testkit.random.RandomModels;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pick, and telling the fleet of it, allocate nothing. */
class PickAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SERVERS = 1000;
    private static final int PICKS = 20_000;

    /** Of a balancer that asks a network about each server: a pick takes 200 times as long. */
    private static final int LEARNT_PICKS = 1000;

    /** What the measurement itself and the compiler's last changes of mind may take over all picks. */
    private static final long NOISE_BYTES = 2_000;

    private final Chance chance = new Chance(1, "picks", 0);
    private final List<Request> requests = new ArrayList<>();

    static List<String> balancers() {
        return DispatchCatalog.standard().names(DispatchKind.BALANCE);
    }

    @ParameterizedTest
    @MethodSource("balancers")
    void a_pick_among_a_thousand_servers_allocates_nothing(String name) {
        Fleet fleet = fleet();
        Balancer balancer = DispatchCatalog.standard().balancer(RandomModels.balancing(name));
        balancer.begin(fleet);
        for (int i = 0; i < 64; i++) {
            requests.add(new Request(i, 0, i % 2, Need.of(i % 3, Nanos.SECOND * (1 + i), i % 9), 0, Nanos.NEVER));
        }
        int picks = name.equals("learnt") ? LEARNT_PICKS : PICKS;
        long sum = picks(balancer, fleet, picks) + picks(balancer, fleet, picks);

        long before = THREADS.getCurrentThreadAllocatedBytes();
        sum += picks(balancer, fleet, picks);
        long after = THREADS.getCurrentThreadAllocatedBytes();

        assertThat(sum).isNotNegative();
        assertThat(after - before).isLessThan(NOISE_BYTES);
    }

    private long picks(Balancer balancer, Fleet fleet, int picks) {
        long sum = 0;
        for (int i = 0; i < picks; i++) {
            Request request = requests.get(i % requests.size());
            int server = balancer.pick(request, fleet, i, chance);
            sum += server;
            fleet.sent(server, request);
            fleet.started(server);
            if (i % 3 > 0) {
                fleet.finished(server, request);
            }
        }
        return sum;
    }

    private static Fleet fleet() {
        List<ServerSpec> servers = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            int speed = 500 << server % 4;
            servers.add(new ServerSpec("s", speed, 1, speed, 1, 16L << server % 3, Nanos.SECOND, 0));
        }
        return new Fleet(servers, new long[] {2, 4, 8});
    }
}
