#include "grader/words/change_words.hpp"
#include "grader/words/change_ranks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using simt::ChangeKind;
using simt::Variant;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr ChangeKind last_kind = ChangeKind::turned_threads;

Variant change(ChangeKind kind, std::string here, std::string instead, std::string where = "") {
  Variant variant;
  variant.kind = kind;
  variant.line = 7;
  variant.here = std::move(here);
  variant.instead = std::move(instead);
  variant.where = std::move(where);
  return variant;
}

TEST(ChangeWords, EachKindHasASentenceThatFitsAReport) {
  constexpr std::size_t longest = 4 * 90;  // columns of a report, less its indent
  const std::string name(30, 'n');
  for (int kind = 0; kind <= static_cast<int>(last_kind); ++kind) {
    const Finding finding = change_in_words(
        {change(static_cast<ChangeKind>(kind), name + " " + name + " " + name, "+ " + name, "the index of " + name)},
        {});
    EXPECT_EQ(finding.line, 7);
    EXPECT_EQ(finding.name, "one-change");
    EXPECT_THAT(finding.text, HasSubstr("The emulator tried it")) << kind;
    EXPECT_LT(finding.text.size(), longest) << finding.text;
  }
}

TEST(ChangeWords, AnotherVariableIsNotNamed) {
  const std::string text =
      change_in_words({change(ChangeKind::other_name, "rows", "columns", "the index of out")}, {}).text;
  EXPECT_THAT(text, HasSubstr("rows is the wrong variable in the index of out"));
  EXPECT_THAT(text, Not(HasSubstr("columns")));
}

TEST(ChangeWords, MasksFunctionsSignsAndRowsAreNamed) {
  const auto text_of = [](const Variant& one) { return change_in_words({one}, {}).text; };
  EXPECT_THAT(text_of(change(ChangeKind::other_operator, "w & (N - 1)", "% N")),
              HasSubstr("w & (N - 1) is the rest of a division by N only where that is a power of two"));
  EXPECT_THAT(text_of(change(ChangeKind::surplus_rest, "w & 255", "w", "the index of in")),
              HasSubstr("w & 255 is only some bits of w in the index of in"));
  EXPECT_THAT(text_of(change(ChangeKind::exchanged_names, "min()", "max()")),
              HasSubstr("min() and max() are exchanged, here and wherever they are called"));
  EXPECT_THAT(text_of(change(ChangeKind::other_name, "min()", "max()")), HasSubstr("min() is the wrong function"));
  EXPECT_THAT(text_of(change(ChangeKind::other_operator, "r", "+", "the index of in")),
              HasSubstr("r is subtracted in the index of in, and it should be added"));
  EXPECT_THAT(text_of(change(ChangeKind::surplus_addend, "r", "-")), HasSubstr("nothing should be subtracted there"));
  // Nothing is missing in an index that has it already.
  EXPECT_THAT(text_of(change(ChangeKind::lacks_term, "AT(i, k)", "+ i", "the index of t")),
              AllOf(HasSubstr("AT(i, k) is too small in the index of t"), Not(HasSubstr("depend"))));
}

TEST(ChangeWords, ARoundMoreOnTheHostIsLessLikely) {
  Variant round = change(ChangeKind::comparison, "r < rounds", "<=", "the condition of the loop");
  round.is_of_host = true;
  EXPECT_GT(surprise_of(round), surprise_of(change(ChangeKind::comparison, "r > 1", ">=", "the condition")));
}

