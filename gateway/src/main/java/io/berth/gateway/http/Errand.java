package io.berth.gateway.http;

import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.split.Merger;
import io.berth.core.dispatch.split.Splitter;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.parts.ListRequest;
import org.jspecify.annotations.Nullable;

/** The request of an exchange that may be split, or merged with others. */
final class Errand {
    private final Grouped grouped;
    private final Exchange exchange;
    private final Asked asked;
    private final ListRequest list;
    private final long kind;
    private final long sinceNanos = System.nanoTime();
    /** What servers are asked for it; null while nothing is, or where it goes its own way. */
    private volatile @Nullable Joint joint;

    private volatile Splitter.@Nullable Split split;
    private volatile Merger.@Nullable Member<Errand> member;

    /** What the desk would be asked for it. */
    record Asked(Arrival arrival, Desk.Likeness likeness, Arrivals.Question question) {}

    Errand(Grouped grouped, Exchange exchange, Asked asked, ListRequest list) {
        this.grouped = grouped;
        this.exchange = exchange;
        this.asked = asked;
        this.list = list;
        kind = list.kind();
    }

    Exchange exchange() {
        return exchange;
    }

    Asked asked() {
        return asked;
    }

    ListRequest list() {
        return list;
    }

    long kind() {
        return kind;
    }

    /** Has it split or merged; false where it goes its own way now. */
    boolean take() {
        return grouped.take(this);
    }

    void joint(Joint begun) {
        joint = begun;
    }

    void split(Splitter.Split decided) {
        split = decided;
    }

    void member(Merger.Member<Errand> decided) {
        member = decided;
    }

    Splitter.@Nullable Split split() {
        return split;
    }

    Merger.@Nullable Member<Errand> member() {
        return member;
    }

    /** Nanoseconds since it came. */
    long age() {
        return System.nanoTime() - sinceNanos;
    }

    /** Whether servers are asked for it in another way than as it came. */
    boolean atServers() {
        return joint != null;
    }

    /** It goes its own way from now on. */
    void alone() {
        joint = null;
    }

    /** Its client has left; false where it goes its own way. */
    boolean left() {
        Joint begun = joint;
        if (begun != null) {
            begun.left(this);
            return true;
        }
        return grouped.withdraw(this);
    }

    /** It was answered by {@code server}, as it came, after {@code nanos}. */
    void answeredWhole(int server, long nanos) {
        grouped.answered(kind, server, list.items(), nanos);
        grouped.ended(this);
    }
}
