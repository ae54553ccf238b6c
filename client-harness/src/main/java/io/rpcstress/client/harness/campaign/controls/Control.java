package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.engine.point.PointFailure;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One thing that a harness whose numbers are to be believed must get right. */
public record Control(String name, String claim, Examination examination) {

  /** Finds out whether a claim holds. */
  @FunctionalInterface
  public interface Examination {

    Finding of(Rig rig) throws IOException, InterruptedException;
  }

  /** Finds out, and takes a missing result for a failed control. */
  public Finding check(Rig rig) throws IOException, InterruptedException {
    try {
      return examination.of(rig);
    } catch (NoResultException e) {
      return new Finding(false, String.valueOf(e.getMessage()), Map.of());
    }
  }

  /** What a control found. */
  public record Finding(boolean ok, String detail, Map<String, Object> numbers) {

    public Finding {
      numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    }
  }

  /** A process that should have been measured was not, so its control has nothing to say. */
  static final class NoResultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    NoResultException(@Nullable PointFailure failure) {
      super(
          failure == null
              ? "a process gave no run"
              : "a process failed (%s): %s".formatted(failure.cause().label(), failure.detail()));
    }
  }
}
