package main

import (
	"context"
	"fmt"
	"net"
	"sort"
	"sync"
	"time"

	"github.com/containerd/ttrpc"

	"rollcall/bench"
)

const warmUp = 2000

func connect(target, method string, size int) (func() error, error) {
	connection, err := net.Dial("tcp", target)
	if err != nil {
		return nil, err
	}
	client := ttrpc.NewClient(connection)
	background := context.Background()
	if method == "profile" {
		request := &bench.GetProfileRequest{Key: &bench.GetProfileRequest_UserId{
			UserId: "0197a3e2-58c4-7b1e-9f5d-2c6a8e417b30",
		}}
		return func() error {
			var response bench.GetProfileResponse
			err := client.Call(background, serviceName, "GetProfile", request, &response)
			if err == nil && (response.Profile == nil || response.Profile.Photo == nil) {
				err = fmt.Errorf("a wrong answer")
			}
			return err
		}, nil
	}
	request := &bench.EchoRequest{Payload: make([]byte, size)}
	return func() error {
		var response bench.EchoResponse
		err := client.Call(background, serviceName, "Echo", request, &response)
		if err == nil && len(response.Payload) != size {
			err = fmt.Errorf("a wrong answer")
		}
		return err
	}, nil
}

func measure(call func() error, inFlight int, seconds float64) error {
	share := warmUp/inFlight + 1
	if _, err := closedLoop(call, inFlight, func(made int, _ time.Time) bool {
		return made < share
	}); err != nil {
		return err
	}
	start := time.Now()
	end := start.Add(time.Duration(seconds * float64(time.Second)))
	samples, err := closedLoop(call, inFlight, func(_ int, now time.Time) bool {
		return now.Before(end)
	})
	if err != nil {
		return err
	}
	elapsed := time.Since(start).Seconds()
	sort.Slice(samples, func(a, b int) bool { return samples[a] < samples[b] })
	microseconds := func(quantile float64) float64 {
		return float64(samples[int(float64(len(samples)-1)*quantile)]) / 1000
	}
	report(map[string]interface{}{
		"all_calls":        len(samples) + share*inFlight,
		"calls":            len(samples),
		"calls_per_second": float64(len(samples)) / elapsed,
		"p50_us":           microseconds(0.5),
		"p99_us":           microseconds(0.99),
	})
	return nil
}

// How long each call took, in nanoseconds.
func closedLoop(
	call func() error, inFlight int, goesOn func(made int, now time.Time) bool,
) ([]uint32, error) {
	results := make([][]uint32, inFlight)
	errors := make([]error, inFlight)
	var group sync.WaitGroup
	for caller := 0; caller < inFlight; caller++ {
		group.Add(1)
		go func(caller int) {
			defer group.Done()
			start := time.Now()
			for goesOn(len(results[caller]), start) {
				if errors[caller] = call(); errors[caller] != nil {
					return
				}
				now := time.Now()
				results[caller] = append(results[caller], uint32(now.Sub(start)))
				start = now
			}
		}(caller)
	}
	group.Wait()
	var all []uint32
	for caller := range results {
		if errors[caller] != nil {
			return nil, errors[caller]
		}
		all = append(all, results[caller]...)
	}
	return all, nil
}
