package io.berth.kube.device.expression;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Values by identifier, by domain. A domain that is not there is looked up as one without values, so that an expression need not ask for it
 * first (k8s.io/dynamic-resource-allocation, cel/compile.go, {@code newStringInterfaceMapWithDefault}).
 */
final class Domains extends AbstractMap<String, Map<String, Object>> {
    private final TreeMap<String, Map<String, Object>> domains = new TreeMap<>();

    /** @param domain where the name has none in front of a slash */
    void add(String qualified, String domain, Object value) {
        int slash = qualified.indexOf('/');
        String in = slash < 0 ? domain : qualified.substring(0, slash);
        domains.computeIfAbsent(in, name -> new TreeMap<>()).put(qualified.substring(slash + 1), value);
    }

    /** Whether something was added in this domain. */
    boolean has(String domain) {
        return domains.containsKey(domain);
    }

    @Override
    public Map<String, Object> get(Object domain) {
        Map<String, Object> known = domain instanceof String name ? domains.get(name) : null;
        return known == null ? Map.of() : known;
    }

    @Override
    public boolean containsKey(Object domain) {
        return true;
    }

    @Override
    public Set<Entry<String, Map<String, Object>>> entrySet() {
        return domains.entrySet();
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