TEST(ChangeWords, AWiderTypeAThirdDimensionAndOneLaneAreNamed) {
  const auto text_of = [](const Variant& one) { return change_in_words({one}, {}).text; };
  EXPECT_THAT(text_of(change(ChangeKind::narrow_type, "i", "int", "unsigned char")),
              HasSubstr("i has the type unsigned char, which holds no number above 255"));
  EXPECT_THAT(text_of(change(ChangeKind::narrow_type, "i", "int", "short")), HasSubstr("above 32767"));
  EXPECT_THAT(text_of(change(ChangeKind::lacks_dimension, "a, b", "z depth")), HasSubstr("needs a third one (z)"));
  EXPECT_THAT(text_of(change(ChangeKind::lacks_condition, "y[row] = sum", "lane == 0")),
              HasSubstr("y[row] = sum asks for nothing about lane, and one of them should do it"));
  Variant constant = change(ChangeKind::constant, "SIDE", "WORDS");
  constant.other_line = 9;
  EXPECT_THAT(text_of(constant), HasSubstr("here and at line 9: another dimension, or another unit"));
  Variant choice = change(ChangeKind::constant, "cudaAddressModeBorder", "cudaAddressModeClamp");
  choice.other_line = choice.line + 1;
  EXPECT_THAT(text_of(choice), HasSubstr("is the wrong choice, here and at line"));
  choice.other_line = choice.line + 2;
  EXPECT_THAT(text_of(choice), HasSubstr("is the wrong choice, in each line from here to line"));
}

TEST(ChangeWords, LinesThatDisagreeMacrosAndDifferencesSayWhatIsWrong) {
  Variant form = change(ChangeKind::other_form, "y * N + i", "y + i * H", "the value of row");
  form.other_line = 4;
  EXPECT_THAT(change_in_words({form}, {}).text, HasSubstr("y * N + i and line 4 do not fit together"));
  Variant macro = change(ChangeKind::macro_brackets, "AT(k + 1, x)", "AT");
  macro.other_line = 2;
  EXPECT_EQ(change_in_words({macro}, {}).line, 2);
  EXPECT_THAT(change_in_words({macro}, {}).text, HasSubstr("AT has no brackets here. At line 7, AT(k + 1, x) is"));
  EXPECT_THAT(change_in_words({change(ChangeKind::below_zero, "x - y", "")}, {}).text,
              HasSubstr("x - y is below zero in some threads"));
  EXPECT_THAT(change_in_words({change(ChangeKind::surplus_brackets, "(r + c) * x", "r")}, {}).text,
              HasSubstr("the brackets in (r + c) * x are too much: only r should be multiplied"));
  EXPECT_THAT(change_in_words({change(ChangeKind::cut_too_early, "start + 1", "*")}, {}).text,
              HasSubstr("start + 1 is made a whole number too early"));
  EXPECT_THAT(change_in_words({change(ChangeKind::lacks_term, "j", "- begin", "the index of s")}, {}).text,
              HasSubstr("j counts from begin on, and the elements that are used there are counted from 0"));
  EXPECT_THAT(change_in_words({change(ChangeKind::whole_part, "n % 4", "n")}, {}).text,
              HasSubstr("n % 4 is only what is left over"));
}

TEST(ChangeWords, OfAnUnfinishedProgramOnlyWhatIsWrittenIsSaidToBeRight) {
  const std::vector<Variant> changes{change(ChangeKind::factor, "pitch", "/ 4", "the value of corner")};
  EXPECT_THAT(change_in_words(changes, {}, /*leaves_unwritten=*/true).text, Not(HasSubstr("all sizes")));
}

TEST(ChangeWords, WhatDoesTheSameAsAnotherChangeIsNotTried) {
  Variant same = change(ChangeKind::comparison, "i < n", "<");
  same.is_same = true;
  EXPECT_GT(rank_of(same), worst_rank);
}

TEST(ChangeWords, ABarrierOfTooFewThreadsSaysWhomItWaitsFor) {
  const auto text_of = [](const std::string& barrier) {
    return change_in_words({change(ChangeKind::weak_barrier, barrier, "wait()")}, {}).text;
  };
  EXPECT_THAT(text_of("__syncwarp()"), HasSubstr("waits for the threads of one warp only"));
  EXPECT_THAT(text_of("__syncthreads()"), HasSubstr("waits for the threads of one block only"));
  EXPECT_THAT(text_of("cg::this_thread_block().sync()"), HasSubstr("waits for the threads of one block only"));
  EXPECT_THAT(text_of("tile.sync()"), HasSubstr("waits for the threads of a part of the block only"));
  EXPECT_THAT(text_of("__threadfence_block()"), HasSubstr("waits for no other thread: a barrier belongs here"));
}

