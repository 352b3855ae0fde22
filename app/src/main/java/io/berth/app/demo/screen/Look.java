package io.berth.app.demo.screen;

import io.berth.app.demo.screen.DemoSnapshot.GpuCell;
import io.berth.app.demo.screen.DemoSnapshot.LogKind;
import io.berth.app.demo.screen.DemoSnapshot.NodeStatus;
import io.berth.core.workload.Demand;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import org.jline.utils.AttributedStyle;

/**
 * What a terminal can show.
 *
 * @param colour false for shades and words only
 * @param unicode false for ASCII only
 */
public record Look(boolean colour, boolean unicode) {
    private static final int[] TENANT_COLOURS = {
        AttributedStyle.CYAN,
        AttributedStyle.YELLOW,
        AttributedStyle.MAGENTA,
        AttributedStyle.GREEN,
        AttributedStyle.BLUE,
        AttributedStyle.WHITE
    };

    private static final String UNICODE_SHADES = "·░▒▓█";
    private static final String ASCII_SHADES = ".-+x#";

    /**
     * The look for an environment: no colour where {@code NO_COLOR} is set and not empty (no-color.org), Unicode where the
     * terminal's charset is.
     */
    public static Look of(Map<String, String> environment, Charset charset) {
        String noColour = environment.getOrDefault("NO_COLOR", "");
        boolean unicode = charset.name().toUpperCase(Locale.ROOT).startsWith("UTF-");
        return new Look(noColour.isEmpty(), unicode);
    }

    /** The shade of a device: nothing held, up to a quarter, a half, less than all, all. */
    char shade(GpuCell cell) {
        int milli = cell.allocatedMilli();
        int level = milli <= 0 ? 0 : milli >= Demand.WHOLE_GPU_MILLI ? 4 : milli <= 250 ? 1 : milli <= 500 ? 2 : 3;
        return shade(level);
    }

    /** Shade {@code level}, 0 for nothing to 4 for all. */
    char shade(int level) {
        return (unicode ? UNICODE_SHADES : ASCII_SHADES).charAt(level);
    }

    /** A device of a lost node. */
    char lost() {
        return unicode ? '×' : '!';
    }

    /** What stands between a node's name and its devices. */
    char mark(NodeStatus status) {
        return switch (status) {
            case UP -> ' ';
            case DRAINING -> '>';
            case LOST -> lost();
        };
    }

    /** {@code text} as the terminal's charset can show it. */
    String plain(String text) {
        return unicode ? text : text.replace('×', 'x').replace('·', '-').replace("…", "...");
    }

    AttributedStyle tenant(int tenant) {
        return tenant < 0 ? quiet() : foreground(TENANT_COLOURS[tenant % TENANT_COLOURS.length]);
    }

    AttributedStyle node(NodeStatus status) {
        return switch (status) {
            case UP -> AttributedStyle.DEFAULT;
            case DRAINING -> foreground(AttributedStyle.YELLOW);
            case LOST -> foreground(AttributedStyle.RED);
        };
    }

    AttributedStyle log(LogKind kind) {
        return switch (kind) {
            case START, BACK -> foreground(AttributedStyle.GREEN);
            case STOP -> foreground(AttributedStyle.YELLOW);
            case REJECT, LOST -> foreground(AttributedStyle.RED);
            case STRATEGY -> foreground(AttributedStyle.CYAN);
        };
    }

    AttributedStyle heading() {
        return colour ? AttributedStyle.BOLD : AttributedStyle.DEFAULT;
    }

    AttributedStyle title() {
        return colour ? AttributedStyle.INVERSE : AttributedStyle.DEFAULT;
    }

    AttributedStyle quiet() {
        return colour ? AttributedStyle.DEFAULT.faint() : AttributedStyle.DEFAULT;
    }

    private AttributedStyle foreground(int index) {
        return colour ? AttributedStyle.DEFAULT.foreground(index) : AttributedStyle.DEFAULT;
    }
}
