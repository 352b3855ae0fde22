package io.berth.kube.share;

import java.util.List;

/** The conventions that there are. */
public final class ShareConventions {
    private static final List<ShareConvention> ALL =
            List.of(new Hami(), new VolcanoVgpu(), new Koordinator(), new Kai());

    private ShareConventions() {}

    /** The names by which they are switched on. */
    public static List<String> names() {
        return ALL.stream().map(ShareConvention::name).toList();
    }

    /** @throws IllegalArgumentException where there is none of {@code name} */
    public static ShareConvention named(String name) {
        return ALL.stream()
                .filter(convention -> convention.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no convention of shares " + name + "."));
    }
}
