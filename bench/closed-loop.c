/*
 * The closed loop by hand: what the harness's tcp driver is compared with. N threads with a blocking
 * connection each; every thread sends its name and a newline, reads a line, compares it with what it
 * has to be, takes two clock readings a call, and calls again. No framework, no shared state but
 * the gate and the flag that ends a run.
 *
 *   closed-loop ADDRESS PORT THREADS CALLS RUNS
 *
 * CALLS are dealt to the threads without loss. Threads are new in each run, connections stay. Prints
 * a line of CSV for each run, named as in the harness's raw files: timeTotal and clientCpuMs in ms,
 * percentiles in us, empty where fewer than ten calls lie beyond. The clock runs from the gate's
 * opening to the last reply; the CPU time is the whole process's meanwhile, user and system.
 *
 * Exit: 0 every call came back right, 1 one did not (the first is told on stderr), 2 misuse.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The same strings as the harness: contract's Greeting. */
#define NAME "abcdefghijklmnop"
static const char REQUEST[] = NAME "\n";
static const char REPLY[] = "hello, " NAME "\n";

enum {
  MAX_THREADS = 10000,
  MAX_CALLS = 100000000, /* their latencies are kept, 8 bytes each */
  MAX_RUNS = 100,
  DEADLINE_SECONDS = 60, /* as the harness's own */
  STACK_BYTES = 256 * 1024,
  BUFFER_BYTES = 1024,
  BEYOND = 10, /* samples that a percentile needs beyond it */
  FAILURE_CHARS = 200
};

struct caller {
  pthread_t thread;
  int socket;
  long share;
  long ok;
  int64_t ended_at;  /* ns */
  int64_t *latencies; /* ns, room for the share */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;     /* threads at the gate; under the lock */
static int gate_open; /* under the lock */
static char failure[FAILURE_CHARS]; /* the first one; under the lock */
static atomic_int ended;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the run; the first failure is the one that is told. */
static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pthread_mutex_lock(&lock);
  if (failure[0] == 0) {
    vsnprintf(failure, sizeof failure, format, arguments);
  }
  pthread_mutex_unlock(&lock);
  va_end(arguments);
  atomic_store(&ended, 1);
}

/* One call; whether its reply was right. */
static int call(int socket) {
  char buffer[BUFFER_BYTES];
  size_t length = 0;
  if (send(socket, REQUEST, sizeof REQUEST - 1, MSG_NOSIGNAL) != (ssize_t)sizeof REQUEST - 1) {
    fail("sending: %s", strerror(errno));
    return 0;
  }
  do {
    ssize_t more = read(socket, buffer + length, sizeof buffer - length);
    if (more <= 0) {
      fail("reading: %s", more == 0 ? "the server closed the connection"
                          : errno == EAGAIN ? "no reply by the deadline" : strerror(errno));
      return 0;
    }
    length += (size_t)more;
  } while (memchr(buffer, '\n', length) == NULL && length < sizeof buffer);
  if (length != sizeof REPLY - 1 || memcmp(buffer, REPLY, length) != 0) {
    const char *newline = memchr(buffer, '\n', length);
    fail("wrong reply: asked \"%s\", answered \"%.*s\"", NAME,
         (int)(newline == NULL ? length : (size_t)(newline - buffer)), buffer);
    return 0;
  }
  return 1;
}

static void *make_calls(void *argument) {
  struct caller *own = argument;
  pthread_mutex_lock(&lock);
  ready++;
  pthread_cond_broadcast(&changed);
  while (!gate_open) {
    pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
  int64_t end = 0;
  for (long i = 0; i < own->share && !atomic_load(&ended); i++) {
    int64_t start = now();
    if (!call(own->socket)) {
      break;
    }
    end = now();
    own->latencies[own->ok++] = end - start;
  }
  own->ended_at = end;
  return NULL;
}

static int connected(const char *address, int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  struct timeval deadline = {.tv_sec = DEADLINE_SECONDS};
  int on = 1;
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (inet_pton(AF_INET, address, &to.sin_addr) != 1) {
    fprintf(stderr, "closed-loop: '%s': an IPv4 address expected\n", address);
    exit(2);
  }
  if (made < 0 || setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
      setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline) != 0 ||
      connect(made, (struct sockaddr *)&to, sizeof to) != 0) {
    fprintf(stderr, "closed-loop: connecting to %s:%d: %s\n", address, port, strerror(errno));
    exit(1);
  }
  return made;
}

