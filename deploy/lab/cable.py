#!/usr/bin/env python3
"""A cable between two network namespaces that limits the rate, delays and loses frames.

Stands in for the kernel's netem where a kernel has none. Each end is a TAP device in one of the
namespaces; a frame read from one end is dropped by chance, or waits for its turn in a token bucket,
travels for the delay, and is written to the other end. Both directions are alike and independent.

Why Python: a TAP device needs ioctl and setns, which Java reaches only through native code, and a C
compiler is not on every machine; python3 is in Debian and RHEL (there also as platform-python) and
its standard library is enough. Written for Python 3.6, the oldest of these.
"""

import argparse
import collections
import ctypes
import fcntl
import os
import random
import select
import signal
import struct
import sys
import time

# From linux/if_tun.h and linux/sched.h.
TUNSETIFF = 0x400454CA
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
CLONE_NEWNET = 0x40000000

FRAME_BYTES = 65536
# Frames taken from one end before the other gets its turn.
BATCH = 64
# What may be on the way in one direction; more is dropped, so that memory stays bounded.
IN_FLIGHT_BYTES = 64 * 1024 * 1024
NANOS_PER_MS = 1_000_000
# Up to this rate the cable needs so little CPU that it may always go before the hosts' programs,
# and must: a network does not slow down because a host is busy. Above, it could starve them.
REAL_TIME_KBIT = 100_000
NICENESS = -10


def clock():
    """Nanoseconds; time.monotonic_ns came with Python 3.7 only."""
    return int(time.monotonic() * 1e9)


def enter(namespace):
    """Moves this process into the network namespace that the file stands for."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(namespace, "rb") as entry:
        if libc.setns(entry.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "cannot enter " + namespace)


def open_end(namespace, device):
    """Returns a file descriptor of a new TAP device in the namespace."""
    enter(namespace)
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    request = struct.pack("16sH22x", device.encode(), IFF_TAP | IFF_NO_PI)
    fcntl.ioctl(end, TUNSETIFF, request)
    return end


class Direction:
    """One direction of the cable: a token bucket, then a queue of frames on their way."""

    def __init__(self, source, target, options):
        self.source = source
        self.target = target
        self.loss = options.loss / 100
        self.delay = options.delay_us * 1000
        self.jitter = options.jitter_us * 1000
        self.nanos_per_byte = 8e6 / options.kbit if options.kbit else 0
        # The bucket as a clock: the line is busy until `busy_until`; it may start `credit` early.
        self.credit = int(options.burst * self.nanos_per_byte)
        self.longest_wait = options.queue_ms * NANOS_PER_MS
        self.busy_until = 0
        self.travelling = collections.deque()
        self.bytes = 0

    def accept(self, frame, now):
        """Takes a frame that was sent into the cable, or loses it."""
        if self.loss and random.random() < self.loss:
            return
        leaves = now
        if self.nanos_per_byte:
            start = max(self.busy_until, now - self.credit)
            leaves = start + int(len(frame) * self.nanos_per_byte)
            if leaves - now > self.longest_wait:
                return
            self.busy_until = leaves
            leaves = max(leaves, now)
        if self.bytes + len(frame) > IN_FLIGHT_BYTES:
            return
        self.bytes += len(frame)
        arrives = leaves + self.delay
        if self.jitter:
            arrives += int(random.uniform(-self.jitter, self.jitter))
            # None overtakes another.
            arrives = max(arrives, self.travelling[-1][0] if self.travelling else 0)
        self.travelling.append((arrives, frame))

    def deliver(self, now):
        """Writes what has arrived by now."""
        while self.travelling and self.travelling[0][0] <= now:
            frame = self.travelling.popleft()[1]
            self.bytes -= len(frame)
            try:
                os.write(self.target, frame)
            except (BlockingIOError, OSError):
                # An interface that is down, or full, loses the frame as a real one does.
                pass

    def drain(self):
        """Reads what waits at the end; False once the device is gone with its namespace."""
        for _ in range(BATCH):
            try:
                frame = os.read(self.source, FRAME_BYTES)
            except BlockingIOError:
                return True
            except OSError as error:
                # EIO: the interface is down for now. Anything else: it no longer exists.
                return error.errno == 5
            self.accept(frame, clock())
        return True

    def next_arrival(self):
        return self.travelling[0][0] if self.travelling else None


def run(ends, options):
    """Carries frames until a device disappears."""
    there = Direction(ends[0], ends[1], options)
    back = Direction(ends[1], ends[0], options)
    by_source = {there.source: there, back.source: back}
    while True:
        now = clock()
        there.deliver(now)
        back.deliver(now)
        arrivals = [t for t in (there.next_arrival(), back.next_arrival()) if t is not None]
        wait = max(0, min(arrivals) - clock()) / 1e9 if arrivals else None
        for source in select.select(ends, [], [], wait)[0]:
            if not by_source[source].drain():
                return


def record_pid(path):
    """Writes pid and start time, by which lab.sh ends this very process and no other."""
    with open("/proc/self/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    with open(path, "w") as file:
        file.write("%d %s\n" % (os.getpid(), fields[19]))


def favour_this_process(options):
    """Precise timers and an early turn on the CPU, where this is allowed."""
    try:
        with open("/proc/self/timerslack_ns", "w") as slack:
            slack.write("1")
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
        if 0 < options.kbit <= REAL_TIME_KBIT:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        pass


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("namespaces", nargs=2, metavar="NAMESPACE")
    parser.add_argument("--device", default="eth0", help="name of the TAP device at both ends")
    parser.add_argument("--kbit", type=float, default=0, help="rate in kbit/s, 0 = unlimited")
    parser.add_argument("--burst", type=int, default=3000, help="bytes that may pass at once")
    parser.add_argument("--queue-ms", type=int, default=100, help="longest wait for the line")
    parser.add_argument("--delay-us", type=int, default=0, help="delay in each direction")
    parser.add_argument("--jitter-us", type=int, default=0, help="most by which a delay is off")
    parser.add_argument("--loss", type=float, default=0, help="percent lost in each direction")
    parser.add_argument("--pid-file", required=True)
    return parser.parse_args(arguments)


def main():
    options = parse(sys.argv[1:])
    record_pid(options.pid_file)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        ends = [open_end(namespace, options.device) for namespace in options.namespaces]
    except OSError as error:
        sys.exit("cable: %s" % error)
    favour_this_process(options)
    print("ready", flush=True)
    run(ends, options)


if __name__ == "__main__":
    main()
