package io.berth.core.cluster;

/** A reader of the change log that keeps something per node: asked again only for the nodes that changed. */
public final class ChangeReader {
    private final Nodes nodes;
    private long seen;
    private int known = -1;

    /** What is kept per node. */
    public interface Rows {
        /** Makes room for {@code count} nodes; each is updated next. */
        void resize(int count);

        /** Looks at a node again. */
        void update(int node);
    }

    public ChangeReader(Nodes nodes) {
        this.nodes = nodes;
    }

    /** Tells {@code rows} what changed since the last call; everything where nodes came. */
    public void catchUp(Rows rows) {
        ChangeLog changes = nodes.changes();
        long head = changes.head();
        if (known != nodes.count()) {
            known = nodes.count();
            rows.resize(known);
            for (int node = 0; node < known; node++) {
                rows.update(node);
            }
        } else if (changes.reaches(seen)) {
            for (long position = seen; position < head; position++) {
                int node = changes.at(position);
                if (node >= 0) {
                    rows.update(node);
                }
            }
        } else {
            for (int node = 0; node < known; node++) {
                if (changes.last(node) >= seen) {
                    rows.update(node);
                }
            }
        }
        seen = head;
        changes.read();
    }
}
