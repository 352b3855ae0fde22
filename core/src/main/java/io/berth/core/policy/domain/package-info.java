/** Which of the domains of a topology a job goes to, and how its tasks are divided over those inside. */
package io.berth.core.policy.domain;