TEST(ChangeWords, SeveralComparisonsSayWhetherTheyTakeInTheEnd) {
  const auto text_of = [](const std::string& here, const std::string& instead) {
    return change_in_words({change(ChangeKind::comparison, here, instead)}, {}).text;
  };
  EXPECT_THAT(text_of("x <= w && y <= h", "x < w && y < h"), HasSubstr("takes in the case that both sides are equal"));
  EXPECT_THAT(text_of("x > w || y > h || z == 1", "x >= w || y >= h || z == 1"), HasSubstr("leaves out the case"));
}

TEST(ChangeWords, ASlipSaysWhatItDoes) {
  const auto text_of = [](const Variant& one) { return change_in_words({one}, {}).text; };
  EXPECT_THAT(text_of(change(ChangeKind::constant, "DBL_MIN", "-DBL_MAX")), HasSubstr("smallest number above 0"));
  EXPECT_THAT(text_of(change(ChangeKind::brackets, "n - n & 3", "n & 3")), HasSubstr("is computed before the &"));
  EXPECT_THAT(text_of(change(ChangeKind::brackets, "n & 1 == 0", "n & 1")),
              HasSubstr("the comparison comes first, and n & 1 should"));
  EXPECT_THAT(
      text_of(change(ChangeKind::counts_in_steps, "start & 1", "start / PIECE")),
      HasSubstr("start grows by more than 1 in each round of the loop, so start & 1 does not count the rounds"));
  EXPECT_THAT(text_of(change(ChangeKind::if_for_loop, "i < n", "hop")), HasSubstr("it should be a loop as well"));
  EXPECT_THAT(text_of(change(ChangeKind::one_of_several, "t < length", "blockDim.x")),
              HasSubstr("this if should be a loop with the step blockDim.x"));
  EXPECT_THAT(text_of(change(ChangeKind::other_step, "32", "hop", "to and from")),
              HasSubstr("to and from go on together, but by different steps: 32 here, and hop at line"));
  EXPECT_THAT(text_of(change(ChangeKind::other_form, "r * n + first", "place")), HasSubstr("has place instead"));
  EXPECT_THAT(text_of(change(ChangeKind::below_zero, "width - 3", "width")), HasSubstr("width has no sign"));
  EXPECT_THAT(text_of(change(ChangeKind::subtracted_once, "x", "width")), HasSubstr("x may still be width or more"));
  EXPECT_THAT(text_of(change(ChangeKind::rounded_down, "n", "to a multiple of BURST")),
              HasSubstr("n need not be a multiple of BURST"));
  EXPECT_THAT(text_of(change(ChangeKind::size_everywhere, "PITCH", "- 1")), HasSubstr("PITCH is one too many"));
  EXPECT_THAT(text_of(change(ChangeKind::other_jump, "return", "continue")),
              HasSubstr("return ends the whole function here, and this round of the loop should end"));
  EXPECT_THAT(text_of(change(ChangeKind::lacks_jump, "n > 2", "break")), HasSubstr("a break is missing"));
}

TEST(ChangeWords, ThePlaceOfAHelperThatSeveralCallsUseComesAfterOneCall) {
  Variant helper = change(ChangeKind::constant, "TILE", "ROWS", "what tiles_of returns");
  helper.is_of_host = true;
  const Variant call = change(ChangeKind::other_name, "height", "width", "the call of tiles_of");
  EXPECT_LT(surprise_of(call), surprise_of(helper));
}

TEST(ChangeWords, TwoMistakesAreNamedInTheirOrder) {
  Variant later = change(ChangeKind::other_name, "y", "z");
  later.line = 9;
  const Finding finding = two_changes_in_words(later, change(ChangeKind::comparison, "i <= n", "<"), {});
  EXPECT_EQ(finding.line, 7);
  EXPECT_EQ(finding.other_line, 9);
  EXPECT_THAT(finding.text, HasSubstr("two mistakes. Here: i <= n takes in"));
  EXPECT_THAT(finding.text, HasSubstr("At line 9: y is the wrong variable"));
}

