// The reaction point of DCQCN with the parameters of a ConnectX at 100G, written by hand as RTL, to
// hold the generated core against: the same ports, the same function, the same vectors.
module dcqcn_core (
    input wire clk,
    input wire rst,
    input wire enable,
    input wire in_valid,
    input wire [30:0] s_Rates_RC,
    input wire [30:0] s_Rates_RT,
    input wire [30:0] s_Rates_Bytes,
    input wire [31:0] s_Rates_IncreaseAt,
    input wire [31:0] s_Rates_CutAt,
    input wire [5:0] s_Rates_TimeStage,
    input wire [5:0] s_Rates_ByteStage,
    input wire [7:0] s_Rates_Flags,
    input wire [7:0] s_Rates_Own,
    input wire [10:0] s_Alpha,
    input wire [31:0] s_AlphaAt,
    input wire [31:0] e_Now,
    input wire [31:0] e_Bytes,
    input wire [31:0] e_Packets,
    input wire [15:0] e_CNPs,
    input wire [15:0] e_Marked,
    input wire [7:0] e_Kind,
    output reg out_valid,
    output reg [30:0] o_Rate,
    output reg [3:0] o_Did,
    output reg [30:0] n_Rates_RC,
    output reg [30:0] n_Rates_RT,
    output reg [30:0] n_Rates_Bytes,
    output reg [31:0] n_Rates_IncreaseAt,
    output reg [31:0] n_Rates_CutAt,
    output reg [5:0] n_Rates_TimeStage,
    output reg [5:0] n_Rates_ByteStage,
    output reg [7:0] n_Rates_Flags,
    output reg [7:0] n_Rates_Own,
    output reg [10:0] n_Alpha,
    output reg [31:0] n_AlphaAt
);
    localparam [30:0] MIN_RATE = 31'd1000;
    localparam [30:0] MAX_RATE = 31'd100000000;
    localparam [30:0] RATE_AI = 31'd5000;
    localparam [30:0] RATE_HAI = 31'd50000;
    localparam [30:0] BYTE_RESET = 31'd32767;
    localparam [31:0] ALPHA_PERIOD = 32'd1000;
    localparam [31:0] CUT_PERIOD = 32'd4000;
    localparam [31:0] INCREASE_PERIOD = 32'd300000;

    // What happened.
    wire alpha_timer = e_Kind == 8'd1;
    wire cut_timer = e_Kind == 8'd2;
    wire increase_timer = e_Kind == 8'd3;
    wire sent = (e_Kind == 8'd4) & s_Rates_Flags[0];
    wire cnp = e_Kind == 8'd5;

    // Cuts: a CNP where no period runs, or the end of a period with a CNP pending.
    wire cut = (cnp & ~s_Rates_Flags[1]) | (cut_timer & s_Rates_Flags[2]);
    wire [11:0] keep = 12'd2048 - {1'b0, s_Alpha};
    wire [42:0] product = {12'd0, s_Rates_RC} * {31'd0, keep};
    wire [30:0] reduced = product[41:11];
    wire [30:0] half = {1'b0, s_Rates_RC[30:1]};
    wire [30:0] kept = (reduced > half) ? reduced : half;
    wire [30:0] cut_rc = (kept > MIN_RATE) ? kept : MIN_RATE;
    wire [30:0] target = (|s_Rates_TimeStage | |s_Rates_ByteStage) ? s_Rates_RC : s_Rates_RT;
    wire [30:0] cut_rt = (target < MIN_RATE) ? MIN_RATE : (target > MAX_RATE) ? MAX_RATE : target;

    // Alpha: old * 65216 is old * 65536 - old * 320.
    wire [26:0] decayed = {s_Alpha, 16'd0} - {10'd0, s_Alpha, 6'd0} - {8'd0, s_Alpha, 8'd0};
    wire [26:0] raised = decayed + 27'd327680;
    wire [10:0] next_alpha = ~s_Rates_Own[1] ? decayed[26:16] : (raised[26:16] > 11'd1023) ? 11'd1023 : raised[26:16];

    // Increases: one by the timer, up to eight by bytes.
    reg [31:0] bytes;
    reg [32:0] less; // bytes less a period; its top bit is the comparison
    reg [30:0] rc, rt, rc_next;
    reg [31:0] sum, rt_sum;
    reg [5:0] byte_stage;
    reg running, step, hyper, first;
    integer i;
    always @* begin
        bytes = {1'b0, s_Rates_Bytes} + ((e_Bytes > 32'h40000000) ? 32'h40000000 : e_Bytes);
        rc = s_Rates_RC;
        rt = s_Rates_RT;
        byte_stage = s_Rates_ByteStage;
        running = 1'b1;
        less = {1'b0, bytes} - {2'd0, BYTE_RESET};
        first = ~less[32];
        rt_sum = 32'd0;
        sum = 32'd0;
        rc_next = 31'd0;
        hyper = 1'b0;
        step = 1'b0;
        for (i = 0; i < 8; i = i + 1) begin
            less = {1'b0, bytes} - {2'd0, BYTE_RESET};
            step = (sent & ~less[32]) | (increase_timer & (i == 0));
            hyper = (s_Rates_TimeStage > 6'd1) & (byte_stage > 6'd1);
            rt_sum = {1'b0, rt} + {1'b0, hyper ? RATE_HAI : RATE_AI};
            if (step) begin
                if (|s_Rates_TimeStage | |byte_stage)
                    rt = (rt_sum > {1'b0, MAX_RATE}) ? MAX_RATE : rt_sum[30:0];
                sum = {1'b0, rt} + {1'b0, rc} + 32'd1;
                rc_next = (sum[31:1] > MAX_RATE) ? MAX_RATE : (sum[31:1] < MIN_RATE) ? MIN_RATE : sum[31:1];
                if ((rt == MAX_RATE) & (rc_next == rc)) running = 1'b0;
                rc = rc_next;
                if (sent) begin
                    bytes = less[31:0];
                    if (byte_stage != 6'd63) byte_stage = byte_stage + 6'd1;
                end
            end
        end
    end

    wire [30:0] next_rc = cut ? cut_rc : rc;
    wire increased = increase_timer | (sent & first);
    always @(posedge clk)
        if (rst) out_valid <= 1'b0;
        else if (enable) out_valid <= in_valid;
    always @(posedge clk)
        if (enable) begin
            o_Rate <= next_rc;
            o_Did <= {next_rc != s_Rates_RC, alpha_timer, increased, cut};
            n_Rates_RC <= next_rc;
            n_Rates_RT <= cut ? cut_rt : rt;
            n_Rates_Bytes <= cut ? 31'd0 : ~sent ? s_Rates_Bytes : (bytes >= {1'b0, BYTE_RESET}) ? 31'd0 : bytes[30:0];
            n_Rates_TimeStage <= cut ? 6'd0 : (increase_timer & (s_Rates_TimeStage != 6'd63)) ? s_Rates_TimeStage + 6'd1 : s_Rates_TimeStage;
            n_Rates_ByteStage <= cut ? 6'd0 : byte_stage;
            n_Rates_IncreaseAt <= (cut | increase_timer) ? e_Now + INCREASE_PERIOD : s_Rates_IncreaseAt;
            n_Rates_CutAt <= cut ? e_Now + CUT_PERIOD : s_Rates_CutAt;
            n_Rates_Flags <= {s_Rates_Flags[7:4],
                s_Rates_Flags[3] | cnp,
                ~cut_timer & (s_Rates_Flags[2] | (cnp & (s_Rates_Flags[1] | (e_CNPs > 16'd1)))),
                cut | cnp | (s_Rates_Flags[1] & ~cut_timer),
                cut | (s_Rates_Flags[0] & running)};
            n_Rates_Own <= {s_Rates_Own[7:2],
                cnp | (s_Rates_Own[1] & ~alpha_timer),
                cnp | (s_Rates_Own[0] & ~(alpha_timer & ~s_Rates_Own[1] & (next_alpha == s_Alpha)))};
            n_Alpha <= alpha_timer ? next_alpha : s_Alpha;
            n_AlphaAt <= (alpha_timer | (cnp & ~s_Rates_Own[0])) ? e_Now + ALPHA_PERIOD : s_AlphaAt;
        end
endmodule
