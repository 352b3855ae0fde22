/** Classes of jobs as users write them. */
package io.berth.spec.qos;
