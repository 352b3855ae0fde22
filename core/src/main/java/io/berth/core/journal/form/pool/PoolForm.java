package io.berth.core.journal.form.pool;

import io.berth.core.event.Event;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.label.LabelForm;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.NodePools;
import io.berth.core.pool.PoolTerms;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Label;
import java.util.List;
import java.util.Map;

/** Pools, and which nodes are granted to them. */
public final class PoolForm {
    private static final Form<NodePool> FORM = new Form<>("pool");
    private static final ValueField<NodePool, String> NAME = FORM.text(1, "name", NodePool::name);
    private static final ValueField<NodePool, List<String>> QUEUES =
            FORM.list(2, "queues", NodePool::queues, Codec.TEXT);
    private static final ValueField<NodePool, List<String>> NODES = FORM.list(3, "nodes", NodePool::names, Codec.TEXT);
    private static final ValueField<NodePool, List<Label>> LABELS =
            FORM.list(4, "labels", NodePool::labels, LabelForm.CODEC);
    private static final NumberField<NodePool> QUOTA =
            FORM.number(5, "quota", 0, pool -> pool.terms().quota());
    private static final NumberField<NodePool> LIMIT =
            FORM.number(6, "limit", PoolTerms.ALL, pool -> pool.terms().limit());
    private static final NumberField<NodePool> LEND =
            FORM.number(7, "lending", 0, pool -> pool.terms().lend());
    private static final NumberField<NodePool> HOLD =
            FORM.number(8, "hold", 0, pool -> pool.terms().holdNanos());
    private static final NumberField<NodePool> PATIENCE =
            FORM.number(9, "patience", Nanos.NEVER, pool -> pool.terms().patienceNanos());

    public static final Codec<NodePool> CODEC = FORM.made(PoolForm::read);

    /** A node, and what it is granted to. */
    public static final Codec<Map.Entry<Integer, NodeGrant>> GRANT = grant();

    private PoolForm() {}

    private static NodePool read(Values values) {
        try {
            PoolTerms terms = new PoolTerms(
                    QUOTA.whole(values), LIMIT.whole(values), LEND.whole(values), HOLD.of(values), PATIENCE.of(values));
            return new NodePool(NAME.of(values), QUEUES.of(values), NODES.of(values), LABELS.of(values), terms);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    /** The event of {@code pools}. */
    public static Event.PoolsDeclared declared(List<NodePool> pools) {
        return new Event.PoolsDeclared(checked(pools));
    }

    /** @throws CorruptRecordException where they make no sense together */
    public static List<NodePool> checked(List<NodePool> pools) {
        try {
            return NodePools.checked(pools);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    private static Codec<Map.Entry<Integer, NodeGrant>> grant() {
        Form<Map.Entry<Integer, NodeGrant>> form = new Form<>("grant of a node");
        var node = form.number(1, "node", 0, Map.Entry::getKey);
        var pool = form.text(2, "pool", grant -> grant.getValue().pool());
        var since = form.number(3, "since", 0, grant -> grant.getValue().sinceNanos());
        return form.made(values -> Map.entry(node.whole(values), new NodeGrant(pool.of(values), since.of(values))));
    }
}
