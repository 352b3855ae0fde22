/** What an agent remembers to learn from again. */
@NullMarked
package io.berth.learn.agent.replay;

import org.jspecify.annotations.NullMarked;
