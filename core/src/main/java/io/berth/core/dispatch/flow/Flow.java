package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.Verdict;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of requests from their arrival to their end, in one event loop; the page of this package draws it. It has no clock:
 * time is an argument and never goes back. Equal calls have equal effects, in the same order.
 */
public final class Flow {
    private final Fleet fleet;
    private final Dispatcher dispatcher;
    private FlowSpec spec;
    private final Servers servers;
    private final Clients clients;
    private final FeatureCache features;
    private final SingleFlight<Follower> flights = new SingleFlight<>();
    private final UnderWay underWay = new UnderWay();
    private final Stops stops;
    private final AttemptTable attempts;

    private long nextId;
    private long lost;
    private long retried;
    private long moved;
    private long shared;

    /** A stage that waits for the same work of another request. */
    private record Follower(Passage passage, int stage) {}

    /**
     * Over {@code fleet}, of which {@code dispatcher} decides; nobody else may change them but for what servers report of themselves.
     */
    public Flow(Fleet fleet, Dispatcher dispatcher, FlowSpec spec, Servers servers, Clients clients) {
        this.fleet = fleet;
        this.dispatcher = dispatcher;
        this.spec = spec;
        this.servers = servers;
        this.clients = clients;
        features = new FeatureCache(spec.features(), clients::dropped);
        stops = new Stops(fleet, dispatcher, servers);
        attempts = new AttemptTable(stops.evictions());
        attempts.grow(fleet.size());
    }

    /** A request came. */
    public void arrive(Arrival arrival, long nowNanos) {
        arrive(arrival, false, nowNanos);
    }

    /**
     * A request came.
     *
     * @param promised whether it was told to come now, so that no admission turns it away
     */
    public void arrive(Arrival arrival, boolean promised, long nowNanos) {
        long patience = Nanos.after(nowNanos, spec.timeoutNanos());
        long giveUp = spec.lateEnds() ? StrictMath.min(patience, arrival.deadlineNanos()) : patience;
        Passage passage = new Passage(arrival, promised, giveUp);
        underWay.add(passage);
        go(passage, nowNanos);
        stops.makeRoom(attempts, nowNanos);
    }

    /** The client of a request does not want it any more; false where it is not under way. */
    public boolean cancel(long number, long nowNanos) {
        Passage passage = underWay.get(number);
        if (passage != null) {
            stop(passage, Outcome.Plain.CANCELLED, nowNanos);
        }
        return passage != null;
    }

    /** When something happens here by itself; {@link Nanos#NEVER} for nothing. */
    public long nextNanos() {
        return StrictMath.min(underWay.nextNanos(), stops.nextNanos());
    }

    /** Ends what nobody waits for any more. */
    public void tick(long nowNanos) {
        while (underWay.nextNanos() <= nowNanos) {
            stop(underWay.first(), Outcome.Plain.TIMED_OUT, nowNanos);
        }
        for (int server : stops.expire(nowNanos)) {
            fill(server, nowNanos);
            letGo(server, nowNanos);
        }
        fillAll(nowNanos);
        stops.makeRoom(attempts, nowNanos);
    }

    /**
     * {@code server} has answered {@code answered}, all that it answers at this instant. What it does not have (any more), such as
     * an answer that comes after the server was given up, counts for nothing.
     *
     * @param works the work that each turned out to be
     */
    public void answered(int server, List<Request> answered, long[] works, long nowNanos) {
        List<Attempt> done = new ArrayList<>(answered.size());
        for (int i = 0; i < answered.size(); i++) {
            Request request = answered.get(i);
            Attempt attempt = attempts.takeRunning(server, request);
            if (attempt != null) {
                attempt.end();
                stops.over(server, request);
                attempt.passage().answered(works[i]);
                done.add(attempt);
                dispatcher.ended(server, request, nowNanos - attempt.startedNanos(), works[i], nowNanos);
            }
        }
        fill(server, nowNanos);
        letGo(server, nowNanos);
        for (Attempt attempt : done) {
            close(attempt, nowNanos);
        }
        stops.makeRoom(attempts, nowNanos);
    }

