/** By which rule the number of servers follows the requests, as fleets of simulations and services of real servers say it alike (decisions 103 and 108). */
@NullMarked
package io.berth.core.scale.rule;

import org.jspecify.annotations.NullMarked;
