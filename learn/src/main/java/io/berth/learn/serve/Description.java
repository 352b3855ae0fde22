package io.berth.learn.serve;

import io.berth.learn.environment.Mdp;
import java.util.List;

/**
 * What a server plays.
 *
 * @param version of the protocol
 * @param shared true where agents take turns in one environment
 * @param environments how many there are
 * @param agents the names of those that take turns; empty where each environment has one agent of no name
 * @param processes what they see, do and are rewarded for: one for each agent, or one for all environments
 */
public record Description(int version, boolean shared, int environments, List<String> agents, List<Mdp> processes) {
    public Description {
        agents = List.copyOf(agents);
        processes = List.copyOf(processes);
    }
}
