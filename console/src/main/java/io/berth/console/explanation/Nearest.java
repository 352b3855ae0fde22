package io.berth.console.explanation;

import io.berth.core.plan.trace.NodeMiss;
import io.berth.core.plan.trace.Shortage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The node that lacks least for one more task.
 *
 * @param text in words, such as {@code gpu-7 lacks 2 GPUs and 4 GiB of memory}
 * @param reason what is said first of that node
 * @param whenEmpty true where even the empty node lacks that
 * @param lacks all that it lacks; empty where it has enough of each resource and something else is in the way
 */
public record Nearest(String node, String text, String reason, boolean whenEmpty, List<Lack> lacks) {
    /**
     * What is short.
     *
     * @param resource {@code gpu}, {@code cpu}, {@code memory}, {@code disk}, {@code disk_io}, {@code network}, {@code tasks}, {@code gpu_memory}, or a name
     * @param unit {@code count} (CPUs, devices, whole units), {@code bytes} or {@code bytes_per_second}
     * @param lacks how much is missing
     * @param asked what a task asks for
     * @param has what the node has left; negative where others use more than there was
     */
    public record Lack(String resource, String unit, double lacks, double asked, double has) {
        static Lack of(Shortage shortage) {
            Shortage.Unit unit = shortage.unit() == Shortage.Unit.MILLI ? Shortage.Unit.COUNT : shortage.unit();
            return new Lack(
                    shortage.resource(),
                    unit.name().toLowerCase(Locale.ROOT),
                    shortage.told(shortage.lacks()),
                    shortage.told(shortage.asked()),
                    shortage.told(shortage.has()));
        }
    }

    static @Nullable Nearest of(@Nullable NodeMiss miss) {
        return miss == null
                ? null
                : new Nearest(
                        miss.node(),
                        miss.text(),
                        miss.reason().name().toLowerCase(Locale.ROOT),
                        miss.whenEmpty(),
                        miss.lacks().stream().map(Lack::of).toList());
    }
}