    /**
     * {@code server} has answered {@code request}, which turned out to be {@code workNanos} of work. Where it does not have it (any
     * more), that counts for nothing.
     */
    public void answered(int server, Request request, long workNanos, long nowNanos) {
        Attempt attempt = attempts.takeRunning(server, request);
        if (attempt != null) {
            attempt.end();
            stops.over(server, request);
            attempt.passage().answered(workNanos);
            dispatcher.ended(server, request, nowNanos - attempt.startedNanos(), workNanos, nowNanos);
            fill(server, nowNanos);
            letGo(server, nowNanos);
            close(attempt, nowNanos);
            stops.makeRoom(attempts, nowNanos);
        }
    }

    /** {@code request} comes to nothing at {@code server}, which goes on: it is tried again elsewhere, or fails. */
    public void failed(int server, Request request, long nowNanos) {
        Attempt attempt = attempts.takeRunning(server, request);
        if (attempt != null) {
            attempt.end();
            stops.over(server, request);
            dispatcher.broken(server, request, nowNanos);
            fill(server, nowNanos);
            letGo(server, nowNanos);
            comeBack(attempt, server, nowNanos);
            stops.makeRoom(attempts, nowNanos);
        }
    }

    /**
     * {@code request} has left {@code server} to make room for another, as {@link Servers#evict} said; whether it is worked on there still
     * is told by {@link #stopped}, by what the server reports, or by time.
     *
     * @param repeatable whether it can be sent again: nothing of its answer has gone to its client, and all of it is there still
     */
    public void evicted(int server, Request request, boolean repeatable, long nowNanos) {
        Attempt attempt = attempts.takeRunning(server, request);
        if (attempt == null) {
            return;
        }
        attempt.end();
        stops.evicted(attempt, nowNanos);
        fill(server, nowNanos);
        letGo(server, nowNanos);
        if (attempt.passage().ended() || !repeatable || !attempt.mayBeTriedAgain()) {
            drop(attempt, Failure.EVICTED, nowNanos);
        } else {
            again(attempt, dispatcher::yielded, nowNanos);
        }
        stops.makeRoom(attempts, nowNanos);
    }

    /** {@code request}, which should make room, stays where it is: its answer has begun. */
    public void spared(Request request) {
        stops.spared(request);
    }

    /** Nothing is done at {@code server} any more of {@code request}, which was stopped there. */
    public void stopped(int server, Request request, long nowNanos) {
        if (stops.ended(server, request, nowNanos)) {
            fill(server, nowNanos);
            letGo(server, nowNanos);
            stops.makeRoom(attempts, nowNanos);
        }
    }

    /** The answer of {@code request} by {@code server} has begun to go to its client, so that it cannot be tried again. */
    public void answering(int server, Request request) {
        Attempt attempt = attempts.running(server, request);
        if (attempt != null) {
            attempt.answering();
        }
    }

    /** A further server; whoever has made it ready then calls {@link #fill}. Returns its number. */
    public int join(ServerSpec server) {
        int number = dispatcher.join(server);
        attempts.grow(fleet.size());
        stops.joined(number);
        return number;
    }

    /** {@code server} takes no more requests, and leaves once those at it have ended; at once where it is down. */
    public void leave(int server, long nowNanos) {
        require(server);
        fleet.drain(server);
        letGo(server, nowNanos);
        dropHopeless(nowNanos);
        fillAll(nowNanos);
    }

    /**
     * {@code server} is gone without a word: what was at it comes back, those that had a slot first. A server that drained
     * leaves for good.
     */
    public void fail(int server, long nowNanos) {
        require(server);
        fleet.setUp(server, false);
        List<Attempt> back = attempts.takeRunning(server);
        for (Attempt attempt : back) {
            dispatcher.broken(server, attempt.request(), nowNanos);
        }
        stops.gone(server, nowNanos);
        for (Request request : dispatcher.empty(server, nowNanos)) {
            back.add(attempts.takeWaiting(request));
        }
        // All have ended before the first comes back: what becomes of it may end the request of another.
        back.forEach(Attempt::end);
        letGo(server, nowNanos);
        for (Attempt attempt : back) {
            comeBack(attempt, Fleet.NONE, nowNanos);
        }
        fillAll(nowNanos);
    }

    /** {@code server} takes no more requests for now; those at it stay, and are answered. */
    public void pause(int server, long nowNanos) {
        require(server);
        fleet.setUp(server, false);
        dropHopeless(nowNanos);
        fillAll(nowNanos);
    }

