// Command server answers greet, over gRPC or as JSON over HTTP, as the documents of both libraries show it. Its Java
// program, GoServer, starts it in a folder of its own, and reads its counters there from a socket.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"sync/atomic"
)

// The rules of greet, the same for every technology: Greeting in core/contract.
const (
	prefix       = "hello, "
	maxNameBytes = 4096
)

var errTooLong = fmt.Errorf("a name may have %d bytes", maxNameBytes)

// counter has what the harness compares with what its client counted.
type counter struct {
	served, failed atomic.Int64
}

// greet answers a name and counts that, before the reply can be read.
func (c *counter) greet(name string) (string, error) {
	if len(name) > maxNameBytes {
		c.failed.Add(1)
		return "", errTooLong
	}
	c.served.Add(1)
	return prefix + name, nil
}

// server is what the two protocols are served by.
type server interface {
	// serve returns when the server has ended.
	serve(net.Listener) error
	// drain answers what was received, and then ends serve.
	drain(context.Context) error
}

func main() {
	log.SetFlags(0)
	protocol := flag.String("protocol", "", "grpc or http-json")
	address := flag.String("address", "", "where to listen, host:port")
	maxConnections := flag.Int64("max-connections", 0, "how many may be open; more are closed at once")
	counters := flag.String("counters", "", "the socket to report counters at, a file that is not there yet")
	flag.Parse()
	if err := run(*protocol, *address, *maxConnections, *counters); err != nil {
		log.Fatal(err)
	}
}

func run(protocol, address string, maxConnections int64, counters string) error {
	var calls counter
	var serving server
	switch protocol {
	case "grpc":
		serving = newGrpcServer(&calls)
	case "http-json":
		serving = newHTTPServer(&calls)
	default:
		return fmt.Errorf("-protocol %q: expected grpc or http-json", protocol)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	limited := &limitedListener{Listener: listener, max: maxConnections}
	reports, err := net.Listen("unix", counters)
	if err != nil {
		return err
	}
	go report(reports, &calls, limited)

	// Only an interrupt drains. If the Java program is killed, the kernel sends SIGTERM, which ends this one at once.
	stop, release := signal.NotifyContext(context.Background(), os.Interrupt)
	defer release()
	drained := make(chan error, 1)
	go func() {
		<-stop.Done()
		drained <- serving.drain(context.Background()) // the Java program ends it if that takes too long
	}()
	if err := serving.serve(limited); err != nil {
		return err
	}
	return <-drained
}

// report writes the counters to whoever connects: calls served, calls that failed, open connections.
func report(socket net.Listener, calls *counter, connections *limitedListener) {
	for {
		reader, err := socket.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			fmt.Fprintf(reader, "%d %d %d\n", calls.served.Load(), calls.failed.Load(), connections.open.Load())
			reader.Close()
		}
	}
}

// limitedListener counts the connections that it accepted, and closes those beyond its limit.
type limitedListener struct {
	net.Listener
	max  int64
	open atomic.Int64
}

func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= l.max {
			return &countedConn{Conn: conn, listener: l}, nil
		}
		l.open.Add(-1)
		conn.Close()
	}
}

type countedConn struct {
	net.Conn
	listener *limitedListener
	closed   atomic.Bool
}

func (c *countedConn) Close() error {
	if c.closed.CompareAndSwap(false, true) {
		c.listener.open.Add(-1)
	}
	return c.Conn.Close()
}
