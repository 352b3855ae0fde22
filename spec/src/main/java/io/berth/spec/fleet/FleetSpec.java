package io.berth.spec.fleet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Model servers, and what happens to them.
 *
 * @param models those that requests and servers name
 * @param servers all that are ever there
 */
public record FleetSpec(List<ModelSpec> models, List<ServerGroup> servers, FleetChanges changes) {
    public FleetSpec {
        models = List.copyOf(models);
        servers = List.copyOf(servers);
    }

    /** The names of all servers in {@code groups}, in order: groups of one prefix count on. */
    public static List<String> names(List<ServerGroup> groups) {
        List<String> names = new ArrayList<>();
        Map<String, Integer> named = new LinkedHashMap<>();
        for (ServerGroup group : groups) {
            int first = named.getOrDefault(group.prefix(), 0);
            for (int number = first; number < first + group.count(); number++) {
                names.add(String.format(Locale.ROOT, "%s-%04d", group.prefix(), number));
            }
            named.put(group.prefix(), first + group.count());
        }
        return names;
    }
}
