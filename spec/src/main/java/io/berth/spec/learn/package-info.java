/** What users write about learning: the section {@code learn} of a scenario. */
package io.berth.spec.learn;
