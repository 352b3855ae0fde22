/**
 * What stands between a pass and a policy of a plugin. A guard never throws: it notes the first failure in the {@link
 * io.berth.core.policy.Facts} that the policy was made for, and from then on answers itself, harmlessly and the same each time, so that the
 * pass comes to its end. Whoever planned looks at the facts then, and drops the plan.
 */
package io.berth.core.policy.guard;
