/** Generated jobs of several groups, as users write them. */
package io.berth.spec.group;
