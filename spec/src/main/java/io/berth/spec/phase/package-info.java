/** Generated jobs that ask for different amounts one after another, as users write them. */
package io.berth.spec.phase;
