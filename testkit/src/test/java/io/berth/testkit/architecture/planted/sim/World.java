package io.berth.testkit.architecture.planted.sim;

import io.berth.testkit.architecture.planted.live.Wall;
import java.util.Optional;

/** Virtual time that knows real time, and Optionals where none belong. */
public final class World {
    private final Optional<Wall> wall;

    public World(Wall wall) {
        this.wall = Optional.of(wall);
    }

    public boolean sees(Optional<Wall> other) {
        return wall.equals(other);
    }
}
