class {
  class c: