package io.berth.console.alert;

import io.berth.edge.alert.Receiver;
import io.berth.edge.alert.ReceiverSettings;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.List;

/**
 * When alerts are raised, who hears of them, and what is done where nobody does anything.
 *
 * @param rules their thresholds
 * @param receivers beside those who look at the console
 * @param rescue what is done at last
 */
public record AlertOptions(AlertRules rules, List<Receiver> receivers, Rescue rescue) {
    /** What holds where nothing is configured. */
    public static final AlertOptions DEFAULT = new AlertOptions(AlertRules.DEFAULT, List.of(), Rescue.NONE);

    public AlertOptions {
        receivers = List.copyOf(receivers);
    }

    /** What {@code tree} says, which is of {@link AlertRules#SECTION}; its files are relative to {@code folder}. */
    public static AlertOptions read(Tree tree, Path folder) {
        Fields fields = AlertRules.SECTION.read(tree);
        return new AlertOptions(
                AlertRules.read(tree),
                fields.has("receivers") ? ReceiverSettings.read(fields.items("receivers"), folder) : List.of(),
                Rescue.read(fields.section("rescue")));
    }
}
