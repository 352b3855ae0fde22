package io.berth.kube.scale;

import io.berth.core.time.Nanos;
import io.berth.edge.scale.ScaleFigures;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.ServiceScaler;
import io.berth.edge.scale.ServiceScaler.Verdict;
import io.berth.edge.scale.Told;
import io.berth.kube.api.ApiClient;
import io.berth.kube.scale.ScaleSubresource.Scale;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has an object ask for as many replicas as the requests need that gateways have for it. Several of one deployment all decide, so that each knows what came
 * when it is its turn; only the one that leads writes. Nothing is written while a HorizontalPodAutoscaler scales the same object, while nobody knows what comes,
 * and where somebody else has asked for none, which turns scaling off as it does there. Of one thread.
 */
final class ReplicaFollower {
    /** So often must others have changed the number before they are told to be in the way. */
    private static final int OFTEN = 3;

    private final ScaleWish wish;
    private final Sides sides;
    private final BooleanSupplier leads;
    private final ScaleSubresource scale;
    private final Rivals rivals;
    private final Consumer<String> note;
    private final AskedStarts starts = new AskedStarts();
    /** By the name of a gateway, how many requests had come when it was looked before. */
    private SortedMap<String, Long> arrived = new TreeMap<>();

    private @Nullable ServiceScaler scaler;

    /** How it was when it was read or written last. */
    private @Nullable Scale known;

    /** Whether this one led then. */
    private boolean ours;

    private int changedByOthers;
    private long ups;
    private long downs;
    private String trouble = "";
    private String rival = "";

    /**
     * @param leads whether it is this one who scales
     * @param note told of what people should know
     */
    ReplicaFollower(ApiClient client, ScaleWish wish, Sides sides, BooleanSupplier leads, Consumer<String> note) {
        this.wish = wish;
        this.sides = sides;
        this.leads = leads;
        this.note = note;
        scale = new ScaleSubresource(client, wish.target());
        rivals = new Rivals(client, wish.target(), note);
    }

    /** Decides what it is time to decide; called some times a second. */
    void look(long nowNanos) {
        ServiceScaler deciding = scaler;
        if (deciding == null) {
            deciding = new ServiceScaler(wish.spec(), wish.idleNanos(), nowNanos);
            scaler = deciding;
        }
        try {
            decide(deciding, nowNanos);
        } catch (IOException | RuntimeException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    private void decide(ServiceScaler deciding, long nowNanos) throws IOException {
        starts.ready(sides.ready(), nowNanos);
        SortedMap<String, Told> demand = sides.demand();
        boolean wakes = came(demand) && asleep(known) && leads.getAsBoolean();
        if (!wakes && !deciding.due(nowNanos)) {
            return;
        }
        Scale now = read(nowNanos);
        if (wakes && asleep(now)) {
            now = carryOut(now, new Verdict(1, 0, "a request came while there was none"), nowNanos);
        }
        int ready = Math.min(now.replicas(), sides.ready().size());
        Verdict verdict =
                deciding.decide(new ServiceScaler.Standing(ready, now.replicas(), starts.nanos()), demand, nowNanos);
        if (verdict != null) {
            carryOut(now, verdict, nowNanos);
        }
        trouble = "";
    }

    /** Whether a request came, or one waits, since it was looked before. */
    private boolean came(SortedMap<String, Told> demand) {
        boolean came = false;
        SortedMap<String, Long> now = new TreeMap<>();
        for (SortedMap.Entry<String, Told> entry : demand.entrySet()) {
            long count = entry.getValue().demand().arrived();
            came |= entry.getValue().demand().waiting() > 0 || count > arrived.getOrDefault(entry.getKey(), count);
            now.put(entry.getKey(), count);
        }
        arrived = now;
        return came;
    }

    /** Whether there is none since nothing came. */
    private boolean asleep(@Nullable Scale at) {
        return at != null && at.replicas() == 0 && wish.idleNanos() != Nanos.NEVER;
    }

    private Scale read(long nowNanos) throws IOException {
        Scale now = scale.read();
        Scale before = known;
        if (ours && before != null && now.replicas() != before.replicas() && ++changedByOthers == OFTEN) {
            note.accept("somebody else changes how many replicas "
                    + wish.target().text() + " has, just now from " + before.replicas() + " to " + now.replicas()
                    + ": where two scale, each undoes what the other did");
        }
        known(now, nowNanos);
        return now;
    }

    private void known(Scale now, long nowNanos) {
        known = now;
        ours = leads.getAsBoolean();
        starts.asked(now.replicas(), nowNanos);
    }

    /** How it is then. */
    private Scale carryOut(Scale now, Verdict verdict, long nowNanos) throws IOException {
        String hindrance = verdict.replicas() == now.replicas() ? "" : hindrance(now, nowNanos);
        if (verdict.replicas() == now.replicas() || !hindrance.isEmpty()) {
            tell(now, verdict, hindrance);
            return now;
        }
        Scale written = scale.write(now, verdict.replicas());
        if (written == null) {
            tell(now, verdict, "somebody changed it meanwhile");
            return now;
        }
        ups += verdict.replicas() > now.replicas() ? 1 : 0;
        downs += verdict.replicas() < now.replicas() ? 1 : 0;
        known(written, nowNanos);
        tell(written, verdict, "");
        return written;
    }

    /** Why it is not for this one to change the number; empty where it is. */
    private String hindrance(Scale now, long nowNanos) throws IOException {
        if (now.replicas() == 0 && !asleep(now)) {
            return "somebody asked for none, which turns it off until there is one";
        }
        if (!leads.getAsBoolean()) {
            return "whoever has the lease scales it";
        }
        String found = rivals.rival(nowNanos);
        if (!found.isEmpty() && !found.equals(rival)) {
            note.accept(found + " scales " + wish.target().text() + " too, so this one leaves it to that");
        }
        rival = found;
        return found.isEmpty() ? "" : found + " scales it";
    }

    private void failed(String why) {
        if (!why.equals(trouble)) {
            trouble = why;
            note.accept(why);
        }
        Scale now = known == null ? new Scale(0, "") : known;
        tell(now, new Verdict(now.replicas(), 0, why), "");
    }

    private void tell(Scale now, Verdict verdict, String hindrance) {
        sides.decided(new ScaleRow(
                wish.target().text(),
                now.replicas(),
                Math.min(now.replicas(), sides.ready().size()),
                leads.getAsBoolean(),
                hindrance.isEmpty() ? verdict.reason() : verdict.reason() + "; " + hindrance,
                new ScaleFigures(verdict.replicas(), verdict.perSecond(), starts.nanos(), ups, downs)));
    }
}
