package io.berth.gateway.setting;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which answers are kept.
 *
 * @param paths of the requests
 * @param bytes of all answers
 * @param entryBytes of one
 * @param keptNanos how long
 */
public record Caching(List<String> paths, long bytes, long entryBytes, long keptNanos) {
    public Caching {
        paths = List.copyOf(paths);
    }

    /** Null where the file does not ask for it. */
    static @Nullable Caching read(Fields file) {
        if (!file.has("cache")) {
            return null;
        }
        Fields cache = file.section("cache");
        List<String> paths = cache.items("paths").stream().map(Tree::text).toList();
        for (Tree path : cache.items("paths")) {
            if (!path.text().startsWith("/")) {
                throw InputException.at(path, "must begin with /, as /v1/embeddings does");
            }
        }
        long bytes = cache.bytes("size");
        long entry = cache.bytes("entry");
        if (entry <= 0) {
            throw InputException.at(cache.value("entry"), "must be above 0; leave out cache to keep nothing");
        }
        if (entry > bytes) {
            throw InputException.at(
                    cache.value(cache.has("size") ? "size" : "entry"),
                    "an answer of entry, " + entry + " bytes, has no room in size, " + bytes
                            + "; raise size or lower entry");
        }
        return new Caching(paths, bytes, entry, GatewaySettings.positive(cache, "ttl"));
    }
}
