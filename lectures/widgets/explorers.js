// The explorers of the lectures. A page has at most one <section class="explorer" data-explorer="NAME">; this script fills
// it with controls and shows what the model (simt/explore, compiled to WebAssembly) answers. The state is in the part of
// the page's address behind "#explore:", so that a link shows the same case. No server is asked for anything.
"use strict";

(() => {
  // ---- small helpers ----

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") made[key] = value;
      else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  };
  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  // What may be wider than the page scrolls by itself, by keys too.
  const region = (label, content) => element("div", { class: "explorer-scroll", tabindex: 0, role: "region", "aria-label": label }, content);
  const table = (caption, titles, rows) =>
    region(caption, element("table", {}, element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, String(cell))))))));
  const folded = (title, ...children) => element("details", {}, element("summary", {}, title), ...children);
  const lanesOf = (mask) => [...Array(32).keys()].filter((lane) => (mask >>> lane) & 1);
  const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  // 0, 1, 2, 5 become "0–2, 5"; a line does not break beside the dash.
  const ranges = (numbers) => {
    const parts = [];
    for (const number of numbers) {
      const last = parts[parts.length - 1];
      if (last && last[1] === number - 1) last[1] = number;
      else parts.push([number, number]);
    }
    return parts.map(([first, last]) => (first === last ? `${first}` : `${first}\u2060–\u2060${last}`)).join(", ");
  };
  // Colours that colour-blind readers can tell apart; a number or a name is always there as well.
  const tone = (number) => `tone-${number % 8}`;

  const bytesOfElements = [["1", "char, 1 byte"], ["2", "short, 2 bytes"], ["4", "float, 4 bytes"],
    ["8", "double, 8 bytes"], ["16", "float4, 16 bytes"]];
  const devices = Object.keys(explorersDevices).map((name) => [name, name.toUpperCase().replace(/^[GR]TX/, "$& ")]);
  const device = (value) => ({ name: "device", label: "Device", choices: devices, value });
  const number = (name, label, least, most, value, step = 1) => ({ name, label, least, most, value, step });
  const choice = (name, label, choices, value) => ({ name, label, choices, value });
  const text = (name, label, value, presets = []) => ({ name, label, value, presets, isText: true });

  // ---- the five explorers: controls, question, what is shown ----

  const explorers = {
    coalescing: {
      title: "Explorer: which sectors does a request need?",
      controls: [
        text("expression", "Index of thread i", "i", ["i", "i + 1", "2 * i", "8 * i", "n * i", "i % 8 * 32 + i / 8"]),
        text("active", "Only threads with", "1", ["1", "i < n", "i % 2 == 0"]),
        choice("bytes", "Element", bytesOfElements, "4"),
        number("warp", "Warp", 0, 63, 0),
        number("n", "n", 1, 4096, 32),
        device("h200"),
      ],
      show(answer) {
        const kind = answer.has_segments ? "transaction" : "sector";
        const used = answer.moved === 0 ? 0 : Math.round((100 * answer.used) / answer.moved);
        const summary = answer.requests === 0 ? "No lane takes part, so there is no request." :
          `${plural(answer.requests, "request")}, ${plural(answer.sectors, "sector")} of 32 bytes` +
          (answer.has_segments ? ` in ${plural(answer.parts.length, "transaction")}` : "") +
          `; the fewest that can hold these bytes are ${answer.ideal_sectors}. The threads use ${answer.used} of ${answer.moved} bytes that move: ${used} %.`;
        const partOf = answer.lanes.map((_, lane) => answer.parts.findIndex((part) => (part.lanes >>> lane) & 1));
        const lanes = element("ol", { class: "explorer-cells", start: 0, "aria-label": `${kind} of each lane` },
          ...answer.lanes.map((lane, number) => element("li", { class: lane.active ? tone(partOf[number]) : "idle" },
            element("small", {}, `lane ${number}`), lane.active ? `[${lane.index}]` : "—",
            element("small", {}, lane.active ? `${kind} ${partOf[number]}` : "idle"))));
        const parts = table(`The ${kind}s, in the order of their addresses`,
          [kind, "bytes from", "bytes", "lanes"],
          answer.parts.map((part, number) => [number, part.address, part.bytes, ranges(lanesOf(part.lanes))]));
        return { summary, drawing: [lanes, parts], numbers: { requests: answer.requests, sectors: answer.sectors, ideal_sectors: answer.ideal_sectors } };
      },
    },

    banks: {
      title: "Explorer: which banks does a request use?",
      controls: [
        number("width", "Tile width", 1, 64, 32),
        number("padding", "Padding", 0, 8, 0),
        choice("bytes", "Element", bytesOfElements, "4"),
        text("expression", "Index of a lane", "lane * pitch + row",
          ["row * pitch + lane", "lane * pitch + row", "2 * lane", "lane / 2", "row"]),
        number("row", "row", 0, 31, 0),
        choice("use", "Access", [["load", "load"], ["store", "store"]], "load"),
        device("h200"),
      ],
      show(answer) {
        const summary = `${plural(answer.requests, "request")}, ${plural(answer.wavefronts, "wavefront")}; ` +
          `${answer.conflicts} of them only because of bank conflicts. A square tile takes ${answer.tile_bytes} bytes.`;
        const byBank = Array.from({ length: answer.banks }, () => []);
        answer.lanes.forEach((lane, number) => byBank[lane.bank].push([number, lane.word]));
        const most = Math.max(...byBank.map((users) => new Set(users.map(([, word]) => word)).size));
        const cells = element("ol", { class: "explorer-cells", start: 0, "aria-label": "words that each bank serves" },
          ...byBank.map((users, bank) => {
            const words = new Set(users.map(([, word]) => word)).size;
            return element("li", { class: words === 0 ? "idle" : words > 1 && words === most ? "crowded" : tone(0) },
              element("small", {}, `bank ${bank}`), words === 0 ? "—" : plural(words, "word"),
              element("small", {}, words === 0 ? "idle" : plural(users.length, "lane")));
          }));
        const lanes = folded("Lane by lane", table("The first word of each lane", ["lane", "element", "word", "bank"],
          answer.lanes.map((lane, number) => [number, lane.index, lane.word, lane.bank])));
        return { summary, drawing: [cells, lanes], numbers: { requests: answer.requests, wavefronts: answer.wavefronts, conflicts: answer.conflicts } };
      },
    },

    transpose: {
      title: "Explorer: which partitions are busy?",
      controls: [
        choice("order", "Blocks take tiles", [["rows", "row by row"], ["columns", "column by column"], ["diagonal", "along diagonals"]], "rows"),
        choice("kernel", "Kernel", [["tiled", "tiled"], ["naive", "naive"]], "tiled"),
        number("n", "Side of the matrix", 256, 2048, 512, 32),
        device("gtx280"),
      ],
      fixed: { tile: 32 },
      show(answer) {
        const windows = answer.windows;
        const partitions = windows[0].length;
        const busy = Math.round(10 * windows.reduce((sum, window) => sum + window.filter((sectors) => sectors > 0).length, 0) / windows.length) / 10;
        const summary = `The busiest partition has ${answer.camping.toFixed(2)} × the mean; 1 is best, ${partitions} is worst. ` +
          `${answer.blocks} blocks run at a time, and their stores keep ${busy} of ${partitions} partitions busy on average.`;
        const most = Math.max(...windows.flat());
        const shown = windows.slice(0, 64);
        const cell = 14, above = 16;
        const grid = svg("svg", { viewBox: `0 0 ${Math.max(shown.length * cell + 30, 60)} ${above + partitions * cell + 20}`, role: "img", class: "explorer-map",
          "aria-label": `Stores by partition, one column for each ${answer.blocks} blocks. The table below has the numbers.` });
        shown.forEach((window, column) => window.forEach((sectors, partition) => grid.append(
          svg("rect", { x: 30 + column * cell, y: above + partition * cell, width: cell - 1, height: cell - 1, class: sectors === 0 ? "empty" : "full",
            "fill-opacity": sectors === 0 ? 1 : (0.25 + (0.75 * sectors) / most).toFixed(3) }))));
        for (let partition = 0; partition < partitions; ++partition) {
          const label = svg("text", { x: 24, y: above + partition * cell + 11, "text-anchor": "end", "font-size": 11 });
          label.textContent = partition;
          grid.append(label);
        }
        for (const [x, y, words] of [[0, 11, "partition"], [30, above + partitions * cell + 15, "time →"]]) {
          const axis = svg("text", { x, y, "font-size": 11 });
          axis.textContent = words;
          grid.append(axis);
        }
        const map = region("Partitions over time", grid);
        const rows = folded("As a table", table(`Sectors stored by partition, for each ${answer.blocks} blocks`,
          ["blocks from", ...Array.from({ length: partitions }, (_, partition) => `partition ${partition}`)],
          shown.map((window, number) => [number * answer.blocks, ...window])));
        const note = windows.length > shown.length ? [element("p", {}, `The first ${shown.length} of ${windows.length} windows are shown.`)] : [];
        return { summary, drawing: [map, ...note, rows], numbers: { camping: answer.camping } };
      },
    },

    streams: {
      title: "Explorer: what overlaps?",
      controls: [
        number("mebibytes", "Data, MiB each way", 1, 512, 64),
        number("passes", "Kernel: passes over the data", 1, 400, 40),
        number("chunks", "Chunks", 1, 32, 4),
        number("streams", "Streams", 1, 8, 4),
        choice("order", "The host asks", [["depth", "chunk by chunk"], ["breadth", "kind by kind"]], "depth"),
        choice("memory", "Host memory", [["pinned", "pinned"], ["pageable", "pageable"]], "pinned"),
        choice("engines", "Copy engines", [["0", "as the device"], ["1", "one"], ["2", "two"]], "0"),
        device("h200"),
      ],
      show(answer, state, change, room) {
        const unit = (seconds) => `${(1000 * seconds).toFixed(3)} ms`;
        const summary = `All is done after ${unit(answer.seconds)}. One after the other, the same operations take ${unit(answer.serial)}. ` +
          `${plural(answer.engines, "copy engine")}. This is the emulator's model, not a measurement.`;
        const kinds = ["copy in", "kernel", "copy out"];
        const width = Math.min(640, Math.max(280, room)), left = 62, row = 30; // on a phone a unit is a pixel
        const scale = (seconds) => left + (seconds / answer.seconds) * (width - left - 4);
        const chart = svg("svg", { viewBox: `0 0 ${width} ${kinds.length * row + 20}`, role: "img", class: "explorer-chart",
          "aria-label": "Timeline of the copies and kernels. The table below has the numbers." });
        kinds.forEach((kind, line) => {
          const label = svg("text", { x: 0, y: line * row + 19, "font-size": 12 });
          label.textContent = kind;
          chart.append(label);
        });
        for (const one of answer.operations) {
          const line = kinds.indexOf(one.kind);
          const length = Math.max(1, scale(one.end) - scale(one.start));
          chart.append(svg("rect", { x: scale(one.start).toFixed(2), y: line * row + 3, width: length.toFixed(2), height: row - 7, class: tone(one.chunk), rx: 2 }));
          if (length > 16) {
            const label = svg("text", { x: (scale(one.start) + length / 2).toFixed(2), y: line * row + 19, "text-anchor": "middle", "font-size": 12, class: "inside" });
            label.textContent = one.chunk;
            chart.append(label);
          }
        }
        const axis = svg("text", { x: width - 4, y: kinds.length * row + 15, "text-anchor": "end", "font-size": 12 });
        axis.textContent = unit(answer.seconds);
        chart.append(axis);
        const rows = folded("As a table", table("The operations, in the order in which the host asks for them",
          ["operation", "chunk", "stream", "begins", "ends"],
          answer.operations.map((one) => [one.kind, one.chunk, one.stream, unit(one.start), unit(one.end)])));
        return { summary, drawing: [region("Timeline", chart), rows], numbers: { seconds: answer.seconds, operations: answer.operations.length } };
      },
    },

    barrier: {
      title: "Explorer: step through a barrier",
      controls: [
        choice("program", "Barrier", [["printed", "as old texts print it"], ["none", "none at all"], ["resets", "printed, with both fences"],
          ["no_release", "growing counter, no fence before it"], ["no_acquire", "growing counter, no fence after it"], ["growing", "growing counter, both fences"]], "printed"),
        choice("blocks", "Blocks", [["2", "2"], ["3", "3"]], "2"),
      ],
      fixed: { device: "h200", search: "yes" },
      hidden: { steps: "" },
      steps: true,
      show(answer, state, change) {
        const names = answer.blocks.map((_, block) => "ABC"[block]);
        const place = (block, statement) => `block ${names[block]}, line ${statement + 1}`;
        const race = answer.races[0];
        let summary = `${plural(answer.log.length, "step")}; count is ${answer.counter}. `;
        if (answer.deadlock) summary += "Deadlock: every block that has not ended waits, and none is left that could change count.";
        else if (answer.blocks.every((block) => block.ended)) summary += "All blocks have ended.";
        else summary += answer.blocks.map((block, number) => `${names[number]} ${block.ended ? "has ended" : block.waits ? "waits" : "can go on"}`).join(", ") + ".";
        if (race) {
          summary += ` Race: ${place(race.block, race.statement)}, and ${place(race.other_block, race.other_statement)}, use one word; ` +
            (race.missing === "order" ? "nothing orders the two accesses." : `the ${race.missing} is missing.`);
        }
        const can = (steps) => steps.slice(0, 400);
        const buttons = element("div", { class: "explorer-buttons" },
          ...names.map((name, block) => element("button", { type: "button", disabled: answer.blocks[block].ended, "data-step": name, onclick: () => change({ steps: can(state.steps + name) }) }, `Step ${name}`)),
          element("button", { type: "button", disabled: state.steps === "", "data-step": "back", onclick: () => change({ steps: state.steps.slice(0, -1) }) }, "Back"),
          element("button", { type: "button", disabled: state.steps === "", onclick: () => change({ steps: "" }) }, "Start again"),
          element("button", { type: "button", disabled: answer.hangs === null, "data-step": "hang", onclick: () => change({ steps: answer.hangs }) }, "Show a deadlock"),
          element("button", { type: "button", disabled: answer.race_after === null, "data-step": "race", onclick: () => change({ steps: answer.race_after }) }, "Show a race"));
        const marks = (statement) => names.map((name, block) => (answer.blocks[block].statement === statement ? name : "")).filter((mark) => mark !== "").join(", ");
        const racing = new Set(answer.races.flatMap((one) => [one.statement, one.other_statement]));
        const code = element("ol", { class: "explorer-code" }, ...[...answer.statements, "end"].map((statement, number) =>
          element("li", { class: racing.has(number) ? "racing" : null }, element("span", { class: "explorer-mark" }, marks(number) && `${marks(number)} →`),
            number < answer.statements.length ? element("code", {}, statement) : element("em", {}, "end"), racing.has(number) ? element("strong", {}, " race") : "")));
        const log = answer.log.length === 0 ? element("p", {}, "Nothing has happened yet. The arrow shows the next line of each block.")
          : table("What has happened", ["step", "block", "line", "what"],
          answer.log.map((one, number) => [number + 1, names[one.block], one.statement + 1, one.text]).reverse());
        return { summary, drawing: [buttons, region("Program", code), log], numbers: { counter: answer.counter, races: answer.races.length, deadlock: answer.deadlock } };
      },
    },
  };

  // ---- state in the address ----

  const mark = "#explore:";
  const stateOf = (explorer) => {
    const state = { ...explorer.hidden };
    for (const control of explorer.controls) state[control.name] = String(control.value);
    if (!location.hash.startsWith(mark)) return state;
    for (const [key, value] of new URLSearchParams(location.hash.slice(mark.length))) {
      const control = explorer.controls.find((one) => one.name === key);
      // An address may be typed by hand: a choice that does not exist stays as it was.
      const exists = !control || !control.choices || control.choices.some(([known]) => known === value);
      if (key in state && exists) state[key] = value;
    }
    return state;
  };
  const addressOf = (explorer, state) => {
    const changed = new URLSearchParams();
    const first = { ...explorer.hidden };
    for (const control of explorer.controls) first[control.name] = String(control.value);
    for (const key of Object.keys(first)) if (state[key] !== first[key]) changed.set(key, state[key]);
    return changed.toString() === "" ? "" : mark + changed;
  };
  // Browsers allow an address to change some 100 times in half a minute, and a slider is faster. So it changes when the
  // reader pauses; data-kept says that it has.
  let waiting = 0;
  const keep = (section, hash) => {
    clearTimeout(waiting);
    section.dataset.kept = "no";
    waiting = setTimeout(() => {
      history.replaceState(null, "", location.pathname + location.search + hash);
      section.dataset.kept = "yes";
    }, 300);
  };

  // ---- the page ----

  const fits = (control, value) => /^-?\d+$/.test(value) && Number(value) >= control.least && Number(value) <= control.most &&
    Number(value) % control.step === 0;

  const controlFor = (control, state, change, prefix) => {
    const id = `${prefix}-${control.name}`;
    const label = element("label", { for: id }, control.label);
    if (control.choices) {
      const select = element("select", { id, name: control.name, onchange: () => change({ [control.name]: select.value }) },
        ...control.choices.map(([value, words]) => element("option", { value }, words)));
      select.value = state[control.name];
      return element("div", { class: "explorer-control" }, label, select);
    }
    if (control.isText) {
      const input = element("input", { id, name: control.name, type: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
        value: state[control.name], oninput: () => change({ [control.name]: input.value }) });
      const presets = control.presets.map((preset) => element("button", { type: "button", "aria-label": `${control.label}: ${preset}`,
        onclick: () => { input.value = preset; change({ [control.name]: preset }); } }, preset));
      return element("div", { class: "explorer-control explorer-wide" }, label, input, element("div", { class: "explorer-presets" }, ...presets));
    }
    const bounds = { min: control.least, max: control.most, step: control.step };
    const input = element("input", { id, name: control.name, type: "number", inputmode: "numeric", ...bounds, value: state[control.name],
      oninput: () => {
        if (fits(control, input.value)) slider.value = input.value;
        change({ [control.name]: input.value });
      } });
    const slider = element("input", { type: "range", ...bounds, value: state[control.name], "aria-label": `${control.label}, slider`,
      oninput: () => { input.value = slider.value; change({ [control.name]: slider.value }); } });
    return element("div", { class: "explorer-control" }, label, element("div", { class: "explorer-number" }, slider, input));
  };

  // What is wrong with a number, in the words of the page; the model would name it by its key.
  const wrongNumber = (explorer, state) => {
    const wrong = explorer.controls.find((control) => "least" in control && !fits(control, state[control.name]));
    if (!wrong) return null;
    const multiple = wrong.step > 1 ? ` that is a multiple of ${wrong.step}` : "";
    return `${wrong.label}: please write a whole number from ${wrong.least} to ${wrong.most}${multiple}.`;
  };

  const questionOf = (name, explorer, state) => {
    const question = { explorer: name, ...explorer.fixed };
    for (const control of explorer.controls) {
      const isNumber = "least" in control || ["bytes", "engines", "blocks"].includes(control.name);
      question[control.name] = isNumber && /^-?\d+$/.test(state[control.name]) ? Number(state[control.name]) : state[control.name];
    }
    for (const key of Object.keys(explorer.hidden || {})) question[key] = state[key];
    const known = state.device || question.device;
    question.device = explorersDevices[known] || "";
    return question;
  };

  let redraw = () => {}; // the explorer of this page, when its room has changed
  const begin = (section, model) => {
    clearTimeout(waiting);
    const name = section.dataset.explorer;
    const explorer = explorers[name];
    const state = stateOf(explorer);
    const summary = element("p", { class: "explorer-summary", role: "status" });
    const drawing = element("div", { class: "explorer-drawing" });

    const update = () => {
      const wrong = wrongNumber(explorer, state);
      const answer = wrong ? { error: wrong }
        : JSON.parse(model.ccall("explore", "string", ["string"], [JSON.stringify(questionOf(name, explorer, state))]));
      section.dataset.error = answer.error || "";
      summary.classList.toggle("wrong", Boolean(answer.error));
      if (answer.error) {
        summary.textContent = answer.error;
        drawing.classList.add("stale");
        return;
      }
      const focused = document.activeElement && document.activeElement.dataset.step;
      const opened = [...drawing.querySelectorAll("details")].map((one) => one.open);
      const shown = explorer.show(answer, state, change, drawing.clientWidth);
      summary.textContent = shown.summary;
      drawing.classList.remove("stale");
      drawing.replaceChildren(...shown.drawing);
      drawing.querySelectorAll("details").forEach((one, number) => { one.open = opened[number] || false; });
      // The button that was pressed is a new one now; the keyboard stays where it was.
      const again = focused && drawing.querySelector(`[data-step="${focused}"]:not([disabled])`);
      if (again) again.focus();
      section.dataset.numbers = JSON.stringify(shown.numbers);
    };
    const change = (changes) => {
      Object.assign(state, changes);
      // Another program, or another number of blocks: the old steps would mean something else.
      if (explorer.steps && !("steps" in changes)) state.steps = "";
      keep(section, addressOf(explorer, state));
      update();
    };

    const reset = element("button", { type: "button", onclick: () => {
      history.replaceState(null, "", location.pathname + location.search);
      begin(section, model);
    } }, "Reset");
    const controls = element("form", { class: "explorer-controls", "aria-label": explorer.title, novalidate: true },
      ...explorer.controls.map((control) => controlFor(control, state, change, `explorer-${name}`)),
      element("div", { class: "explorer-control" }, reset));
    controls.addEventListener("submit", (event) => event.preventDefault());
    if (explorer.steps) {
      section.onkeydown = (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || /^(?:INPUT|SELECT)$/.test(event.target.tagName)) return;
        const key = event.key === "Backspace" ? "back" : event.key.toUpperCase();
        const button = drawing.querySelector(`[data-step="${key}"]:not([disabled])`);
        if (button && (key === "back" || key.length === 1)) {
          event.preventDefault();
          button.focus();
          button.click();
        }
      };
    }
    const hint = explorer.steps ? [element("p", { class: "explorer-hint" }, "Keys: A, B, C step a block, Backspace takes a step back.")] : [];
    section.replaceChildren(element("h3", {}, explorer.title), controls, ...hint, summary, drawing);
    update();
    redraw = update;
    section.dataset.kept = "yes";
    section.dataset.ready = "yes";
  };

  const start = () => {
    const section = document.querySelector(".explorer");
    if (!section || !(section.dataset.explorer in explorers)) return;
    loadExplorersModel().then((model) => {
      begin(section, model);
      window.addEventListener("resize", () => redraw());
      if (location.hash.startsWith(mark)) section.scrollIntoView();
      window.addEventListener("hashchange", () => { if (location.hash.startsWith(mark)) begin(section, model); });
    }, (reason) => { section.textContent = `This explorer needs WebAssembly, which did not start: ${reason}`; });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
