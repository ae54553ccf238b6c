package main

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
)

// A name may be written with six bytes for each of its own, and stands among a few others.
const maxBodyBytes = 6*maxNameBytes + 1024

type httpServer struct {
	calls  *counter
	server *http.Server
}

type greetRequest struct {
	Name *string `json:"name"`
}

type greetReply struct {
	Message string `json:"message"`
}

func newHTTPServer(calls *counter) *httpServer {
	s := &httpServer{calls: calls}
	paths := http.NewServeMux()
	paths.HandleFunc("POST /greet", s.greet)
	s.server = &http.Server{Handler: paths}
	return s
}

func (s *httpServer) greet(w http.ResponseWriter, r *http.Request) {
	var request greetRequest
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBodyBytes)).Decode(&request)
	if err != nil || request.Name == nil {
		s.calls.failed.Add(1)
		status := http.StatusBadRequest
		var tooLong *http.MaxBytesError
		if errors.As(err, &tooLong) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "expected {\"name\":\"...\"}", status)
		return
	}
	message, err := s.calls.greet(*request.Name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(greetReply{Message: message}) // fails where the client has gone
}

func (s *httpServer) serve(listener net.Listener) error {
	if err := s.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (s *httpServer) drain(limit context.Context) error { return s.server.Shutdown(limit) }
