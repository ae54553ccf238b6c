/**
 * The published experiments, one section of the report each, behind {@link
 * io.rpcstress.analysis.experiment.ExperimentSection}: what was published, as data with its
 * confidence, beside what was measured here. Nothing but an experiment's own knowledge enters; no
 * other package knows an experiment by name. A number that was not published is never filled in.
 */
@NullMarked
package io.rpcstress.analysis.experiment;

import org.jspecify.annotations.NullMarked;
