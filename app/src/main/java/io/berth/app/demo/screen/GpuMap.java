package io.berth.app.demo.screen;

import io.berth.app.demo.screen.DemoSnapshot.GpuCell;
import io.berth.app.demo.screen.DemoSnapshot.NodeRow;
import io.berth.app.demo.screen.DemoSnapshot.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedStringBuilder;

/** Draws the nodes with one cell per GPU, in as many columns as fit, downward; and what the cells mean. */
record GpuMap(DemoSnapshot snapshot, Look look, int columns) {
    private static final int GAP = 2;

    List<AttributedStringBuilder> draw() {
        List<NodeRow> nodes = snapshot.nodes();
        int name = 0;
        int gpus = 0;
        for (NodeRow node : nodes) {
            name = Math.max(name, node.name().length());
            gpus = Math.max(gpus, node.gpus().size());
        }
        int width = name + 1 + gpus + GAP;
        int across = Math.max(1, (columns - 1 + GAP) / width);
        int down = (nodes.size() + across - 1) / across;
        List<AttributedStringBuilder> lines = new ArrayList<>();
        for (int row = 0; row < down; row++) {
            AttributedStringBuilder line = new AttributedStringBuilder().append(' ');
            for (int number = row; number < nodes.size(); number += down) {
                line.append(number == row ? "" : " ".repeat(GAP));
                node(nodes.get(number), name, gpus, line);
            }
            lines.add(line);
        }
        lines.add(legend());
        return lines;
    }

    private void node(NodeRow node, int name, int gpus, AttributedStringBuilder line) {
        String label = node.name() + " ".repeat(name - node.name().length()) + look.mark(node.status());
        line.styled(look.node(node.status()), label);
        for (GpuCell cell : node.gpus()) {
            boolean lost = node.status() == NodeStatus.LOST;
            char shade = lost ? look.lost() : look.shade(cell);
            line.styled(lost ? look.node(node.status()) : look.tenant(cell.tenant()), String.valueOf(shade));
        }
        line.append(" ".repeat(gpus - node.gpus().size()));
    }

    private AttributedStringBuilder legend() {
        AttributedStringBuilder line = new AttributedStringBuilder().append(' ');
        for (int tenant = 0; look.colour() && tenant < snapshot.tenants().size(); tenant++) {
            line.styled(
                            look.tenant(tenant),
                            look.shade(4) + " " + snapshot.tenants().get(tenant))
                    .append("  ");
        }
        String shades = look.shade(0) + " 0  " + look.shade(1) + " 25  " + look.shade(2) + " 50  " + look.shade(3)
                + " 99  " + look.shade(4) + " 100 %  ";
        return line.styled(look.quiet(), shades).styled(look.node(NodeStatus.LOST), look.lost() + " lost");
    }
}
