/**
 * The rules of the code base, as tests.
 *
 * <p>Every rule is a function of the root package, so that {@code planted} holds code that breaks each of them and a test
 * sees that it does. A rule that fails says what to do instead; to change a rule, change {@code docs/decisions} with it.
 */
package io.berth.testkit.architecture;
