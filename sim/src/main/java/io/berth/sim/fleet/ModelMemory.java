package io.berth.sim.fleet;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;

/**
 * The GPU memory of one server: models that are loaded, and what requests hold. A model that nobody uses stays until its room
 * is needed; the one unused for longest leaves first.
 */
final class ModelMemory {
    private static final int NOTHING = -1;

    private final Fleet fleet;
    private final int server;
    private final ServerSpec spec;
    private final int[] users;
    private final boolean[] loaded;
    private final long[] readyNanos;
    private final long[] lastUse;
    private long freeBytes;
    private long uses;
    private int active = NOTHING;
    private long loads;
    /** By model, whether it was loaded ahead and not used since. */
    private final boolean[] ahead;

    private long unused;
    private long loadingNanos;

    ModelMemory(Fleet fleet, int server, int models) {
        this.fleet = fleet;
        this.server = server;
        spec = fleet.spec(server);
        users = new int[models];
        loaded = new boolean[models];
        readyNanos = new long[models];
        lastUse = new long[models];
        ahead = new boolean[models];
        freeBytes = spec.memoryBytes();
        fleet.setFree(server, freeBytes);
        for (int model = 0; model < models; model++) {
            fleet.setLoaded(server, model, false);
        }
    }

    /** Loads {@code model} before the run begins. */
    void preload(int model) {
        load(model);
        if (freeBytes < 0) {
            throw new IllegalArgumentException(
                    "Server " + spec.name() + " has no memory for all the models it begins with.");
        }
    }

    /** Loads {@code model} in place of {@code victim}, -1 for none, before it is asked for; false where it is there, or the victim is in use. */
    boolean loadAhead(int model, int victim, long now) {
        if (loaded[model] || victim != NOTHING && (!loaded[victim] || users[victim] > 0)) {
            return false;
        }
        if (victim != NOTHING) {
            unload(victim);
        }
        load(model);
        ahead[model] = true;
        readyNanos[model] = now + spec.loadNanos();
        lastUse[model] = ++uses;
        return true;
    }

    /** Models that were loaded ahead and that nobody has asked for here, those counted that have left. */
    long unused() {
        long there = 0;
        for (boolean each : ahead) {
            there += each ? 1 : 0;
        }
        return unused + there;
    }

    /** Whether {@code request} could hold its memory now, idle models pushed out. */
    boolean fits(Request request) {
        long need = request.memoryBytes();
        if (request.model() != Request.NO_MODEL && !loaded[request.model()]) {
            need += fleet.modelBytes(request.model());
        }
        for (int model = 0; need > freeBytes && model < loaded.length; model++) {
            if (loaded[model] && users[model] == 0 && model != request.model()) {
                need -= fleet.modelBytes(model);
            }
        }
        return need <= freeBytes;
    }

    /** Takes the memory of {@code request}, which must fit, and returns when its model is ready. */
    long hold(Request request, long now) {
        int model = request.model();
        boolean missing = model != Request.NO_MODEL && !loaded[model];
        long need = request.memoryBytes() + (missing ? fleet.modelBytes(model) : 0);
        while (need > freeBytes) {
            evict(model);
        }
        freeBytes -= request.memoryBytes();
        fleet.setFree(server, freeBytes);
        if (model == Request.NO_MODEL) {
            return now;
        }
        if (missing) {
            load(model);
            loads++;
            loadingNanos += spec.loadNanos();
            readyNanos[model] = now + spec.loadNanos();
        } else if (active != model && active != NOTHING) {
            readyNanos[model] = StrictMath.max(now, readyNanos[model]) + spec.switchNanos();
        }
        active = model;
        ahead[model] = false;
        users[model]++;
        lastUse[model] = ++uses;
        return StrictMath.max(now, readyNanos[model]);
    }

    /** Gives the memory of {@code request} back. */
    void release(Request request) {
        freeBytes += request.memoryBytes();
        fleet.setFree(server, freeBytes);
        if (request.model() != Request.NO_MODEL) {
            users[request.model()]--;
            lastUse[request.model()] = ++uses;
        }
    }

    long freeBytes() {
        return freeBytes;
    }

    /** Models loaded since the run began. */
    long loads() {
        return loads;
    }

    /** Time spent with that. */
    long loadingNanos() {
        return loadingNanos;
    }

    private void load(int model) {
        loaded[model] = true;
        freeBytes -= fleet.modelBytes(model);
        fleet.setLoaded(server, model, true);
        fleet.setFree(server, freeBytes);
    }

    private void evict(int wanted) {
        int oldest = NOTHING;
        for (int model = 0; model < loaded.length; model++) {
            boolean idle = loaded[model] && users[model] == 0 && model != wanted;
            if (idle && (oldest == NOTHING || lastUse[model] < lastUse[oldest])) {
                oldest = model;
            }
        }
        if (oldest == NOTHING) {
            throw new IllegalStateException("Server " + spec.name() + " has no model to push out.");
        }
        unload(oldest);
    }

    private void unload(int model) {
        loaded[model] = false;
        unused += ahead[model] ? 1 : 0;
        ahead[model] = false;
        freeBytes += fleet.modelBytes(model);
        fleet.setLoaded(server, model, false);
    }
}
