/** The sizes a shirt may come in, smallest first. */
export const SIZES = ['S', 'M', 'L', 'XL', 'XXL'] as const

/** One of the sizes a shirt may come in. */
export type Size = (typeof SIZES)[number]

/** Whether a value from outside is a size. */
export function isSize(value: unknown): value is Size {
  return SIZES.some((size) => size === value)
}