TEST(ChangeWords, OfSlowCodeTheValueBeforeAndAfterTheChangeIsNamed) {
  const course::Metric& metric = course::MetricKey("traffic_vs_minimum").metric();
  const Finding finding =
      slow_change_in_words(change(ChangeKind::not_from_tile, "B", "b", "the value of sum"), metric, 27.2, 2.4);
  EXPECT_EQ(finding.name, "slow-change");
  EXPECT_EQ(finding.line, 7);
  EXPECT_TRUE(finding.is_remark);
  EXPECT_THAT(finding.text, HasSubstr("B is read from global memory here, though b holds the same values"));
  EXPECT_THAT(finding.text, HasSubstr("the column traffic goes from 27.20 × to 2.40 ×"));
}

TEST(ChangeWords, HowLongARowShouldBeIsNotSaid) {
  const course::Metric& metric = course::MetricKey("conflict_share").metric();
  const std::string text =
      slow_change_in_words(change(ChangeKind::row_length, "tile[32][32]", "+ 1"), metric, 0.94, 0).text;
  EXPECT_THAT(text, HasSubstr("the rows of tile[32][32] have the wrong length"));
  EXPECT_THAT(text, Not(HasSubstr("33")));
  EXPECT_THAT(text, Not(HasSubstr("+ 1")));
}

TEST(ChangeWords, TheLengthOfARowMayBeAConstantOrTheSizeOfAStructure) {
  const course::Metric& metric = course::MetricKey("conflict_share").metric();
  const Variant constant = change(ChangeKind::row_length, "PITCH", "+ 1", "a constant");
  EXPECT_THAT(slow_change_in_words(constant, metric, 0.6, 0).text,
              HasSubstr("PITCH is the wrong length of a row in shared memory: elements below"));
  const Variant size = change(ChangeKind::row_length, "Row", "-", "alignment");
  EXPECT_THAT(slow_change_in_words(size, metric, 0.6, 0).text, HasSubstr("the size of Row is rounded up here, so"));
  const Variant macro = change(ChangeKind::macro_brackets, "ROW", "", "a macro");
  EXPECT_THAT(slow_change_in_words(macro, metric, 0.6, 0).text,
              HasSubstr("ROW has no brackets around what it stands for"));
}

TEST(ChangeWords, ABlockMayBeTooSmallForTwoWays) {
  const course::Metric& metric = course::MetricKey("divergence").metric();
  const Variant block = change(ChangeKind::size_everywhere, "BLOCK", "* 2", "the threads of a block");
  EXPECT_THAT(slow_change_in_words(block, metric, 2, 1).text,
              HasSubstr("a block of BLOCK threads is too small: its threads take different ways"));
}

TEST(ChangeWords, WhatTakesOneNameComesBeforeWhatTakesTwo) {
  EXPECT_LT(surprise_of(change(ChangeKind::other_member, "gridDim.x", "gridDim.y", "the value of x")),
            surprise_of(change(ChangeKind::exchanged_here, "number", "row")));
}

TEST(ChangeWords, AQuotientThatRoundsDownComesBeforeOneRoundMore) {
  EXPECT_LT(surprise_of(change(ChangeKind::rounded_down, "columns / CHUNK", "up")),
            surprise_of(change(ChangeKind::comparison, "p < pieces", "<=")));
}

TEST(ChangeWords, WhatIsWrongOnAPathComesBeforeThePathThatIsNotTaken) {
  Variant path = change(ChangeKind::off_by_one, "columns", "+ 1", "the condition");
  path.is_path = true;
  const Variant other = change(ChangeKind::factor, "columns", "/ 4", "the value of a4");
  EXPECT_EQ(rank_of(path), rank_of(other));
  EXPECT_GT(surprise_of(path), surprise_of(other));
  EXPECT_GT(surprise_of(change(ChangeKind::comparison, "columns % 4 == 0", "!=")), surprise_of(other));
}

TEST(ChangeWords, ASizeOfABlockIsHardlyWrongItself) {
  Variant size = change(ChangeKind::constant, "32", "/ 2", "the call of block");
  size.is_of_host = true;
  EXPECT_GT(surprise_of(size), surprise_of(change(ChangeKind::exchanged_here, "b.y", "b.x")));
}

