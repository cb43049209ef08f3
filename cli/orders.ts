import 'server-only'

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import {
  askDatabase,
  closeDatabase,
  DatabaseUnavailable,
  withDeadline,
} from '#lib/adapters/firestore/database.ts'
import { sendWritten } from '#lib/mail/send-mails.ts'
import { changeShippingDate } from '#lib/owner/change-shipping-date.ts'
import { eraseCustomer, exportCustomer, findRequests } from '#lib/owner/customer-data.ts'
import type { FileText } from '#lib/owner/export-file.ts'
import { exportMoney, exportMonth } from '#lib/owner/export-month.ts'
import { findNumberedOrder } from '#lib/owner/change-numbered-order.ts'
import { findOrders, searchOrders } from '#lib/owner/find-orders.ts'
import { migrateOrders } from '#lib/owner/migrate-orders.ts'
import { NO_CUSTOMER, REFUSALS } from '#lib/owner/messages.ts'
import { orderSheet, unreadableText } from '#lib/owner/order-text.ts'
import { customerFile } from '#lib/owner/paths.ts'
import { reconcileDay } from '#lib/owner/reconcile-day.ts'
import { findReviews } from '#lib/owner/resolve-review.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { settings, SettingsUnusable } from '#lib/settings/env.ts'
import { sweep } from '#lib/sweep.ts'

import { change, type Change } from './orders/changes.ts'
import { type Command, parseCommand } from './orders/command.ts'
import {
  erasedText,
  migratedText,
  moneyText,
  ordersText,
  reconciliationText,
  redatedText,
  requestsText,
  reviewsText,
  shopText,
  sweepText,
} from './orders/outcome-text.ts'
import { told, type Told, USAGE } from './orders/usage.ts'

/** How many orders a search lists at most. */
const MOST_FOUND = 200

/** The folder that a command is to write into is not there. */
class NoFolder extends Error {
  override readonly name = 'NoFolder'
}

// Names and addresses are in it: nobody else on this computer reads it.
async function write(folder: string, name: string, text: string | FileText): Promise<string> {
  if (!existsSync(folder)) throw new NoFolder(folder)
  const file = join(folder, name)
  await writeFile(file, text, { mode: 0o600 })
  return file
}

async function exported(month: string, folder: string, now: Date): Promise<Told> {
  const { file, counted } = exportMonth(month)
  const ordersFile = await write(folder, `orders-${month}.csv`, file)
  const money = await exportMoney(month, now)
  const moneyFile = await write(folder, `money-${month}.csv`, money.file)
  const { orders, unreadable } = counted
  const lines = [
    `已匯出 ${orders} 筆訂單：${ordersFile}`,
    `已匯出款項：${moneyFile}`,
    ...moneyText(money),
    ...unreadableText(unreadable),
  ]
  return told(lines.join('\n'), unreadable.length + money.findings.length === 0)
}

async function shown(number: string): Promise<Told> {
  const order = await findNumberedOrder(number)
  return order ? told(orderSheet(order)) : told(REFUSALS['unknown-order'], false)
}

async function customer(
  given: Extract<Command, { readonly command: 'customer' }>,
  now: Date,
): Promise<Told> {
  const { subject, out } = given
  if (given.export === given.erase) return told('請加上 --export 或 --erase 其中一個。', false)
  if (given.erase) {
    const erased = await eraseCustomer(subject, contextOf(given, now))
    return erased ? erasedText(erased) : told(NO_CUSTOMER, false)
  }
  const kept = await exportCustomer(subject, now)
  if (!kept) return told(NO_CUSTOMER, false)
  const file = await write(out, customerFile(subject), kept.file)
  return told(`已匯出這位顧客的資料（含 ${kept.orders} 筆訂單）：${file}`)
}

async function redated(asked: Parameters<typeof changeShippingDate>[0]): Promise<Told> {
  const answer = await changeShippingDate(asked)
  if (!answer.ok) return told(REFUSALS[answer.code], false)
  return told(redatedText(asked, answer.data), answer.data.unreadable.length === 0)
}

function contextOf({ who }: { readonly who?: string | undefined }, now: Date) {
  return { by: who ?? settings().SHOP_OWNER ?? userInfo().username, at: now }
}

async function look(
  given: Exclude<Command, Change | { readonly command: 'date' }>,
  now: Date,
): Promise<Told> {
  switch (given.command) {
    case 'list':
      return told(ordersText(await findOrders({ status: given.status, days: given.days }, now)))
    case 'search':
      return told(ordersText(await searchOrders(given.subject, MOST_FOUND)))
    case 'show':
      return shown(given.subject)
    case 'requests':
      return told(requestsText(await findRequests()))
    case 'review':
      return told(reviewsText(await findReviews()))
    case 'sweep': {
      const swept = await sweep(now)
      return told(sweepText(swept), swept.failed === 0)
    }
    case 'migrate':
      return migratedText(await migrateOrders())
    case 'export':
      return exported(given.subject, given.out, now)
    case 'reconcile': {
      const books = await reconcileDay(given.subject)
      return told(reconciliationText(given.subject, books), books.findings.length === 0)
    }
    case 'customer':
      return customer(given, now)
  }
}

async function run(given: Command): Promise<Told> {
  const now = new Date()
  // Without a network every other question would wait, and try again, for a long time.
  await withDeadline('asking for the database', askDatabase())
  switch (given.command) {
    case 'ship':
    case 'ship-list':
    case 'complete':
    case 'edit':
    case 'note':
    case 'invoice':
    case 'cancel':
    case 'refund':
    case 'return':
    case 'resolve':
      return change(given, contextOf(given, now))
    case 'date': {
      const { subject: product, value: shipsAbout, reason } = given
      return redated({ product, shipsAbout, reason, context: contextOf(given, now) })
    }
    default:
      return look(given, now)
  }
}

function sorry(error: unknown): Told {
  if (error instanceof SettingsUnusable) return told(error.message, false)
  if (error instanceof NoFolder) return told(`沒有這個資料夾：${error.message}`, false)
  if (error instanceof DatabaseUnavailable) {
    return told('資料庫沒有回應，請確認網路後再試。', false)
  }
  if (error instanceof ProviderProblem) {
    return told(`PayPal 沒有完成查詢（${error.message}），請稍後再試。`, false)
  }
  throw error
}

async function answer(words: readonly string[]): Promise<Told> {
  const parsed = parseCommand(words)
  if ('help' in parsed) return told(USAGE)
  if ('problem' in parsed) {
    return told(`${parsed.problem}\n用法：npm run orders -- --help`, false)
  }
  process.stdout.write(`${shopText(settings())}\n`)
  return run(parsed.command)
}

const { text, ok } = await answer(process.argv.slice(2)).catch(sorry)
const stream = ok ? process.stdout : process.stderr
stream.write(`${text}\n`)
if (ok) await sendWritten().catch(sorry)
// Without a network the database's client would go on trying for ever.
await Promise.race([closeDatabase(), wait(1000)])
process.exit(ok ? 0 : 1)
