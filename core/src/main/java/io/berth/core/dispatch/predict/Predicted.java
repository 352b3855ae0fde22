package io.berth.core.dispatch.predict;

import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.dispatch.gpu.GpuLoads;
import io.berth.core.dispatch.predict.Flights.Flight;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server on which a request is predicted to cost all of them least time.
 *
 * <p>Goals: short answers on a fleet of unlike servers of which nothing was told. Constraints: open, memory. Algorithm: of each server it
 * is learnt how long a unit of work takes and how many requests it takes at once ({@link Pace}), and which beginnings of prompts it has
 * read ({@link PrefixMemory}). A request costs there the wait for a slot, the load of its model where it has to be loaded, twice the
 * reading of what is new there of its prompt, since that takes the room of something else (as a load that pushes another model out), and
 * of its own work only a part: what it
 * takes of a fast server others wait for, so that for all together it is better to leave that sooner than it seems to the one. Where
 * servers say how many requests they have and it shows that those slow one another, as in an engine that makes a token for each of them
 * in one step, what a request slows down by others and by prompts that are read counts too ({@link Engine}). Requests that are overdue
 * count against their server, so that one which answers no more is left although it never said so. A server that has answered nothing
 * yet is taken for the fastest that does one request at a time.
 *
 * <p>Two servers that take 1 and 4 s for a request, 8 at once, 8 there on the first and none on the second, a part of 0.25: the
 * first costs 0.25 × 1 + 1/8 s, the second 0.25 × 4 s, so the first; with 8 more there it costs 1.4 s, so the second.
 *
 * <p>Where requests wait at the gateway none is sent to a server before it has a slot for it, or nearly: one that would do better to wait
 * for a fast server than to begin on a slow one waits, behind those that wait longer. How many requests a server takes at once is what
 * it says of itself: what runs while others wait. To one that has never said that one waits, everything is sent: that answers take
 * longer there with others beside them may be how it computes, and not a queue.
 *
 * <p>A request of a session costs more where another server has served the session before: beside what is known of prompts, {@code stay}
 * mean works, for what servers keep that nobody sees. So it stays while the wait there is shorter than that, and moves
 * when it is longer, or the server is gone. How long its client takes meanwhile does not count.
 *
 * <p>An urgent request, of priority 1 or more, may count more of its own work, {@code urgentOwn}: it goes to the fast servers, and waits for
 * them where it would wait at the gateway.
 *
 * <p>Where exporters say how busy GPUs are, a server beside whom others use its GPUs counts as slower, as far as its answers do not show it
 * yet: a GPU gives those that use it time in turn ({@link GpuLoads}).
 *
 * <p>Source: the shortest expected delay (Banawan and Zeidat 1992) is the part 1; that what is best for each is not for all: Bell
 * and Stidham, Individual versus social optimization in the allocation of customers to alternative servers, Management Science 1983.
 * That a quarter is a good part, and that reading counts twice, was found by simulation (decision 60).
 */
public final class Predicted implements Scoring {
    /** Over so many answers goes a mean. */
    private static final double MANY = 500;
    /** What is read takes the room of something else, which will be read again: it counts for both. */
    private static final double EVICTED_TOO = 2;
    /** While it does not show what reading takes, that of a whole prompt is taken for so many mean works where a server has read it. */
    private static final double UNKNOWN_READING = 0.2;
    /** Of servers that are else equal the emptier one goes first, which this decides and little else. */
    private static final double EMPTIER = 0.02;
    /** One that says nothing for so many times as long as its oldest request was expected to take is overdue. */
    private static final double OVERDUE = 8;

    /** Where others make more of a time than this part, servers are taken for engines whose requests slow one another. */
    private static final double CROWDED = 0.1;
    /** Answers before that is said. */
    private static final int FEW = 20;
    /** Servers that have said nothing of themselves when so many answers have come are taken for such as never do. */
    private static final int UNSAID = 100;

    /** A GPU of which others use less is used by its server alone. */
    private static final double CALM = 0.05;

    /** As much as a beginning of a prompt of which nothing has shown yet. */
    private static final double STAY = UNKNOWN_READING;

    /** The least priority that is urgent. */
    private static final int URGENT = 1;

