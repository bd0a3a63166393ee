# The course's commands; `make` alone lists them. Everything here is a short way to say what setup/, CMake and
# ./grade do. Options for CMake: make lab3 CMAKE_FLAGS=-DCOURSE_SANITIZE=ON
BUILD := build
CMAKE_FLAGS :=
GRADE := $(BUILD)/bin/grade --root .

.DEFAULT_GOAL := help
.NOTPARALLEL: # two labs would build the grader at once, in one folder; ninja uses all cores anyway
.PHONY: help tools experiment-tools batch-tools emulate tests check-build check check-cuda check-all check-gpu bench bench-oclgrind figures explorers site check-pages mutants demo student-archive new-lab lab-table cuda-toolkit editor format tidy clean FORCE

help:
	@echo "make lab3          set up what is missing and build lab 3 (likewise the others); then: ./grade lab3"
	@echo "make demo          grade the solution of lab 3, to see a full report"
	@echo "make tools         build the grader"
	@echo "make emulate       build the emulator for programs of your own; then: ./emulate program.cu"
	@echo "make cuda-toolkit  install nvcc into .deps/cuda, without root"
	@echo "make check         a fixed sample of all tests that need no GPU"
	@echo "make check-all     all tests that need no GPU"
	@echo "make check-gpu     all tests that need a GPU"
	@echo "make check-cuda    CUDA_HOME=/usr/local/cuda-12.4: compiles all CUDA code with that toolkit"
	@echo "make bench         how fast the emulator is (bench-oclgrind: beside Oclgrind)"
	@echo "make mutants       one mistake at a time in right solutions: does the grader name its line and kind?"
	@echo "make site          the lectures and all other pages as HTML, in build/site (make figures: their figures alone)"
	@echo "make student-archive   what students get, as one file in build/: no solutions, no history"
	@echo "make editor        compile_commands.json for clangd, so that an editor knows CUDA and the course"
	@echo "make check-pages   every page of the site in headless Chromium, and its explorers used (after make site)"
	@echo "make new-lab       NAME=saxpy TITLE='…': the folders of a new lab that works (lab-table: README's table)"
	@echo "make format, tidy  clang-format, clang-tidy over our own code"
	@echo "make clean         remove what was built (not what was installed into .deps/)"

# A lab's code for every backend of this machine. The name is checked before anything is built for it.
lab%: FORCE
	@set -- labs/$@_*/; if [ ! -d "$$1" ]; then \
	  echo "There is no $@. The labs here: $$(cd labs && ls -d lab* | sed 's/_.*//' | tr '\n' ' ')" >&2; exit 2; fi
	@$(MAKE) --no-print-directory tools
	@$(GRADE) build $@

# What gradebooks need besides.
batch-tools: BATCH := batch
tools experiment-tools batch-tools emulate:
	@setup/require.sh build
	@if [ -n "$(BATCH)" ]; then setup/require.sh $(BATCH); fi
	@setup/configure.sh $(BUILD) $(CMAKE_FLAGS)
	@setup/build.sh $(BUILD) $@

tests:
	@setup/require.sh build test batch
	@setup/configure.sh $(BUILD) $(CMAKE_FLAGS)
	@setup/build.sh $(BUILD) tests

# Tests and all CUDA code in one build, so that all cores have work until its end.
check-build:
	@setup/require.sh build test batch
	@setup/configure.sh $(BUILD) $(CMAKE_FLAGS)
	@setup/build.sh $(BUILD) tests cuda-code

# A fixed sample of the tests: those that cmake/sample.cmake does not label slow. `make check-all` runs the others after
# them, and none twice. One test more than there are cores runs at once, so that all cores work while a test waits.
CTEST := ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j$$(($$(nproc) + 1))
check: check-build
	$(CTEST) -LE 'gpu|slow'
	@setup/count_tests.sh $(BUILD)

# All CUDA code, compiled with another toolkit: make check-cuda CUDA_HOME=/usr/local/cuda-12.4
check-cuda:
	@if [ ! -x "$(CUDA_HOME)/bin/nvcc" ]; then \
	  echo "Give the toolkit's folder: make check-cuda CUDA_HOME=/usr/local/cuda-12.4" >&2; exit 2; fi
	@setup/require.sh build
	@CUDA_HOME="$(CUDA_HOME)" setup/configure.sh $(BUILD)/check-cuda $(CMAKE_FLAGS)
	@setup/build.sh $(BUILD)/check-cuda all-cuda-code

check-all: check
	$(CTEST) -L slow -LE gpu

# On a machine that received a finished build/ and cannot build, the tests run without a build.
check-gpu:
	@if [ ! -f $(BUILD)/CMakeCache.txt ] || [ -z "$$(setup/missing.sh build test batch)" ]; then \
	  $(MAKE) --no-print-directory tests; fi
	ctest --test-dir $(BUILD) -L gpu --output-on-failure --no-tests=error -j8 # timed tests run alone nevertheless

