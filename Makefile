# Each target does its own set-up. BUILD is where products go.
BUILD ?= .build
CHECKER ?= Checker/.build
FLAGS := --scratch-path $(BUILD) -Xcc -O3
APPS := ClassicSelfie ClassicOrientation SelfieFollower PositionSelfie TwoFaces

.PHONY: help setup packages checker demo test sanitize bench lint interfaces check-corpus check-plugin format release

help:  ## what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: packages checker  ## install what is missing, build diptych and its checker
	swift build -c release --scratch-path $(BUILD) --product diptych -q

packages:
	@Scripts/setup

checker: packages
	swift build -c release --package-path Checker --scratch-path $(CHECKER) --product diptych-check -q

release: packages checker
	@echo "building for release; from nothing it takes some minutes"
	@for product in diptych $(APPS); do \
	  swift build -c release --scratch-path $(BUILD) --product $$product -q || exit 1; done

demo: release  ## run the sample apps through every pose and grade what each display showed
	@Scripts/demo $(BUILD)/release

test: packages  ## run every test
	swift test $(FLAGS)
	swift test --package-path Checker --scratch-path $(CHECKER)

sanitize: packages  ## run every test under the address and the thread sanitizer
	@BUILD=$(BUILD) Scripts/sanitize

bench: packages  ## measure, as ratios against named peers
	@BUILD=$(BUILD) CHECKER=$(CHECKER) Scripts/bench

lint: packages  ## check format, imports, clauses, interface lists and lines of tests
	swift format lint --strict --recursive Sources Tests Apps Package.swift Checker/Plugins Checker/Sources Checker/Tests/*Tests Checker/Package.swift
	@Scripts/check-imports
	@Scripts/check-specs
	@Scripts/check-interfaces $(BUILD)
	@Scripts/check-test-lines

interfaces: packages  ## what of Apple's interfaces that apps use is built, and held by a test
	@Scripts/check-interfaces $(BUILD)
	@Scripts/coverage $(BUILD)
	@Scripts/check-coverage $(BUILD)

check-corpus: packages  ## precision and recall of the checker on the labelled corpus
	swift run --package-path Checker --scratch-path $(CHECKER) -q check-corpus Checker/Tests/Corpus

check-plugin: packages  ## swift package diptych-check in a package of its own; builds the checker once more
	@Scripts/check-plugin

format:  ## format every source file in place
	swift format format --in-place --recursive Sources Tests Apps Package.swift Checker/Plugins Checker/Sources Checker/Tests/*Tests Checker/Package.swift
