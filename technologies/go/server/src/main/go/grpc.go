package main

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"rpcstress/server/greet"
)

type grpcServer struct {
	greet.UnimplementedGreeterServer
	calls  *counter
	server *grpc.Server
}

func newGrpcServer(calls *counter) *grpcServer {
	s := &grpcServer{calls: calls, server: grpc.NewServer()}
	greet.RegisterGreeterServer(s.server, s)
	return s
}

func (s *grpcServer) Greet(_ context.Context, request *greet.GreetRequest) (*greet.GreetReply, error) {
	message, err := s.calls.greet(request.GetName())
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	return &greet.GreetReply{Message: message}, nil
}

func (s *grpcServer) serve(listener net.Listener) error { return s.server.Serve(listener) }

func (s *grpcServer) drain(context.Context) error {
	s.server.GracefulStop()
	return nil
}
