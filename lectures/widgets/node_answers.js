// Answers one question of an explorer in each line of the standard input, as the program `explore` does, but by the
// WebAssembly module: node node_answers.js build/explorers/explorers-model.js
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
require(require("path").resolve(process.argv[2]))().then((model) => {
  for (const line of lines) process.stdout.write(model.ccall("explore", "string", ["string"], [line]) + "\n");
});
