/** How far apart tasks of a job may be that go to one domain, and how they are divided in it. */
package io.berth.core.workload.topology;
