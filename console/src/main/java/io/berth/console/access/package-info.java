/** Who may do what: tokens and roles, the queues of a tenant, what a browser is used for by other sites, and how much one may send. */
package io.berth.console.access;
