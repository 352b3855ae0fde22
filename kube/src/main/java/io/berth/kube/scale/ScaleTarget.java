package io.berth.kube.scale;

import java.util.Locale;

/**
 * An object that has the scale subresource.
 *
 * @param api its group and version, such as {@code apps/v1}; {@code v1} for the group without a name
 */
public record ScaleTarget(String api, String kind, String namespace, String name) {
    /** What people call it. */
    public String text() {
        return kind + " " + namespace + "/" + name;
    }

    /** What the lease is called by which it is agreed who scales it, in its namespace. */
    public String lease() {
        return "berth-scale-" + kind.toLowerCase(Locale.ROOT) + "-" + name;
    }

    /** Its group; empty for the one without a name. */
    String group() {
        int slash = api.indexOf('/');
        return slash < 0 ? "" : api.substring(0, slash);
    }

    /** Where the API server says what it serves of its version. */
    String versionPath() {
        return (group().isEmpty() ? "/api/" : "/apis/") + api;
    }
}
