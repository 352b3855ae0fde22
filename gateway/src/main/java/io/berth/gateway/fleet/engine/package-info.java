/** How the engines of model servers say how busy they are and which models they have. */
@NullMarked
package io.berth.gateway.fleet.engine;

import org.jspecify.annotations.NullMarked;