    private final double own;
    private final int blocks;
    private final double stay;
    private final double urgentOwn;
    private final Homes homes = new Homes();
    private final Flights flights = new Flights();
    private final Reading reading = new Reading();
    private final List<Server> servers = new ArrayList<>();
    private @Nullable Fleet fleet;
    private long answers;
    private double mean;
    private double leastUnit = Double.POSITIVE_INFINITY;
    /** What part of answers' times others make who are there, as a mean, and over how many answers. */
    private double crowded;

    private long unhindered;
    /** Whether any server has ever said how many requests it has. */
    private boolean reported;

    /** Who beat another server last. */
    private int rival;
    /** What was learnt so often. */
    private long learnt;

    private final FullRates full = new FullRates();

    /** What is known of one server. */
    private static final class Server {
        private final PrefixMemory memory;
        private Pace pace;
        private Engine engine;
        /** Requests there that others sent, but for those that other gateways tell of. */
        private int foreign;
        /** Requests of which neither this gateway nor another told when it reported last. */
        private int strange;
        /** How much of that still counts. */
        private double foreignShare = 1;
        /** What a unit of work took when nobody else seemed to use its GPUs; 0 where that was not seen. */
        private double calmUnit;
        /** When it answered last. */
        private long answeredNanos = Long.MIN_VALUE;

        Server(Pace pace, Engine engine, int blocks) {
            this.pace = pace;
            this.engine = engine;
            memory = new PrefixMemory(blocks);
        }
    }

    /**
     * @param own the part of its own work that a request counts, above 0 and at most 1
     * @param blocks of prompts that are remembered for each server, a power of two, 16 at least
     */
    public Predicted(double own, int blocks) {
        this(own, blocks, STAY, own);
    }

    /**
     * @param own the part of its own work that a request counts, above 0 and at most 1
     * @param blocks of prompts that are remembered for each server, a power of two, 16 at least
     * @param stay how much more work a request is where it leaves the server of its session, in mean works; 0 or more
     * @param urgentOwn the part of its own work that an urgent request counts, above 0 and at most 1
     */
    public Predicted(double own, int blocks, double stay, double urgentOwn) {
        if (!(urgentOwn > 0 && urgentOwn <= 1)) {
            throw new IllegalArgumentException(
                    "The parameter (urgent-own) must be above 0 and at most 1, not (" + urgentOwn + ").");
        }
        this.urgentOwn = urgentOwn;
        if (!(stay >= 0)) {
            throw new IllegalArgumentException("The parameter (stay) must be 0 or more, not (" + stay + ").");
        }
        this.stay = stay;
        if (!(own > 0 && own <= 1)) {
            throw new IllegalArgumentException("The parameter (own) must be above 0 and at most 1, not (" + own + ").");
        }
        this.own = own;
        this.blocks = PrefixMemory.checked(blocks);
    }

    @Override
    public void begin(Fleet begun) {
        fleet = begun;
        grow(begun);
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        if (fleet.holds()) {
            int wanted = wanted(request, fleet.held(), nowNanos);
            return wanted == Fleet.NONE || hasRoom(wanted) ? wanted : Fleet.NONE;
        }
        double typical = typical(request);
        int best = Fleet.NONE;
        boolean bestFree = false;
        double least = Double.POSITIVE_INFINITY;
        for (int server = 0; server < servers.size(); server++) {
            if (!fleet.takes(server, request)) {
                continue;
            }
            boolean free = fleet.free(server);
            double cost = cost(server, request, there(server), typical, nowNanos);
            if (best == Fleet.NONE || free && !bestFree || free == bestFree && cost < least) {
                best = server;
                bestFree = free;
                least = cost;
            }
        }
        return best;
    }

    @Override
    public boolean suits(int server, Request request, int ahead, long nowNanos) {
        if (!hasRoom(server)) {
            return false;
        }
        double typical = typical(request);
        double cost = costAfter(server, request, ahead, typical, nowNanos);
        // Who was better than another for one request most often is so for the next.
        int first = rival < servers.size() ? rival : 0;
        for (int turn = 0; turn < servers.size(); turn++) {
            int other = turn == 0 ? first : turn <= first ? turn - 1 : turn;
            if (other != server && begun().willTake(other, request)) {
                double its = costAfter(other, request, ahead, typical, nowNanos);
                if (its < cost || its == cost && other < server) {
                    rival = other;
                    return false;
                }
            }
        }
        return begun().willTake(server, request);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates candidates, long nowNanos) {
        double typical = typical(request);
        for (int place = 0; place < candidates.count(); place++) {
            candidates.cost(
                    place, cost(candidates.server(place), request, there(candidates.server(place)), typical, nowNanos));
        }
    }

