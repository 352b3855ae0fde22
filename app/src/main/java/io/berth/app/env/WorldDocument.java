package io.berth.app.env;

import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.SharedEnvironment;
import io.berth.learn.serve.World;
import java.util.ArrayList;
import java.util.List;

/**
 * What is told of an environment.
 *
 * @param shared true where agents take turns in it
 * @param agents their names; empty where one agent of no name plays it
 * @param processes what each sees, does and is rewarded for
 */
record WorldDocument(boolean shared, List<String> agents, List<Mdp> processes) {
    static WorldDocument of(World world) {
        return switch (world) {
            case World.Single single ->
                new WorldDocument(false, List.of(), List.of(single.maker().get().mdp()));
            case World.Shared shared -> {
                SharedEnvironment environment = shared.maker().get();
                List<Mdp> processes = new ArrayList<>();
                for (int agent = 0; agent < environment.agents().size(); agent++) {
                    processes.add(environment.mdp(agent));
                }
                yield new WorldDocument(true, environment.agents(), processes);
            }
        };
    }
}
