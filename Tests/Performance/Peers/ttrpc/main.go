// ttrpc behind the commands of rollcall-bench.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		must(serve())
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "load" && os.Args[2] == "unary" {
		must(unaryLoad(os.Args[3:]))
		return
	}
	must(fmt.Errorf("usage: ttrpc-peer serve | load unary --target HOST:PORT"))
}

func unaryLoad(arguments []string) error {
	flags := flag.NewFlagSet("load unary", flag.ExitOnError)
	target := flags.String("target", "", "HOST:PORT")
	seconds := flags.Float64("seconds", 2, "how long to measure")
	method := flags.String("method", "echo", "echo or profile")
	size := flags.Int("size", 32, "bytes of the payload of an echo")
	inFlight := flags.Int("in-flight", 64, "calls in flight")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	call, err := connect(*target, *method, *size)
	if err != nil {
		return err
	}
	return measure(call, *inFlight, *seconds)
}

func report(fields map[string]interface{}) {
	line, err := json.Marshal(fields)
	must(err)
	fmt.Println(string(line))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