    @Override
    public void explain(int number, Request request, Fleet fleet, long nowNanos, Candidate into) {
        double typical = typical(request);
        Server server = servers.get(number);
        Prompt prompt = request.need().prompt();
        into.set(Candidate.Measure.COST, cost(number, request, there(number), typical, nowNanos));
        if (leastUnit == Double.POSITIVE_INFINITY) {
            // Nobody has answered: the cost has the ratios that were told, but no time is known.
            return;
        }
        double work = request.workNanos() + reading.perByte() * unread(server, prompt);
        double wait = typical * server.pace.waits(there(number));
        double load = fleet.willHave(number, request.model()) ? 0 : fleet.loadTimeNanos(number);
        into.predict(
                unit(server) * slower(number) * (work + wait) + load + overdue(number, nowNanos),
                server.memory.known(prompt));
    }

    @Override
    public void sent(int number, Request request, long nowNanos) {
        Fleet all = begun();
        grow(all);
        Server server = servers.get(number);
        homes.sent(request.need().session(), number);
        Flight flight = flights.add(request.id(), number);
        flight.sentNanos = nowNanos;
        flight.ahead = there(number) - 1;
        flight.cold = !all.loaded(number, request.model());
        Prompt prompt = request.need().prompt();
        int known = server.memory.known(prompt);
        flight.heldBytes = prompt.bytesOf(known);
        flight.unreadBytes = prompt.bytes() - flight.heldBytes;
        flight.age = known == 0 ? 0 : server.memory.age(prompt, known);
        double work = request.workNanos() + reading.perByte() * unread(server, flight);
        double typical = mean == 0 ? work : mean;
        flight.expectedNanos = unit(server) * (work + typical * server.pace.waits(flight.ahead));
        server.memory.read(prompt);
        server.engine.sent(flight, unread(server, flight), nowNanos);
    }

    @Override
    public void left(int number, Request request, long workNanos, long nowNanos) {
        Flight flight = flights.remove(request.id());
        if (flight == null || workNanos == NO_ANSWER) {
            return;
        }
        learnt++;
        Server server = servers.get(number);
        server.answeredNanos = nowNanos;
        if (flight.cold) {
            // How much of its time was the load nobody says.
            return;
        }
        double nanos = StrictMath.max(1.0, (double) (nowNanos - flight.sentNanos));
        double work = StrictMath.max(1.0, (double) workNanos);
        double waits = mean * server.pace.waits(flight.ahead);
        Engine.Answer answer =
                new Engine.Answer(nanos, work, (flight.ahead + there(number)) / 2.0, unread(server, flight), waits);
        if (server.pace.known() && request.need().prompt() != Prompt.NONE) {
            learnReading(server, flight, answer);
        }
        double read = reading.perByte() * unread(server, flight);
        if (server.pace.known()) {
            learnEngine(server, flight, answer);
        }
        answers++;
        mean += (work + read - mean) / StrictMath.min((double) answers, MANY);
        server.pace.answered(nanos, work, read, flight.ahead, mean);
        if (begun().gpus().others(number) < CALM) {
            server.calmUnit = server.pace.unit();
        }
        leastUnit = Double.POSITIVE_INFINITY;
        for (int i = 0; i < servers.size(); i++) {
            Pace pace = servers.get(i).pace;
            leastUnit = pace.known() ? StrictMath.min(leastUnit, pace.unit()) : leastUnit;
        }
    }

    @Override
    public void reported(int number, int running, int waiting, long nowNanos) {
        Server server = servers.get(number);
        learnt++;
        reported = true;
        server.engine.reported(waiting);
        int strange = StrictMath.max(0, running + waiting - begun().crowd(number));
        // What another gateway has sent since it told is no stranger's: what is there for longer is.
        server.foreign = begun().gateways() > 1 ? StrictMath.min(strange, server.strange) : strange;
        server.strange = strange;
        server.foreignShare = 1;
        if (waiting > 0 && running > 0) {
            server.pace.slots(running);
        } else {
            server.pace.slotsAtLeast(running);
            if (answers > MANY) {
                server.pace.oneMore(begun().spec(number).slots());
            }
        }
    }

