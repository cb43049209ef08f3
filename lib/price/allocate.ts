import { linePaid, type PricedLine, type Reduced, withReduction } from './price.ts'

export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/**
 * Splits an amount among weights, in whole numbers that add up to it: each part rounded down, and the
 * last one takes the rest, as far as its weight; what is more goes to the one before. No part is
 * larger than its weight while the amount is not larger than their sum.
 */
export function allocate(amount: number, weights: readonly number[]): readonly number[] {
  const sum = sumOf(weights)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / sum))
  let rest = amount - sumOf(parts)
  return parts
    .toReversed()
    .map((part, at) => {
      const weight = weights.at(-1 - at) ?? 0
      const room = amount <= sum ? weight - part : Math.sign(weight) * rest
      const more = Math.min(rest, room)
      rest -= more
      return part + more
    })
    .toReversed()
}

/** Takes an amount off lines by what is paid for them, in whole TWD. */
export function takeOff<Line extends PricedLine>(
  lines: readonly Line[],
  amount: number,
): readonly Reduced<Line>[] {
  const parts = allocate(amount, lines.map(linePaid))
  return lines.map((line, index) => {
    return withReduction(line, (line.reduction ?? 0) + (parts[index] ?? 0))
  })
}
