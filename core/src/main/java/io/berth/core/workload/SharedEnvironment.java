package io.berth.core.workload;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The variables of another program but for a few: the jobs of an array have all but their place in common. It never changes. */
final class SharedEnvironment extends AbstractMap<String, String> implements SortedMap<String, String> {
    private final Program whole;
    private final TreeMap<String, String> own;
    private final int size;

    /**
     * @param whole whose variables these are
     * @param own those that are otherwise here, or only here
     */
    SharedEnvironment(Program whole, SortedMap<String, String> own) {
        this.whole = whole;
        this.own = new TreeMap<>(own);
        int more = 0;
        for (String name : own.keySet()) {
            more += whole.environment().containsKey(name) ? 0 : 1;
        }
        this.size = whole.environment().size() + more;
    }

    Program whole() {
        return whole;
    }

    /** What is otherwise here, or only here. */
    TreeMap<String, String> own() {
        return own;
    }

    @Override
    public @Nullable String get(Object name) {
        String value = own.get(name);
        return value == null ? whole.environment().get(name) : value;
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, String>> iterator() {
                return new Merged(
                        whole.environment().entrySet().iterator(),
                        own.entrySet().iterator());
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    @Override
    public @Nullable Comparator<? super String> comparator() {
        return null;
    }

    @Override
    public SortedMap<String, String> subMap(String from, String to) {
        return copy().subMap(from, to);
    }

    @Override
    public SortedMap<String, String> headMap(String to) {
        return copy().headMap(to);
    }

    @Override
    public SortedMap<String, String> tailMap(String from) {
        return copy().tailMap(from);
    }

    @Override
    public String firstKey() {
        return entrySet().iterator().next().getKey();
    }

    @Override
    public String lastKey() {
        return copy().lastKey();
    }

    private TreeMap<String, String> copy() {
        TreeMap<String, String> copy = new TreeMap<>(whole.environment());
        copy.putAll(own);
        return copy;
    }

    /** Both in the order of names; where both have one, the own. */
    private static final class Merged implements Iterator<Map.Entry<String, String>> {
        private final Iterator<Map.Entry<String, String>> shared;
        private final Iterator<Map.Entry<String, String>> own;
        private Map.@Nullable Entry<String, String> nextShared;
        private Map.@Nullable Entry<String, String> nextOwn;

        Merged(Iterator<Map.Entry<String, String>> shared, Iterator<Map.Entry<String, String>> own) {
            this.shared = shared;
            this.own = own;
            this.nextShared = after(shared);
            this.nextOwn = after(own);
        }

        @Override
        public boolean hasNext() {
            return nextShared != null || nextOwn != null;
        }

        @Override
        public Map.Entry<String, String> next() {
            Map.Entry<String, String> common = nextShared;
            Map.Entry<String, String> mine = nextOwn;
            if (common == null && mine == null) {
                throw new NoSuchElementException();
            }
            int order = common == null ? 1 : mine == null ? -1 : common.getKey().compareTo(mine.getKey());
            nextShared = order <= 0 ? after(shared) : common;
            nextOwn = order >= 0 ? after(own) : mine;
            Map.Entry<String, String> next = order < 0 ? common : mine;
            if (next == null) {
                throw new NoSuchElementException();
            }
            return Map.entry(next.getKey(), next.getValue());
        }

        private static Map.@Nullable Entry<String, String> after(Iterator<Map.Entry<String, String>> entries) {
            return entries.hasNext() ? entries.next() : null;
        }
    }
}
