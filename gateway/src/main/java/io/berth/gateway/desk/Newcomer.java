package io.berth.gateway.desk;

import io.berth.core.dispatch.ServerSpec;
import java.util.function.IntPredicate;

/**
 * A server that joins.
 *
 * @param spec what balancers know of it
 * @param region where it is; empty where that is not known
 * @param has which models it has
 * @param most how many requests it may have while another could have them
 */
public record Newcomer(ServerSpec spec, String region, IntPredicate has, int most) {}
