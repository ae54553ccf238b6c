package io.rpcstress.measure.record;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A search of one technology: what {@code search-<slo>.json} says. Immutable.
 *
 * @param slo the objective, as in the option
 * @param sustainableRate calls/s; null where none was found
 * @param ending how the search ended, in its own word, {@link #UNFINISHED}, or {@link #FAILED}
 * @param boundReached whether the maximum may be higher, since a bound ended the search
 * @param precision how far above the found rate a violated one may lie, as a share of it
 * @param confirmationsHeld repeated probes of the found rate that held
 * @param confirmations repeated probes of the found rate
 * @param capacity calls/s of a warm closed loop, where the search began; null where it did not get
 *     so far
 * @param lowestRate calls/s, the lowest that would have been tried
 * @param highestRate calls/s, the highest that would have been
 * @param mostProbes how many there might have been
 * @param warmupSeconds before that, of every probe in a process of its own; of those that explore
 *     the raw file says it
 * @param threads calls that may be open at once where the caller blocks
 * @param startedAt wall clock; null where the file does not say
 * @param endedAt wall clock at the last probe's end; null likewise
 */
public record SearchRecord(
    String technology,
    String variant,
    String slo,
    @Nullable Integer sustainableRate,
    String ending,
    boolean boundReached,
    double precision,
    int confirmationsHeld,
    int confirmations,
    @Nullable String failure,
    @Nullable Integer capacity,
    int lowestRate,
    int highestRate,
    int mostProbes,
    String shape,
    int durationSeconds,
    int warmupSeconds,
    int threads,
    String command,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    List<ProbeRecord> probes) {

  /** The ending of a search that is under way, or was interrupted. */
  public static final String UNFINISHED = "unfinished";

  /** The ending of a search that cannot go on: no server, wrong replies, a disk that is full. */
  public static final String FAILED = "failed";

  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_SLO = 255;
  private static final int LONGEST_SHAPE = 16;

  public SearchRecord {
    requireText("technology", technology, LONGEST_NAME);
    requireText("variant", variant, LONGEST_NAME);
    requireText("slo", slo, LONGEST_SLO);
    requireText("ending", ending, LONGEST_NAME);
    requireText("shape", shape, LONGEST_SHAPE);
    command = command == null ? "" : command;
    if (probes == null) {
      throw new IllegalArgumentException("a list 'probes' expected");
    }
    probes = List.copyOf(probes);
  }

  static void requireText(String key, String text, int longest) {
    if (text == null || text.length() > longest) {
      throw new IllegalArgumentException(
          "%s is '%s': text of at most %d characters expected".formatted(key, text, longest));
    }
  }

  /** Whether a search of these very conditions is in the file, and ended by an answer. */
  public boolean isRepeatedBy(SearchRecord other) {
    return !ending.equals(UNFINISHED) && !ending.equals(FAILED) && isOfTheConditionsOf(other);
  }

  private boolean isOfTheConditionsOf(SearchRecord other) {
    return technology.equals(other.technology)
        && variant.equals(other.variant)
        && slo.equals(other.slo)
        && precision == other.precision
        && lowestRate == other.lowestRate
        && highestRate == other.highestRate
        && mostProbes == other.mostProbes
        && shape.equals(other.shape)
        && durationSeconds == other.durationSeconds
        && warmupSeconds == other.warmupSeconds
        && threads == other.threads
        && withoutSeed(command).equals(withoutSeed(other.command));
  }

  private static String withoutSeed(String words) {
    return words.replaceFirst(" --seed \\d+", "");
  }

  /** The probes that say something: those that no flag took out. */
  public List<ProbeRecord> answers() {
    return probes.stream().filter(probe -> !probe.takenOut()).toList();
  }

  /** The last probe of the sustainable rate that held. */
  public Optional<ProbeRecord> sustained() {
    return probes.stream()
        .filter(p -> sustainableRate != null && p.rate() == sustainableRate && p.holds())
        .reduce((earlier, later) -> later);
  }

  /** The lowest rate above the sustainable one that did not hold. */
  public Optional<ProbeRecord> beyond() {
    return answers().stream()
        .filter(p -> !p.holds() && (sustainableRate == null || p.rate() > sustainableRate))
        .min(Comparator.comparingInt(ProbeRecord::rate));
  }

  /**
   * Whether no rate was violated below one that held. Where one was, the objective is not a matter
   * of the rate alone, and the found rate is one of several.
   */
  public boolean monotone() {
    int highestHeld =
        probes.stream().filter(ProbeRecord::holds).mapToInt(ProbeRecord::rate).max().orElse(0);
    return answers().stream().allMatch(row -> row.holds() || row.rate() >= highestHeld);
  }
}
