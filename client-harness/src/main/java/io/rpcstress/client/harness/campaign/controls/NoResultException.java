package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.engine.point.PointFailure;
import org.jspecify.annotations.Nullable;

/** A process that should have been measured was not, so its control has nothing to say. */
final class NoResultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NoResultException(@Nullable PointFailure failure) {
    super(
        failure == null
            ? "a process gave no run"
            : "a process failed (%s): %s".formatted(failure.cause().label(), failure.detail()));
  }
}