    @Override
    public void faded(int number, double share) {
        learnt++;
        servers.get(number).foreignShare = share;
    }

    @Override
    public void joined(int number) {
        Fleet all = begun();
        grow(all);
        Server server = servers.get(number);
        learnt++;
        server.pace = pace(all, number);
        server.engine = engine();
        server.calmUnit = 0;
        server.foreign = 0;
        server.strange = 0;
        server.answeredNanos = Long.MIN_VALUE;
        server.memory.clear();
        homes.none(number);
    }

    /**
     * The server that is best for {@code request}, be it that it waits for it; {@link Fleet#NONE} where none has it.
     *
     * @param ahead those that wait at the gateway before it, of whom each full server will take a part as large as its rate
     */
    private int wanted(Request request, int ahead, long nowNanos) {
        Fleet all = begun();
        double typical = typical(request);
        int best = Fleet.NONE;
        double least = Double.POSITIVE_INFINITY;
        for (int server = 0; server < servers.size(); server++) {
            if (all.willTake(server, request)) {
                double cost = costAfter(server, request, ahead, typical, nowNanos);
                if (best == Fleet.NONE || cost < least) {
                    best = server;
                    least = cost;
                }
            }
        }
        return best;
    }

    /** What {@code request} costs on {@code server} after its part of those that wait before it. */
    private double costAfter(int server, Request request, int ahead, double typical, long nowNanos) {
        double before = hasRoom(server) || ahead == 0 ? 0 : ahead * rate(server) / fullRates(request);
        return cost(server, request, there(server) + before, typical, nowNanos);
    }

    /** The rates together of the full servers that could have {@code request}; made anew when something has changed. */
    private double fullRates(Request request) {
        Fleet all = begun();
        if (!full.hold(request, all, learnt)) {
            double rates = 0;
            for (int server = 0; server < servers.size(); server++) {
                rates += all.willTake(server, request) && !hasRoom(server) ? rate(server) : 0;
            }
            full.set(rates);
        }
        return full.sum();
    }

    /** Work that {@code server} does in a unit of time. */
    private double rate(int server) {
        Server each = servers.get(server);
        return 1 / (unit(each) * each.pace.share() * slower(server));
    }

    /** How many times as long as it was seen to take it should take beside others who use its GPUs: as far as that was not seen yet. */
    private double slower(int number) {
        Server server = servers.get(number);
        if (server.calmUnit == 0) {
            return 1;
        }
        double seen = StrictMath.max(1, server.pace.unit() / server.calmUnit);
        return StrictMath.max(1, begun().gpus().slower(number) / seen);
    }

    private double typical(Request request) {
        return mean == 0 ? request.workNanos() : mean;
    }

    /** Whether one more request would have a slot at {@code number}, or nearly. */
    private boolean hasRoom(int number) {
        Fleet all = begun();
        double most = servers.get(number).pace.most();
        boolean part = all.gateways() > 1 && all.hasPart(number, most);
        return all.open(number) && (part || there(number) < most);
    }

    private double cost(int number, Request request, double there, double typical, long nowNanos) {
        Server server = servers.get(number);
        double waits = typical * server.pace.waits(there);
        double emptier = EMPTIER * typical * server.pace.share() * there * unit(server);
        double load = load(number, request);
        Prompt prompt = request.need().prompt();
        double unread = unread(server, prompt);
        double part = request.priority() >= URGENT ? urgentOwn : own;
        double work = (double) request.workNanos();
        double cost = byEngine(server)
                ? server.engine.unit(there) * waits
                        + server.engine.cost(work, prompt, unread, there, nowNanos)
                        + (part - own) * server.engine.alone(work)
                : unit(server)
                        * (waits
                                + part * work
                                + EVICTED_TOO * reading.perByte() * unread
                                - saved(prompt, unread, typical));
        return (cost + emptier) * slower(number) + load + moves(number, request, typical) + overdue(number, nowNanos);
    }

