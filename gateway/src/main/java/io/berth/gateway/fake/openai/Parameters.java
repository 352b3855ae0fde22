package io.berth.gateway.fake.openai;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parameters of a request, or of a part of it. What is wrong with one is answered with its name; {@code null} is the same as absent. */
record Parameters(Tree.Map map) {
    /** More is no request that anybody means; each takes some hundred bytes while it is read. */
    private static final int MOST_VALUES = 500_000;

    private static final String TYPE = "invalid_type";

    /** Those of a body. */
    static Parameters read(String body) {
        try {
            Tree tree = JsonReader.read(Source.text("body", body), MOST_VALUES, Integer.MAX_VALUE);
            if (tree instanceof Tree.Map map) {
                return new Parameters(map);
            }
            throw new ApiException(ApiError.invalid(null, TYPE, "The body must be an object."));
        } catch (InputException e) {
            throw new ApiException(ApiError.invalid(null, null, e.place() + ": " + e.problem()));
        }
    }

    /** Those of {@code tree}, which must be an object. */
    static Parameters of(Tree tree) {
        if (tree instanceof Tree.Map map) {
            return new Parameters(map);
        }
        throw wrong(tree, TYPE, "must be an object");
    }

    @Nullable
    Tree get(String key) {
        Tree value = map.get(key);
        return value == null || value.isNull() ? null : value;
    }

    Tree require(String key) {
        Tree value = get(key);
        if (value == null) {
            throw new ApiException(ApiError.missing(Tree.below(map.path(), key)));
        }
        return value;
    }

    String text(String key) {
        return text(require(key));
    }

    @Nullable
    String optionalText(String key) {
        Tree value = get(key);
        return value == null ? null : text(value);
    }

    /** The items of a list that must be there and hold something. */
    List<Tree> items(String key) {
        Tree value = require(key);
        if (!(value instanceof Tree.Items list)) {
            throw wrong(value, TYPE, "must be a list");
        }
        if (list.items().isEmpty()) {
            throw wrong(value, "invalid_value", "must not be empty");
        }
        return list.items();
    }

    int whole(String key, int min, int max, int fallback) {
        Tree value = get(key);
        return value == null ? fallback : (int) whole(value, min, max);
    }

    boolean flag(String key) {
        Tree value = get(key);
        if (value == null) {
            return false;
        }
        if (isText(value)) {
            throw wrong(value, TYPE, "must be true or false");
        }
        try {
            return value.flag();
        } catch (InputException e) {
            throw wrong(value, TYPE, "must be true or false");
        }
    }

    static boolean isText(Tree value) {
        return value instanceof Tree.Scalar scalar && scalar.quoted();
    }

    static String text(Tree value) {
        if (!isText(value)) {
            throw wrong(value, TYPE, "must be a string");
        }
        return value.text();
    }

    static long whole(Tree value, long min, long max) {
        try {
            long number = isText(value) ? Long.MIN_VALUE : value.whole();
            if (number >= min && number <= max) {
                return number;
            }
        } catch (InputException e) {
            // The same words as for a number out of range.
        }
        throw wrong(value, "invalid_value", "must be a whole number from " + min + " to " + max);
    }

    static ApiException wrong(Tree value, String code, String problem) {
        return new ApiException(
                ApiError.invalid(value.path(), code, "The parameter \"" + value.path() + "\" " + problem + "."));
    }
}
