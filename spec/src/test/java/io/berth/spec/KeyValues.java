package io.berth.spec;

import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Key;
import java.util.List;

/** What keys say of their own values. */
public final class KeyValues {
    private KeyValues() {}

    /** Defaults and examples are values of their keys. */
    public static void check(List<Key> keys) {
        for (Key key : keys) {
            for (String yaml : List.of(key.fallback(), key.example())) {
                if (!yaml.isEmpty()) {
                    key.shape().check(TreeReader.read(Source.inline("key " + key.name(), yaml)));
                }
            }
        }
    }
}
