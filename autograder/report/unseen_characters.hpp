// Characters that reorder text, end a line, or are not seen at all (Unicode 15, Default_Ignorable_Code_Point, and the
// blank of braille): a line could read differently from what it says (CVE-2021-42574), and two names could look the
// same. And those that are no characters, which XML cannot hold. batch/html_page.py reads the rows of this file, too.
#pragma once

namespace report {

struct UnseenCharacters {
  char32_t first, last;
  char32_t seen_behind;  ///< they shape the letter before them, if it is this character or a later one; 0: they do not
};

// clang-format off
inline constexpr UnseenCharacters unseen_characters[] = {
    {0x00, 0x08, 0},  // control characters
    {0x0B, 0x1F, 0},
    {0x7F, 0x9F, 0},
    {0xAD, 0xAD, 0},  // what breaks or joins words, and fillers
    {0x034F, 0x034F, 0},
    {0x061C, 0x061C, 0},  // what reorders text
    {0x115F, 0x1160, 0},
    {0x17B4, 0x17B5, 0},
    {0x180B, 0x180F, 0},
    {0x200B, 0x200B, 0},
    {0x200E, 0x200F, 0},
    {0x2028, 0x202E, 0},  // ends of lines; what reorders text
    {0x2060, 0x206F, 0},
    {0x2800, 0x2800, 0},  // the blank of braille
    {0x3164, 0x3164, 0},
    {0xD800, 0xDFFF, 0},  // halves of characters
    {0xFDD0, 0xFDEF, 0},  // no characters
    {0xFEFF, 0xFEFF, 0},
    {0xFFA0, 0xFFA0, 0},
    {0xFFF0, 0xFFFB, 0},
    {0x1BCA0, 0x1BCA3, 0},
    {0x1D173, 0x1D17A, 0},
    {0xE0000, 0xE0FFF, 0},  // tags, and further forms of letters
    {0xFFFE, 0xFFFF, 0},  // no characters: the last two of each plane
    {0x1FFFE, 0x1FFFF, 0},
    {0x2FFFE, 0x2FFFF, 0},
    {0x3FFFE, 0x3FFFF, 0},
    {0x4FFFE, 0x4FFFF, 0},
    {0x5FFFE, 0x5FFFF, 0},
    {0x6FFFE, 0x6FFFF, 0},
    {0x7FFFE, 0x7FFFF, 0},
    {0x8FFFE, 0x8FFFF, 0},
    {0x9FFFE, 0x9FFFF, 0},
    {0xAFFFE, 0xAFFFF, 0},
    {0xBFFFE, 0xBFFFF, 0},
    {0xCFFFE, 0xCFFFF, 0},
    {0xDFFFE, 0xDFFFF, 0},
    {0xEFFFE, 0xEFFFF, 0},
    {0xFFFFE, 0xFFFFF, 0},
    {0x10FFFE, 0x10FFFF, 0},
    // These join letters, keep them apart or choose their form, where a script needs it.
    {0x200C, 0x200D, 0x0600},
    {0xFE00, 0xFE0F, 0x0600},
};
// clang-format on

}  // namespace report
