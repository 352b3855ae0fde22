package io.berth.kube.endpoint;

import io.berth.kube.object.KubeObject;
import io.berth.kube.watch.Sink;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Keeps objects of one kind by name, and tells after each change what follows from all of them. */
final class Followed<T extends KubeObject> implements Sink<T> {
    private final Map<String, T> objects = new TreeMap<>();
    private final Function<List<T>, List<Endpoint>> following;
    private final Consumer<List<Endpoint>> heard;

    Followed(Function<List<T>, List<Endpoint>> following, Consumer<List<Endpoint>> heard) {
        this.following = following;
        this.heard = heard;
    }

    @Override
    public void all(List<T> all) {
        objects.clear();
        all.forEach(object -> objects.put(object.meta().name(), object));
        tell();
    }

    @Override
    public void put(T object) {
        objects.put(object.meta().name(), object);
        tell();
    }

    @Override
    public void remove(T object) {
        objects.remove(object.meta().name());
        tell();
    }

    private void tell() {
        heard.accept(following.apply(List.copyOf(objects.values())));
    }
}
