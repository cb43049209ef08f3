/**
 * The label's name, drawn: its first letter is left open as the circle of 靜意 is. Units: capitals are 100 high, y points
 * down. The two characters are drawn after Noto Serif TC (SIL Open Font License), to the nearest unit: they are shown a
 * fifth as large.
 */
export const WORDMARK = {
  viewBox: '0 -8 911 122',
  /** The width of the Latin letters alone. */
  latinWidth: 598,
  latin:
    'M81.7 4.7c4.3 2.7 8.5 5.4 12.1 8.9c36.3 35.3 9.3 98.9-42.5 97.9c-12.3-.2-24.1-4.2-34-11.6c-12.8-9.5-21.1-24.2-22.8-40c-2.8-26.3 13.8-52.3 39.7-59.3c5.3-1.4 10.5-1.7 15.9-2a1.4 1.4 0 0 1 .2 2.8c-53.7 7.9-59 76.2-13.9 92.3c7.9 2.8 16.6 3.5 24.8 1.7c12.2-2.6 23.1-10.2 29.6-20.9c8.9-14.5 8.8-33 .5-47.7c-3.5-6.2-8.4-11.2-13.8-15.7a3.8 3.8 0 0 1 4.2-6.4zM138 0h12v62a26 32.5 0 0 0 52 0V0h12v62a38 38 0 0 1-76 0zm114 0h12v100h-12zm0 0h34a27 27 0 0 1 0 54h-34v-5.5h34a15 21.5 0 0 0 0-43h-34zm30 52h14l24 48h-13.5zm62-52h78v5.5h-78zm33 0h12v100h-12zm75 0h12v100h-12zm0 0h56v5.5h-56zm0 44.3h50v5.5h-50zm0 50.2h56v5.5h-56zM542 0h12v100h-12zm0 0h56v5.5h-56zm0 44.3h50v5.5h-50zm0 50.2h56v5.5h-56z',
  han: 'M663 69h93l6-8 2 1 3 2 4 3 4 4q-1 2-4 2H664Zm4-37h86l6-8 2 1 3 2 3 3 4 4q-1 2-3 2H668Zm27-29 14 2-1 2-3 1v63h-10Zm39 0 14 2-1 2-3 1v63h-10Zm-3 78q12 3 19 7 8 4 12 8 5 4 6 8 2 3 1 6 0 2-3 3-2 1-5-1l-5-8-8-8-9-8zm-31-3 13 7-2 2h-3l-11 9q-6 6-14 10l-16 8-2-2q8-4 14-10l13-12zM838 3l11 4q5 3 6 6l2 6-1 4-4 2-4-2-2-7-4-7zm-6 46v10h-10v-5Zm-12 53 10-3 15-5 17-6 1 2-10 6-14 8-15 8Zm10-46 2 2v44l-10 4 4-4q2 3 1 6l-1 4-3 2-6-11 4-3 1-3V56Zm24-26q-10 15-25 27-16 12-36 19l-1-1q11-6 20-14 10-7 17-16 8-8 13-17h12Zm-1-2q2 15 7 27 4 11 11 21 6 9 15 16t20 11v2l-6 2q-3 1-4 5-10-6-18-14-7-7-13-17-5-10-9-23l-5-29Zm46 19-1 1-3-1-10 7-11 7-12 7-1-2 9-9 10-10 7-9Zm-7-28 1 1 3 2 4 4 4 3q0 2-3 2H795l-2-4h92Z',
} as const

const [, , WIDTH, HEIGHT] = WORDMARK.viewBox.split(' ')

/**
 * The stylesheet of components/ui/wordmark.tsx. A mask, so that a page holds the letters once: as elements they stood
 * four times in it, in its header and footer and again in the data for React.
 */
export function wordmarkStyles(): string {
  const { viewBox, latin, han } = WORDMARK
  const svg = `%3csvg xmlns='http://www.w3.org/2000/svg' viewBox='${viewBox}'%3e%3cpath d='${latin}${han}'/%3e%3c/svg%3e`
  return `/* Written by npm run drawings. */
.wordmark {
  display: block;
  aspect-ratio: ${WIDTH} / ${HEIGHT};
  background: currentcolor;
  mask: url("data:image/svg+xml,${svg}")
    center / contain no-repeat;
  print-color-adjust: exact;
}

@media (forced-colors: active) {
  .wordmark {
    background: CanvasText;
  }
}
`
}
