package io.berth.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ChangeLogTest {
    private final NodeTable nodes = new NodeTable();

    @Test
    void a_reader_sees_each_changed_node_once_however_often_it_changed() {
        Rows rows = new Rows();
        ChangeReader reader = readerOf(3, rows);
        nodes.drain(1, true);
        nodes.drain(2, true);
        nodes.drain(1, false);

        rows.updated.clear();
        reader.catchUp(rows);

        assertThat(rows.updated).containsExactly(2, 1);
        rows.updated.clear();
        reader.catchUp(rows);
        assertThat(rows.updated).isEmpty();
    }

    @Test
    void a_reader_that_the_log_no_longer_reaches_looks_at_all_that_changed() {
        Rows rows = new Rows();
        ChangeReader reader = readerOf(3, rows);
        for (int change = 0; change < 1000; change++) {
            nodes.drain(change % 2, change % 3 == 0);
        }

        rows.updated.clear();
        reader.catchUp(rows);

        assertThat(rows.updated).containsExactly(0, 1);
    }

    @Test
    void a_reader_never_misses_a_change_whatever_the_pace_and_the_growth() {
        Chance chance = new Chance(1, "change-log", 0);
        Rows rows = new Rows();
        ChangeReader reader = readerOf(1, rows);
        for (int round = 0; round < 2000; round++) {
            TreeSet<Integer> changed = new TreeSet<>();
            int changes = chance.below(chance.below(50) == 0 ? 400 : 20);
            for (int change = 0; change < changes; change++) {
                int node = chance.below(nodes.count());
                nodes.drain(node, chance.below(2) == 0);
                changed.add(node);
            }
            if (chance.below(40) == 0) {
                changed.add(nodes.count());
                join(nodes.count() + 1);
            }
            rows.updated.clear();
            reader.catchUp(rows);
            assertThat(rows.updated).doesNotHaveDuplicates().containsAll(changed);
        }
        assertThat(nodes.count()).isGreaterThan(32);
    }

    /** A reader that has seen {@code count} nodes join. */
    private ChangeReader readerOf(int count, Rows rows) {
        join(count);
        ChangeReader reader = new ChangeReader(nodes);
        reader.catchUp(rows);
        return reader;
    }

    private void join(int count) {
        for (int node = nodes.count(); node < count; node++) {
            nodes.join(node, NodeSpec.of("n" + node, 1, 1, 0, ""));
        }
    }

    private static final class Rows implements ChangeReader.Rows {
        private final List<Integer> updated = new ArrayList<>();

        @Override
        public void grow(int count) {}

        @Override
        public void update(int node) {
            updated.add(node);
        }
    }
}
