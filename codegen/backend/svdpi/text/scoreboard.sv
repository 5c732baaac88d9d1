// A scoreboard: steps @NAME@'s model with each event that a design takes, and compares.

/* verilator lint_off BLKSEQ */ // the model's state is for nobody else to read
module @ID@_scoreboard
  import @ID@_dpi::*;
(
    input logic clk,
    input logic start,  // a new connection: init_state is in force
    input params_t params,
    input state_t init_state,  // what the design begins with
    input logic loaded,  // with start: not as init leaves it, but as init_state says
    input logic valid,  // the design took an event
    input event_t ev,
    input output_t out,  // what it answered
    input state_t state,  // and left as state
    output int unsigned checked,  // events
    output int unsigned failed,
    output output_t model_out,  // what the model answered last
    output state_t model_state
);

  string difference;

  initial begin
    checked = 0;
    failed = 0;
    model_state = '0;
    model_out = '0;
  end

  always @(posedge clk) begin
    difference = "";
    if (start) begin
      model_state = init(params);
      if (loaded) model_state = init_state;
      difference = state_difference(model_state, init_state);
    end else if (valid) begin
      checked = checked + 1;
      model_out = step(params, model_state, ev);
      difference = output_difference(model_out, out);
      if ($isunknown(ev)) difference = "the event has unknown bits";
      else if (difference != "") difference = {"output ", difference};
      else begin
        difference = state_difference(model_state, state);
        if (difference != "") difference = {"state ", difference};
      end
    end
    if (difference != "") begin
      if (failed == 0) $display("first difference, event %0d: %s", checked, difference);
      failed = failed + 1;
    end
  end

endmodule
/* verilator lint_on BLKSEQ */