TEST(ChangeWords, AnElementThatASumBeginsWithIsQuoted) {
  const Variant first = change(ChangeKind::first_value, "in[t]", "0", "the value of acc");
  EXPECT_THAT(change_in_words({first}, {}).text, HasSubstr("acc begins with in[t] here, and it should begin with 0"));
}

TEST(ChangeWords, BytesForElementsAreNotOneBlockForAll) {
  Variant bytes = change(ChangeKind::constant, "sizeof(float)", "1", "the value of offset");
  bytes.is_of_host = true;
  EXPECT_EQ(rank_of(bytes), 0);
}

TEST(ChangeWords, AnotherDimensionComesBeforeOneBlockLess) {
  EXPECT_LT(surprise_of(change(ChangeKind::other_member, "gridDim.x", "gridDim.y", "the value of x")),
            surprise_of(change(ChangeKind::off_by_one, "gridDim.x", "- 1", "the value of x")));
  EXPECT_LT(surprise_of(change(ChangeKind::exchanged, "tiles(height)", "tiles(width)", "the call of grid")),
            surprise_of(change(ChangeKind::other_name, "grid", "block", "the numbers of the launch")));
}

TEST(ChangeWords, OneBlockInsteadOfManySaysLittle) {
  Variant one_block = change(ChangeKind::constant, "528", "1", "the call of min");
  const int of_kernel = rank_of(one_block);
  one_block.is_of_host = true;
  EXPECT_GT(rank_of(one_block), of_kernel);
  EXPECT_GT(rank_of(one_block), rank_of(change(ChangeKind::lacks_condition, "sum += x[n]", "blockIdx.x == 0")));
}

TEST(ChangeWords, TheOrderOfTwoAssignmentsOfOneVariableSaysMuch) {
  const Variant order = change(ChangeKind::order, "piece[k] = sum", "sum += value");
  const Variant assignment = change(ChangeKind::assignment, "piece[k]", "+=", "=");
  EXPECT_EQ(rank_of(order), rank_of(assignment));
  EXPECT_LT(surprise_of(order), surprise_of(assignment));
  EXPECT_GT(rank_of(change(ChangeKind::order, "piece[k] = sum", "other += value")), rank_of(order));
}

TEST(ChangeWords, WhereManyChangesOfALineDoNoneTellsMuch) {
  const Variant half = change(ChangeKind::constant, "2", "4"), thread = change(ChangeKind::other_name, "x", "bin"),
                other = change(ChangeKind::other_name, "half", "k");
  EXPECT_THAT(change_in_words({half, thread, other}, {}).text,
              HasSubstr("on this line, of x, of half: look at all of"));
  EXPECT_THAT(change_in_words({half, thread}, {}).text, Not(HasSubstr("look at all of it")));
}

TEST(ChangeWords, TheOppositeComparisonSaysLittle) {
  EXPECT_LT(rank_of(change(ChangeKind::not_set_back, "sum", "0")),
            rank_of(change(ChangeKind::comparison, "blocks > 4", "<")));
  EXPECT_EQ(rank_of(change(ChangeKind::comparison, "i <= n", "<")), 0);
}

TEST(ChangeWords, LoopsBlocksAndSidesAreNamed) {
  const auto text_of = [](const Variant& one) { return change_in_words({one}, {}).text; };
  EXPECT_THAT(text_of(change(ChangeKind::in_one_block, "t < n % 4", "blockIdx.x == 0")),
              HasSubstr("only one of them should: t < n % 4 asks for nothing about blockIdx.x, so"));
  EXPECT_THAT(text_of(change(ChangeKind::other_direction, "j", "down")),
              HasSubstr("this loop goes the wrong way: j goes up in it, and should go down"));
  EXPECT_THAT(text_of(change(ChangeKind::exchanged_sides, "partner(j, n)", "j")),
              HasSubstr("partner(j, n) is the place to read from, and j the place to store to"));
  EXPECT_THAT(text_of(change(ChangeKind::lacks_condition, "sum += own[k]", "start + k < columns", "the loop")),
              HasSubstr("this loop goes too far: it asks for nothing about start + k"));
  EXPECT_THAT(text_of(change(ChangeKind::cut_too_early, "a / b", "float")),
              HasSubstr("a / b is a quotient of two whole numbers"));
}

