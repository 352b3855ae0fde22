package io.berth.spec.script;

import java.util.List;

/**
 * What a script may ask of the node that runs it.
 *
 * @param names by which it is known
 * @param cpus all that it has, whole ones
 * @param gpus all that it has
 * @param models of its GPUs
 * @param features the words that {@code --constraint} may name, small letters
 */
public record ScriptNode(List<String> names, int cpus, int gpus, List<String> models, List<String> features) {
    public ScriptNode {
        names = List.copyOf(names);
        models = List.copyOf(models);
        features = List.copyOf(features);
    }

    /** The model that {@code text} names, as this node writes it; {@code text} itself where there is none such. */
    String model(String text) {
        String wanted = plain(text);
        for (String model : models) {
            String known = plain(model);
            if (!known.isEmpty() && (wanted.startsWith(known) || known.startsWith(wanted))) {
                return model;
            }
        }
        return text;
    }

    /** Small letters and digits only: {@code RTX-4090} is what scripts call {@code rtx4090} or {@code nvidia_rtx_4090}. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (char next : text.toCharArray()) {
            if (Character.isLetterOrDigit(next)) {
                plain.append(Character.toLowerCase(next));
            }
        }
        return plain.toString().replaceFirst("^nvidia(geforce)?", "");
    }
}
