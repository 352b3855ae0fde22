package io.berth.kube.lease;

import io.berth.kube.object.Meta;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.Message;

/**
 * {@code coordination.k8s.io/v1 Lease}, as far as it says who leads.
 *
 * @param version of the object; empty for one that is not there yet
 * @param holder empty where nobody has it
 * @param seconds for how long after the last renewal nobody else may take it
 * @param acquiredNanos since when the holder has it, UTC
 * @param changes how often it went from one to another
 */
record Lease(String version, String holder, int seconds, long acquiredNanos, int changes) {
    private static final String API = "coordination.k8s.io/v1";

    static final Lease NONE = new Lease("", "", 0, 0, 0);

    static Lease read(byte[] sealed) {
        return Envelope.open(sealed, Lease::read);
    }

    private static Lease read(Message message) {
        String version = "";
        Lease spec = NONE;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> version = message.message(Meta::read).resourceVersion();
                case 2 -> spec = message.message(Lease::readSpec);
                default -> message.skip();
            }
        }
        return new Lease(version, spec.holder, spec.seconds, spec.acquiredNanos, spec.changes);
    }

    private static Lease readSpec(Message message) {
        String holder = "";
        int seconds = 0;
        long acquired = 0;
        int changes = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> holder = message.text();
                case 2 -> seconds = message.whole();
                case 3 -> acquired = message.message(Lease::readMoment);
                case 5 -> changes = message.whole();
                default -> message.skip();
            }
        }
        return new Lease("", holder, seconds, acquired, changes);
    }

    private static long readMoment(Message message) {
        long nanos = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> nanos += message.number() * 1_000_000_000L;
                case 2 -> nanos += message.number();
                default -> message.skip();
            }
        }
        return nanos;
    }

    /** This one as {@code newHolder} holds it from now on. */
    Lease heldBy(String newHolder, int newSeconds, long nowNanos) {
        boolean same = holder.equals(newHolder);
        boolean first = version.isEmpty() || newHolder.isEmpty();
        return new Lease(
                version, newHolder, newSeconds, same ? acquiredNanos : nowNanos, same || first ? changes : changes + 1);
    }

    /** As it is written, renewed now. */
    byte[] sealed(String namespace, String name, long nowNanos) {
        return Envelope.seal(
                API,
                "Lease",
                new Fields()
                        .message(
                                1, new Fields().text(1, name).text(3, namespace).text(6, version))
                        .message(
                                2,
                                new Fields()
                                        .text(1, holder)
                                        .number(2, seconds)
                                        .moment(3, acquiredNanos)
                                        .moment(4, nowNanos)
                                        .number(5, changes)));
    }
}
