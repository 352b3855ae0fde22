package io.berth.spec.script;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern PROFILE = Pattern.compile("(?i)[1-9]g\\.\\d{1,3}gb");

    public ScriptNode {
        names = List.copyOf(names);
        models = List.copyOf(models);
        features = List.copyOf(features);
    }

    /**
     * The model that {@code text} names, as this node writes it; {@code text} itself where there is none such. An instance of MIG
     * goes by its profile, with or without the model that it is of: {@code 3g.40gb}, {@code nvidia_h100_80gb_hbm3_3g.40gb}.
     */
    String model(String text) {
        String wanted = plain(PROFILE.matcher(text).replaceAll(""));
        String profile = profile(text);
        for (String model : models) {
            String known = plain(PROFILE.matcher(model).replaceAll(""));
            boolean same = profile.isEmpty() || profile.equals(profile(model));
            if (same && !known.isEmpty() && (wanted.startsWith(known) || known.startsWith(wanted))) {
                return model;
            }
        }
        return text;
    }

    private static String profile(String text) {
        Matcher profile = PROFILE.matcher(text);
        return profile.find() ? profile.group().toLowerCase(Locale.ROOT) : "";
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