static int by_value(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left;
  int64_t b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

/* A column: the percentile in us, empty where too few calls lie beyond it. */
static void print_percentile(const int64_t *sorted, long count, double share) {
  long rank = (long)(share * (double)count);
  if (count - rank >= BEYOND && rank > 0) {
    printf(",%.3f", (double)sorted[rank - 1] / 1e3);
  } else {
    printf(",");
  }
}

static double cpu_millis(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1e3 +
         (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e3;
}

static void start(struct caller *callers, int threads) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, STACK_BYTES);
  ready = 0;
  gate_open = 0;
  for (int i = 0; i < threads; i++) {
    callers[i].ok = 0;
    int refused = pthread_create(&callers[i].thread, &small, make_calls, &callers[i]);
    if (refused != 0) {
      fprintf(stderr, "closed-loop: %d of %d threads started: %s\n", i, threads, strerror(refused));
      exit(1);
    }
  }
  pthread_attr_destroy(&small);
  pthread_mutex_lock(&lock);
  while (ready < threads) {
    pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
}

/* One run, and its line; whether every call came back right. */
static int run(int order, struct caller *callers, int threads, int64_t *latencies, long calls) {
  struct rusage before, after;
  start(callers, threads);
  getrusage(RUSAGE_SELF, &before);
  int64_t opened = now();
  pthread_mutex_lock(&lock);
  gate_open = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  long ok = 0;
  int64_t last = opened + 1;
  for (int i = 0; i < threads; i++) {
    pthread_join(callers[i].thread, NULL);
    ok += callers[i].ok;
    last = callers[i].ended_at > last ? callers[i].ended_at : last;
  }
  getrusage(RUSAGE_SELF, &after);
  if (ok != calls) {
    fprintf(stderr, "closed-loop: order %d: %ld of %ld calls came back right; first failure: %s\n",
            order, ok, calls, failure);
    return 0;
  }
  qsort(latencies, (size_t)calls, sizeof *latencies, by_value);
  double seconds = (double)(last - opened) / 1e9;
  printf("%d,%ld,%.3f,%.1f", order, ok, seconds * 1e3, (double)ok / seconds);
  print_percentile(latencies, calls, 0.5);
  print_percentile(latencies, calls, 0.99);
  printf(",%.3f,%ld\n", cpu_millis(&after) - cpu_millis(&before),
         after.ru_nvcsw + after.ru_nivcsw - before.ru_nvcsw - before.ru_nivcsw);
  fflush(stdout);
  return 1;
}

static long number(const char *what, const char *text, long most) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno != 0 || end == text || *end != 0 || value < 1 || value > most) {
    fprintf(stderr, "closed-loop: %s '%s': a number from 1 to %ld expected\n", what, text, most);
    exit(2);
  }
  return value;
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: closed-loop ADDRESS PORT THREADS CALLS RUNS\n");
    return 2;
  }
  int port = (int)number("port", arguments[2], 65535);
  int threads = (int)number("threads", arguments[3], MAX_THREADS);
  long calls = number("calls", arguments[4], MAX_CALLS);
  int runs = (int)number("runs", arguments[5], MAX_RUNS);
  struct caller *callers = calloc((size_t)threads, sizeof *callers);
  int64_t *latencies = malloc((size_t)calls * sizeof *latencies);
  if (callers == NULL || latencies == NULL) {
    fprintf(stderr, "closed-loop: no memory for %ld calls\n", calls);
    return 1;
  }
  memset(latencies, 0xff, (size_t)calls * sizeof *latencies); /* no page is new during a run */
  int64_t *next = latencies;
  for (int i = 0; i < threads; i++) {
    callers[i].socket = connected(arguments[1], port);
    callers[i].share = calls / threads + (i < calls % threads);
    callers[i].latencies = next;
    next += callers[i].share;
  }
  printf("order,callsOk,timeTotal,callsPerSecond,p50Us,p99Us,clientCpuMs,clientCtxSwitches\n");
  for (int order = 0; order < runs; order++) {
    if (!run(order, callers, threads, latencies, calls)) {
      return 1;
    }
  }
  return 0;
}
