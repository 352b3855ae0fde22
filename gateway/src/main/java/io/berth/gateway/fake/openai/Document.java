package io.berth.gateway.fake.openai;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Documents key by key, in the order in which they are written. */
final class Document {
    private Document() {}

    /** Of names and values in turn; a value may be null, which JSON has too. */
    static SequencedMap<String, @Nullable Object> of(@Nullable Object... pairs) {
        SequencedMap<String, @Nullable Object> document = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            document.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return document;
    }
}