TEST(ChangeWords, ALoopOfLaunchesHasTooFew) {
  const simt::SourceIndex source = simt::index_source(
      "void run(int n) {\n\n\n\n\n\n  for (int i = 0; i < n; ++i) {\n    stage<<<1, 32>>>(i);\n  }\n}\n");
  const Finding finding =
      change_in_words({change(ChangeKind::factor, "n", "2 *", "the condition of the loop")}, source);
  EXPECT_THAT(finding.text, HasSubstr("n is too small in the condition of the loop: twice as much is needed, so there "
                                      "are too few launches (line 8)"));
  const Finding start = change_in_words({change(ChangeKind::off_by_one, "0", "+ 1", "the start of the loop")}, source);
  EXPECT_THAT(start.text, HasSubstr("so there are too many launches (line 8)"));
}

TEST(ChangeWords, TheSizeOfAnotherTypeIsNamed) {
  const auto one = change(ChangeKind::constant, "sizeof(float)", "sizeof(double)", "the value of bytes");
  EXPECT_THAT(change_in_words({one}, {}).text,
              HasSubstr("sizeof(float) in the value of bytes is the size of another type than these elements have"));
}

TEST(ChangeWords, AComparisonSaysWhatIsWrongWithIt) {
  const auto text_of = [](const char* here, const char* instead) {
    return change_in_words({change(ChangeKind::comparison, here, instead)}, {}).text;
  };
  EXPECT_THAT(text_of("i < n", "<="), HasSubstr("i < n leaves out the case that both are equal"));
  EXPECT_THAT(text_of("i <= n", "<"), HasSubstr("i <= n takes in the case that both are equal"));
  EXPECT_THAT(text_of("a <= b", ">="), HasSubstr("a <= b is the wrong way round"));
  EXPECT_THAT(text_of("a == b", "!="), HasSubstr("a == b is the wrong comparison"));
  EXPECT_THAT(text_of("static_cast<int>(a->b - c) > 0", "<"), HasSubstr("is the wrong way round"));
}

TEST(ChangeWords, TheSecondPlaceIsNamed) {
  Variant second = change(ChangeKind::constant, "4", "+ 1");
  second.line = 9;
  const Finding finding = change_in_words({change(ChangeKind::off_by_one, "4", "+ 1"), second}, {});
  EXPECT_EQ(finding.other_line, 9);
  EXPECT_THAT(finding.text, HasSubstr("4 is one too few"));
  EXPECT_THAT(finding.text, HasSubstr("with a change at line 9"));
}

TEST(ChangeWords, ASearchThatStopsEarlySaysSo) {
  const Finding stopped = stopped_in_words(12, 345);
  EXPECT_TRUE(stopped.is_remark) << "it is no mistake of the student's";
  EXPECT_EQ(stopped.line, 0);
  EXPECT_THAT(stopped.text, HasSubstr("has not tried 12 of 345 changes"));
}

TEST(ChangeWords, AMissingMinusASurplusOneAndTheLastElementAreNamed) {
  const auto text_of = [](const Variant& one) { return change_in_words({one}, {}).text; };
  EXPECT_THAT(text_of(change(ChangeKind::negated, "in[j]", "-")),
              HasSubstr("in[j] is stored with the wrong sign: a minus is missing"));
  EXPECT_THAT(text_of(change(ChangeKind::negated, "-in[j]", "")), HasSubstr("a minus is too much"));
  EXPECT_THAT(text_of(change(ChangeKind::condition, "lane == 31", "|| i + 1 == n", "the condition")),
              HasSubstr("leaves out the last one: where i + 1 == n, it has to hold as well"));
  EXPECT_THAT(text_of(change(ChangeKind::longer_step, "dz", "2")), HasSubstr("dz grows by 1 in each round"));
}

