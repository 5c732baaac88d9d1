// A bench without UVM for @NAME@: plays vectors to the scoreboard. Put your design in the place of the player.
//
//   $ verilator --binary --timing -Wall --top-module @ID@_tb @ID@_dpi.sv @ID@_scoreboard.sv @ID@_tb.sv @ID@_dpi.c
//   $ ./obj_dir/V@ID@_tb +vectors=@ID@_vectors.txt
//
// A line of the vectors is a letter and three numbers in hexadecimal, packed as the structs are:
//
//   I params state 0    a connection begins, as init leaves it
//   L params state 0    a connection begins with that state
//   S event out state   an event, what it is answered with, and the state after it
//   N state now timer   which timer ends first
//
// +answers=FILE writes what the model says to each line: out and state, or timer.

module @ID@_tb;
  import @ID@_dpi::*;

  logic clk = 1'b0;
  logic start = 1'b0;
  logic loaded = 1'b0;
  logic valid = 1'b0;
  params_t params = '0;
  event_t ev = '0;
  output_t out = '0;
  state_t state = '0;
  output_t model_out;
  state_t model_state;
  int unsigned checked;
  int unsigned failed;

  always #1 clk = ~clk;

  @ID@_scoreboard scoreboard (
      .clk,
      .start,
      .params,
      .init_state(state),
      .loaded,
      .valid,
      .ev,
      .out,
      .state,
      .checked,
      .failed,
      .model_out,
      .model_state
  );

  // The longest number: the player reads all three of a line as wide as that.
  localparam int Wide = $bits(params_t) + $bits(state_t) + $bits(event_t) + $bits(output_t);

  string vectors;
  string answers;
  int from;
  int into = 0;
  int lines = 0;
  byte letter;
  /* verilator lint_off UNUSEDSIGNAL */  // of each as many bits as the line's struct has
  bit [Wide-1:0] a;
  bit [Wide-1:0] b;
  bit [Wide-1:0] c;
  /* verilator lint_on UNUSEDSIGNAL */
      // next
  timer_t timer;
  int unsigned wrong_timers = 0;
      // end next

  initial begin
    if (!$value$plusargs("vectors=%s", vectors)) begin
      $display("name the vectors: +vectors=FILE");
      $fatal;
    end
    from = $fopen(vectors, "r");
    if (from == 0) begin
      $display("%s: cannot be read", vectors);
      $fatal;
    end
    @(negedge clk);
    if ($value$plusargs("answers=%s", answers)) into = $fopen(answers, "w");
    while ($fscanf(from, " %c %h %h %h", letter, a, b, c) == 4) begin
      lines = lines + 1;
      start  = letter == "I" || letter == "L";
      loaded = letter == "L";
      valid  = letter == "S";
      if (start) begin
        params = params_t'(a[$bits(params_t)-1:0]);
        state  = state_t'(b[$bits(state_t)-1:0]);
      end else if (valid) begin
        ev    = event_t'(a[$bits(event_t)-1:0]);
        out   = output_t'(b[$bits(output_t)-1:0]);
        state = state_t'(c[$bits(state_t)-1:0]);
      end
      @(negedge clk);  // behind the edge at which the scoreboard looks
      // next
      if (letter == "N") begin
        timer = next(state_t'(a[$bits(state_t)-1:0]), b[@NOW@-1:0]);
        if (timer != timer_t'(c[$bits(timer_t)-1:0])) begin
          if (wrong_timers == 0) $display("first wrong timer, line %0d: %h, expected %h", lines, timer, c[$bits(timer_t)-1:0]);
          wrong_timers = wrong_timers + 1;
        end
        if (into != 0) $fdisplay(into, "%h", timer);
      end else
      // end next
      if (into != 0) $fdisplay(into, "%h %h", model_out, model_state);
    end
    start = 1'b0;
    valid = 1'b0;
    if (into != 0) $fclose(into);
    $display("%0d lines, %0d events, %0d differences", lines, checked, failed);
      // next
    if (wrong_timers > 0) $display("%0d wrong timers", wrong_timers);
      // end next
    if (lines == 0) $display("%s: no vectors", vectors);
    $finish;
  end

endmodule
