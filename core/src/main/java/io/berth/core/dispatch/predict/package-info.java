/** What is learnt of model servers while they answer, and where a request is predicted to end first. */
@NullMarked
package io.berth.core.dispatch.predict;

import org.jspecify.annotations.NullMarked;
