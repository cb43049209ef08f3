/** The stickers of the label, in the order of their buttons. */
export const STICKERS = [
  'sun',
  'mountain',
  'wave',
  'cloud',
  'cotton',
  'spool',
  'tea',
  'train',
  'bird',
  'star',
] as const

export type StickerName = (typeof STICKERS)[number]