    /** What {@code request} would have done again where it leaves the server of its session. */
    private double moves(int number, Request request, double typical) {
        int home = homes.of(request.need().session());
        return home == Fleet.NONE || home == number ? 0 : unit(servers.get(number)) * stay * typical;
    }

    /** The load of its model; where that takes the room of another one, which somebody will load again, it counts for both. */
    private double load(int number, Request request) {
        Fleet all = begun();
        if (all.willHave(number, request.model())) {
            return 0;
        }
        double load = (double) all.loadTimeNanos(number);
        return all.freeBytes(number) < all.needBytes(request) ? EVICTED_TOO * load : load;
    }

    /** What a server is taken to save with what it has read of {@code prompt}, beyond what is known of that. */
    private double saved(Prompt prompt, double unread, double typical) {
        double least = UNKNOWN_READING * typical;
        boolean unknown = prompt.bytes() > 0 && reading.perByte() * prompt.bytes() < least;
        return unknown ? least * (prompt.bytes() - unread) / prompt.bytes() : 0;
    }

    /** Whether requests of {@code server} slow one another, by what all servers have shown. */
    private boolean byEngine(Server server) {
        return server.engine.known() && unhindered >= FEW && crowded > CROWDED;
    }

    private void learnEngine(Server server, Flight flight, Engine.Answer answer) {
        double perByte = reading.perByte() * server.pace.unit();
        double part = server.engine.crowded(flight, answer, server.pace.unit(), perByte);
        if (!Double.isNaN(part)) {
            unhindered++;
            crowded += (part - crowded) / StrictMath.min((double) unhindered, MANY);
        }
        server.engine.answered(flight, answer, server.pace.unit(), perByte);
    }

    private double overdue(int number, long nowNanos) {
        Flight oldest = flights.oldest(number);
        if (oldest == null) {
            return 0;
        }
        long silent = nowNanos - StrictMath.max(oldest.sentNanos, servers.get(number).answeredNanos);
        return StrictMath.max(0, silent - OVERDUE * oldest.expectedNanos);
    }

    private double unit(Server server) {
        return server.pace.known() || leastUnit == Double.POSITIVE_INFINITY ? server.pace.unit() : leastUnit;
    }

    private int there(int number) {
        Server server = servers.get(number);
        return begun().crowd(number) + (int) StrictMath.round(server.foreign * server.foreignShare);
    }

    /** Bytes of {@code prompt} that {@code server} is expected to read. */
    private static double unread(Server server, Prompt prompt) {
        int known = server.memory.known(prompt);
        if (known == 0) {
            return prompt.bytes();
        }
        long held = prompt.bytesOf(known);
        return prompt.bytes() - held + held * server.memory.forgotten(server.memory.age(prompt, known));
    }

    private static double unread(Server server, Flight flight) {
        return flight.unreadBytes + flight.heldBytes * server.memory.forgotten(flight.age);
    }

    /** From an answer: what the reading of its prompt took, and whether what its server had read was read again. */
    private void learnReading(Server server, Flight flight, Engine.Answer answer) {
        double beside = answer.nanos() / server.pace.unit() - answer.work() - answer.waits();
        double perByte;
        if (byEngine(server)) {
            beside = server.engine.beside(flight, answer);
            perByte = server.engine.perByte(flight);
        } else {
            // Where no server says anything of its requests, what seems to have been a wait may have been reading.
            double longest = reported || answers < UNSAID ? beside : beside + answer.waits();
            reading.answered(answer.unreadBytes(), beside, longest);
            perByte = reading.perByte();
        }
        if (flight.heldBytes > 0 && perByte > 0) {
            server.memory.learn(flight.age, (beside / perByte - flight.unreadBytes) / flight.heldBytes);
        }
    }

    private void grow(Fleet all) {
        while (servers.size() < all.size()) {
            servers.add(new Server(pace(all, servers.size()), engine(), blocks));
        }
        flights.grow(all.size());
    }

    private static Pace pace(Fleet all, int number) {
        return new Pace(1000.0 / all.spec(number).speedMilli());
    }

    private Engine engine() {
        return new Engine(own, EVICTED_TOO);
    }

    private Fleet begun() {
        if (fleet == null) {
            throw new IllegalStateException("A balancer must begin before it picks.");
        }
        return fleet;
    }
}
