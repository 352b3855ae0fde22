/** Networks of agents: how they decide while they learn, in plain Java, and how they are differentiated. */
@NullMarked
package io.berth.learn.network;

import org.jspecify.annotations.NullMarked;
