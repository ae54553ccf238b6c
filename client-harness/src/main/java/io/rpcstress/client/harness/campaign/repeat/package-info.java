/**
 * Whole processes as the unit of repetition: what they gave together, and what that says of one
 * technology against another. The one campaign that the others may use. Starts no process and
 * prints nothing.
 */
@NullMarked
package io.rpcstress.client.harness.campaign.repeat;

import org.jspecify.annotations.NullMarked;