    /** What waits at the gateway for servers of which none is there any more. */
    private void dropHopeless(long nowNanos) {
        List<Attempt> hopeless = new ArrayList<>();
        for (Request request : dispatcher.takeHopeless(nowNanos)) {
            hopeless.add(attempts.takeWaiting(request));
        }
        hopeless.forEach(Attempt::end);
        for (Attempt attempt : hopeless) {
            drop(attempt, Failure.NO_SERVER, nowNanos);
        }
    }

    /** What {@code server} says of itself: how many requests it runs, and how many wait there. */
    public void reported(int server, int running, int waiting, long nowNanos) {
        require(server);
        stops.reported(server, running + waiting, nowNanos);
        dispatcher.reported(server, running, waiting, nowNanos);
        fill(server, nowNanos);
        letGo(server, nowNanos);
        stops.makeRoom(attempts, nowNanos);
    }

    /** How much of what {@code server} said of itself still counts, from 1 to 0. */
    public void faded(int server, double share) {
        require(server);
        dispatcher.faded(server, share);
    }

    /** The exporter of {@code server} says how busy its GPUs are; see {@link Fleet#gpuSaid}. */
    public void gpuSaid(int server, double engine, double memory, long nowNanos) {
        require(server);
        fleet.gpuSaid(server, engine, memory);
        fill(server, nowNanos);
    }

    /** How much of what the exporter of {@code server} said still counts, from 1 to 0. */
    public void gpuFaded(int server, double share) {
        require(server);
        fleet.gpuFaded(server, share);
    }

    /** Other gateways have {@code requests} at {@code server}, of {@code workNanos} together at speed 1. */
    public void elsewhere(int server, int requests, long workNanos, long nowNanos) {
        require(server);
        dispatcher.elsewhere(server, requests, workNanos);
        fill(server, nowNanos);
    }

    /** So many gateways are before the servers, this one among them. */
    public void gateways(int count, long nowNanos) {
        dispatcher.gateways(count);
        fillAll(nowNanos);
    }

    /** {@code server} has {@code most} requests at most while another could have them; see {@link Fleet#setTrial}. */
    public void setTrial(int server, int most, long nowNanos) {
        require(server);
        fleet.setTrial(server, most);
        fill(server, nowNanos);
    }

    /** {@code server} is otherwise than was declared; those at it stay. */
    public void redeclare(int server, ServerSpec changed, long nowNanos) {
        require(server);
        dispatcher.redeclare(server, changed);
        fill(server, nowNanos);
    }

    /** Requests that come from now on may be sent again so often, and take so long; what the cache holds stays as it is. */
    public void allow(int retries, long timeoutNanos) {
        spec = spec.allowing(retries, timeoutNanos);
    }

    /** {@code server}, which had failed or paused, takes requests again. */
    public void recover(int server, long nowNanos) {
        require(server);
        fleet.setUp(server, true);
        fill(server, nowNanos);
    }

    /** Nothing more will come: what still waits ends for want of a server. */
    public void close(long nowNanos) {
        for (Passage passage : underWay.all()) {
            if (!passage.ended()) {
                stop(passage, new Outcome.Failed(Failure.NO_SERVER), nowNanos);
            }
        }
    }

    /** Gives the free slots of {@code server} to those that wait for it. */
    public void fill(int server, long nowNanos) {
        if (!fleet.present(server)) {
            return;
        }
        int slots = fleet.spec(server).slots();
        Request next = dispatcher.peek(server, nowNanos);
        while (next != null && fleet.running(server) < slots && servers.canStart(server, next, nowNanos)) {
            dispatcher.take(server, next, nowNanos);
            Attempt attempt = attempts.start(next, server, nowNanos);
            attempt.passage().started(nowNanos);
            servers.start(server, attempt, nowNanos);
            next = dispatcher.peek(server, nowNanos);
        }
        servers.settled(server, nowNanos);
    }

    /** Where requests wait at the gateway: what they waited for may be no more, and so what they let pass is to be had. */
    private void fillAll(long nowNanos) {
        for (int server = 0; dispatcher.waitingAtGateway() > 0 && server < fleet.size(); server++) {
            if (fleet.present(server) && fleet.open(server)) {
                fill(server, nowNanos);
            }
        }
    }

