# Each target does its own set-up. BUILD is where products go.
BUILD ?= .build
FLAGS := --scratch-path $(BUILD) -Xcc -O3
APPS := ClassicSelfie ClassicOrientation SelfieFollower PositionSelfie TwoFaces

.PHONY: help setup demo test sanitize bench lint interfaces format release

help:  ## what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup:  ## install what is missing
	@Scripts/setup

release: setup
	@echo "building for release; from nothing it takes some minutes"
	@for product in diptych $(APPS); do \
	  swift build -c release --scratch-path $(BUILD) --product $$product -q || exit 1; done

demo: release  ## run the sample apps through every pose and grade what each display showed
	@Scripts/demo $(BUILD)/release

test: setup  ## run every test
	swift test $(FLAGS)

sanitize: setup  ## run every test under the address and the thread sanitizer
	@BUILD=$(BUILD) Scripts/sanitize

bench: setup  ## measure, as ratios against named peers
	@BUILD=$(BUILD) Scripts/bench

lint: setup  ## check format, imports, clauses, interface lists and lines of tests
	swift format lint --strict --recursive Sources Tests Apps Package.swift
	@Scripts/check-imports
	@Scripts/check-specs
	@Scripts/check-interfaces $(BUILD)
	@Scripts/check-test-lines

interfaces: setup  ## what of Apple's interfaces that apps use is built, and held by a test
	@Scripts/check-interfaces $(BUILD)
	@Scripts/coverage $(BUILD)
	@Scripts/check-coverage $(BUILD)

format:  ## format every source file in place
	swift format format --in-place --recursive Sources Tests Apps Package.swift
