package io.berth.kube.mirror;

import java.util.Collection;

/** Hears what is to be looked at. */
interface Changed {
    /** These pods. */
    void pods(Collection<String> uids);

    /** How much these nodes hold beside what they say themselves; all of them where there are none. */
    void nodes(Collection<String> names);
}