    /** What {@code tenant} waits for counts the less the larger {@code weight} is, where the queue looks at tenants. */
    public void weigh(int tenant, double weight) {
        dispatcher.weigh(tenant, weight);
    }

    /** Requests of {@code tenant} go to servers that are {@code allowed} alone, by number; null for any. */
    public void confine(int tenant, @Nullable BitSet allowed, long nowNanos) {
        dispatcher.confine(tenant, allowed);
        dropHopeless(nowNanos);
        fillAll(nowNanos);
    }

    /** How many requests were stopped at {@code server} of which it is not known that they have ended. */
    public int lingering(int server) {
        return stops.lingering(server);
    }

    /** How many requests have come and not ended. */
    public int underWay() {
        return underWay.size();
    }

    /** What happened so far. */
    public FlowCounts counts() {
        return stops.counted(lost, retried, moved, shared);
    }

    /** Hits of the feature cache over lookups; NaN where nothing was looked up. */
    public double featureHitRate() {
        return features.hitRate();
    }

    /** Begins the next stages of {@code passage} whose results are not in the cache; ends it where none is left. */
    private void go(Passage passage, long nowNanos) {
        while (!passage.busy() && !passage.ended()) {
            int first = passage.next();
            int end = passage.advance();
            if (first == end) {
                end(passage, Outcome.Plain.ANSWERED, nowNanos);
                return;
            }
            for (int stage = first; stage < end && !passage.ended(); stage++) {
                if (features.hit(passage.stage(stage).feature(), nowNanos)) {
                    clients.reused(passage.number(), stage);
                } else {
                    begin(passage, stage, nowNanos);
                }
            }
        }
    }

    /** Has a stage done, or waits for the same work of another. */
    private void begin(Passage passage, int stage, long nowNanos) {
        long feature = passage.stage(stage).feature();
        boolean single = spec.singleFlight() && feature != Stage.NOT_KEPT;
        if (single && flights.join(feature, new Follower(passage, stage))) {
            passage.follow(1);
            shared++;
            return;
        }
        Attempt attempt = new Attempt(passage, stage, passage.request(stage, nextId++, nowNanos), single);
        Verdict verdict = dispatcher.offer(attempt.request(), passage.promised(), nowNanos);
        if (verdict instanceof Verdict.Refused refused) {
            end(passage, new Outcome.Rejected(refused.reason(), refused.again()), nowNanos);
            return;
        }
        if (single) {
            flights.begin(feature);
        }
        place(attempt, verdict, nowNanos);
    }

    private void place(Attempt attempt, Verdict verdict, long nowNanos) {
        attempt.passage().add(attempt);
        attempts.add(attempt);
        if (verdict instanceof Verdict.Sent sent) {
            attempt.at(sent.server());
            servers.queued(sent.server(), attempt.request());
            fill(sent.server(), nowNanos);
        } else if (verdict instanceof Verdict.Held(int free) && free != Fleet.NONE) {
            fill(free, nowNanos);
        }
    }

    /** A stage is done: its request goes on, and so do those that waited for its result. */
    private void close(Attempt attempt, long nowNanos) {
        Passage passage = attempt.passage();
        if (attempt.feature() != Stage.NOT_KEPT && !passage.erred()) {
            features.keep(attempt.feature(), clients.made(passage.number(), attempt.stage()), nowNanos);
        }
        List<Follower> followers = attempt.leads() ? flights.end(attempt.feature()) : List.of();
        passage.left(attempt);
        passage.queued(attempt.startedNanos() - attempt.request().arrivedNanos());
        forget(passage);
        go(passage, nowNanos);
        for (Follower follower : followers) {
            released(follower);
            go(follower.passage(), nowNanos);
        }
    }

    /** {@code attempt}, which has ended without an answer, is tried again elsewhere, or its request fails. */
    private void comeBack(Attempt attempt, int not, long nowNanos) {
        Passage passage = attempt.passage();
        lost += attempt.started() ? 1 : 0;
        if (passage.ended()) {
            drop(attempt, Failure.SERVER_FAILED, nowNanos);
        } else if (!attempt.started()) {
            moved++;
            again(attempt, not, nowNanos);
        } else if (attempt.mayBeTriedAgain() && passage.retry(spec.retries())) {
            retried++;
            again(attempt, not, nowNanos);
        } else {
            drop(attempt, Failure.SERVER_FAILED, nowNanos);
        }
    }

