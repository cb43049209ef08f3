import type { ChangeContext } from '#lib/order/events.ts'
import type { MissingStock, CurrentStock } from './stock.ts'

/** The context of a change that takes missing units: its reason says so, and why. */
export function withOversell(
  context: ChangeContext,
  missing: readonly MissingStock[],
  { oversellReason = '' }: Pick<CurrentStock, 'oversellReason'>,
): ChangeContext {
  if (missing.length === 0) return context
  const reason = [context.reason?.trim(), `庫存不足：${oversellReason.trim()}`]
    .filter(Boolean)
    .join('；')
  return { ...context, reason }
}

/** Units that are missing, as text: which, how many are wanted, and how many are left. */
export function missingText(missing: readonly MissingStock[]): string {
  return missing
    .map(({ item: { title, color, size, quantity }, left }) => {
      const name = [title, color, size].filter(Boolean).join(' ')
      return `${name} 要 ${quantity} 件，只剩 ${left} 件`
    })
    .join('；')
}
