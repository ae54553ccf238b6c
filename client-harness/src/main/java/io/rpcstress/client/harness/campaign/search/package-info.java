/**
 * The highest rate that holds a service-level objective: what holds it, how it is searched for by
 * processes that each probe a rate, and the file that tells the search. Knows no option and no
 * technology; what a person sees is shown by others.
 */
@NullMarked
package io.rpcstress.client.harness.campaign.search;

import org.jspecify.annotations.NullMarked;