bench:
	@setup/require.sh build test
	@setup/configure.sh $(BUILD) $(CMAKE_FLAGS)
	@setup/build.sh $(BUILD) simt_benchmark
	@$(BUILD)/bin/simt_benchmark --benchmark_repetitions=3 --benchmark_report_aggregates_only=true
	@if command -v oclgrind-kernel >/dev/null; then echo "To compare with Oclgrind, on the same kernels: make bench-oclgrind"; \
	  else echo "Oclgrind is not installed (Debian: apt-get install oclgrind), so there is nothing to compare with."; fi

# A minute; what measurements/emulator-speed.md shows was recorded by the same script.
bench-oclgrind:
	@setup/require.sh build python
	@setup/configure.sh $(BUILD) $(CMAKE_FLAGS)
	@setup/build.sh $(BUILD) simt_comparison
	@measurements/record_speed.py $(BUILD)/emulator_speed.json

# Debian's matplotlib belongs to Debian's Python, which need not be the first one.
PYTHON := python3
FIGURE_PYTHON = $(if $(shell $(PYTHON) -c 'import matplotlib' 2>&1),/usr/bin/python3,$(PYTHON))
figures:
	@setup/require.sh site
	@rm -rf $(BUILD)/figures
	@for script in lectures/figures/[!_]*.py; do $(FIGURE_PYTHON) $$script $(BUILD)/figures || exit $$?; done

# The memory model as WebAssembly, for the pages. EXPLORERS=no builds the site without, where emscripten is not at hand.
EXPLORERS := yes
explorers:
ifeq ($(EXPLORERS),yes)
	@setup/require.sh explorers
	@lectures/widgets/build.sh $(BUILD)/explorers
endif

# What the grader and the emulator say is quoted from themselves; so they are built first.
site: tools emulate figures explorers
	@$(PYTHON) lectures/site.py --output $(BUILD)/site-src --build $(BUILD) $(if $(filter yes,$(EXPLORERS)),,--without-explorers)
	@$(PYTHON) lectures/site.py --words
	@rm -rf $(BUILD)/site
	@BUILD=$(BUILD) PUBLIC_HEADERS="$$($(PYTHON) lectures/reference.py)" doxygen lectures/site/Doxyfile
	@cp $(BUILD)/figures/*.svg $(BUILD)/site/
	@if [ $(EXPLORERS) = yes ]; then cp lectures/widgets/explorers.js $(BUILD)/explorers/explorers-*.js $(BUILD)/site/; fi
	@if [ -d $(BUILD)/site-src/files ]; then cp -R $(BUILD)/site-src/files $(BUILD)/site/; fi
	@$(PYTHON) lectures/site.py --finish $(BUILD)/site
	@$(PYTHON) lectures/check_links.py $(BUILD)/site
	@echo "The site: $(BUILD)/site/index.html"

check-pages:
	@setup/require.sh browser
	@setup/axe.sh
	@setup/build.sh $(BUILD) explore
	@/usr/bin/python3 lectures/check_pages.py $(BUILD)/site --explore $(BUILD)/bin/explore

# What was graded before is not graded again (build/mutants/results.jsonl); LIMIT=300 takes a fixed choice.
mutants: tools
	@setup/require.sh python
	@$(PYTHON) autograder/tests/mutants/mutants.py run $(if $(LIMIT),--limit $(LIMIT))

new-lab:
	@setup/new-lab.sh "$(NAME)" $(if $(TITLE),"$(TITLE)")

lab-table:
	@setup/lab-table.sh --write

# The starter where there are no solutions: in what students get.
demo: tools
	@set -- solutions/lab3_transpose labs/lab3_transpose/original; if [ ! -d "$$1" ]; then shift; \
	  echo "This copy of the course has no solutions; this is the report of lab 3's starter:"; fi; \
	$(GRADE) lab3 --submission "$$1" || [ $$? -eq 1 ]

student-archive: site
	@setup/student-archive.sh $(BUILD)/cuda-memory-course.tar.gz $(BUILD)

# compile_commands.json, for clangd in an editor.
editor:
	@setup/compile-commands.py

cuda-toolkit:
	@setup/cuda-toolkit.sh

format:
	@setup/require.sh format
	@find autograder simt support measurements experiments labs solutions \( -name '*.[ch]pp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) -print | xargs clang-format -i

# clang-tidy asks the build how each file is compiled, by itself.
tidy: tests
	@setup/require.sh tidy
	@setup/configure.sh $(BUILD)/tidy -DCMAKE_UNITY_BUILD=OFF
	@run-clang-tidy -quiet -p $(BUILD)/tidy "$(CURDIR)/(autograder|simt|support|measurements)/.*\.cpp"

clean:
	rm -rf $(BUILD)
