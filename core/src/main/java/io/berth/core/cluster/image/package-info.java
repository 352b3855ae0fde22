/** Which nodes hold images that tasks start from, and what that is worth to them (decision 54). */
package io.berth.core.cluster.image;