    /** How a request is offered again. */
    private interface Offer {
        Verdict make(Request request, long nowNanos);
    }

    private void again(Attempt broken, int not, long nowNanos) {
        again(broken, (request, now) -> dispatcher.again(request, not, now), nowNanos);
    }

    private void again(Attempt broken, Offer offer, long nowNanos) {
        Passage passage = broken.passage();
        long since = broken.started() ? nowNanos : broken.request().arrivedNanos();
        Request request = passage.request(broken.stage(), nextId++, since);
        Attempt attempt = new Attempt(passage, broken.stage(), request, broken.leads());
        Verdict verdict = offer.make(attempt.request(), nowNanos);
        if (verdict instanceof Verdict.Refused) {
            drop(broken, Failure.NO_SERVER, nowNanos);
            return;
        }
        passage.left(broken);
        place(attempt, verdict, nowNanos);
    }

    /** {@code attempt}, which has ended, is not tried again; those who wait for its result do the work themselves, the first for all. */
    private void drop(Attempt attempt, Failure failure, long nowNanos) {
        Passage passage = attempt.passage();
        passage.left(attempt);
        List<Follower> followers = attempt.leads() ? flights.end(attempt.feature()) : List.of();
        if (!passage.ended()) {
            stop(passage, new Outcome.Failed(failure), nowNanos);
        }
        forget(passage);
        for (Follower follower : followers) {
            released(follower);
            if (!follower.passage().ended()) {
                begin(follower.passage(), follower.stage(), nowNanos);
            }
        }
    }

    /** Ends a request before its time, and what is done for it alone. */
    private void stop(Passage passage, Outcome outcome, long nowNanos) {
        end(passage, outcome, nowNanos);
        for (Attempt attempt : passage.attempts()) {
            if (!attempt.over() && !inherited(attempt)) {
                abandon(attempt, nowNanos);
            }
            // Not before: while one of its attempts waits somewhere, it is not forgotten.
            passage.left(attempt);
        }
        forget(passage);
    }

    /** True where somebody waits for the result of {@code attempt}, who has it from now on. */
    private boolean inherited(Attempt attempt) {
        Follower heir = attempt.leads() ? flights.poll(attempt.feature()) : null;
        while (heir != null && heir.passage().ended()) {
            released(heir);
            heir = flights.poll(attempt.feature());
        }
        if (heir != null) {
            heir.passage().add(attempt);
            attempt.handTo(heir.passage(), heir.stage());
            released(heir);
        }
        return heir != null;
    }

    /** It waits for another request's work no more. */
    private void released(Follower follower) {
        follower.passage().follow(-1);
        forget(follower.passage());
    }

    private void abandon(Attempt attempt, long nowNanos) {
        attempt.end();
        attempts.remove(attempt);
        if (attempt.leads()) {
            flights.end(attempt.feature());
        }
        int server = attempt.server();
        if (attempt.started()) {
            stops.stop(attempt, nowNanos);
        } else {
            dispatcher.withdraw(server, attempt.request(), nowNanos);
        }
        if (server != Fleet.NONE) {
            fill(server, nowNanos);
            letGo(server, nowNanos);
        }
    }

    private void end(Passage passage, Outcome outcome, long nowNanos) {
        underWay.remove(passage);
        clients.ended(passage.end(outcome, nowNanos));
        forget(passage);
    }

    private void forget(Passage passage) {
        if (passage.forget()) {
            clients.forget(passage.number());
        }
    }

    /** Ends the membership of {@code server} where it drains and has nothing more to do. */
    private void letGo(int server, long nowNanos) {
        if (!fleet.present(server) || !fleet.draining(server) || fleet.outstanding(server) > 0) {
            return;
        }
        List<Attempt> tooLarge = new ArrayList<>();
        for (Request request : dispatcher.leave(server)) {
            tooLarge.add(attempts.takeWaiting(request));
        }
        servers.gone(server, nowNanos);
        tooLarge.forEach(Attempt::end);
        for (Attempt attempt : tooLarge) {
            drop(attempt, Failure.NO_SERVER, nowNanos);
        }
    }

    private void require(int server) {
        if (server < 0 || server >= fleet.size() || !fleet.present(server)) {
            throw new IllegalArgumentException("There is no server " + server + " in the fleet.");
        }
    }
}
