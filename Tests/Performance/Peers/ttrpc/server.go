package main

import (
	"context"
	"net"

	"github.com/containerd/ttrpc"

	"rollcall/bench"
)

const serviceName = "rollcall.bench.v1.BenchService"

// What every peer answers with.
var profile = bench.GetProfileResponse{Profile: &bench.Profile{
	UserId:      "0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30",
	DisplayName: "ann.example",
	Photo: &bench.Photo{
		PhotoId: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		Size_:   184320,
		Width:   1024,
		Height:  768,
	},
	CreatedAtMs: 1750000000000,
	UpdatedAtMs: 1760000000000,
}}

func serve() error {
	server, err := ttrpc.NewServer()
	if err != nil {
		return err
	}
	server.Register(serviceName, map[string]ttrpc.Method{
		"Echo": func(_ context.Context, decode func(interface{}) error) (interface{}, error) {
			var request bench.EchoRequest
			if err := decode(&request); err != nil {
				return nil, err
			}
			return &bench.EchoResponse{Payload: request.Payload}, nil
		},
		"GetProfile": func(_ context.Context, decode func(interface{}) error) (interface{}, error) {
			var request bench.GetProfileRequest
			if err := decode(&request); err != nil {
				return nil, err
			}
			return &profile, nil
		},
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	report(map[string]interface{}{"listening": listener.Addr().String()})
	return server.Serve(context.Background(), listener)
}