TEST(ChangeWords, PiecesOfOneElementExplainLittle) {
  Variant one = change(ChangeKind::surplus_addend, "n / 16", "1", "the value of piece");
  one.is_of_host = true;
  const Variant other = change(ChangeKind::surplus_addend, "n / 16", "first", "the value of piece");
  EXPECT_GT(rank_of(one), rank_of(other));
}

TEST(ChangeWords, AConditionMayCountLessThanIsUsed) {
  const std::string text = change_in_words({change(ChangeKind::lacks_factor, "n", "* k", "the condition")}, {}).text;
  EXPECT_THAT(text, HasSubstr("a factor is missing in the condition: n is not multiplied by k."));
}

TEST(ChangeWords, ANumberOfBlocksInPlaceOfOneOfThreadsLacksAFactor) {
  const std::string text =
      change_in_words(
          {change(ChangeKind::other_member, "blockIdx.x", "(blockIdx.x * blockDim.x)", "the value of block")}, {})
          .text;
  EXPECT_THAT(text, HasSubstr("a factor is missing in the value of block: blockIdx.x counts blocks, and is not "
                              "multiplied by blockDim.x."));
}

TEST(ChangeWords, AFunctionThatIsWrongWhereverItIsCalledIsNamedWithItsLines) {
  Variant one = change(ChangeKind::other_name, "__shfl_up_sync()", "__shfl_down_sync()");
  one.other_line = 9;
  EXPECT_THAT(change_in_words({one}, {}).text,
              HasSubstr("__shfl_up_sync() is the wrong function, here and at line 9: another one is needed"));
  EXPECT_EQ(rank_of(one), 1);
}

TEST(ChangeWords, ALineThatDisagreesWithItselfIsNotNamedTwice) {
  Variant one = change(ChangeKind::other_form, "quads + i", "4 * quads + i", "the index of in");
  one.other_line = one.line;
  EXPECT_THAT(change_in_words({one}, {}).text,
              AllOf(HasSubstr("quads + i in the index of in does not fit the rest of this line"),
                    Not(HasSubstr("and line 7"))));
}

TEST(ChangeWords, OfTwoLaunchesEitherMayBeInTheWrongStream) {
  Variant one = change(ChangeKind::lacks_stream, "the launch", "own");
  one.line = 2;
  const auto text_with = [&](const std::string& more) {
    const std::string launches = "void run(cudaStream_t own) {\n  k<<<1, 32>>>(1);\n  k<<<1, 32, 0, own>>>(2);\n";
    return change_in_words({one}, simt::index_source("__global__ void k(int);\n" + launches + more + "}\n")).text;
  };
  one.line = 3;
  EXPECT_THAT(text_with(""), HasSubstr("goes into own, and that at line 3 into the default stream: both belong into"))
      << "the launch that names a stream is named, where both are used alike";
  EXPECT_THAT(text_with("  cudaMemcpyAsync(a, b, 4, cudaMemcpyDefault, own);\n"),
              HasSubstr("goes into the default stream, and that at line 4 into own: both belong into one"));
  EXPECT_THAT(text_with("  k<<<1, 32, 0, own>>>(3);\n"), HasSubstr("it belongs into another one"));
}

TEST(ChangeWords, AWrongStreamIsNamed) {
  Variant one = change(ChangeKind::lacks_stream, "cudaMemcpyAsync", "streams[i]", "0");
  EXPECT_THAT(change_in_words({one}, {}).text, HasSubstr("cudaMemcpyAsync goes into the stream 0 here"));
  EXPECT_EQ(rank_between_streams(one, false), 1);
}

TEST(ChangeWords, ADeclarationOfDimensionsIsNoCall) {
  Variant one = change(ChangeKind::constant, "TILE", "ROWS", "the call of threads");
  one.line = 2;
  const auto text_with = [&](const std::string& line) {
    return change_in_words({one}, simt::index_source("void run() {\n  " + line + "\n}\n")).text;
  };
  EXPECT_THAT(text_with("const dim3 threads(TILE, TILE);"),
              HasSubstr("TILE is the wrong number in the value of threads"));
  EXPECT_THAT(text_with("threads(TILE, TILE);"), HasSubstr("in the call of threads"));
}

}  // namespace
}  // namespace grader
