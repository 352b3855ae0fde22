package io.berth.app.catalog;

import java.util.Iterator;

/** The strategies that have a name, as picocli wants words that a value may be. */
public final class StrategyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return FullCatalog.strategies().iterator();
    }
}
