package io.berth.kube.mirror;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.watch.Sink;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What there is of one kind, by name. */
final class Known<T extends KubeObject> implements Sink<T> {
    private final Inside inside;
    private final Function<T, String> name;
    private final BiConsumer<String, @Nullable T> change;
    /** Of which version each is, by name: a list tells again what is as it was. */
    private final Map<String, String> versions = new HashMap<>();

    /** @param change gets null for one that is gone */
    Known(Inside inside, Function<T, String> name, BiConsumer<String, @Nullable T> change) {
        this.inside = inside;
        this.name = name;
        this.change = change;
    }

    @Override
    public void all(List<T> objects) {
        inside.change(() -> {
            Set<String> gone = new HashSet<>(versions.keySet());
            for (T object : objects) {
                gone.remove(name.apply(object));
                keep(object);
            }
            gone.forEach(this::drop);
        });
    }

    @Override
    public void put(T object) {
        inside.change(() -> keep(object));
    }

    @Override
    public void remove(T object) {
        inside.change(() -> drop(name.apply(object)));
    }

    private void keep(T object) {
        Meta meta = object.meta();
        String key = name.apply(object);
        if (!meta.resourceVersion().equals(versions.put(key, meta.resourceVersion()))) {
            change.accept(key, object);
        }
    }

    private void drop(String key) {
        if (versions.remove(key) != null) {
            change.accept(key, null);
        }
    }
}
