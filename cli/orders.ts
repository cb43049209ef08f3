import 'server-only'

import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'

import { closeDatabase, DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { settings, SettingsUnusable } from '#lib/settings/env.ts'
import type { Order } from '#lib/order/order.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { sweepPayments } from '#lib/payment/sweep-payments.ts'
import type { Result } from '#lib/result.ts'
import { findNumberedOrder } from '#lib/owner/find-numbered-order.ts'
import { cancelNumberedOrder } from '#lib/owner/cancel-numbered-order.ts'
import { exportMonth } from '#lib/owner/export-month.ts'
import { findOrders, searchOrders } from '#lib/owner/find-orders.ts'
import { orderSheet } from '#lib/owner/order-text.ts'
import { type Command, parseCommand } from './orders/command.ts'
import { reconcileDay } from '#lib/owner/reconcile-day.ts'
import {
  ordersText,
  reconciliationText,
  reviewsText,
  sweepText,
  unreadableText,
} from './orders/outcome-text.ts'
import { findReviews, resolveReview } from '#lib/owner/resolve-review.ts'
import { completeOrder, shipOrder } from '#lib/owner/fulfil-orders.ts'
import { REFUSALS, USAGE } from '#lib/owner/messages.ts'

/** What a command tells its owner, and whether all is well. */
type Told = { readonly text: string; readonly ok: boolean }

const told = (text: string, ok = true): Told => ({ text, ok })

function changed(answer: Result<Order, keyof typeof REFUSALS>): Told {
  return answer.ok ? told(orderSheet(answer.data)) : told(REFUSALS[answer.code], false)
}

async function exported(month: string, out = `orders-${month}.csv`): Promise<Told> {
  const { file, orders, unreadable } = await exportMonth(month)
  // Names and addresses are in it: nobody else on this computer reads it.
  writeFileSync(out, file, { mode: 0o600 })
  const lines = [`已匯出 ${orders} 筆訂單：${out}`, ...unreadableText(unreadable)]
  return told(lines.join('\n'), unreadable.length === 0)
}

async function shown(number: string): Promise<Told> {
  const order = await findNumberedOrder(number)
  return order ? told(orderSheet(order)) : told(REFUSALS['unknown-order'], false)
}

async function swept(now: Date): Promise<Told> {
  const sweep = await sweepPayments(now)
  return told(sweepText(sweep), sweep.failed === 0)
}

async function reconciled(day: string): Promise<Told> {
  const books = await reconcileDay(day)
  return told(reconciliationText(day, books), books.findings.length === 0)
}

function asked({ subject, who }: { readonly subject: string; readonly who: string }, at: Date) {
  return { orderId: subject, context: { by: who, at } }
}

async function run(given: Command): Promise<Told> {
  const now = new Date()
  switch (given.command) {
    case 'list':
      return told(ordersText(await findOrders({ status: given.status, days: given.days }, now)))
    case 'search':
      return told(ordersText(await searchOrders({ text: given.subject, days: given.days }, now)))
    case 'show':
      return shown(given.subject)
    case 'ship': {
      const { carrier, tracking: trackingNumber } = given
      return changed(await shipOrder({ ...asked(given, now), carrier, trackingNumber }))
    }
    case 'complete':
      return changed(await completeOrder({ ...asked(given, now), reason: given.reason }))
    case 'cancel':
      return changed(await cancelNumberedOrder({ ...asked(given, now), reason: given.reason }))
    case 'review':
      return told(reviewsText(await findReviews()))
    case 'resolve': {
      const { end, reason } = given
      return changed(await resolveReview({ ...asked(given, now), end, reason }))
    }
    case 'sweep':
      return swept(now)
    case 'export':
      return exported(given.subject, given.out)
    case 'reconcile':
      return reconciled(given.subject)
  }
}

function sorry(error: unknown): Told {
  if (error instanceof SettingsUnusable) return told(error.message, false)
  if (error instanceof DatabaseUnavailable) return told('資料庫沒有回應，請稍後再試。', false)
  if (error instanceof ProviderProblem) {
    return told(`PayPal 沒有完成查詢（${error.message}），請稍後再試。`, false)
  }
  throw error
}

function usualOwner(): string {
  return settings().SHOP_OWNER ?? userInfo().username
}

async function main(): Promise<void> {
  try {
    const command = parseCommand(process.argv.slice(2), usualOwner())
    const { text, ok } = command ? await run(command).catch(sorry) : told(USAGE, false)
    const stream = ok ? process.stdout : process.stderr
    stream.write(`${text}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    process.stderr.write(`${sorry(error).text}\n`)
    process.exitCode = 1
  } finally {
    await closeDatabase()
  }
}

await main()
