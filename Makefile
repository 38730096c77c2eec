# Every target does all it needs on a fresh Debian 12 machine; a second run does only what changed.
# Only `deps` may need root, and only while a package of cmake/packages.txt is missing; sanitizers and fuzzing likewise,
# for cmake/packages_clang.txt.

CTEST = ctest --output-on-failure --parallel $(shell nproc)
FUZZ_SECONDS ?= 60
FUZZ_LIMITS = -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=256
# Run without sanitizers only: the same code as in other tests, with thousands of steps or many samplings.
REPETITIVE = SixShifts|AllMethodsOnDemand|EnergyOfAnUndamped|EnergyStaysBounded|MomentumOfAFree|KeptForEver
SOURCES = $(shell find core octree io viewer experiments tests -name '*.h' -o -name '*.cpp')
SAY = @printf '\n== %s\n'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help deps clang build test test-long test-soak test-asan test-tsan test-fuzz reproduce view bench format clean distclean

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | expand -t 12

deps: ## install the Debian packages that are missing
	@bash cmake/install_packages.sh

clang: deps
	@bash cmake/install_packages.sh packages_clang.txt

build: deps ## the optimised program: build/release/octomatch
	@test -f build/release/build.ninja || cmake --preset release
	@cmake --build --preset release

test: build ## build and run the quick tests
	@cd build/release && $(CTEST) -L quick

test-long: test-soak test-asan test-tsan test-fuzz ## big bodies, sanitizers, fuzzing; an hour or more

test-soak: build
	$(SAY) 'long tests of the release build'
	@cd build/release && $(CTEST) -L long

test-asan: clang
	$(SAY) 'quick tests with the address and undefined behaviour sanitizers'
	@test -f build/asan/build.ninja || cmake --preset asan
	@cmake --build --preset asan
	@cd build/asan && $(CTEST) -L quick -E '$(REPETITIVE)'

# Other tests, and the programs that the preset leaves out, are single-threaded or run the same loops as these.
test-tsan: clang
	$(SAY) 'tests of parallel code with the thread sanitizer'
	@test -f build/tsan/build.ninja || cmake --preset tsan
	@cmake --build --preset tsan
	@cd build/tsan && $(CTEST) -L quick -R '[Pp]arallel|[Tt]hread'

test-fuzz: clang
	$(SAY) 'fuzz targets, $(FUZZ_SECONDS) s each'
	@test -f build/fuzz/build.ninja || cmake --preset fuzz
	@cmake --build --preset fuzz
	@build/fuzz/tests/fuzz/write_fuzz_seeds build/fuzz/tests/fuzz
	@for target in build/fuzz/tests/fuzz/*_fuzz; do \
	    echo "-- $$target"; \
	    mkdir -p $$target.corpus; \
	    LSAN_OPTIONS=suppressions=tests/fuzz/known_leaks.txt:print_suppressions=0 \
	        $$target -max_total_time=$(FUZZ_SECONDS) $(FUZZ_LIMITS) -artifact_prefix=$$target. \
	        $$target.corpus $$target.seeds > $$target.log 2>&1 || { tail -n 40 $$target.log; exit 1; }; \
	    tail -n 1 $$target.log; \
	done

reproduce: build ## the results of the papers, in their quick form: out/index.html
	@mkdir -p out
	@build/release/octomatch run --all --quick --out out

view: build ## the interactive viewer
	@build/release/octomatch view

bench: build ## the benchmarks: ratios within one run
	@build/release/octomatch bench

format: ## clang-format all sources in place
	@clang-format -i $(SOURCES)

clean: ## remove what was built, but keep the libraries of build/deps
	@find build -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +

distclean: ## remove all of build
	@rm -rf build
