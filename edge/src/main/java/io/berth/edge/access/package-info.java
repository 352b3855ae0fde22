/**
 * Who calls and what he may: tokens of people and of tasks, roles, which jobs are whose, and how much a tenant may send. How a call
 * came in, over HTTP or otherwise, is for who takes it.
 */
@NullMarked
package io.berth.edge.access;

import org.jspecify.annotations.NullMarked;
