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
 * @param acts who acts when, one sentence
 * @param processes what each sees, does and is rewarded for
 */
record WorldDocument(boolean shared, List<String> agents, String acts, List<Mdp> processes) {
    private static final String ONE = "one agent, at each step";
    private static final String MANY = "%d agents by turns, one at each step";

    static WorldDocument of(World world) {
        return switch (world) {
            case World.Single single ->
                new WorldDocument(
                        false, List.of(), ONE, List.of(single.maker().get().mdp()));
            case World.Shared shared -> {
                SharedEnvironment environment = shared.maker().get();
                List<Mdp> processes = new ArrayList<>();
                for (int agent = 0; agent < environment.agents().size(); agent++) {
                    processes.add(environment.mdp(agent));
                }
                yield new WorldDocument(true, environment.agents(), MANY.formatted(processes.size()), processes);
            }
        };
    }
}
