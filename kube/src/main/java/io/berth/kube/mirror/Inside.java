package io.berth.kube.mirror;

/** How changes are made: within a lock, and somebody is told then. */
interface Inside {
    void change(Runnable change);
}
