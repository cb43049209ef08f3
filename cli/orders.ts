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
} from '#lib/adapters/firestore/database.ts'
import { sendQueued } from '#lib/mail/send-mails.ts'
import { changeShippingDate } from '#lib/owner/change-shipping-date.ts'
import { eraseCustomer, exportCustomer } from '#lib/owner/customer-data.ts'
import type { FileText } from '#lib/owner/export-row.ts'
import { exportMoney, exportMonth, reconcileDay } from '#lib/owner/export-month.ts'
import { NO_CUSTOMER, refusals } from '#lib/owner/messages.ts'
import { unreadableText } from '#lib/owner/order-text.ts'
import { customerFile } from '#lib/routes/owner-paths.ts'
import { recountNow } from '#lib/owner/recount.ts'
import { findReviews } from '#lib/owner/refund-order.ts'
import { ProviderProblem } from '#lib/order/payment/provider.ts'
import { settings, SettingsUnusable } from '#lib/settings/env.ts'
import { sweep } from '#lib/sweep/after-answer.ts'

import { change, type Change } from './orders/changes.ts'
import {
  type Command,
  parseCommand,
  erasedText,
  moneyText,
  reconciliationText,
  recountText,
  redatedText,
  reviewsText,
  shopText,
  sweepText,
  output,
  type CommandOutput,
  USAGE,
} from './orders/command.ts'

/** The folder that a command is to write into is not there. */
class NoFolder extends Error {
  override readonly name = 'NoFolder'
}

// Contains personal data: readable by this user only.
async function write(folder: string, name: string, text: string | FileText): Promise<string> {
  if (!existsSync(folder)) throw new NoFolder(folder)
  const file = join(folder, name)
  await writeFile(file, text, { mode: 0o600 })
  return file
}

async function exportMonthTo(month: string, folder: string, now: Date): Promise<CommandOutput> {
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
  return output(lines.join('\n'), unreadable.length + money.findings.length === 0)
}

async function customer(
  input: Extract<Command, { readonly command: 'customer' }>,
  now: Date,
): Promise<CommandOutput> {
  const { subject, out } = input
  if (input.export === input.erase) return output('請加上 --export 或 --erase 其中一個。', false)
  if (input.erase) {
    const erased = await eraseCustomer({ customer: subject, context: contextOf(input, now) })
    return erased ? erasedText(erased) : output(NO_CUSTOMER, false)
  }
  const kept = await exportCustomer(subject, now)
  if (!kept) return output(NO_CUSTOMER, false)
  const file = await write(out, customerFile(subject), kept.file)
  return output(`已匯出這位顧客的資料（含 ${kept.orders} 筆訂單）：${file}`)
}

async function changeDate(
  request: Parameters<typeof changeShippingDate>[0],
): Promise<CommandOutput> {
  const answer = await changeShippingDate(request)
  if (!answer.ok) return output(refusals()[answer.code], false)
  return output(redatedText(request, answer.data), answer.data.unreadable.length === 0)
}

function contextOf({ who }: { readonly who?: string | undefined }, now: Date) {
  return { by: who ?? settings().SHOP_OWNER ?? userInfo().username, at: now }
}

async function look(
  input: Exclude<Command, Change | { readonly command: 'date' }>,
  now: Date,
): Promise<CommandOutput> {
  switch (input.command) {
    case 'review':
      return output(reviewsText(await findReviews()))
    case 'sweep': {
      const swept = await sweep(now)
      return output(sweepText(swept), swept.failed === 0)
    }
    case 'recount':
      return recountText(await recountNow(now))
    case 'export':
      return exportMonthTo(input.subject, input.out, now)
    case 'reconcile': {
      const books = await reconcileDay(input.subject)
      return output(reconciliationText(input.subject, books), books.findings.length === 0)
    }
    case 'customer':
      return customer(input, now)
  }
}

async function run(input: Command): Promise<CommandOutput> {
  const now = new Date()
  // Offline, every further query would retry for a long time.
  await askDatabase()
  switch (input.command) {
    case 'ship':
    case 'complete':
    case 'cancel':
    case 'refund':
    case 'return':
    case 'resolve':
      return change(input, contextOf(input, now))
    case 'date': {
      const { subject: product, value: shipsAbout, reason } = input
      return changeDate({ product, shipsAbout, reason, context: contextOf(input, now) })
    }
    default:
      return look(input, now)
  }
}

function sorry(error: unknown): CommandOutput {
  if (error instanceof SettingsUnusable) return output(error.message, false)
  if (error instanceof NoFolder) return output(`沒有這個資料夾：${error.message}`, false)
  if (error instanceof DatabaseUnavailable) {
    return output('資料庫沒有回應，請確認網路後再試。', false)
  }
  if (error instanceof ProviderProblem) {
    return output(`PayPal 沒有完成查詢（${error.message}），請稍後再試。`, false)
  }
  throw error
}

async function answer(words: readonly string[]): Promise<CommandOutput> {
  const parsed = parseCommand(words)
  if ('help' in parsed) return output(USAGE)
  if ('problem' in parsed) {
    return output(`${parsed.problem}\n用法：npm run orders -- --help`, false)
  }
  process.stdout.write(`${shopText(settings())}\n`)
  return run(parsed.command)
}

const { text, ok } = await answer(process.argv.slice(2)).catch(sorry)
const stream = ok ? process.stdout : process.stderr
stream.write(`${text}\n`)
if (ok) await sendQueued().catch(sorry)
// Offline, the database client would retry forever.
await Promise.race([closeDatabase(), wait(1000)])
process.exit(ok ? 0 : 1)
