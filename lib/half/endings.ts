import type { MotifName } from '#lib/product/product.ts'

/** An ending that can be chosen instead of drawn: by keyboard, by voice, or by a hand that does not draw. */
export type Ending = { readonly name: string; readonly half: string }

/** The three endings that are offered for each motif. */
export const ENDINGS: Readonly<Record<MotifName, readonly Ending[]>> = {
  ridge: [
    { name: '慢慢下山', half: '308,151 352,168 398,158 446,182 520,190 620,196' },
    {
      name: '再翻一座',
      half: '308,151 338,122 372,84 396,104 422,90 468,140 516,128 560,160 620,172',
    },
    {
      name: '走進雲裡',
      half: '308,151 350,140 392,146 430,128;452,128 492,117 532,126;552,126 586,119 620,124',
    },
  ],
  circle: [
    { name: '合起來', half: '155,31 180,30 205,38 227,54' },
    { name: '留一道門', half: '155,31 173,19 192,11' },
    { name: '長出一片葉子', half: '155,31 184,12 216,20 227,54;188,30 208,44' },
  ],
}

/** Whether a half is one of those that are offered, which many people may choose. */
export function isOffered(motif: MotifName, half: string): boolean {
  return ENDINGS[motif].some((ending) => ending.half === half)
}
